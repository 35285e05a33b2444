"""What the desk's page of a player has of the tables: where the player sits, and a seat for one who does not."""

from __future__ import annotations

import uuid
from typing import Any

from club.base.registry import Panel
from club.house.rights import has_right
from club.models import Player
from tables.cash import sittings
from tables.models import Sitting, Table
from tables.staff import act_list, seats
from tables.staff.act_record import SELLS


def of_player(user: Any, player: Player) -> list[Panel]:
    """One panel, for those who seat people, where a cash table with real cards is open."""
    if not has_right(user, act_list.RIGHT) or player.is_computer:
        return []
    tables = [
        table
        for table in Table.objects.filter(owner="", status=Table.Status.OPEN).order_by("name", "pk")
        if table.is_cash and not table.deals_itself
    ]
    if not tables:
        return []
    held = {one.table_id: one for one in sittings.seats_of(player.pk)}
    places = [_place(table, held.get(table.pk), player) for table in tables]
    return [
        Panel(
            "tables/_desk_seats.html",
            {"player": player, "places": places, "key": uuid.uuid4().hex, "sells": has_right(user, SELLS)},
        )
    ]


def _place(table: Table, sitting: Sitting | None, player: Player) -> dict[str, Any]:
    buy_in = seats.usual_buy_in(table)
    return {
        "table": table,
        "key": uuid.uuid4().hex,
        "sitting": sitting,
        "buy_in": buy_in,
        "is_in_hand": sittings.is_in_hand(table, player),
        "is_booked": not table.is_session,
        "has_chips": sittings.wallet_of(player, table).balance >= buy_in,
        "is_full": len(sittings.seated_at(table)) >= table.seats,
    }
