"""Words for hands in the reader's language.

The engine says a hand in English, from a short list of messages filled with ranks. Here such a sentence is recognised by
its message, and said again from the catalogue; one that is not recognised stays as it was.
"""

from __future__ import annotations

import re
from functools import cache

from django.utils.translation import gettext as _

from engine.words import MESSAGES, RANK_MANY, RANK_ONE


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    found = []
    for message in MESSAGES.values():
        parts = re.split(r"\{(\w+)\}", message)
        made = "".join(re.escape(part) if at % 2 == 0 else f"(?P<{part}>.+?)" for at, part in enumerate(parts))
        found.append((message, re.compile(made)))
    # The longest fixed text first: "Straight flush, …" before "{one} high".
    return sorted(found, key=lambda pair: -len(re.sub(r"\{\w+\}", "", pair[0])))


def in_words(text: str) -> str:
    """Each part of ``Pair of Aces / 8-5-4-3-2 low`` in the language in force."""
    return " / ".join(_translated(part) for part in text.split(" / "))


def _translated(sentence: str) -> str:
    for message, pattern in _patterns():
        match = pattern.fullmatch(sentence)
        if match is not None:
            return _(message).format(**{name: _rank(said) for name, said in match.groupdict().items()})
    return sentence


def _rank(said: str) -> str:
    return _(said) if said in RANK_ONE or said in RANK_MANY else said
