"""What staff did at a table, in a sentence each."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from tables.models import Sitting, StaffAct

Kind = StaffAct.Kind
LABELS: dict[str, Any] = {
    "player": _("Player"),
    "seat": _("Seat"),
    "buy_in": _("Buy-in"),
    "chips": _("Chips"),
    "counted": _("Counted"),
    "why": _("Why"),
    "drop": _("Drop"),
    "tips": _("Tips"),
}
_WORDS: dict[StaffAct.Kind, Any] = {
    Kind.SEAT: _("%(name)s sat down in seat %(seat)s with %(chips)s"),
    Kind.TOP_UP: _("%(name)s added %(chips)s"),
    Kind.STAND_UP: _("%(name)s left seat %(from)s with %(chips)s"),
    Kind.MOVE: _("%(name)s: seat %(from)s → %(seat)s"),
    Kind.BLINDS: _("%(name)s: missed blinds set"),
    Kind.TIME: _("Time charge: %(chips)s"),
    Kind.TIPS: _("Tips counted: %(chips)s"),
    Kind.DROP: _("Drop counted: %(chips)s"),
    Kind.COUNT: _("Table counted: %(chips)s"),
    Kind.CLOSE: _("Table closed"),
    Kind.JOIN: _("%(name)s got in line"),
    Kind.CALL: _("%(name)s was called to a seat"),
    Kind.LEAVE: _("%(name)s got out of line"),
}
_DIFFERS = _("Table counted: %(chips)s, difference %(difference)s")
_LEAVES = _("%(name)s leaves seat %(from)s after the hand")
_OUT, _BACK = _("%(name)s sits out"), _("%(name)s is back")


def in_words(act: StaffAct) -> str:
    """The act in the reader's language."""
    told = {
        "name": "" if act.player is None else act.player.nickname,
        "chips": f"{act.chips or 0:,}",
        "seat": act.after.get("seat"),
        "from": act.before.get("seat"),
        "difference": f"{act.after.get('difference', 0):+,}",
    }
    kind = Kind(act.kind)
    if kind == Kind.PRESENCE:
        words = _OUT if act.after.get("state") == Sitting.State.OUT else _BACK
    elif kind == Kind.STAND_UP and act.chips is None:
        words = _LEAVES
    elif act.after.get("difference"):
        words = _DIFFERS
    else:
        words = _WORDS[kind]
    return str(words) % told
