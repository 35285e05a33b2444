"""What other programs and chats are told of cash tables: opened and closed, and who takes and leaves a seat.

Nothing of private tables and of practice, of cards, of stacks and of what anybody won. Written in the transaction of what it tells.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_noop as noop

from club.notifications import webhooks
from tables.core import spectator_delay
from tables.models import Sitting, Table

OPENED, CLOSED, TAKEN, LEFT = "table.opened", "table.closed", "table.seat_taken", "table.seat_left"
EVENTS = {
    OPENED: noop("Table opened"),
    CLOSED: noop("Table closed"),
    TAKEN: noop("Seat taken"),
    LEFT: noop("Seat left"),
}


def tell_table(kind: str, table: Table, *, now: datetime) -> None:
    """That a cash table was opened or closed."""
    if _is_told(table):
        webhooks.tell(
            [(kind, f"table:{table.pk}:{kind}:{now.isoformat()}", {"table": _table(table)})], **_when(table, now)
        )


def tell_seat(kind: str, sitting: Sitting, *, now: datetime) -> None:
    """That somebody took a seat of a cash table, or left it."""
    table = sitting.table
    if _is_told(table):
        player = {"id": sitting.player_id, "nickname": sitting.player.nickname}
        data: dict[str, Any] = {"table": _table(table), "seat": sitting.seat, "player": player}
        webhooks.tell([(kind, f"sitting:{sitting.pk}:{kind}:{now.isoformat()}", data)], **_when(table, now))


def _is_told(table: Table) -> bool:
    return table.is_cash and not table.is_private and not table.is_practice and webhooks.is_anybody_told()


def _when(table: Table, now: datetime) -> dict[str, Any]:
    return {"now": now, "late": spectator_delay.delay_at(table)}


def _table(table: Table) -> dict[str, Any]:
    return {"id": table.pk, "name": table.name, "game": table.game, "seats": table.seats}
