"""The clock in the hand of the floor: stopped, run on, set to a level, time added, a break ended."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from club.base.phrases import gettext as _
from club.models import User
from tournaments.base.errors import Refused
from tournaments.log import tournament_log
from tournaments.log.events.clock import BreakEnded, ClockAdjusted, LevelSet, OnClock, Paused, Resumed
from tournaments.log.state import RUNNING
from tournaments.log.tournament_log import TournamentLog
from tournaments.running import settled_hands
from tournaments.structures import clock, levels_and_breaks
from tournaments.structures.levels_and_breaks import Level


def set_level(tournament_id: int, level: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """Set the clock to the beginning of a level, forward or back. Raises `Refused` (not running, no such level)."""
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        items = levels_and_breaks.items(log.tournament.sheet)
        levels = {item.number: at for at, item in enumerate(items) if isinstance(item, Level)}
        if level not in levels:
            words = _("This structure has the levels 1 to %(last)d.")
            raise Refused("unknown_level", words % {"last": max(levels)}, 422, level=level)
        made = clock.jumped(items, log.state.clock, levels[level], now)
        _on_clock(log, LevelSet(level=level, clock=made), now, by, source)


def adjust(tournament_id: int, seconds: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """Add seconds to what is left of the present level or break, or take some off.

    Raises `Refused` (not running, an item without an end, or more taken off than is left).
    """
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        try:
            made = clock.adjusted(levels_and_breaks.items(log.tournament.sheet), log.state.clock, seconds, now)
        except ValueError:
            words = _("There is not so much time left: set the clock to the next level, or end the break.")
            raise Refused("clock_adjust", words) from None
        _on_clock(log, ClockAdjusted(seconds=seconds, clock=made), now, by, source)


def pause(tournament_id: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """Stop the clock; hands in play are finished, and none is dealt. Raises `Refused` unless it runs."""
    _run(tournament_id, Paused(), now, by, source, is_paused=False)


def resume(tournament_id: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """Let the clock run on. Raises `Refused` unless it stands."""
    _run(tournament_id, Resumed(), now, by, source, is_paused=True)


def _run(tournament_id: int, act: OnClock, now: datetime, by: User | None, source: str, *, is_paused: bool) -> None:
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        if (log.state.clock.paused is not None) != is_paused:
            words = _("The clock is running already.") if is_paused else _("The clock is stopped already.")
            raise Refused("clock_state", words)
        _on_clock(log, act, now, by, source)


def end_break(tournament_id: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """End a break whose length the sheet does not state, or that of all tournaments. Raises `Refused` if there is none."""
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        where = clock.moment(levels_and_breaks.items(log.tournament.sheet), log.state.clock, now)
        if log.state.status == RUNNING and log.state.clock.rest_left(now):
            _on_clock(log, BreakEnded(is_rest=True), now, by, source)
            return
        if log.state.status != RUNNING or isinstance(where.item, Level) or where.left is not None:
            raise Refused("no_open_break", _("There is no break that waits for the director."))
        _on_clock(log, BreakEnded(index=where.index), now, by, source)


def _on_clock(log: TournamentLog, act: OnClock, now: datetime, by: User | None, source: str) -> None:
    """Add an act on the clock, which keeps the clock before it and after it."""
    log.add(act.as_act(log.state, now), now=now, by=by, source=source)
    log.close()
