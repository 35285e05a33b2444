"""What everybody may see, handed by the streams' process from memory to whoever only watches.

When a table of five hundred spectators changes, all of them ask in the same instant, and a request through Django costs
milliseconds. Here one of them causes a look, the others wait for it, and all are sent the same bytes. These are never older
than a version that this process was told, nor older than `KEPT_SECONDS`, should a nudge be lost. Whatever is not to be had
here is had at the ordinary address, and every refusal says so.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import parse_qs

from asgiref.sync import sync_to_async
from django.db import Error as DatabaseError
from django.db import close_old_connections

from club.base.phrases import gettext as _
from club.base.registry import PUBLIC_VIEWS
from club.http import problems
from club.live import spectator_tokens
from club.live.newest_looks import NewestLooks

KEPT_SECONDS = 5.0
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Answer:
    """What is sent back: a status, headers, a body."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


def read(channel: str) -> tuple[int, bytes | None]:
    """What the app whose channel it is has everybody see: the version, and JSON or None."""
    kind, _colon, number = channel.partition(":")
    return PUBLIC_VIEWS[kind](int(number))


@sync_to_async  # in the process's one thread for the database
def look(channel: str) -> tuple[int, bytes | None]:
    """`read`, with a connection that is given back."""
    close_old_connections()
    try:
        return read(channel)
    finally:
        close_old_connections()


class SpectatorAnswers:
    """The newest views of one process. `newest`: the versions that it was told, by channel."""

    def __init__(
        self,
        newest: Mapping[str, int],
        look: Callable[[str], Awaitable[tuple[int, bytes | None]]] = look,
    ) -> None:
        self._newest = newest
        self.looks = NewestLooks(look, KEPT_SECONDS)

    def forget(self) -> None:
        """From now on nobody tells us of changes: whatever is known may be old, and so may what is being looked at."""
        self.looks.forget()

    async def answer(self, channel: str, query: str, *, now: datetime) -> Answer:
        """The answer to ``GET /rail/table:12?key=…``: the view, or why not. ``&version=7`` asks for that one or a later."""
        given = parse_qs(query)
        if not spectator_tokens.is_open(given.get("key", [""])[0], channel, now=now):
            return _refusal(channel, 403, "rail_key", _("This key is not for this table, or has run out."))
        wanted = given.get("version", ["0"])[0]
        least = max(int(wanted) if wanted.isdecimal() and len(wanted) < 19 else 0, self._newest.get(channel, 0))
        try:
            view = await self.looks.seen(channel, least)
        except DatabaseError:
            log.warning("the rail's view of %s cannot be read just now", channel, exc_info=True)
            view = None
        if view is None:
            return no_news(channel)
        if view.found is None:
            return _refusal(channel, 404, "no_rail", _("This table has no view that all who watch may see at once."))
        headers = [(b"content-type", b"application/json"), (b"etag", b'"%d"' % view.version)]
        return Answer(200, [*headers, *_common()], view.found)


def no_news(channel: str) -> Answer:
    """Nothing here is known to be of now."""
    return _refusal(channel, 503, "no_news", _("There is no news here for now."), (b"retry-after", b"1"))


def _refusal(channel: str, status: int, code: str, words: str, *more: tuple[bytes, bytes]) -> Answer:
    kind, _colon, number = channel.partition(":")
    detail = f"{words} {_('Ask at %(address)s.') % {'address': f'/api/v1/{kind}s/{number}/'}}"
    told = problems.body(status, code, detail, f"/rail/{channel}")
    return Answer(
        status, [(b"content-type", problems.CONTENT_TYPE.encode()), *more, *_common()], json.dumps(told).encode()
    )


def _common() -> list[tuple[bytes, bytes]]:
    return [
        (b"cache-control", b"no-store"),
        (b"access-control-expose-headers", b"etag"),
    ]
