"""How soon everybody who watches one table hears of a change, and sees it.

Each spectator holds a stream open; at a nudge each may fetch the fresh view over a connection of its own, at the address which
its first look was told, or the fresh part of its page, by the key that its page was told and in the pieces that it lacks. Beside
it the least server of events that there is hears the same messages, and the streams' process says as often that it runs: what a
request costs there at least. All clients live in this process, so their work is in every figure.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import resource
import statistics
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.db import connections, transaction
from django.test import Client
from django.utils import timezone

from club.accounts import api_tokens
from club.live import shared_parts
from club.live.nudges import channel
from club.models import User
from club.people import people
from club.project.processes import Child, program
from club.project.servers import free_port
from tables.core import locks
from tables.dealing import dealer
from tests.bench import Reading, Row
from tests.bench.clubhouse import opened
from tests.bench.deciding import table_of_people

NUDGES, PAUSE, VIEWS = 30, 0.1, 3
PATIENCE = 60.0


def measured() -> Iterator[Row]:
    """At 500 spectators and at 2,000: nudges, bare nudges, views."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 20_000), hard))
    table, _tokens = table_of_people("spectating")
    dealer.deal(table, now=timezone.now())
    user = User.objects.create_user(f"spectator-{table}")
    people.enrol(user.username, user=user, now=timezone.now())
    token = api_tokens.make(user, "bench", now=timezone.now())
    bare_port = free_port()
    bare = Child("bare", program(f"tests.bench.bare_sse {bare_port} {channel()}"))
    with opened("web", "streams", more=[(bare, bare_port)]) as port:
        for count, most, most_seen in ((500, 50, 500), (2000, None, None)):
            heard = asyncio.run(_nudged(port + 1, f"/streams/table:{table}", table, count))
            yield _p99(f"{count:,} spectators, nudge", heard, most)
            yield _p99(f"{count:,} spectators, nudge, bare", asyncio.run(_nudged(bare_port, "/", table, count)))
            seen = asyncio.run(_seen(port + 1, _rail(port, table, token), table, count))
            yield _p99(f"{count:,} spectators, fresh view", seen, most_seen)
            seen = asyncio.run(
                _seen(port + 1, f"/tables/{table}/felt/", table, count, pages_at=port, key=_key(port, table, user))
            )
            yield _p99(f"{count:,} spectators, fresh page", seen, most_seen)
            bare_view = asyncio.run(_seen(port + 1, "/healthz", table, count))
            yield _p99(f"{count:,} spectators, fresh view, a bare word", bare_view)


def _rail(port: int, table: int, token: str) -> str:
    """Where the API says that the public view is had soonest, without scheme and host."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as client:
        client.request("GET", f"/api/v1/tables/{table}/", headers={"Authorization": f"Token {token}"})
        told = urlsplit(client.getresponse().headers["Rail"])
    return f"{told.path}?{told.query}"


def _key(port: int, table: int, user: User) -> str:
    """The key by which the page of that login has its part from memory."""
    browser = Client()
    browser.force_login(user)
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as client:
        cookie = "; ".join(f"{name}={one.value}" for name, one in browser.cookies.items())
        client.request("GET", f"/tables/{table}/felt/", headers={"Cookie": cookie})
        return str(client.getresponse().headers[shared_parts.KEY])


def _p99(words: str, seconds: list[float], most: float | None = None) -> Reading:
    return Reading(f"{words}, p99", 1000 * statistics.quantiles(seconds, n=100)[98], "ms", most)


def change(table: int) -> tuple[int, float]:
    """Give the table a new version; it, and the moment just before the commit."""
    try:
        with transaction.atomic():
            locked = locks.lock_table(table)
            locks.bump(locked)
            return locked.version, time.perf_counter()
    finally:
        connections.close_all()


@dataclass
class _Listener:
    """One spectator's stream."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    heard: dict[int, float] = field(default_factory=dict)  # version: when
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        while line := await self.reader.readline():
            if line.startswith(b'data: {"version"'):
                self.heard.setdefault(json.loads(line[6:])["version"], time.perf_counter())
                self.woken.set()

    async def until(self, version: int) -> None:
        """Wait for it; many that look again and again would keep this process from its sockets."""
        while version not in self.heard:
            self.woken.clear()
            await self.woken.wait()


@asynccontextmanager
async def _listeners(port: int, path: str, count: int) -> AsyncIterator[list[_Listener]]:
    crowd = []
    for at in range(count):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: bench\r\n\r\n".encode())
        crowd.append(_Listener(reader, writer))
        if at % 50 == 49:
            await asyncio.sleep(0.05)
    for one in crowd:
        await one.reader.readuntil(b"\r\n\r\n")
    tasks = [asyncio.create_task(one.listen()) for one in crowd]
    await asyncio.sleep(1.0)
    try:
        yield crowd
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for one in crowd:
            one.writer.close()


async def _nudged(port: int, path: str, table: int, count: int) -> list[float]:
    """From each commit to each spectator: the seconds until the version, or a later one, was heard."""
    async with _listeners(port, path, count) as crowd:
        await asyncio.to_thread(change, table)  # connected, and every one subscribed
        spent = []
        for _ in range(NUDGES):
            version, at = await asyncio.to_thread(change, table)
            await asyncio.sleep(PAUSE)
            until = time.perf_counter() + PATIENCE
            while not all(version in one.heard for one in crowd):
                await asyncio.sleep(0.005)
                if time.perf_counter() > until:
                    missing = sum(version not in one.heard for one in crowd)
                    raise TimeoutError(f"{missing} of {count} spectators heard nothing of version {version}")
            spent += [one.heard[version] - at for one in crowd]
    return spent


async def _seen(
    port: int, address: str, table: int, count: int, *, pages_at: int | None = None, key: str = ""
) -> list[float]:
    """From each commit until each spectator, who heard of it by the stream, has what is at the address.

    pages_at, key: the port of the pages, and a key by which a part of a page is had there, in pieces.
    """
    asked_at, words = pages_at or port, [b""] * count
    async with _listeners(port, f"/streams/table:{table}", count) as crowd:
        pages = [await asyncio.open_connection("127.0.0.1", asked_at) for _ in crowd]

        async def asked(page: int, version: int) -> tuple[asyncio.StreamReader, bytes]:
            reader, writer = pages[page]
            lines = [f"GET {address} HTTP/1.1", "Host: 127.0.0.1"]
            if key:
                lines += [f"Watching: {key}", f"Heard: {version}", f"X-Pieces: benching.{words[page].decode()}"]
            writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
            return reader, await reader.readuntil(b"\r\n\r\n")

        async def look(one: _Listener, version: int, at: float, page: int) -> float:
            await one.until(version)
            try:
                reader, head = await asked(page, version)
            except (
                asyncio.IncompleteReadError,
                ConnectionError,
            ):  # kept too long without a word: browsers open another
                pages[page] = await asyncio.open_connection("127.0.0.1", asked_at)
                reader, head = await asked(page, version)
            assert head.startswith(b"HTTP/1.1 200"), head
            shown = re.search(rb'(?i)etag: "(\d+)"', head)
            assert shown is None or int(shown[1]) >= version, "an older version than the one that was heard"
            length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
            body = await reader.readexactly(length)
            if key:
                assert b"watching: " in head.lower(), head
                words[page] = body.partition(b" ")[0]
            return time.perf_counter() - at

        spent: list[float] = []
        for turn in range(VIEWS + 1):
            version, at = await asyncio.to_thread(change, table)
            found = await asyncio.gather(*(look(one, version, at, page) for page, one in enumerate(crowd)))
            if turn:
                spent += found
        for _reader, writer in pages:
            writer.close()
    return spent
