"""The director: what a tournament does by itself, and its beginning and end by hand; `tournaments.floor` is the rest by hand.

`direct` looks at what is there and does whatever is due: starts, takes finished hands, knocks out, breaks and balances,
deals the next hands, finishes. It is idempotent: under the tournament's lock it asks the state what has been done, and
every movement of chips has a key of its own, so that twice, at once or half way comes to the same books.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from club.house import house_rules
from tournaments.entries import absentees, alternates, eliminations, sales
from tournaments.flights import end_of_flight, last_hands
from tournaments.log import tournament_log, tournament_rules
from tournaments.log.events.draws_and_hands import Dealt
from tournaments.log.state import REGISTERING, RUNNING
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Tournament
from tournaments.prizes import payout_settlement
from tournaments.rooms import mixed_games
from tournaments.running import (
    balancing_moves,
    bracket_rounds,
    colour_up,
    event_finish,
    event_start,
    final_table,
    hand_for_hand,
    levels,
    penalty_enforcement,
    settled_hands,
    waiting_for_players,
)
from tournaments.structures import levels_and_breaks
from tournaments.structures.clock import level_at, moment
from tournaments.structures.levels_and_breaks import Break
from tournaments.terms import late_registration_and_rebuy_periods

# -- announcing -------------------------------------------------------------------------------------------------------


# -- by hand ----------------------------------------------------------------------------------------------------------


# -- by itself --------------------------------------------------------------------------------------------------------


def direct(tournament_id: int, *, now: datetime) -> bool:
    """Do whatever is due; true if anything was. Harmless at any moment, run twice, or at once."""
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        with house_rules.as_they_stand():
            _do_what_is_due(log, now)
        did = log.has_changed
        log.close()
        return did


def _do_what_is_due(log: TournamentLog, now: datetime) -> None:
    event_start.start_if_due(log, now)
    if log.state.status == RUNNING and log.state.request is None:
        settled_hands.take_hands(log, now)
        sales.let_computers_decide(log, now)
        eliminations.expire(log, now=now)
        absentees.let_absent_leave(log, now)
        alternates.call(log, now)
        last_hands.advance(log, now)
        levels.set_right(log, now)
        levels.record_level(log, now)
        colour_up.apply_due(log, now)
        levels.rest(log, now)
        penalty_enforcement.apply_due(log, now)
        if end_of_flight.is_due(log.tournament, log.state, now):
            end_of_flight.bag_if_free(log, now)
        elif payout_settlement.is_over(log.tournament, log.state) and not late_registration_and_rebuy_periods.may_grow(
            log.tournament, log.state, now
        ):
            is_free = not log.state.hands and not payout_settlement.holds(log.tournament, log.state)
            by_floor = log.state.orders.real or log.state.is_reopened
            if is_free and not by_floor:  # with real cards, or once it was over, the director says that it is
                event_finish.finish(log, now)
        elif log.state.clock.paused is None:
            hand_for_hand.advance(log, now)
            balancing_moves.rebalance(log, now)
            _deal(log, now)


def _deal(log: TournamentLog, now: datetime) -> None:
    """Deal at every table that is free, with the stakes of the level; not in a break, nor while a move or a colour-up is due."""
    tournament, state = log.tournament, log.state
    items = levels_and_breaks.items(tournament.sheet)
    clock_moment = moment(items, state.clock, now)
    if isinstance(clock_moment.item, Break) or state.clock.rest_left(now) or colour_up.due(tournament, state):
        return
    is_open = late_registration_and_rebuy_periods.may_grow(tournament, state, now)
    if is_open and len(state.playing) == 2 and tournament_rules.in_force(tournament, state.level_began).late_pause:
        return  # nobody plays heads-up while others may still enter; the clock runs
    seated = state.room()
    if (state.hands or state.orders.real) and final_table.may_draw_final(log, now):
        return  # the others finish their hands, then seats are drawn: where cards are real the floor says when
    is_in_step = state.orders.hand_for_hand is not None
    if is_in_step and state.hands and not state.orders.real:
        return  # one hand at each table, then all wait
    dealt_first = state.orders.hand_for_hand.first if state.orders.hand_for_hand is not None else frozenset()
    level = level_at(items, clock_moment.index)
    this_round = state.rounds + 1
    # Nothing is dealt at real cards, at a short table that stops, nor to somebody who has been called away.
    tables_called_from = {state.entries[entry].table for entry in state.orders.called}
    last = state.orders.last_hands
    tables_called_from |= set() if last is None else {number for number in state.tables if not last.left(number)}
    resting_tables = (
        state.orders.real | bracket_rounds.resting(log) | tables_called_from | balancing_moves.halted(log, now)
    )
    resting_tables |= waiting_for_players.waiting(log, now)
    resting_tables |= set(state.tables) - dealt_first if dealt_first else set()
    for number, pk in sorted(state.tables.items()):
        with_chips = [entry for entry in seated[number].values() if entry not in state.deciding]
        if number in state.hands or len(with_chips) < 2 or number in resting_tables:
            continue
        if is_in_step and state.orders.real and not state.orders.is_pending(number):
            continue  # it has played its hand, and waits for the tables with real cards
        penalty_enforcement.mark(log, number)
        hand = mixed_games.deal(pk, tournament, level, state, now=now)
        if hand is None:
            continue  # a player is asked which game it is to be
        dealt = Dealt(table=number, hand=hand.pk, number=hand.number, round=this_round, level=level.number)
        log.add(dealt, now=now)


def waiting(now: datetime) -> QuerySet[Tournament]:
    """The tournaments that the sweep looks at: running, or due to start."""
    due = Q(status=RUNNING) | Q(status=REGISTERING, starts_at__lte=now)
    due |= Q(status=REGISTERING, starts_when=Tournament.StartsWhen.FULL)
    return Tournament.objects.filter(due, driver=Tournament.Driver.SWEEP)
