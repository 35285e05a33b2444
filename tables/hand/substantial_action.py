"""Substantial action, after which there is no misdeal (TDA 36)."""

from __future__ import annotations

from club.base.phrases import gettext as _
from tables.core.errors import Refused
from tables.hand.hand_replay import rebuilt
from tables.models import Hand

WITH_CHIPS = ("call", "bet", "raise", "complete")
ACTIONS = (*WITH_CHIPS, "check_none", "fold", "set")


def check_none(row: Hand) -> None:
    """Refuse a misdeal after substantial action: two actions with chips, or three of any kind; blinds do not count
    (TDA 36). Raises `Refused`."""
    done = [event["kind"] for event in rebuilt(row).view(None)["events"] if event["kind"] in ACTIONS]
    if len(done) >= 3 or sum(kind in WITH_CHIPS for kind in done) >= 2:
        message = _("There was substantial action: the hand is played out, or called off without dealing it again.")
        raise Refused("substantial_action", message)
