"""What the screens of a tournament show beside the clock: the director's message, who moves where, what is played for next."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from club.models import User
from tables.models import Table
from tournaments.log import tournament_log
from tournaments.log.events.clock import MessageShown
from tournaments.log.events.seats import Moved
from tournaments.log.state import State
from tournaments.models import Entry, LogEntry, Tournament

MOVES_SHOWN, MOVES_FOR = 6, timedelta(minutes=4)


def show(tournament_id: int, words: str, *, now: datetime, by: User | None, source: str = "") -> None:
    """Put a message on every screen of the tournament; empty words take it away. Raises `UnknownTournament`."""
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        was, shown = log.state.message, words.strip()[:200]
        if was != shown:
            log.add(MessageShown(words=shown, was=was), now=now, by=by, source=source)
        log.close()


def moves(tournament: Tournament, state: State, *, now: datetime) -> list[dict[str, Any]]:
    """Who moved where in the last minutes, the latest first, while they still sit there."""
    until = tournament.seen_until or now
    since = {"at__gt": until - MOVES_FOR, "at__lte": until}
    lines = LogEntry.objects.filter(tournament=tournament, kind=Moved.kind, **since).order_by("-seq")
    told: dict[int, tuple[int, int]] = {}
    for moved in map(Moved.from_json, lines.values_list("data", flat=True)[:50]):
        told.setdefault(moved.entry, (moved.to_table, moved.to_seat))
    held = Entry.objects.filter(tournament=tournament, number__in=told).select_related("player")
    names = {entry.number: entry.player.nickname for entry in held}
    tables = Table.objects.in_bulk(list(state.tables.values()))
    made = []
    for entry, (table, seat) in list(told.items())[:MOVES_SHOWN]:
        place = state.entries[entry]
        if (place.table, place.seat) == (table, seat) and table in state.tables:
            name = tables[state.tables[table]].name.removeprefix(f"{tournament.name} · ")
            made.append({"name": names[entry], "table": name, "seat": seat})
    return made


def next_pay(prizes: Sequence[int], left: int) -> dict[str, int | None]:
    """Places paid; how many must still leave before the money (0: in it); the next prize that is larger than what the next
    one to leave gets, with its place. None where there is none."""
    paid = sum(1 for prize in prizes if prize)
    sure = prizes[left - 1] if 0 < left <= len(prizes) else 0
    place = next((at for at in range(min(left, len(prizes)), 0, -1) if prizes[at - 1] > sure), None)
    return {
        "places_paid": paid,
        "to_the_money": max(0, left - paid) if paid else None,
        "next_place": place,
        "next_prize": None if place is None else prizes[place - 1],
    }
