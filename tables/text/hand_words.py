"""Words for hands in the reader's language; what is not recognised stays as the engine said it."""

from __future__ import annotations

from functools import cache

from django.utils.translation import gettext as _

from engine.words import MESSAGES, RANK_MANY, RANK_ONE
from tables.text.sentences import Pattern, patterns, said


@cache
def _messages() -> list[Pattern]:
    return patterns(MESSAGES.values())


def in_words(text: str) -> str:
    """Each part of ``Pair of Aces / 8-5-4-3-2 low`` in the language in force."""
    return " / ".join(said(part, _messages(), _rank) or part for part in text.split(" / "))


def _rank(name: str) -> str:
    return _(name) if name in RANK_ONE or name in RANK_MANY else name
