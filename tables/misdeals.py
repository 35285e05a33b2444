"""What a hand that is called off goes back to: what was owed before it, and after a misdeal the button and the game.

Whoever writes here holds the table's lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tables.errors import Refused
from tables.history import rebuilt
from tables.models import Hand, Sitting, Table

PLACES = ("button", "small_blind", "big_blind", "turn", "game", "stakes")
WITH_CHIPS = ("call", "bet", "raise", "complete")
DEEDS = (*WITH_CHIPS, "check", "fold", "set")


def remember(table: Table, row: Hand, sittings: Sequence[Sitting]) -> dict[str, Any]:
    """The table as it is just before the hand counts: its places, and what those who are dealt in owed."""
    owed = [
        [one.pk, one.entry, one.owes_big, one.owes_small]
        for one in sittings
        if one.entry != Sitting.Entry.IN or one.owes_big or one.owes_small
    ]
    return {"hand": row.pk, "owed": owed, **{name: getattr(table, name) for name in PLACES}}


def check(row: Hand) -> None:
    """Refuse a misdeal after substantial action: two deeds with chips, or three of any kind; blinds do not count
    (TDA 36). Raises `Refused`."""
    done = [event["kind"] for event in rebuilt(row).view(None)["events"] if event["kind"] in DEEDS]
    if len(done) >= 3 or sum(kind in WITH_CHIPS for kind in done) >= 2:
        message = _("There was substantial action: the hand is played out, or called off without dealing it again.")
        raise Refused("substantial_action", message)


def restore(table: Table, row: Hand, *, with_button: bool) -> None:
    """Have those who had come in owe what they owed; `with_button`: the next hand has this one's button and game too."""
    kept = table.before_deal
    if kept is None or kept["hand"] != row.pk:
        return
    for pk, entry, big, small in kept["owed"]:
        Sitting.objects.filter(pk=pk).update(entry=entry, owes_big=big, owes_small=small)
    if with_button:
        for name in PLACES:
            setattr(table, name, kept[name])
        table.save(update_fields=list(PLACES))
