"""What the tables tell the club of a player: the seats held, the hands played; and what they do when one is barred."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from club.models import Player
from tables import seating
from tables.models import Decision, Sitting, Table


def tie(player: Player) -> str:
    """Where the player sits now, in words; empty if nowhere."""
    seats = seating.seats_of(player.pk)
    return _("seated at %(table)s") % {"table": ", ".join(one.table.name for one in seats)} if seats else ""


def name_of(reference: str) -> str:
    """The name of the table of a reference such as ``table:7``; empty if there is none."""
    number = reference.partition(":")[2]
    found = Table.objects.filter(pk=int(number)).first() if number.isdecimal() and len(number) < 19 else None
    return "" if found is None else found.name


def places(player: Player) -> list[tuple[str, str]]:
    """The tables the player sits at now, as reference and name."""
    return [(f"table:{one.table_id}", one.table.name) for one in seating.seats_of(player.pk)]


def open_places() -> list[tuple[str, str]]:
    """The open tables, as reference and name."""
    found = Table.objects.filter(status=Table.Status.OPEN).order_by("name", "pk")
    return [(f"table:{one.pk}", one.name) for one in found[:200]]


def known(player: Player) -> dict[str, Any]:
    """Every sitting of the player, and every decision the player made in a hand."""
    sittings = Sitting.objects.filter(player=player).select_related("table").order_by("pk")
    decisions = Decision.objects.filter(user=player.user).order_by("pk") if player.user_id else []
    return {
        "sittings": [
            {"table": one.table.name, "seat": one.seat, "from": one.sat_down_at, "until": one.left_at}
            for one in sittings
        ],
        "decisions": [{"hand": one.hand_id, "decision": one.text, "at": one.at} for one in decisions],
    }


def on_barred(sender: Any, player_id: int, **named: Any) -> None:
    """A door of its own: the signal comes after the commit, outside every transaction."""
    seating.barred(player_id, now=timezone.now())
