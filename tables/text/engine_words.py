"""The club's own words for what the engine has keys for; `club.text.messages` says what the engine has messages for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from club.text.messages import said
from engine.hand_names import Words

# The mixes that have a name; those that are the same in every language are not marked.
MIXES = {
    "horse": "HORSE",
    "hose": "HOSE",
    "hoe": "HOE",
    "torse": "TORSE",
    "triple-stud": _("Triple Stud"),
    "8-game": _("8-Game"),
    "9-game": _("9-Game"),
    "10-game": _("10-Game"),
    "horse-badacey": _("HORSE with Badacey"),
    "tesla": "TESLA",
}
LIMITS = {
    "no": _("No limit"),
    "pot": _("Pot limit"),
    "fixed": _("Fixed limit"),
    "spread": _("Spread limit"),
    "points": _("Points"),
}


def made_in_words(made: Mapping[str, Any]) -> str:
    """What a hand makes, as a view tells it: its id and parameters."""
    return said(Words(made["id"], made["params"]).message)


def row_in_words(words: str) -> str:
    """What fouls a hand, or the name of a natural, in the reader's language."""
    return gettext(words)
