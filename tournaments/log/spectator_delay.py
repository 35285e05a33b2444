"""From when a login sees a tournament: now, or, for spectators, as long ago as the house sets for its tables.

What a hand came to is told nowhere else sooner than at its table (`tables.core.spectator_delay`): places, stacks,
moves, bounties and results of later are not shown in any form to whoever is not in it; nor who entered and what was paid in
since it began, as those who enter or buy again have lost their chips, nor whom flights have sent to a Day 2. What no hand
decides is told as it is: the clock and its levels, and the director's message.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db.models import Max

from club.house import house_rules
from club.house.rights import has_right
from club.people.people import player_of
from tables.core import spectator_delay
from tables.core.table_rules import TableRules
from tables.models import Table
from tournaments.log import stored_lines
from tournaments.log.events.endings import Finished
from tournaments.log.events.flights import Bagged
from tournaments.log.events.hand_for_hand import HandForHandSet, LastHandsOrdered
from tournaments.log.replay import apply_all, replay
from tournaments.log.state import BAGGED, FINISHED, REGISTERING, RUNNING, State
from tournaments.models import Entry, LogEntry, Tournament
from tournaments.structures import level_games_and_stakes

FLOOR = "tournaments.direct"  # the right of those who run it
KEPT_SECONDS = 600  # a state is kept with the number of its last line, so an old one is never wrong


def delay_of(tournament: Tournament) -> int:
    """The seconds by which spectators lag behind: the longest of its tables; 0 where all cards are real or nobody lags."""
    own = 0 if tournament.cards == Tournament.Cards.PHYSICAL else _own_delay(tournament)
    if tournament.format != Tournament.Format.DAY_TWO:
        return own
    return max([own, *(delay_of(flight) for flight in Tournament.objects.filter(day_two=tournament))])


def _own_delay(tournament: Tournament) -> int:
    """That of its tables with dealt cards."""
    seconds = house_rules.resolve(
        TableRules, (tournament.owner, f"game:{level_games_and_stakes.game_of(tournament.sheet)[0]}")
    ).spectator_delay
    tables = Table.objects.filter(owner=tournament.owner, pk__in=spectator_delay.with_own_delay())
    return max([seconds, *(spectator_delay.delay_at(table) for table in tables)])


def seen_by(tournament: Tournament, user: object, *, now: datetime) -> Tournament:
    """The tournament as that login (a `User`, or nobody) sees it: the row, or an unsaved one of `delay_of` ago."""
    return tournament if not spectator_delay.may_lag() else _seen(tournament, user, now)


def all_seen_by(found: Iterable[Tournament], user: object, *, now: datetime) -> list[Tournament]:
    """`seen_by` for a list."""
    listed = list(found)
    return listed if not spectator_delay.may_lag() else [_seen(row, user, now) for row in listed]


def kept_back(*, now: datetime) -> list[int]:
    """The tournaments and flights that are over, which nobody but their own page may tell yet, since spectators do not know it."""
    if not spectator_delay.may_lag():
        return []
    ended = {"status__in": (FINISHED, BAGGED), "log__kind__in": (Finished.kind, Bagged.kind)}
    fresh = Tournament.objects.filter(**ended, log__at__gt=now - spectator_delay.LONGEST)
    over = fresh.annotate(over=Max("log__at"))
    return [row.pk for row in over if row.over > now - timedelta(seconds=delay_of(row))]


def _seen(tournament: Tournament, user: object, now: datetime) -> Tournament:
    waits = tournament.status == REGISTERING and tournament.format == Tournament.Format.DAY_TWO
    if tournament.status not in (RUNNING, FINISHED, BAGGED) and not waits:
        return tournament
    seconds = delay_of(tournament)
    if not seconds or has_right(user, FLOOR) or has_right(user, spectator_delay.FLOOR):
        return tournament
    live, until = State.from_json(tournament.snapshot), now - timedelta(seconds=seconds)
    if live.clock.began is not None:
        until = max(until, live.clock.began)  # that it began, and who sits where, no hand has decided
    past = _state_at(tournament, until)
    is_same = past.status == live.status != RUNNING and past.merged_flights == live.merged_flights
    if is_same or _is_in(tournament, user, live if live.status in (RUNNING, REGISTERING) else past):
        return tournament
    if live.status == RUNNING:
        past = replace(past, message=live.message, edition=live.edition, is_closed=live.is_closed)
        if not _stands_for_hands(tournament, past, live, until):
            past = replace(
                past,
                clock=live.clock,
                rests=live.rests,
                level=live.level,
                item=live.item,
                level_began=live.level_began,
            )
    then = copy.copy(tournament)
    then.snapshot, then.status, then.seen_until = past.as_json(), past.status, until
    return then


def _stands_for_hands(tournament: Tournament, past: State, live: State, until: datetime) -> bool:
    """True if since that instant the clock stood, or still does, for hands that tables play in rounds or as their last."""
    if past.clock.held is not None or live.clock.held is not None:
        return True
    return LogEntry.objects.filter(
        tournament=tournament, kind__in=(HandForHandSet.kind, LastHandsOrdered.kind), at__gt=until
    ).exists()


def _is_in(tournament: Tournament, user: object, state: State) -> bool:
    """True for one with an entry that is not out by that state."""
    player = player_of(user)
    if player is None:
        return False
    own = Entry.objects.filter(tournament=tournament, player=player, is_withdrawn=False).values_list(
        "number", flat=True
    )
    return not {entry for entry in own if entry in state.entries}.isdisjoint(state.alive)


def _state_at(tournament: Tournament, until: datetime) -> State:
    """What the log said at that instant."""
    lines = LogEntry.objects.filter(tournament=tournament, at__lte=until).order_by("seq")
    last = lines.aggregate(seq=Max("seq"))["seq"] or 0
    if last == tournament.seq:
        return State.from_json(tournament.snapshot)
    key = f"tournament:{tournament.pk}:{tournament.created_at.timestamp()}:then"
    # Spectators' time goes on: only the lines since their last look are applied.
    line, known = cache.get(key) or (0, {})
    if line > last:
        return replay(stored_lines.lines(tournament, at__lte=until))
    past = State.from_json(known)
    if line < last:
        past = apply_all(past, stored_lines.lines(tournament, at__lte=until, seq__gt=line))
        cache.set(key, (last, past.as_json()), KEPT_SECONDS)
    return past
