"""Play in rounds, written: who is knocked out at a table of its own, and the draw of the next round."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import datetime

from club.base.phrases import gettext as _
from club.ledger import ledger
from club.models import Transfer, User
from tables.breaking_and_closing import closing_tables
from tables.cash import sittings
from tables.models import Table
from tables.tournament_seats import bulk_seating, single_seats
from tournaments.base.errors import Refused
from tournaments.entries import eliminations
from tournaments.log import stored_lines
from tournaments.log.events.draws_and_hands import Dealt, RoundBefore, RoundDrawn, RoundTakenBack
from tournaments.log.events.seats import Room
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, LogEntry, Tournament
from tournaments.rooms import tournament_tables
from tournaments.seating import brackets
from tournaments.seating.brackets import Stage
from tournaments.seating.places_of_knockouts import Bust, places
from tournaments.structures import clock, levels_and_breaks
from tournaments.terms import event_kinds


def eliminations_of(
    stage: Stage, busts: Sequence[Bust], alive: Sequence[int]
) -> list[tuple[list[int], int, tuple[int, int]]]:
    """Who goes out in which order: those who tie at a table, the number of their knock-out, their places.

    At one table the larger stack finishes higher and equal ones tie, in the better of their ranks.
    """
    left, made = set(alive), []
    for table in sorted({bust.table for bust in busts}):
        here = [bust for bust in busts if bust.table == table]
        ranked = places(here, sum(one in left for one in stage.group_of(here[0].entry)))
        for worst in sorted({rank[1] for rank in ranked.values()}, reverse=True):
            tied = sorted(entry for entry, rank in ranked.items() if rank[1] == worst)
            left -= set(tied[1:])
            made.append((tied, stage.elimination_number(tied[0], left), stage.places(tied[0], left)))
            left.discard(tied[0])
    return sorted(made, key=lambda one: one[1])


def eliminate(
    log: TournamentLog, busts: Sequence[Bust], eliminators: Mapping[int, tuple[int, ...]], now: datetime
) -> None:
    """Knock out those who lost their last chip, each in the rank of the own table."""
    stage = log.state.stage
    assert stage is not None
    for tied, elimination, place in eliminations_of(stage, busts, log.state.alive):
        for entry in tied:
            eliminations.knock_out(log, entry, place, elimination, eliminators.get(entry), now)


def resting(log: TournamentLog) -> set[int]:
    """The tables that have played down and wait for the others."""
    state = log.state
    if state.stage is None:
        return set()
    alive = set(state.alive)
    done = [entry for group in state.stage.groups if state.stage.is_done(group, alive) for entry in group]
    return {state.entries[entry].table or 0 for entry in done if entry in alive}


def may_move(log: TournamentLog, entry: int, to_table: int) -> None:
    """Whether the floor may send an entry to that table. Raises `Refused` to another one while a round is played."""
    if log.state.stage is not None and log.state.entries[entry].table != to_table:
        raise Refused("in_rounds", _("The tables of a round play for themselves: nobody moves to another one."))


def go_on(log: TournamentLog, now: datetime) -> None:
    """Draw the next round once every table of this one has played down. Harmless before, and in the last round."""
    stage, tournament = log.state.stage, log.tournament
    if stage is None or stage.is_final or log.state.hands or not stage.is_over(set(log.state.alive)):
        return
    alive = set(log.state.alive)
    on = [entry for group in stage.groups for entry in group if entry in alive]
    following = event_kinds.format_of(tournament).following
    if following is None or len(on) < 2:
        return
    rng = random.Random(tournament_tables.derived(bytes(tournament.seed), "round", stage.number + 1))
    groups = following(on, tournament.table_size, rng)
    drawn = Stage(stage.number + 1, groups, stage.advance, max(log.state.eliminations, stage.base))
    _seat(log, drawn, brackets.seats_of(groups, tournament.table_size, rng), now)


def _seat(log: TournamentLog, stage: Stage, drawn: brackets.Drawn, now: datetime) -> None:
    """Seat the round. With real cards its hands are entered if those of every table of the last one were."""
    tournament, before, first = log.tournament, dict(sorted(log.state.tables.items())), log.state.last_table
    is_physical, orders = tournament.cards == Tournament.Cards.PHYSICAL, log.state.orders
    is_entered = bool(orders.recorded) and not orders.physical
    is_pooled = is_physical and not is_entered
    is_fresh = tournament.round_stacks == Tournament.RoundStacks.FRESH or not event_kinds.format_of(tournament).carries
    stacks = tournament_tables.recorded_stacks(log) if is_pooled else {}
    tables: dict[int, Table] = {}
    for number in sorted({table for _entry, table, _at in drawn}):
        name = _("final table") if stage.is_final else f"{stage.number}.{number}"
        tables[first + number] = tournament_tables.open_table(
            tournament, first + number, name, tournament.table_size, now, physical=is_physical
        )
    list(Table.objects.select_for_update(no_key=True).filter(pk__in=before.values()).order_by("pk"))
    seats = [(entry, first + table, seat) for entry, table, seat in drawn]
    held = {one.number: one for one in Entry.objects.filter(tournament=tournament).select_related("player")}
    for entry, table, seat in seats:
        if log.state.entries[entry].seat is None:  # who had a bye
            account = None if is_pooled else _account(held[entry], tournament.owner)
            single_seats.seat_entry(tables[table], seat, held[entry].player, account, now=now)
        else:
            sitting = tournament_tables.sittings(log, log.state.entries[entry].table)[log.state.entries[entry].seat]
            moved = sittings.move_sitting(sitting, tables[table], seat, now=now)
            if is_pooled:
                single_seats.give_stack(moved, None)
    is_again = tournament.round_clock == Tournament.RoundClock.AGAIN
    round_drawn = RoundDrawn(
        stage=stage,
        seats=tuple(seats),
        tables={number: table.pk for number, table in tables.items()},
        is_fresh=is_fresh,
        recorded=is_entered,
        stacks={} if is_fresh else stacks,
        clock=clock.jumped(levels_and_breaks.items(tournament.sheet), log.state.clock, 0, now) if is_again else None,
        was=_before(log) if orders.real else None,
    )
    seq = log.add(round_drawn, now=now)
    if stacks:
        moves = {_account(held[entry], tournament.owner): -chips for entry, chips in stacks.items() if chips}
        moves[tournament_tables.pool(tournament).pk] = -sum(moves.values())
        ledger.post(f"{tournament.owner}:{seq}:2", moves, purpose=tournament_tables.PURPOSE, reference=tournament.owner)
    if is_fresh:
        entries = [held[entry] for entry in log.state.alive]
        _level_stacks(log, entries, f"{tournament.owner}:{seq}:1", is_pooled=is_pooled)
    for pk in before.values():
        closing_tables.close_table(pk, by=None, now=now)


def _before(log: TournamentLog) -> RoundBefore | None:
    """The round that is over, with its room and its clock."""
    stage = log.state.stage
    return None if stage is None else RoundBefore(room=Room.of(log.state), stage=stage, clock=log.state.clock)


def take_back(log: TournamentLog, since: int, *, now: datetime, by: User | None) -> None:
    """Take back the draw that followed a knock-out of that line: everybody is in the seat of before, with the chips of before.

    Raises `Refused` where more than one round was drawn since, one dealt by the server, or something was done in it.
    """
    draw = stored_lines.last_of_class(log.tournament, RoundDrawn)
    was = None if draw is None or draw.seq < since else draw.event.was
    if draw is None or was is None or not _is_as_drawn(log, draw):
        raise Refused("round_over", _("The next round has been drawn; this knock-out stands."))
    tournament, room, key = log.tournament, was.room, f"{log.tournament.owner}:{log.next_line}:round"
    for part in (1, 2):
        transfer = Transfer.objects.filter(key=f"{tournament.owner}:{draw.seq}:{part}").first()
        if transfer is not None:
            ledger.reverse(transfer, key=f"{key}:{part}", by=by, why=_("undone"), now=now)
    tables = {one.pk: one for one in bulk_seating.reopen_tables(list(room.tables.values()), by=by, now=now)}
    entries_by_number = {
        one.number: one for one in Entry.objects.filter(tournament=tournament).select_related("account")
    }
    for entry, number, seat in room.seats:
        place = log.state.entries[entry]
        sitting = tournament_tables.sittings(log, place.table)[place.seat]
        if number is None or seat is None:
            single_seats.unseat(sitting, now=now)
            continue
        moved = sittings.move_sitting(sitting, tables[room.tables[number]], seat, now=now)
        single_seats.give_stack(moved, None if number in room.orders.physical else entries_by_number[entry].account)
    for pk in draw.event.tables.values():
        closing_tables.close_table(pk, by=by, now=now)
    log.add(RoundTakenBack(was=was), now=now, by=by)


def _is_as_drawn(log: TournamentLog, drawn: stored_lines.Numbered[RoundDrawn]) -> bool:
    """True if everybody sits as drawn, and no hand of the round was dealt or entered."""
    state = log.state
    places = [(entry, state.entries[entry].table, state.entries[entry].seat) for entry in sorted(state.alive)]
    dealt = LogEntry.objects.filter(tournament=log.tournament, kind=Dealt.kind, seq__gt=drawn.seq)
    is_there = state.stage == drawn.event.stage and places == sorted(drawn.event.seats)
    return is_there and not state.hands and not dealt.exists()


def _account(entry: Entry, unit: str) -> int:
    """The account of an entry's stack, a new one for who had none where stacks are on record."""
    if entry.account_id is None:
        entry.account = ledger.open_account(f"entry:{entry.pk}", "stack", unit)
        entry.save(update_fields=["account"])
    assert entry.account is not None
    return entry.account.pk


def _level_stacks(log: TournamentLog, entries: Sequence[Entry], key: str, *, is_pooled: bool) -> None:
    """Everybody has the starting chips again: what is more goes back to the unit's own cashier, what is missing comes.

    is_pooled: nobody records whose the chips are; else the pool keeps nothing, as of those who had a bye.
    """
    tournament, accounts = log.tournament, ledger.open_account("cashier", "cashier", log.tournament.owner)
    pool = tournament_tables.pool(tournament) if tournament.cards == Tournament.Cards.PHYSICAL else None
    if is_pooled:
        assert pool is not None
        moves = {pool.pk: tournament.starting_chips * len(entries) - ledger.balance(pool)}
    else:
        rows = Entry.objects.filter(pk__in=[entry.pk for entry in entries]).select_related("account")
        moves = {
            one.account.pk: tournament.starting_chips - one.account.balance for one in rows if one.account is not None
        }
        moves |= {} if pool is None else {pool.pk: -ledger.balance(pool)}
    moves = {account: chips for account, chips in moves.items() if chips}
    moves[accounts.pk] = -sum(moves.values())
    if moves[accounts.pk] == 0:
        del moves[accounts.pk]
    if moves:
        ledger.post(key, moves, purpose=tournament_tables.PURPOSE, reference=tournament.owner)
