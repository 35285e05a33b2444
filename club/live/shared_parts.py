"""A part of a page that is the same for all who only watch, handed from the memory of the process that serves the pages.

When a table of five hundred spectators changes, all their pages ask in the same instant, and a request through Django costs
tens of milliseconds. Here one of them causes the part to be drawn, the others wait for it or find it. Who may have it is told a
key by the ordinary answer (`Watching`), and asks with it and with the version that the page has heard of (`Heard`); what is handed
on is never older than that, nor older than `KEPT_SECONDS`. A page that may have missed something names no version, and is shown
what is looked at from then on. Where a key has run out, or its login sees another part by now than the others, Django answers the
same request at the same address.

A page may ask in pieces (`club.live.page_parts`). Its word is then a digest of the part it has, the same in every process.
"""

from __future__ import annotations

import gzip
import logging
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2b

from django.db import Error as DatabaseError
from django.db import close_old_connections
from django.utils.module_loading import import_string

from club.base.registry import SHARED_PARTS
from club.http.page_policy import PIECES
from club.live import page_parts, spectator_tokens
from club.live.newest_looks import NewestLooks
from club.live.piece_words import Piece

KEY, HEARD = "Watching", "Heard"
KEPT_SECONDS = 1.0
MOST_REMEMBERED = 500  # parts that pages may have: some 10 kB each
Headers = list[tuple[str, str]]
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Shared:
    """A part as everybody sees it but `others`, logins who see another one."""

    html: str
    others: frozenset[int] = frozenset()


def key(kind: str, number: int, language: str, login: int, *, now: datetime) -> str:
    """The key of a login to the part of that kind and number, in that language."""
    return spectator_tokens.given(f"{kind}:{number}:{language}", login, now=now)


def draw(name: str) -> tuple[int, Drawn | None]:
    """The version of what a key names, and the part drawn anew, or None where not all see the same."""
    kind, number, language = name.split(":")
    version, shared = import_string(SHARED_PARTS[kind].drawn_by)(int(number), language)
    return version, None if shared is None else Drawn.of(shared)


def look(name: str) -> tuple[int, Drawn | None]:
    """`draw`, with a connection that is given back."""
    close_old_connections()
    try:
        return draw(name)
    finally:
        close_old_connections()


@dataclass(frozen=True)
class Drawn:
    """A part that was drawn, and what was answered with it so far, by the word that was asked by (None: the whole)."""

    html: str
    others: frozenset[int]
    part: page_parts.Part | None
    word: str
    answers: dict[str | None, Bodies] = field(default_factory=dict)

    @classmethod
    def of(cls, shared: Shared) -> Drawn:
        """What was drawn, in pieces."""
        html = page_parts.squeezed(shared.html)
        part = page_parts.Part.of(html)
        marks = b"" if part is None else page_parts.together(part.marks)
        return cls(html, shared.others, part, urlsafe_b64encode(blake2b(marks, digest_size=9).digest()).decode())


@dataclass(frozen=True)
class Bodies:
    """One answer, as it is and compressed. Nothing in it is a secret: everybody is sent the same bytes."""

    kind: str
    plain: bytes
    packed: bytes

    @classmethod
    def of(cls, kind: str, text: str) -> Bodies:
        """The bodies of a text."""
        return cls(kind, text.encode(), gzip.compress(text.encode(), 6, mtime=0))


class SharedParts:
    """The parts of one process."""

    def __init__(self, look: Callable[[str], Awaitable[tuple[int, Drawn | None]]]) -> None:
        self._looks = NewestLooks(look, KEPT_SECONDS)
        self._had: OrderedDict[str, bytes] = OrderedDict()

    async def answer(self, path: str, headers: Mapping[str, str], *, now: datetime) -> tuple[Headers, bytes] | None:
        """The answer to ``GET`` at that path without a query; None where Django has to answer.

        headers: of the request, their names in small letters.
        """
        given = headers.get(KEY.lower(), "")
        opened = spectator_tokens.opened(given, now=now) if given else None
        if opened is None:
            return None
        name, login = opened
        kind, _colon, rest = name.partition(":")
        shared = SHARED_PARTS.get(kind)
        if shared is None or path != shared.path.format(number=rest.partition(":")[0]):
            return None
        told = headers.get(HEARD.lower(), "")
        heard = int(told) if told.isdecimal() and len(told) < 19 else 0
        try:
            seen = await self._looks.seen(name, heard, is_fresh=not heard)
        except DatabaseError:
            log.warning("%s cannot be drawn just now", name, exc_info=True)
            return None
        if seen is None or seen.found is None or login in seen.found.others:
            return None
        return self._sent(seen.found, given, headers)

    def _sent(self, drawn: Drawn, given: str, headers: Mapping[str, str]) -> tuple[Headers, bytes]:
        asks = headers.get(page_parts.HEADER.lower())
        bodies = self._bodies(drawn, None if asks is None else asks.partition(".")[2])
        is_packed = "gzip" in headers.get("accept-encoding", "")
        sent = [
            ("content-type", bodies.kind),
            ("cache-control", "no-store"),
            ("x-content-type-options", "nosniff"),
            (KEY.lower(), given),
            *([("content-encoding", "gzip")] if is_packed else []),
        ]
        return sent, bodies.packed if is_packed else bodies.plain

    def _bodies(self, drawn: Drawn, asked_by: str | None) -> Bodies:
        """The whole, or for a page that asks in pieces those that it does not have."""
        had = None if asked_by is None or drawn.part is None else self._had.get(asked_by, b"")
        place = None if had is None else asked_by if had else ""
        if place not in drawn.answers:
            drawn.answers[place] = self._written(drawn, None if had is None else page_parts.apart(had))
        return drawn.answers[place]

    def _written(self, drawn: Drawn, has: list[Piece] | None) -> Bodies:
        if has is None or drawn.part is None:
            return Bodies.of("text/html; charset=utf-8", drawn.html)
        self._had[drawn.word] = page_parts.together(drawn.part.marks)
        if len(self._had) > MOST_REMEMBERED:
            self._had.popitem(last=False)
        words, news = drawn.part.told(has)
        return Bodies.of(PIECES, page_parts.written(drawn.word, words, news))
