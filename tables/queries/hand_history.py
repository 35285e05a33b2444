"""A table's history: its hands in lines without cards, latest first."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from club.models import Player
from tables.core import spectator_delay
from tables.models import Hand, Table


def hands_at(table: Table, viewer: Player | None, *, now: datetime, before: int | None = None) -> list[dict[str, Any]]:
    """The table's hands, latest first, 50 of them, those before number `before`: who won what, no cards."""
    until = spectator_delay.sees_until(table, viewer, now)
    found = Hand.objects.filter(table=table).order_by("-number")
    if before is not None:
        found = found.filter(number__lt=before)
    if until is not None:
        found = found.filter(started_at__lte=until)
    return [in_history(row, until) for row in found[:50]]


def in_history(row: Hand, until: datetime | None = None) -> dict[str, Any]:
    """One line of a table's history of hands, for one who sees it until then. It holds no cards."""
    is_ended = spectator_delay.is_ended(row, until)
    return {
        "id": row.pk,
        "table": row.table_id,
        "number": row.number,
        "game": row.start["game"],
        "state": row.state if is_ended or until is None else Hand.State.PLAYING.value,
        "is_recorded": row.is_recorded,
        "is_result_only": row.is_result_only,
        "started_at": row.started_at.isoformat(),
        "ended_at": row.ended_at.isoformat() if row.ended_at is not None and is_ended else None,
        "result": row.result if (is_ended or until is None) and row.state != Hand.State.OVER else None,
    }
