"""Play in rounds, written: who is knocked out at a table of its own, and the draw of the next round."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from club.ledger import ledger
from tables.cash import floor_seats, seating
from tables.models import Table
from tournaments.base.errors import Refused
from tournaments.entries import purchases
from tournaments.log.events.hands import RoundDrawn
from tournaments.log.tournament_log import Book
from tournaments.models import Entry, Tournament
from tournaments.rooms import tournament_tables
from tournaments.seating import brackets
from tournaments.seating.brackets import Stage
from tournaments.seating.knockouts import Bust, places
from tournaments.structures import clock, structures
from tournaments.terms import kinds


def falls(stage: Stage, busts: Sequence[Bust], alive: Sequence[int]) -> list[tuple[list[int], int, tuple[int, int]]]:
    """Who falls in which order: those who tie at a table, the number of their knock-out, their places.

    At one table the larger stack finishes higher and equal ones tie, in the better of their ranks.
    """
    left, made = set(alive), []
    for table in sorted({bust.table for bust in busts}):
        here = [bust for bust in busts if bust.table == table]
        ranked = places(here, sum(one in left for one in stage.group_of(here[0].entry)))
        for worst in sorted({rank[1] for rank in ranked.values()}, reverse=True):
            tied = sorted(entry for entry, rank in ranked.items() if rank[1] == worst)
            left -= set(tied[1:])
            made.append((tied, stage.fall(tied[0], left), stage.places(tied[0], left)))
            left.discard(tied[0])
    return sorted(made, key=lambda one: one[1])


def fall(book: Book, busts: Sequence[Bust], hunters: Mapping[int, tuple[int, ...]], now: datetime) -> None:
    """Knock out those who lost their last chip, each in the rank of the own table."""
    stage = book.state.stage
    assert stage is not None
    for tied, fell, place in falls(stage, busts, book.state.alive):
        for entry in tied:
            purchases.knock_out(book, entry, place, fell, hunters.get(entry), now)


def resting(book: Book) -> set[int]:
    """The tables that have played down and wait for the others."""
    state = book.state
    if state.stage is None:
        return set()
    alive = set(state.alive)
    done = [entry for group in state.stage.groups if state.stage.is_done(group, alive) for entry in group]
    return {state.entries[entry].table or 0 for entry in done if entry in alive}


def may_move(book: Book, entry: int, to_table: int) -> None:
    """Whether the floor may send an entry to that table. Raises `Refused` to another one while a round is played."""
    if book.state.stage is not None and book.state.entries[entry].table != to_table:
        raise Refused("in_rounds", _("The tables of a round play for themselves: nobody moves to another one."))


def go_on(book: Book, now: datetime) -> None:
    """Draw the next round once every table of this one has played down. Harmless before, and in the last round."""
    stage, row = book.state.stage, book.row
    if stage is None or stage.is_final or book.state.hands or not stage.is_over(set(book.state.alive)):
        return
    alive = set(book.state.alive)
    on = [entry for group in stage.groups for entry in group if entry in alive]
    following = kinds.format_of(row).following
    if following is None or len(on) < 2:
        return
    rng = random.Random(tournament_tables.derived(bytes(row.seed), "round", stage.number + 1))
    groups = following(on, row.table_size, rng)
    drawn = Stage(stage.number + 1, groups, stage.advance, max(book.state.falls, stage.base))
    _seat(book, drawn, brackets.seats_of(groups, row.table_size, rng), now)


def _seat(book: Book, stage: Stage, drawn: brackets.Drawn, now: datetime) -> None:
    """Seat the round. With real cards its hands are entered if those of every table of the last one were."""
    row, before, first = book.row, dict(sorted(book.state.tables.items())), book.state.last_table
    is_physical, orders = row.cards == Tournament.Cards.PHYSICAL, book.state.orders
    is_entered = bool(orders.recorded) and not orders.physical
    is_pooled = is_physical and not is_entered
    is_fresh = row.round_stacks == Tournament.RoundStacks.FRESH or not kinds.format_of(row).carries
    stacks = tournament_tables.recorded_stacks(book) if is_pooled else {}
    tables: dict[int, Table] = {}
    for number in sorted({table for _entry, table, _at in drawn}):
        name = _("final table") if stage.is_final else f"{stage.number}.{number}"
        tables[first + number] = tournament_tables.open_table(
            row, first + number, name, row.table_size, now, physical=is_physical
        )
    list(Table.objects.select_for_update(no_key=True).filter(pk__in=before.values()).order_by("pk"))
    seats = [(entry, first + table, seat) for entry, table, seat in drawn]
    held = {one.number: one for one in Entry.objects.filter(tournament=row).select_related("player")}
    for entry, table, seat in seats:
        if book.state.entries[entry].seat is None:  # who had a bye
            account = None if is_pooled else _account(held[entry], row.owner)
            floor_seats.seat_entry(tables[table], seat, held[entry].player, account, now=now)
        else:
            sitting = tournament_tables.sittings(book, book.state.entries[entry].table)[book.state.entries[entry].seat]
            moved = floor_seats.move_sitting(sitting, tables[table], seat, now=now)
            if is_pooled:
                floor_seats.give_stack(moved, None)
    is_again = row.round_clock == Tournament.RoundClock.AGAIN
    round_drawn = RoundDrawn(
        stage=stage,
        seats=tuple(seats),
        tables={number: table.pk for number, table in tables.items()},
        is_fresh=is_fresh,
        recorded=is_entered,
        stacks={} if is_fresh else stacks,
        clock=clock.jumped(structures.items(row.sheet), book.state.clock, 0, now) if is_again else None,
    )
    seq = book.add(round_drawn, now=now)
    if stacks:
        moves = {_account(held[entry], row.owner): -chips for entry, chips in stacks.items() if chips}
        moves[tournament_tables.pool(row).pk] = -sum(moves.values())
        ledger.post(f"{row.owner}:{seq}:2", moves, purpose=tournament_tables.PURPOSE, reference=row.owner)
    if is_fresh:
        entries = [held[entry] for entry in book.state.alive]
        _level_stacks(book, entries, f"{row.owner}:{seq}:1", is_pooled=is_pooled)
    for pk in before.values():
        seating.close_table(pk, by=None, now=now)


def _account(entry: Entry, unit: str) -> int:
    """The account of an entry's stack, a new one for who had none where stacks are on record."""
    if entry.account_id is None:
        entry.account = ledger.open_account(f"entry:{entry.pk}", "stack", unit)
        entry.save(update_fields=["account"])
    assert entry.account is not None
    return entry.account.pk


def _level_stacks(book: Book, entries: Sequence[Entry], key: str, *, is_pooled: bool) -> None:
    """Everybody has the starting chips again: what is more goes back to the unit's own cashier, what is missing comes.

    is_pooled: nobody records whose the chips are; else the pool keeps nothing, as of those who had a bye.
    """
    row, accounts = book.row, ledger.open_account("cashier", "cashier", book.row.owner)
    pool = tournament_tables.pool(row) if row.cards == Tournament.Cards.PHYSICAL else None
    if is_pooled:
        assert pool is not None
        moves = {pool.pk: row.starting_chips * len(entries) - ledger.balance(pool)}
    else:
        rows = Entry.objects.filter(pk__in=[entry.pk for entry in entries]).select_related("account")
        moves = {one.account.pk: row.starting_chips - one.account.balance for one in rows if one.account is not None}
        moves |= {} if pool is None else {pool.pk: -ledger.balance(pool)}
    moves = {account: chips for account, chips in moves.items() if chips}
    moves[accounts.pk] = -sum(moves.values())
    if moves[accounts.pk] == 0:
        del moves[accounts.pk]
    if moves:
        ledger.post(key, moves, purpose=tournament_tables.PURPOSE, reference=row.owner)
