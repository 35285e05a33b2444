"""The event streams of a club: which table or event has news. A stream that ends or falls silent is opened again.

>>> list(_told(["event: version", 'data: {"version": 3, "channel": "table:7"}', "", "event: still", "data: {}", ""]))
[News(channel='table:7', version=3)]
>>> list(_told(["event: look", 'data: {"channel": "table:7"}', ""]))
[News(channel='table:7', version=None)]
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass

import httpx

SILENT_SECONDS = 25.0  # the club says `still` every ten: a stream that is silent for longer is dead
AGAIN_SECONDS = 1.0


@dataclass(frozen=True)
class News:
    """A channel (such as `table:7`) has this version by now; None: nobody knows, so look once."""

    channel: str
    version: int | None


class _Event:
    """An event of a stream as its lines come (WHATWG HTML, 9.2.6)."""

    def __init__(self) -> None:
        self._kind, self._data = "", ""

    def take(self, line: str) -> News | None:
        """The news that this line completes, if it does."""
        name, _colon, value = line.partition(":")
        if name == "event":
            self._kind = value.strip()
        elif name == "data":
            self._data += value.strip()
        if line:
            return None
        kind, data = self._kind, self._data
        self._kind, self._data = "", ""
        if kind not in ("version", "look"):
            return None
        told = json.loads(data)
        return News(told["channel"], told.get("version"))


def _told(lines: Iterable[str]) -> Iterator[News]:
    event = _Event()
    for line in lines:
        if (found := event.take(line)) is not None:
            yield found


def _address(streams: str, channels: tuple[str, ...]) -> str:
    return f"{streams.rstrip('/')}/streams/{','.join(channels)}"


def _is_there(answer: httpx.Response) -> bool:
    """Whether the stream is open; raises `httpx.HTTPStatusError` where asking again would not help."""
    if answer.status_code < 500:
        answer.raise_for_status()
    return answer.is_success


_PATIENCE = httpx.Timeout(10.0, read=SILENT_SECONDS)


def news(streams: str, *channels: str) -> Iterator[News]:
    """What is new on these channels (`table:7`, `tournament:3`, `chat:7`; 40 at most), without end.

    streams: the club's address, or that of its streams.
    Raises `httpx.HTTPStatusError` for channels that there are not.
    """
    while True:
        try:
            with httpx.stream("GET", _address(streams, channels), timeout=_PATIENCE, follow_redirects=True) as answer:
                if _is_there(answer):
                    yield from _told(answer.iter_lines())
        except httpx.TransportError:
            pass
        time.sleep(AGAIN_SECONDS)


async def news_async(streams: str, *channels: str) -> AsyncIterator[News]:
    """As `news`, for asyncio."""
    async with httpx.AsyncClient(timeout=_PATIENCE, follow_redirects=True) as client:
        while True:
            try:
                async with client.stream("GET", _address(streams, channels)) as answer:
                    event = _Event()
                    if _is_there(answer):
                        async for line in answer.aiter_lines():
                            if (found := event.take(line)) is not None:
                                yield found
            except httpx.TransportError:
                pass
            await asyncio.sleep(AGAIN_SECONDS)
