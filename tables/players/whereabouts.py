"""What the tables tell the club of a player: the seats held, the hands played; and what they do when one is barred."""

from __future__ import annotations

from club.base.phrases import gettext as _
from club.models import Player
from tables.cash.sittings import seats_of
from tables.models import Table


def tie(player: Player) -> str:
    """Where the player sits now, in words; empty if nowhere."""
    seats = seats_of(player.pk)
    return _("seated at %(table)s") % {"table": ", ".join(one.table.name for one in seats)} if seats else ""


def name_of(reference: str) -> str:
    """The name of the table of a reference such as ``table:7``; empty if there is none."""
    number = reference.partition(":")[2]
    found = Table.objects.filter(pk=int(number)).first() if number.isdecimal() and len(number) < 19 else None
    return "" if found is None else found.name


def places(player: Player) -> list[tuple[str, str]]:
    """The tables the player sits at now, as reference and name."""
    return [(f"table:{one.table_id}", one.table.name) for one in seats_of(player.pk)]


def open_places() -> list[tuple[str, str]]:
    """The open tables, as reference and name."""
    found = Table.objects.filter(status=Table.Status.OPEN).order_by("name", "pk")
    return [(f"table:{one.pk}", one.name) for one in found[:200]]


def is_used() -> bool:
    """Whether there was ever one."""
    return Table.objects.exists()
