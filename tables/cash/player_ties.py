"""What the tables tell the club of a player: the seats held, the hands played; and what they do when one is barred."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from club.base.phrases import gettext as _
from club.models import Player
from tables.cash import seating
from tables.cash.sittings import seats_of
from tables.models import Decision, Sitting, Study, Table, Word


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


def known(player: Player) -> dict[str, Any]:
    """Every sitting of the player, every decision made in a hand, words for shuffles, and files kept for study."""
    sittings = Sitting.objects.filter(player=player).select_related("table").order_by("pk")
    decisions = Decision.objects.filter(user=player.user).order_by("pk") if player.user_id else []
    return {
        "sittings": [
            {"table": one.table.name, "seat": one.seat, "from": one.sat_down_at, "until": one.left_at}
            for one in sittings
        ],
        "words": [
            {"table": one.table_id, "hand": one.number, "word": one.word, "at": one.at}
            for one in Word.objects.filter(player=player).order_by("pk")
        ],
        "studies": [
            {"name": one.name, "added": one.added_at, "text": one.text}
            for one in Study.objects.filter(player=player).order_by("pk")
        ],
        "decisions": [{"hand": one.hand_id, "decision": one.text, "at": one.at} for one in decisions],
    }


def forget(player: Player) -> None:
    """Forget the files kept for study. Words stay with the hands whose deals they are part of."""
    Study.objects.filter(player=player).delete()


def on_barred(sender: Any, player_id: int, **named: Any) -> None:
    """A door of its own: the signal comes after the commit, outside every transaction."""
    seating.barred(player_id, now=timezone.now())


def is_used() -> bool:
    """Whether there was ever one."""
    return Table.objects.exists()
