"""Levels and breaks as lines of the log: the clock is arithmetic and changes nothing, so that the sweep says when one began.

What is looked at is the clock as it stands, so that the sweep may come late, twice or at once, and a level set back by hand
is told like any other. Levels that passed while nobody swept are passed over.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from club.house import club_rules
from club.text.messages import said
from tables.core.due_times import APART
from tournaments.log import tournament_rules
from tournaments.log.events.clock import BreakBegan, LevelChanged, LevelSet, RestBegan
from tournaments.log.state import State
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Tournament
from tournaments.structures import levels_and_breaks
from tournaments.structures.clock import Moment, end_of, is_ahead, jumped, level_at, moment
from tournaments.structures.levels_and_breaks import Break


def set_right(log: TournamentLog, now: datetime) -> None:
    """Begin the present level anew where a machine's wrong clock, put right since, would have it begin hours from now."""
    clock = log.state.clock
    if not is_ahead(clock, now, apart=APART):
        return
    items = levels_and_breaks.items(log.tournament.sheet)
    index = log.state.item or 0
    made = jumped(items, clock, index, now)
    log.add(LevelSet(clock=made, level=level_at(items, index).number), now=now)


def record_level(log: TournamentLog, now: datetime) -> None:
    """Add the line for the level or break that is on, unless the log has it."""
    items = levels_and_breaks.items(log.tournament.sheet)
    where = moment(items, log.state.clock, now)
    if where.index == log.state.item:
        return
    if isinstance(where.item, Break):
        log.add(BreakBegan(index=where.index, minutes=where.item.minutes), now=now)
    else:
        words, ante = levels_and_breaks.told(where.item)
        number, rests = where.item.number, rests_of(log.tournament, now)
        changed = LevelChanged(index=where.index, level=number, words=said(words), ante_words=ante, rests=rests)
        log.add(changed, now=now)


# -- the break that all tournaments have at one time ------------------------------------------------------------------


def rests_of(tournament: Tournament, now: datetime) -> tuple[int, int] | None:
    """What the line of a level that begins now says of that break: its minute of the hour in UTC and its minutes."""
    house = tournament_rules.in_force(tournament, now)
    if not house.rest_minutes:
        return None
    offset = now.astimezone(club_rules.in_force().calendar.zone).utcoffset() or timedelta()
    return (house.rest_at - offset // timedelta(minutes=1)) % 60, house.rest_minutes


def rest(log: TournamentLog, now: datetime) -> None:
    """Begin the break of all tournaments if its minute has come while a level runs; one that nobody swept for is over."""
    state, clock = log.state, log.state.clock
    if state.rests is None or clock.began is None or clock.paused is not None or clock.held is not None:
        return
    mark, minutes = last_mark(state.rests[0], now), state.rests[1]
    until = mark + timedelta(minutes=minutes)
    has_rested = clock.rest is not None and clock.rest[0] >= mark
    where = moment(levels_and_breaks.items(log.tournament.sheet), clock, now)
    if has_rested or not clock.began < mark <= now < until or isinstance(where.item, Break):
        return
    log.add(RestBegan(until=until, minutes=minutes), now=now)


def next_break(state: State, where: Moment, now: datetime) -> datetime | None:
    """When the next break begins: that of the structure, or of all tournaments; None if none is known."""
    found = [end_of(now, where.until_break)]
    if state.rests is not None and not state.clock.rest_left(now):
        found.append(last_mark(state.rests[0], now) + timedelta(hours=1))
    return min((instant for instant in found if instant is not None), default=None)


def last_mark(minute: int, now: datetime) -> datetime:
    """The last instant that is so many minutes past an hour (UTC).

    >>> str(last_mark(55, datetime.fromisoformat("2026-03-07T19:10:30+00:00")))
    '2026-03-07 18:55:00+00:00'
    """
    hour = now.astimezone(UTC).replace(minute=minute, second=0, microsecond=0)
    return hour if hour <= now else hour - timedelta(hours=1)
