"""One look serves all who ask in the same moment: what was found is kept in the process's memory for a short while."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

MOST_KEPT = 500
Found = TypeVar("Found")


@dataclass(frozen=True)
class Look(Generic[Found]):
    """What was found, of which version it is, and when the look began, in seconds of the monotonic clock."""

    version: int
    found: Found
    began_at: float


class NewestLooks(Generic[Found]):
    """The newest look at each of several names.

    look: finds a name's version and what there is of it. seconds: for how long what was found is handed on.
    """

    def __init__(self, look: Callable[[str], Awaitable[tuple[int, Found]]], seconds: float) -> None:
        self._look, self.seconds = look, seconds
        self.forget()

    def forget(self) -> None:
        """Hand on nothing of what is known, or of what is being looked at."""
        self._kept: dict[str, Look[Found]] = {}
        self._looking: dict[str, asyncio.Task[Look[Found]]] = {}

    async def seen(self, name: str, least: int, *, is_fresh: bool = False) -> Look[Found] | None:
        """A look of that version or a later one; None if there is none yet, which only another process can know of.

        is_fresh: one that begins from now on, for whoever may have missed a version.
        """
        earliest = time.monotonic() - (0 if is_fresh else self.seconds)
        for _turn in range(2):  # the look that is under way may have begun too early
            look = self._kept.get(name)
            if look is None or look.version < least or look.began_at < earliest:
                task = self._looking.get(name)
                if task is None:
                    task = self._looking[name] = asyncio.create_task(self._fetch(name, self._kept, self._looking))
                look = await asyncio.shield(task)  # it is the others' too: who goes away does not end it
            if look.version >= least and look.began_at >= earliest:
                return look
        return None

    async def _fetch(
        self, name: str, kept: dict[str, Look[Found]], looking: dict[str, asyncio.Task[Look[Found]]]
    ) -> Look[Found]:
        """One look, written down where it was asked for: after `forget` nobody looks there."""
        at = time.monotonic()
        try:
            version, found = await self._look(name)
        finally:
            del looking[name]
        look = Look(version, found, at)
        kept.pop(name, None)
        kept[name] = look
        if len(kept) > MOST_KEPT:
            del kept[next(iter(kept))]
        return look
