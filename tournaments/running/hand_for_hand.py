"""Hand-for-hand play near the money (TDA RP-8): every table plays one hand, then waits for the others.

Whoever is knocked out in the hands of one round, or in those being finished when it is declared, is so at once. The clock
stands, and each round is charged to it, hand by hand; levels still rise. Fantasyland that was earned before is played before
the first round, where the house has it so (`tournaments.rooms.fantasyland_before_moves`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction

from club.base.phrases import gettext as _
from club.models import User
from tables.models import Hand
from tournaments.base.errors import Refused
from tournaments.log import seating_rules, tournament_log, tournament_rules
from tournaments.log.events.hand_for_hand import (
    HandForHandSet,
    HandPlay,
    HandPlayed,
    OpenRound,
    StartStacks,
    StartStacksTold,
)
from tournaments.log.state import State
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Tournament
from tournaments.prizes import prizes_by_place
from tournaments.rooms import fantasyland_before_moves
from tournaments.running import balancing_moves
from tournaments.seating import penalty_hands_and_clock_charge
from tournaments.seating.places_of_knockouts import RoundRank
from tournaments.terms import flight_tree, late_registration_and_rebuy_periods


def paid(tournament: Tournament) -> int:
    """How many places are paid as things stand."""
    return len(prizes_by_place.prizes(tournament))


def is_at_bubble(tournament: Tournament, state: State, now: datetime) -> bool:
    """True if the next knock-out reaches the money, more than one table plays, and nobody may enter or buy any more."""
    is_closed = (
        state.stage is None
        and flight_tree.is_whole(tournament)
        and late_registration_and_rebuy_periods.is_settled(tournament, state, now)
    )
    return is_closed and len(state.tables) > 1 and len(state.alive) == paid(tournament) + 1


def advance(log: TournamentLog, now: datetime) -> None:
    """Charge the round that was played, end play hand for hand where it is over, begin it where the house has it so."""
    state, play = log.state, log.state.orders.hand_for_hand
    if play is None:
        if (
            is_at_bubble(log.tournament, state, now)
            and seating_rules.in_force(log.tournament, state.level_began).is_hand_for_hand
        ):
            _set(log, True, now)
        return
    if _is_over(state):
        _set(log, False, now)
    elif play.first and not state.hands:
        first = play.first & fantasyland_before_moves.to_be_played(log).keys()
        if first != play.first:
            log.add(HandForHandSet(is_on=True, until=play.until, first=tuple(sorted(first))), now=now)


def _is_over(state: State) -> bool:
    """True if play hand for hand has come to its end: so few are left, and every table has reported the hand of its round."""
    play = state.orders.hand_for_hand
    if play is None or state.hands:
        return False
    return len(state.tables) < 2 or (0 < len(state.alive) <= play.until and not state.orders.is_round_open)


def end_if_over(log: TournamentLog, now: datetime) -> None:
    """End play hand for hand where it is over. Harmless else."""
    if _is_over(log.state):
        _set(log, False, now)


def round_rank(log: TournamentLog, entry: int, start: int | None, rank: int, *, is_told: bool) -> RoundRank | None:
    """How an entry that is knocked out now is ranked with the others of its round; None where play is not hand for hand, or
    the server deals everywhere and takes the hands of a round together.

    start: its chips at the start of the hand, None: as they were counted last, if at all; rank: its place in the report.
    """
    state, orders = log.state, log.state.orders
    if orders.hand_for_hand is None or not orders.physical or state.stage is not None:
        return None
    waiting = [one.round for one in state.deciding.values() if one.round and one.round.round == orders.round]
    before = [*orders.of_round(orders.round).values(), *waiting]
    base, most = max(((one.base, one.room) for one in before), default=(state.eliminations, len(state.alive)))
    policy = tournament_rules.in_force(log.tournament, state.level_began).knockout_policy
    chips = orders.counts.get(entry) if start is None else start
    return RoundRank(
        orders.round, base, most, state.entries[entry].table or 0, log.tournament.seq, rank, policy, chips, is_told
    )


def is_waiting(log: TournamentLog, hands: Collection[Hand]) -> bool:
    """True while the hands of a round are not all over, those that are still to be entered too."""
    orders, state = log.state.orders, log.state
    if orders.hand_for_hand is None or not hands:
        return False
    to_come = [number for number in state.tables if number in orders.recorded and orders.is_pending(number)]
    return any(hand.is_live for hand in hands) or any(number not in state.hands for number in to_come)


def note_taken(log: TournamentLog, number: int, now: datetime, *, is_void: bool) -> None:
    """A hand was taken at a table: where cards are real elsewhere or here, it has played its hand of this round."""
    play = log.state.orders.hand_for_hand
    if play is not None and not play.first and log.state.orders.is_pending(number) and not is_void:
        log.add(HandPlayed(is_round=False, table=number), now=now)


def charge(log: TournamentLog, now: datetime, **who: Any) -> None:
    """Charge one round of hands to the clock."""
    log.add(HandPlayed(is_round=True, seconds=_seconds(log)), now=now, **who)


def _seconds(log: TournamentLog) -> int:
    """What one round of hands costs on the clock."""
    minutes = seating_rules.in_force(log.tournament, log.state.level_began).hand_for_hand_minutes
    return 60 * penalty_hands_and_clock_charge.hand_for_hand_charge(1, minutes)


def _set(log: TournamentLog, is_on: bool, now: datetime, **who: Any) -> None:
    until = paid(log.tournament) if is_on else 0
    until = until if len(log.state.alive) > until else 0
    first = tuple(_first(log)) if is_on else ()
    log.add(HandForHandSet(is_on=is_on, until=until, first=first), now=now, **who)


def _first(log: TournamentLog) -> list[int]:
    """The tables whose next hand is one of fantasyland; where one is in play, that hand is it."""
    waiting, hands = fantasyland_before_moves.to_be_played(log), log.state.hands
    live = Hand.objects.filter(pk__in=hands.values(), state__in=[Hand.State.PLAYING, Hand.State.OVER])
    in_play = set(live.values_list("pk", flat=True))
    return sorted(number for number in waiting if hands.get(number) not in in_play)


# -- by hand ----------------------------------------------------------------------------------------------------------


def declare(tournament_id: int, is_on: bool, *, now: datetime, by: User | None, source: str = "") -> None:
    """Play hand for hand from now on, or no more. Hands in play are finished and count as the first.

    Raises `Refused` (not running, one table only, so already, or hands of a round still in play when it is to end).
    """
    with transaction.atomic():
        log = tournament_log.open_running(tournament_id)
        if (log.state.orders.hand_for_hand is not None) == is_on:
            raise Refused("so_already", _("It is so already."))
        if is_on and len(log.state.tables) < 2:
            raise Refused("one_table", _("One table plays hand for hand with nobody."))
        if is_on and log.state.stage is not None:
            raise Refused(
                "in_rounds",
                _(
                    "The tables of a round play down for themselves, and a place is that of the own table: hand for hand would "
                    "change none."
                ),
            )
        if is_on and log.state.orders.last_hands is not None:
            raise Refused("last_hands", _("The last hands of the flight are being played."))
        if not is_on and log.state.hands:
            raise Refused("hand_in_progress", _("Hands are in play: it ends when they are over."))
        _set(log, is_on, now, by=by, source=source)
        log.close()


def tell_start_stacks(
    tournament_id: int,
    entries: Sequence[int],
    stacks: Sequence[int],
    *,
    now: datetime,
    by: User | None,
    why: str = "",
    source: str = "",
) -> None:
    """The chips that players knocked out in a round had at the start of the hand, in the same order: their places follow.

    Raises `Refused`: over, not a stack for each, or an entry that was not knocked out hand for hand.
    """
    with transaction.atomic():
        log = tournament_log.open_running(tournament_id)
        round_ranks = log.state.orders.round_ranks
        if not entries or len(entries) != len(stacks) or len(set(entries)) != len(entries):
            raise Refused("bad_stacks", _("Name each player once, and the chips of each."), 422)
        for entry in entries:
            if entry not in round_ranks:
                words = _("This player was not knocked out while play was hand for hand.")
                raise Refused("not_in_round", words, entry=entry)
        starts, is_told = ({one: getattr(round_ranks[one], name) for one in entries} for name in ("start", "is_told"))
        was = StartStacks(stacks=starts, is_told=is_told)
        told = StartStacksTold(stacks=dict(zip(entries, stacks, strict=True)), was=was, why=why)
        log.add(told, now=now, by=by, source=source)
        log.close()


def hand_played(tournament_id: int, table: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """A table with real cards has played its hand of this round (`table` its id). The last one charges the clock.

    Raises `Refused` (not running, not hand for hand, no such table with real cards, told already).
    """
    with transaction.atomic():
        log = tournament_log.open_running(tournament_id)
        orders = log.state.orders
        if orders.hand_for_hand is None:
            raise Refused("not_hand_for_hand", _("Play is not hand for hand."))
        number = next((one for one, pk in log.state.tables.items() if pk == table and one in orders.physical), None)
        if number is None:
            raise Refused("unknown_table", _("This is no table of the tournament with real cards."), 404, table=table)
        if not orders.is_pending(number):
            raise Refused("so_already", _("It is so already."))
        was = HandPlay(is_round=False, table=number, is_in=False)
        played = HandPlayed(is_round=False, table=number, was=was, floor=True)
        others = [one for one in log.state.tables if one != number and orders.is_pending(one)]
        if not others and not orders.hand_for_hand.first and not log.state.hands:
            seconds = _seconds(log)
            until, done = orders.hand_for_hand.until, tuple(sorted(orders.hand_for_hand.done))
            before = OpenRound(round=orders.round, until=until, done=done, first=())
            was = replace(was, reopens=before, seconds=-seconds)
            played = replace(played, closes=True, seconds=seconds, was=was)
        log.add(played, now=now, by=by, source=source)
        end_if_over(log, now)
        balancing_moves.advance(log, now)
        log.close()


def close_round(log: TournamentLog, now: datetime) -> None:
    """Charge the round once every table has played its hand."""
    orders, state = log.state.orders, log.state
    if (
        orders.hand_for_hand is None
        or orders.hand_for_hand.first
        or state.hands
        or any(map(orders.is_pending, state.tables))
    ):
        return
    charge(log, now)
