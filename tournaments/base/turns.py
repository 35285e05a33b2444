"""Whose turn it is where a sweep cannot look at every tournament in its time, or several workers sweep at once."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from django.core.cache import cache

TOGETHER = 50  # tournaments of one turn
NEXT = "tournaments-turn"


def parts(waiting: Sequence[int], *, until: float) -> Iterator[Sequence[int]]:
    """The tournaments in parts, each once at most, from the part whose turn is next: turns are counted in the cache, for all
    who sweep. None after `until`, by the monotonic clock, but the first."""
    listed = [waiting[at : at + TOGETHER] for at in range(0, len(waiting), TOGETHER)]
    for count in range(len(listed)):
        if count and time.monotonic() >= until:
            return
        yield listed[_turn() % len(listed)]


def _turn() -> int:
    cache.add(NEXT, 0, None)
    return cache.incr(NEXT)
