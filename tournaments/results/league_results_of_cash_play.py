"""Results of cash play as a season scores them: a player's hours and result at cash tables, business day by business day."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db.models import Count, Max, QuerySet, Sum

from club.house.club_rules import in_force
from tables.models import Sitting
from tables.sessions import stays
from tournaments.formulas import season_standings


def counted(begins: date, ends: date) -> QuerySet[Sitting]:
    """The stays of people that are over and began on business days from the first to the last."""
    begin, end = in_force().calendar.span(begins, ends)
    found = stays.at_cash_tables().filter(left_at__isnull=False, sat_down_at__gte=begin, sat_down_at__lt=end)
    return found.filter(player__is_computer=False)


def stamp(begins: date, ends: date) -> dict[str, Any]:
    """Changes with whatever the results rest on: stays end, and one that was counted wrongly is taken back."""
    sums = {"n": Count("pk"), "last": Max("left_at"), "brought": Sum("brought"), "left": Sum("left_with")}
    return counted(begins, ends).aggregate(**sums)


def results(begins: date, ends: date) -> list[season_standings.Result[int]]:
    """A result a player and business day (whose number, `date.toordinal`, is the event): the place of the day is by the result,
    ties shared; the formula is told hours and result. Who was merged into another counts as that one."""
    calendar = in_force().calendar
    evenings: dict[int, dict[int, list[Sitting]]] = defaultdict(lambda: defaultdict(list))
    for one in counted(begins, ends).select_related("player").order_by("pk"):
        day = calendar.day_of(one.sat_down_at).toordinal()
        evenings[day][one.player.merged_into_id or one.player_id].append(one)
    return [
        result
        for day, played in sorted(evenings.items())
        for result in _evening(day, {p: _of(s) for p, s in played.items()})
    ]


def _of(own: Sequence[Sitting]) -> dict[str, float]:
    """What a player's stays of a day come to, by the variables of a formula."""
    hours = sum(one.played.total_seconds() for one in own if one.played is not None) / 3600
    result = float(sum(one.result or 0 for one in own))
    brought = float(sum(one.brought for one in own))
    return {"hours": hours, "result": result, "spent": brought, "prize": max(result, 0.0)}


def _evening(day: int, told: dict[int, dict[str, float]]) -> list[season_standings.Result[int]]:
    made = []
    for player, values in told.items():
        better = sum(other["result"] > values["result"] for other in told.values())
        alike = sum(other["result"] == values["result"] for other in told.values())
        made.append(season_standings.Result(day, player, better + 1, better + alike, len(told), 1, values))
    return made
