"""Server-sent events: who watches a table or a tournament hears that it has a new version, and nothing else.

A bare ASGI application beside the pages: one Redis subscription a process, fanned out to the viewers. A message is
``{"version": n, "channel": "table:12"}``, so a stream can leak nothing; each viewer then fetches what that viewer may see,
and whoever only watches has it from this process too (`club.live.spectator_views`). A stream begins with the newest version
that was told, or the word `look` where none was: whatever came between the page and its stream is not missed. Without Redis
there are no streams: those that are open end, and none opens until it is back, so that every page knows that it may be
behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

import redis.asyncio as redis
from django.conf import settings
from django.utils import timezone

from club.http import browser_origins
from club.live import spectator_views
from club.live.nudges import channel as nudges

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

# With letters behind its number it is that of a private table.
CHANNEL = r"(?:table|tournament|lobby|chat|tournament-chat)(?::\d{1,18}(?:\.[0-9a-f]{32})?)?"
MOST_CHANNELS = 40  # of one stream: all that the pages of a browser show
PATH = re.compile(rf"^/streams/({CHANNEL}(?:,{CHANNEL}){{0,{MOST_CHANNELS - 1}}})/?$")
RAIL = re.compile(r"^/rail/(table:\d{1,18})/?$")
KEEP_ALIVE_SECONDS = 10.0
RECONNECT_SECONDS = 0.5
SUBSCRIBED_SECONDS = 2.0  # what a new viewer waits for the subscription
MOST_REMEMBERED = 20_000  # channels whose newest version is known
STILL_HERE = b"event: still\ndata: {}\n\n"
log = logging.getLogger(__name__)


def _event(kind: str, version: int | None, channel: str) -> bytes:
    told = {"channel": channel} if version is None else {"version": version, "channel": channel}
    return f"event: {kind}\ndata: {json.dumps(told, separators=(',', ':'))}\n\n".encode()


class Viewer:
    """One open stream of some channels. Only the newest version of each is kept: a slow viewer skips what it missed."""

    __slots__ = ("is_over", "news", "versions", "woken")

    def __init__(self) -> None:
        self.versions: dict[str, int] = {}
        self.news: set[str] = set()  # the channels whose version was not said yet
        self.is_over = False
        self.woken = asyncio.Event()

    def tell(self, channel: str, version: int) -> None:
        self.versions[channel] = max(self.versions.get(channel, 0), version)  # two publishers may overtake each other
        self.news.add(channel)
        self.woken.set()

    def words(self) -> bytes:
        """What is new, as events; that the stream is there still, where nothing is."""
        said = b"".join(_event("version", self.versions[one], one) for one in sorted(self.news))
        self.news.clear()
        return said or STILL_HERE

    def end(self) -> None:
        self.is_over = True
        self.woken.set()


class Fan:
    """The process's one subscription, and everybody who listens by channel."""

    def __init__(self) -> None:
        self.viewers: defaultdict[str, set[Viewer]] = defaultdict(set)
        self.newest: dict[str, int] = {}  # the newest version by channel, since the subscription began
        self.spectators = spectator_views.SpectatorAnswers(self.newest)
        self.is_subscribed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        """Listen, if nobody has asked for it yet."""
        if not self._tasks or any(task.done() for task in self._tasks):
            for task in self._tasks:
                task.cancel()
            self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._keep_alive())]

    async def has_news(self) -> bool:
        """True as soon as Redis tells us of every change; false if it does not within `SUBSCRIBED_SECONDS`."""
        self.begin()
        if not self.is_subscribed.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.is_subscribed.wait(), SUBSCRIBED_SECONDS)
        return self.is_subscribed.is_set()

    def join(self, channels: Iterable[str]) -> Viewer:
        self.begin()
        viewer = Viewer()
        for channel in channels:
            self.viewers[channel].add(viewer)
        return viewer

    def leave(self, channels: Iterable[str], viewer: Viewer) -> None:
        for channel in channels:
            self.viewers[channel].discard(viewer)
            if not self.viewers[channel]:
                del self.viewers[channel]

    async def _listen(self) -> None:
        while True:
            try:
                name = f"streams-{os.getpid()}"
                async with (
                    redis.Redis.from_url(settings.REDIS_URL, client_name=name) as client,
                    client.pubsub() as subscription,
                ):
                    await subscription.subscribe(nudges())
                    async for message in subscription.listen():
                        if message["type"] == "subscribe":
                            self.is_subscribed.set()
                        elif message["type"] == "message":
                            self._tell(json.loads(message["data"]))
            except (redis.RedisError, OSError):
                log.warning("the event streams have lost Redis; trying again")
            self._end_all()
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _keep_alive(self) -> None:
        """Wake everybody now and then: a clock for each viewer would cost more than all the news."""
        while True:
            await asyncio.sleep(KEEP_ALIVE_SECONDS)
            for viewers in self.viewers.values():
                for viewer in viewers:
                    viewer.woken.set()

    def _tell(self, nudge: dict[str, Any]) -> None:
        channel, version = nudge["channel"], nudge["version"]
        self.newest[channel] = max(
            version, self.newest.pop(channel, 0)
        )  # taken out and put in: the last told is the last
        if len(self.newest) > MOST_REMEMBERED:
            del self.newest[next(iter(self.newest))]
        for viewer in self.viewers.get(channel, ()):
            viewer.tell(channel, version)

    def _end_all(self) -> None:
        """Whatever is said from now on would be lost: everybody comes back, and looks again."""
        self.is_subscribed.clear()
        self.newest.clear()
        self.spectators.forget()
        for viewers in self.viewers.values():
            for viewer in viewers:
                viewer.end()


fan = Fan()


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """The ASGI application: ``GET /streams/table:12`` is a stream, and
    ``/streams/table:12,table:15`` one of several channels; ``GET /rail/table:12?key=…`` what everybody may see of it
    (`club.live.spectator_views`), ``GET /healthz`` says that it runs."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
        return
    if scope["type"] != "http":
        return
    match, rail = PATH.match(scope["path"]), RAIL.match(scope["path"])
    if scope["path"] == "/healthz":
        await _answer(scope, send, 200, b"ok")
    elif rail is not None and scope["method"] == "GET":
        await _rail(rail.group(1), scope, send)
    elif match is None or scope["method"] != "GET":
        await _answer(scope, send, 404, b"streams are at /streams/table:ID and /streams/tournament:ID")
    else:
        await _stream(sorted(set(match.group(1).split(","))), scope, receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


async def _answer(scope: Message, send: Send, status: int, body: bytes) -> None:
    headers = [(b"content-type", b"text/plain"), *_readable_by_the_pages(scope)]
    if status == 503:
        headers.append((b"retry-after", b"1"))
    await _whole(send, status, headers, body)


async def _whole(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    headers = [*headers, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _readable_by_the_pages(scope: Message) -> list[tuple[bytes, bytes]]:
    """The pages live at another port: exactly their origin may read."""
    asks = dict(scope["headers"]).get(b"origin", b"").decode("latin-1")
    return [(b"access-control-allow-origin", browser_origins.allowed(asks).encode()), (b"vary", b"origin")]


async def _rail(channel: str, scope: Message, send: Send) -> None:
    if await fan.has_news():
        query = scope["query_string"].decode("latin-1")
        answer = await fan.spectators.answer(channel, query, now=timezone.now())
    else:
        answer = spectator_views.no_news(channel)
    await _whole(send, answer.status, [*answer.headers, *_readable_by_the_pages(scope)], answer.body)


async def _stream(channels: list[str], scope: Message, receive: Receive, send: Send) -> None:
    viewer = fan.join(channels)
    gone = asyncio.create_task(_until_gone(receive, viewer))
    try:
        if not await fan.has_news():
            await _answer(scope, send, 503, b"there is no news for now; ask again")
            return
        await send(
            {
                "type": "http.response.start",
                "status": 200,
                "headers": [
                    (b"content-type", b"text/event-stream"),
                    (b"cache-control", b"no-store"),
                    (b"x-accel-buffering", b"no"),
                    *_readable_by_the_pages(scope),
                    (b"access-control-allow-credentials", b"true"),  # with its cookie
                ],
            }
        )
        first = b"retry: 1000\n\n" + _begin(viewer, channels)
        await send({"type": "http.response.body", "body": first, "more_body": True})
        while True:
            await viewer.woken.wait()
            viewer.woken.clear()
            if viewer.is_over:
                break
            await send({"type": "http.response.body", "body": viewer.words(), "more_body": True})
    except asyncio.CancelledError:
        pass  # the process is stopping; the browser comes back by itself
    finally:
        gone.cancel()
        fan.leave(channels, viewer)
        with contextlib.suppress(Exception):
            await send({"type": "http.response.body", "body": b""})


def _begin(viewer: Viewer, channels: Iterable[str]) -> bytes:
    """Tell the viewer the newest versions that are known; of the other channels the word is to look."""
    looks = b""
    for channel in channels:
        known = fan.newest.get(channel)
        if known is None:
            looks += _event("look", None, channel)
        else:
            viewer.tell(channel, known)
    return looks


async def _until_gone(receive: Receive, viewer: Viewer) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    viewer.end()
