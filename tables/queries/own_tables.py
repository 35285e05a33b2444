"""The tables at which a player sits, each with what the player is to know from another page: asked or not, and for how long."""

from __future__ import annotations

from typing import Any

from club.models import Player
from tables.models import Hand, Sitting, Table
from tables.queries import table_as_seen


def of_player(player: Player | None, *, without: int | None = None) -> list[dict[str, Any]]:
    """Every open table where the player sits, but for one; by name."""
    if player is None:
        return []
    held = Sitting.objects.filter(player=player, table__status=Table.Status.OPEN).exclude(state=Sitting.State.LEFT)
    seated = held.exclude(table=without).select_related("table").order_by("table__name", "table")
    return [as_seen(one.table, one.seat) for one in seated]


def at_table(player: Player | None, table: Table) -> dict[str, Any]:
    """How one table stands for the player; `seat` is None for who sits there no more."""
    held = Sitting.objects.filter(player=player, table=table).exclude(state=Sitting.State.LEFT)
    return as_seen(table, None if player is None else held.values_list("seat", flat=True).first())


def as_seen(table: Table, seat: int | None) -> dict[str, Any]:
    """`is_asked`: the player of that seat has to act, until `ends` (empty where no clock runs)."""
    seen = table_as_seen.public_view(table)
    hand = seen["hand"]
    is_live = hand is not None and hand["state"] == Hand.State.PLAYING
    asked = seat is not None and is_live and seat in hand["view"]["to_act"]
    chooses = seen["mix"] is not None and seat is not None and (seen["mix"].get("choosing") or {}).get("seat") == seat
    return {
        "id": table.pk,
        "channel": table.channel,
        "name": table.name,
        "version": seen["version"],
        "seat": seat,
        "is_asked": asked or chooses,
        "ends": hand["clocks"].get(str(seat), "") if asked else "",
    }
