"""The kinds of lines that a log may have, with their words: put here by the app when it is ready, from the classes of lines."""

from __future__ import annotations

from typing import Any

KINDS: dict[str, Any] = {}  # words that are translated when they are shown


def choices() -> list[tuple[str, Any]]:
    """The choices of `LogEntry.kind`: every kind with its words, in the order of the classes."""
    return list(KINDS.items())
