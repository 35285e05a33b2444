"""The engine's messages in the reader's language, and the club's own words for what the engine has keys for.

The engine marks its sentences where they stand (`engine.messages`): the catalogue is made from there.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_noop as _

from engine.errors import EngineError
from engine.messages.message import Value, worded
from engine.words import Words

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
# Refusals whose parameters say all that a person needs, by their code.
REFUSALS = {
    "raise_too_small": _("The least raise is to %(least)s, the most to %(most)s."),
    "raise_too_large": _("The most that may be raised is to %(most)s, the least to %(least)s."),
    "not_offered": _("That is not open to you now. You may: %(offers)s."),
}
LIMITS = {
    "no": _("No limit"),
    "pot": _("Pot limit"),
    "fixed": _("Fixed limit"),
    "spread": _("Spread limit"),
    "points": _("Points"),
}


def in_words(error: Exception) -> str:
    """What the engine refuses, in the reader's language."""
    if not isinstance(error, EngineError):
        return str(error)
    if error.code in REFUSALS:
        # A KeyError: the engine told less than the sentence needs; then its own message says it.
        with contextlib.suppress(KeyError):
            return gettext(REFUSALS[error.code]) % {name: said(value) for name, value in error.params.items()}
    return said(error.message)


def said(value: Value) -> str:
    """A message of the engine, or what fills one, in the reader's language."""
    return worded(value, _translated)


def _translated(english: str, context: str) -> str:
    return pgettext(context, english) if context else gettext(english)


def made_in_words(made: Mapping[str, Any]) -> str:
    """What a hand makes, as a view tells it: its id and parameters."""
    return said(Words(made["id"], made["params"]).message)


def row_in_words(words: str) -> str:
    """What fouls a hand, or the name of a natural, in the reader's language."""
    return gettext(words)
