"""The last hands of a flight: the clock stands, every table plays so many more, and then the stacks are bagged.

By hand at any moment, or by itself where the event says so: then the clock stands in the last second of the level that is
over, so that nobody posts the blinds of a level which nobody plays.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from club.base.phrases import gettext as _
from club.models import User
from tournaments.base.errors import Refused
from tournaments.flights import end_of_flight
from tournaments.log import tournament_log
from tournaments.log.events.hand_for_hand import LastHandsOrdered
from tournaments.log.state import RUNNING, State
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Tournament
from tournaments.structures import clock, levels_and_breaks
from tournaments.structures.clock import Clock
from tournaments.structures.levels_and_breaks import Level

LAST_SECOND = 1.0


def order(tournament_id: int, hands: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """Have every table play `hands` more (0 to 99) before the stacks are bagged; 0: play goes on as if none were ordered.

    The hand in play does not count; another number counts from the same hand as the first. Raises `Refused`: not running,
    no flight, so already, play hand for hand, or 0 where the flight has come to its end by the fields of the event.
    """
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        orders = log.state.orders
        if log.state.status != RUNNING:
            raise Refused("not_running", _("The tournament is not running."))
        if log.tournament.day_two_id is None:
            raise Refused("not_a_flight", _("Only a flight is bagged: this event ends with its prizes."))
        if orders.hand_for_hand is not None:
            raise Refused("hand_for_hand", _("Play is hand for hand: end that first."))
        last = orders.last_hands
        if hands == (0 if last is None else last.hands):
            raise Refused("so_already", _("It is so already."))
        if not hands and last is not None and last.is_own:
            words = _("The flight has come to its end: order another number of hands, or bag the stacks.")
            raise Refused("flight_over", words)
        ordered = LastHandsOrdered(hands=hands, in_play=tuple(sorted(log.state.hands)))
        if last is not None:
            ordered = replace(ordered, level=last.level, is_own=last.is_own)
        log.add(ordered, now=now, by=by, source=source)
        log.close()


def advance(log: TournamentLog, now: datetime) -> None:
    """Order the hands that the event has played once its end has come; harmless if they are ordered already."""
    tournament, state = log.tournament, log.state
    if (
        not tournament.bags_after_hands
        or state.orders.last_hands is not None
        or not end_of_flight.has_come_to_end(tournament, state, now)
    ):
        return
    level, back = _last_second(tournament, state, now)
    in_play = tuple(sorted(state.hands))
    log.add(
        LastHandsOrdered(hands=tournament.bags_after_hands, in_play=in_play, level=level, is_own=True, clock=back),
        now=now,
    )


def _last_second(tournament: Tournament, state: State, now: datetime) -> tuple[int | None, Clock | None]:
    """Where a level is over: which, and the clock put back into its last second."""
    items = levels_and_breaks.items(tournament.sheet)
    index = clock.moment(items, state.clock, now).index
    ended = next(
        (at for at, one in enumerate(items) if isinstance(one, Level) and one.number == tournament.bags_after_level),
        index,
    )
    if index <= ended:
        return None, None
    made: Clock = clock.rest_cut(state.clock, now)
    beyond = made.seconds(now) - clock.start_of(items, made, ended + 1)
    return tournament.bags_after_level, replace(made, stood=made.stood + max(0.0, beyond) + LAST_SECOND)
