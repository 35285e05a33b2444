"""The start of a Day 2: its flights are over, and it begins with their bags."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import models

from club.base.phrases import gettext as _
from tournaments.base.errors import Refused
from tournaments.log.state import REGISTERING, RUNNING, State
from tournaments.models import Entry, Tournament
from tournaments.structures import clock, levels_and_breaks
from tournaments.structures.clock import Clock
from tournaments.terms import event_kinds


def unfinished(tournament: Tournament) -> models.QuerySet[Tournament]:
    """The flights of a Day 2 that are not over yet."""
    return Tournament.objects.filter(day_two=tournament, status__in=(REGISTERING, RUNNING)).order_by("starts_at", "pk")


def is_ready(tournament: Tournament) -> bool:
    """True if no flight stands in the way of the start: of any event that gathers none."""
    return not event_kinds.format_of(tournament).gathers or not unfinished(tournament).exists()


def check_ready(tournament: Tournament) -> None:
    """Whether the event may start. Raises `Refused` for a Day 2 with flights that are not over."""
    if not is_ready(tournament):
        names = ", ".join(unfinished(tournament).values_list("name", flat=True))
        words = _("These flights are not over yet: %(names)s.") % {"names": names}
        raise Refused("flights_open", words)


def check_cancelled(tournament: Tournament) -> None:
    """Whether the event may be called off. Raises `Refused` for a Day 2 whose flights were not."""
    standing = Tournament.objects.filter(day_two=tournament).exclude(status=Tournament.Status.CANCELLED)
    if event_kinds.format_of(tournament).gathers and standing.exists():
        names = ", ".join(standing.order_by("pk").values_list("name", flat=True))
        words = _("Its flights were played for, or still are: %(names)s.") % {"names": names}
        raise Refused("flights_open", words)


def lock_day_two(tournament: Tournament) -> None:
    """Hold the Day 2 of a flight that is being announced, so that it does not start meanwhile. Raises `Refused` if it has."""
    if tournament.day_two_id is None:
        return
    held = Tournament.objects.select_for_update(no_key=True, of=("self",)).get(pk=tournament.day_two_id)
    if held.status != REGISTERING:
        words = _("%(name)s has begun or is over: no flight is added to it.") % {"name": held.name}
        raise Refused("day_two_began", words, 422, field="day_two")


def restart(
    tournament: Tournament, state: State, here: Sequence[Entry], real: Collection[int], now: datetime
) -> tuple[Clock | None, dict[int, int]]:
    """What the first line of a Day 2 says besides: the clock at its level, stacks before real cards as they were bagged."""
    if not event_kinds.format_of(tournament).gathers:
        return None, {}
    items = levels_and_breaks.items(tournament.sheet)
    level = tournament.restart_level or max((one.level for one in state.merged_flights), default=1)
    began = clock.jumped(items, Clock(began=now), levels_and_breaks.level_index(items, level), now)
    counts = {one.number: one.account.balance for one in here if one.number in real and one.account is not None}
    return began, counts
