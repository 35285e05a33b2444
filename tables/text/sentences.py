"""The engine's English said again in the reader's language.

The engine knows no language but English: what it says is one of its messages with something filled in. Here such a
sentence is recognised by its message, and said from the catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from django.utils.translation import gettext

Pattern = tuple[str, re.Pattern[str]]
_FIELD = re.compile(r"\{(\w+)\}")


def patterns(messages: Iterable[str]) -> list[Pattern]:
    """Each message (``Pair of {many}``) with what recognises it: those with the longest fixed text first."""
    found = []
    for message in messages:
        parts = _FIELD.split(message)
        made = "".join(re.escape(part) if at % 2 == 0 else f"(?P<{part}>.+?)" for at, part in enumerate(parts))
        found.append((message, re.compile(made, re.DOTALL)))
    # "Straight flush, …" before "{one} high".
    return sorted(found, key=lambda pair: -len(_FIELD.sub("", pair[0])))


def said(sentence: str, known: Iterable[Pattern], fill: Callable[[str], str] = str) -> str | None:
    """The sentence in the language in force, or None if it is none of those; `fill` translates what is filled in."""
    for message, pattern in known:
        match = pattern.fullmatch(sentence)
        if match is not None:
            words = gettext(message)
            if words == message:
                return sentence
            return words.format(**{name: fill(part) for name, part in match.groupdict().items()})
    return None
