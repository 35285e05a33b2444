"""The director: what a tournament does by itself, and its beginning and end by hand; `tournaments.floor` is the rest by hand.

`direct` looks at what is there and does whatever is due: starts, takes finished hands, knocks out, breaks and balances,
deals the next hands, finishes. It is idempotent: under the tournament's lock it asks the state what has been done, and
every movement of chips has a key of its own, so that twice, at once or half way comes to the same books.
"""

from __future__ import annotations

import random
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

from club.base.phrases import gettext as _
from club.house import audit_log
from club.http.request_cache import once
from club.ledger import ledger
from club.models import Account, Player, User
from tables.cash import closing
from tables.models import Hand, HandSeat
from tables.tournament_seats import bulk_seating, single_seats
from tournaments.base.errors import Refused
from tournaments.entries import absentees, alternates, entries, first_stacks, purchases, sales
from tournaments.flights import flights, last_hands
from tournaments.log import seating_rules, tournament_log, tournament_rules, webhook_events
from tournaments.log.events.draws_and_hands import Dealt, HandTaken, Started
from tournaments.log.events.endings import Cancelled, Finished
from tournaments.log.events.knockouts import KnockedOut
from tournaments.log.state import REGISTERING, RUNNING
from tournaments.log.tournament_log import TournamentLog
from tournaments.messages.structures import all_of
from tournaments.models import Entry, Structure, Tournament
from tournaments.prizes import bounty_awards, bounty_eliminators, escrow, payout_settlement, prizegiving
from tournaments.rooms import mixed_games, tournament_tables
from tournaments.running import (
    balancing_moves,
    bracket_rounds,
    colour_up_race,
    first_hands,
    hand_for_hand,
    levels,
    penalty_enforcement,
    sit_and_go,
)
from tournaments.seating.knockouts import Bust, RoundRank, places
from tournaments.setup import entry_terms, event_checks, flight_terms
from tournaments.structures import structures
from tournaments.structures.clock import level_at, moment
from tournaments.structures.structures import Break
from tournaments.terms import entry_windows, event_kinds, flight_tree

# -- announcing -------------------------------------------------------------------------------------------------------


def announce(
    name: str,
    structure: Structure,
    *,
    buy_in: int,
    fee: int = 0,
    starts_at: datetime | None,
    seed: bytes,
    now: datetime,
    by: User | None = None,
    source: str = "",
    **chosen: object,
) -> Tournament:
    """Announce a tournament and open its registration; `chosen` are further fields of the event.

    Raises `Refused` for a structure that has to be completed first, or a field that cannot be.
    """
    if structure.missing:
        raise Refused("structure_incomplete", all_of(structure.lacks), 422, missing=structure.lacks)
    chosen |= flight_terms.settled(chosen)
    event_checks.check({**chosen, "starts_at": starts_at}, buy_in, structure.sheet, now=now)
    fee = prizegiving.fee(buy_in, fee, chosen)
    sheet = structure.sheet
    chosen = entry_terms.prepared(chosen, sheet)
    most = structures.most_seats(sheet)
    fields: dict[str, Any] = {
        "starting_chips": sheet["starting_chips"],
        "table_size": min(most, sheet.get("table_size") or 9),
        **chosen,
    }
    fields |= event_kinds.settled(fields)
    with transaction.atomic():
        made = Tournament(
            name=name.strip() or structure.name,
            structure=structure,
            sheet=sheet,
            buy_in=buy_in,
            fee=fee,
            starts_at=starts_at,
            seed=seed,
            created_at=now,
            **fields,
        )
        flights.lock_day_two(made)
        made.save(force_insert=True)
        escrow.prize_escrow(made)
        webhook_events.announce(made, now=now)
        audit_log.record("tournament.announced", by=by, subject=made.owner, after=made.name, source=source, now=now)
    return made


# -- by hand ----------------------------------------------------------------------------------------------------------


def start(tournament_id: int, *, now: datetime, by: User | None = None, source: str = "") -> None:
    """Draw the seats and begin, whatever the hour. Harmless if it has begun. Raises `UnknownTournament`, `Refused`."""
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        if log.state.status == REGISTERING:
            absentees.leave_out_barred(log, now)
            _start(log, now, by, source)
        log.close()


def cancel(tournament_id: int, *, now: datetime, by: User | None, why: str, source: str = "") -> None:
    """Call the tournament off before it starts; every entry returns to its wallet. Raises `Refused` once it has begun."""
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        if log.state.status != REGISTERING:
            words = _("The tournament has started: it is called off on the floor, and approved by a second person.")
            raise Refused("started_already", words)
        flights.check_cancelled(log.tournament)
        _call_off(log, why, now, by, source)
        log.close()


def _call_off(log: TournamentLog, why: str, now: datetime, by: User | None = None, source: str = "") -> None:
    for entry in _entries(log.tournament):
        entries.pay_back(log.tournament, entry, f"cancelled:{entry.number}", by)
    log.add(Cancelled(why=why), now=now, by=by, source=source)


def start_if_due(log: TournamentLog, now: datetime) -> None:
    """Start an event whose moment has come: at its hour with players enough, or once it is full. One that too few have
    entered by then is called off where the house has it so; a flight, or what flights lead to, waits for the director."""
    if log.state.status == REGISTERING and event_kinds.is_to_be_called_off(log.tournament, log.state, now):
        if flight_tree.is_whole(log.tournament) and not event_kinds.format_of(log.tournament).gathers:
            _call_off(log, str(_("Too few players had entered at the hour.")), now)
        return
    if (
        log.state.status != REGISTERING
        or not event_kinds.is_due(log.tournament, log.state, now)
        or not flights.is_ready(log.tournament)
    ):
        return
    absentees.leave_out_barred(log, now)
    if event_kinds.is_due(log.tournament, log.state, now):  # with those who are left
        _start(log, now, None, "")


# -- by itself --------------------------------------------------------------------------------------------------------


def direct(tournament_id: int, *, now: datetime) -> bool:
    """Do whatever is due; true if anything was. Harmless at any moment, run twice, or at once."""
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        start_if_due(log, now)
        if log.state.status == RUNNING and log.state.request is None:
            take_hands(log, now)
            sales.let_computers_decide(log, now)
            purchases.expire(log, now=now)
            absentees.let_absent_leave(log, now)
            alternates.call(log, now)
            last_hands.advance(log, now)
            levels.set_right(log, now)
            levels.record_level(log, now)
            colour_up_race.apply_due(log, now)
            levels.rest(log, now)
            penalty_enforcement.apply_due(log, now)
            if flights.is_due(log.tournament, log.state, now):
                flights.bag_if_free(log, now)
            elif payout_settlement.is_over(log.tournament, log.state) and not entry_windows.may_grow(
                log.tournament, log.state, now
            ):
                is_free = not log.state.hands and not payout_settlement.holds(log.tournament, log.state)
                by_floor = log.state.orders.real or log.state.is_reopened
                if is_free and not by_floor:  # with real cards, or once it was over, the director says that it is
                    finish(log, now)
            elif log.state.clock.paused is None:
                hand_for_hand.advance(log, now)
                balancing_moves.rebalance(log, now)
                _deal(log, now)
        did = log.has_changed
        log.close()
        return did


def _entries(tournament: Tournament) -> list[Entry]:
    live = Entry.objects.filter(tournament=tournament, is_withdrawn=False)
    return list(live.select_related("player", "account", "ticket").order_by("number"))


def _start(log: TournamentLog, now: datetime, by: User | None, source: str) -> None:
    """Draw the seats, open the tables, give everybody the starting chips."""
    tournament = log.tournament
    flights.check_ready(tournament)
    entered = Entry.objects.filter(tournament=tournament, is_withdrawn=False, is_out=False)
    barred = absentees.barred_survivors(tournament, now)
    gone = {entry.pk for entry in barred}
    here = [one for one in absentees.drawn(tournament, list(entered.order_by("number"))) if one.pk not in gone]
    least = 1 if event_kinds.format_of(tournament).gathers else event_kinds.least_players(tournament, len(here))
    if len(here) < least:
        words = _("%(least)d players are needed to start; %(n)d have registered.")
        if tournament.needs_check_in:
            words = _("%(least)d players are needed to start; %(n)d are there.")
        raise Refused("too_few_players", words % {"least": least, "n": len(here)})
    rng = random.Random(tournament_tables.derived(bytes(tournament.seed), "draw"))
    numbers, held = [entry.number for entry in here], log.state.orders.held
    how = seating_rules.draw_of(tournament, None)
    first = event_kinds.format_of(tournament).first(numbers, held, tournament.table_size, tournament.advance, rng, how)
    drawn = first.seats
    tables = tournament_tables.open_tables(
        tournament, sorted({table for _entry, table, _seat in drawn}), now, by, source
    )
    physical = [number for number in tables if tournament.is_physical(number)]
    real = set(physical)
    among = {entry for entry, table, _seat in drawn if table in real}
    among |= set(first.stage.byes) if first.stage is not None and physical else set()
    clock, counts = flights.restart(tournament, log.state, here, among, now)
    started = Started(
        seats=tuple(drawn),
        tables={number: table.pk for number, table in tables.items()},
        physical=tuple(physical),
        stage=first.stage,
        rests=levels.rests_of(tournament, now),
        clock=clock,
        counts=counts,
    )
    seq = log.add(started, now=now, by=by, source=source)
    first_stacks.at_start(tournament, here)
    tournament_tables.issue_stacks(tournament, here, seq, among)
    by_number = {entry.number: entry for entry in here}
    placed = {
        bulk_seating.Chair(tables[table].pk, seat): (
            by_number[number].player_id,
            None if table in real else by_number[number].account_id,
        )
        for number, table, seat in drawn
    }
    absent = {entry.player_id for entry in here if tournament.needs_check_in and entry.checked_in_at is None}
    bulk_seating.seat_all(tables.values(), placed, absent=absent, now=now)
    absentees.take_out_survivors(log, barred, now)
    if tournament.reopens:
        sit_and_go.open_another(tournament, now=now)


def take_hands(log: TournamentLog, now: datetime, *, is_last: bool = False) -> None:
    """Take the hands that were settled or called off, in table order; those knocked out in them leave together.

    is_last: no hand follows, so that nothing is waited for, hand for hand.
    """
    busts: list[Bust] = []
    eliminators: dict[int, tuple[int, ...]] = {}
    left = len(log.state.alive)
    bounty_awards.make_envelopes(log, left, now)
    known, hands = dict(log.state.hands), Hand.objects.in_bulk(list(log.state.hands.values()))
    if not is_last and hand_for_hand.is_waiting(log, hands.values()):
        return  # hands played hand for hand count as one (TDA RP-8): they are taken together
    for number in sorted(log.state.hands):
        hand = hands[log.state.hands[number]]
        if hand.state not in (Hand.State.SETTLED, Hand.State.VOID):
            continue
        is_void = hand.state == Hand.State.VOID
        log.add(HandTaken(table=number, hand=hand.pk, void=is_void), now=now)
        purchases.issue_behind(log, number, now=now)
        hand_for_hand.note_taken(log, number, now, is_void=is_void)
        if not is_void:
            busts += _busted(log, number, hand)
            eliminators |= bounty_eliminators.in_hand(log, number, hand)
    if busts and log.state.stage is not None:
        bracket_rounds.eliminate(log, busts, eliminators, now)
    elif busts:
        made = places(busts, left, tournament_rules.in_force(log.tournament, log.state.level_began).knockout_policy)
        purchases.eliminate(log, made, eliminators, in_round(log, busts), now=now)
    if len(log.state.hands) < len(hands):
        hand_for_hand.close_round(log, now)
        penalty_enforcement.serve(log, {number for number in known if number not in log.state.hands}, now)


def in_round(log: TournamentLog, busts: list[Bust]) -> dict[int, RoundRank]:
    """How those who lost their last chip are ranked with whom the floor reports of the same round, hand for hand."""
    found = {
        bust.entry: hand_for_hand.round_rank(log, bust.entry, bust.start, at, is_told=True)
        for at, bust in enumerate(busts)
    }
    return {entry: rank for entry, rank in found.items() if rank is not None}


def _busted(log: TournamentLog, number: int, hand: Hand) -> list[Bust]:
    """Who has no chips left after that hand, with the stack each began it with."""
    began = {seat: stack for seat, stack, *_posts in hand.start["seats"]}
    empty = HandSeat.objects.filter(hand=hand, account__balance=0).values_list("seat", flat=True)
    seated = log.state.seated(number)
    return [Bust(seated[seat], number, began[seat]) for seat in sorted(empty)]


def _deal(log: TournamentLog, now: datetime) -> None:
    """Deal at every table that is free, with the stakes of the level; not in a break, nor while a move or a colour-up is due."""
    tournament, state = log.tournament, log.state
    items = structures.items(tournament.sheet)
    where = moment(items, state.clock, now)
    if isinstance(where.item, Break) or state.clock.rest_left(now) or colour_up_race.due(tournament, state):
        return
    is_open = entry_windows.may_grow(tournament, state, now)
    if is_open and len(state.playing) == 2 and tournament_rules.in_force(tournament, state.level_began).late_pause:
        return  # nobody plays heads-up while others may still enter; the clock runs
    seated = state.room()
    if (state.hands or state.orders.real) and balancing_moves.may_draw_final(log, now):
        return  # the others finish their hands, then seats are drawn: where cards are real the floor says when
    is_in_step = state.orders.hand_for_hand is not None
    if is_in_step and state.hands and not state.orders.real:
        return  # one hand at each table, then all wait
    first = state.orders.hand_for_hand.first if state.orders.hand_for_hand is not None else frozenset()
    level = level_at(items, where.index)
    this_round = state.rounds + 1
    # Nothing is dealt at real cards, at a short table that stops, nor to somebody who has been called away.
    called = {state.entries[entry].table for entry in state.orders.called}
    last = state.orders.last_hands
    called |= set() if last is None else {number for number in state.tables if not last.left(number)}
    resting = state.orders.real | bracket_rounds.resting(log) | called | balancing_moves.halted(log, now)
    resting |= first_hands.waiting(log, now)
    resting |= set(state.tables) - first if first else set()
    for number, pk in sorted(state.tables.items()):
        with_chips = [entry for entry in seated[number].values() if entry not in state.deciding]
        if number in state.hands or len(with_chips) < 2 or number in resting:
            continue
        if is_in_step and state.orders.real and not state.orders.is_pending(number):
            continue  # it has played its hand, and waits for the tables with real cards
        penalty_enforcement.mark(log, number)
        hand = mixed_games.deal(pk, tournament, level, state, now=now)
        if hand is None:
            continue  # a player is asked which game it is to be
        dealt = Dealt(table=number, hand=hand.pk, number=hand.number, round=this_round, level=level.number)
        log.add(dealt, now=now)


def finish(log: TournamentLog, now: datetime, *, by: User | None = None, source: str = "") -> None:
    """The last one wins; what was played for leaves the escrows, and the tournament's chips go out of play.

    Where several are left (a deal, tickets for all of them) the larger stack is placed higher, and equal ones tie.
    """
    tournament = log.tournament
    stacks = {entry.number: entry.account.balance if entry.account else 0 for entry in _entries(tournament)}
    stacks |= log.state.orders.counts
    ended = [Bust(entry, 0, stacks[entry]) for entry in log.state.alive]
    for entry, (best, worst) in sorted(places(ended, len(ended)).items(), key=lambda one: -one[1][1]):
        place = log.state.entries[entry]
        if place.seat is not None:
            single_seats.unseat(tournament_tables.sittings(log, place.table)[place.seat], now=now)
        log.add(KnockedOut(entry=entry, best=best, worst=worst), now=now)
    for number in sorted(log.state.tables):
        closing.close_table(log.state.tables[number], by=None, now=now)
    paid = sorted(prizegiving.awards(tournament, log.state))
    seq = log.add(Finished(paid=tuple(paid)), now=now, by=by, source=source)
    payout_settlement.settle(tournament, log.state, f"{tournament.owner}:{seq}", now)
    held = Account.objects.filter(unit=tournament.owner, kind="stack", balance__gt=0)
    back = {account.pk: -account.balance for account in held}
    if back:
        back[ledger.open_account("cashier", "cashier", tournament.owner).pk] = -sum(back.values())
        ledger.post(f"{tournament.owner}:{seq}:2", back, purpose="tournament-stacks", reference=tournament.owner)


def open_running(tournament_id: int, now: datetime) -> TournamentLog:
    """Lock a running tournament, its settled hands taken: who busted in one is out before anybody acts. Raises `Refused`."""
    log = tournament_log.open_running(tournament_id)
    take_hands(log, now)
    return log


def waiting(now: datetime) -> list[int]:
    """The tournaments that the sweep looks at: running, or due to start."""
    due = Q(status=RUNNING) | Q(status=REGISTERING, starts_at__lte=now)
    due |= Q(status=REGISTERING, starts_when=Tournament.StartsWhen.FULL)
    found = Tournament.objects.filter(due, driver=Tournament.Driver.SWEEP)
    return list(found.order_by("pk").values_list("pk", flat=True))


@once(lambda tournament: tournament.pk)
def player_names(tournament: Tournament) -> dict[int, Player]:
    """Entry number to player."""
    return {entry.number: entry.player for entry in _entries(tournament)}
