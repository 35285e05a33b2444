"""Moves on the big screen: who went to which table and seat in the last minutes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from tables.models import Table
from tournaments.log.events.seats import Moved
from tournaments.log.state import State
from tournaments.models import Entry, LogEntry, Tournament

MOST, LASTS = 6, timedelta(minutes=4)


def moves(tournament: Tournament, state: State, *, now: datetime) -> list[dict[str, Any]]:
    """Who moved where in the last minutes, the latest first, while they still sit there."""
    until = tournament.seen_until or now
    since = {"at__gt": until - LASTS, "at__lte": until}
    lines = LogEntry.objects.filter(tournament=tournament, kind=Moved.kind, **since).order_by("-seq")
    told: dict[int, tuple[int, int]] = {}
    for moved in map(Moved.from_json, lines.values_list("data", flat=True)[:50]):
        told.setdefault(moved.entry, (moved.to_table, moved.to_seat))
    held = Entry.objects.filter(tournament=tournament, number__in=told).select_related("player")
    names = {entry.number: entry.player.nickname for entry in held}
    tables = Table.objects.in_bulk(list(state.tables.values()))
    made = []
    for entry, (table, seat) in list(told.items())[:MOST]:
        place = state.entries[entry]
        if (place.table, place.seat) == (table, seat) and table in state.tables:
            name = tables[state.tables[table]].name.removeprefix(f"{tournament.name} · ")
            made.append({"name": names[entry], "table": name, "seat": seat})
    return made
