"""Evenings as facts: who sat at which cash table on a business day, by game and stakes."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date, datetime

from django.db.models import Q

from club.house.business_day import Calendar
from tables.integrity.facts import Evening
from tables.models import PRACTICE, Sitting


def evenings(begins: datetime, ends: datetime, calendar: Calendar, known: Mapping[int, int]) -> Iterator[Evening]:
    """The evenings on which stays began in those instants. A private table is left out: there people are meant to be together."""
    stays = Sitting.objects.filter(Q(table__owner="") & Q(table__is_private=False), player__in=known)
    stays = stays.filter(sat_down_at__gte=begins, sat_down_at__lt=ends).exclude(table__unit=PRACTICE)
    found: dict[tuple[date, str], dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    rows = stays.values_list("sat_down_at", "table_id", "player_id", "table__game", "table__stakes", "table__rotation")
    for at, table, player, game, stakes, mix in rows.order_by("pk").iterator(2000):
        played = json.dumps([game if mix is None else mix, stakes], sort_keys=True)
        found[calendar.day_of(at), played][table].add(known[player])
    for (day, _played), tables in sorted(found.items()):
        yield Evening(day, {table: frozenset(players) for table, players in tables.items()})
