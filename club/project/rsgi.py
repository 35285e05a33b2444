"""The door for pages and API: a thread is taken once the whole request is there, and let go before the answer is read.

The web server (granian) hands over the head of a request; its body is waited for without a thread, in bounds of size and time
(`club.http.whole_bodies`). Then the WSGI application answers in one of a few threads, and what it answers is sent without it: who
dribbles a body, or never reads an answer, holds a connection and nothing else. Heads have the server's own deadline.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import IO, Any
from wsgiref.types import WSGIApplication

from django.http import HttpRequest, parse_cookie
from django.utils import timezone, translation

from club.base.phrases import gettext as _
from club.http import request_size, whole_bodies
from club.http.whole_bodies import BodyTooLarge, BodyTooSlow, TooManyBodies
from club.live import shared_parts
from club.live.shared_parts import Drawn, SharedParts
from club.project.wsgi import application as pages

THREADS = int(os.environ.get("CARDHOUSE_WEB_THREADS", "4"))
IN_MEMORY = 1_000_000  # bytes of an answer; a longer one lies on disk while it is sent
PART = 64_000  # bytes of it at once
Headers = list[tuple[str, str]]


@dataclass
class Answer:
    """What the application answered, whole: in memory, or in a file at its begin."""

    status: int
    headers: Headers
    body: bytes
    rest: IO[bytes] | None = None


class Door:
    """One process's door to a WSGI application. Granian calls `__rsgi__` for each request."""

    def __init__(self, application: WSGIApplication, threads: int = THREADS) -> None:
        self.application = application
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="web")
        self.waiting = whole_bodies.Waiting()
        self.shared = SharedParts(self._look)

    async def __rsgi__(self, scope: Any, proto: Any) -> None:
        """Answer one request."""
        if scope.method == "GET" and shared_parts.KEY.lower() in scope.headers and not scope.query_string:
            known = await self.shared.answer(scope.path, dict(scope.headers.items()), now=timezone.now())
            if known is not None:
                proto.response_bytes(200, *known)
                return
        try:
            body = await self._body(scope, proto)
        except (BodyTooLarge, BodyTooSlow, TooManyBodies) as refusal:
            answer = refused(scope, refusal)
            proto.response_bytes(answer.status, [*answer.headers, ("connection", "close")], answer.body)
            return
        with body:
            environ = environment(scope, body)
            answer = await asyncio.get_running_loop().run_in_executor(self.threads, self._answer, environ)
        if answer.rest is None:
            proto.response_bytes(answer.status, answer.headers, answer.body)
            return
        with answer.rest:
            stream = proto.response_stream(answer.status, answer.headers)
            while part := answer.rest.read(PART):
                await stream.send_bytes(part)

    async def _look(self, name: str) -> tuple[int, Drawn | None]:
        """A shared part, drawn in one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, shared_parts.look, name)

    async def _body(self, scope: Any, proto: Any) -> IO[bytes]:
        """The body of the request, whole. Raises what `whole_bodies` does."""
        told = scope.headers.get("content-length")
        if scope.method in ("GET", "HEAD") and told is None and "transfer-encoding" not in scope.headers:
            return io.BytesIO()
        length = int(told) if told is not None and told.isdecimal() and len(told) < 19 else None
        most = whole_bodies.largest(scope.path, scope.headers.get("content-type", ""))
        return await self.waiting.whole(_chunks(proto), told=length, most=most)

    def _answer(self, environ: dict[str, Any]) -> Answer:
        """Have the application answer, in this thread."""
        head: list[tuple[str, Headers]] = []

        def start_response(status: str, headers: Headers, exc_info: Any = None) -> Callable[[bytes], object]:
            head[:] = [(status, headers)]
            return lambda _data: None

        parts = self.application(environ, start_response)
        try:
            body, rest = _collected(parts)
        finally:
            with contextlib.suppress(AttributeError):
                parts.close()  # type: ignore[attr-defined]  # whoever has one, as PEP 3333 says
        status, headers = head[0]
        return Answer(int(status[:3]), [(name.lower(), value) for name, value in headers], body, rest)


def refused(scope: Any, refusal: Exception) -> Answer:
    """What a request is told whose body was not waited for, in the reader's language."""
    request = HttpRequest()
    request.path = scope.path
    request.META["HTTP_ACCEPT_LANGUAGE"] = scope.headers.get("accept-language", "")
    request.COOKIES = parse_cookie(scope.headers.get("cookie", ""))
    with translation.override(translation.get_language_from_request(request)):
        if isinstance(refusal, BodyTooLarge):
            made = request_size.too_large(request, refusal.most)
        elif isinstance(refusal, BodyTooSlow):
            made = request_size.refusal(
                request, 408, "too_slow", _("This request was not whole in its time: send it again.")
            )
        else:
            words = _("Too much is being sent to the club at once: try again in a minute.")
            made = request_size.refusal(request, 503, "too_busy", words)
    return Answer(made.status_code, [(name.lower(), value) for name, value in made.items()], made.content)


def environment(scope: Any, body: IO[bytes]) -> dict[str, Any]:
    """The request as PEP 3333 tells it."""
    address, _colon, port = scope.server.rpartition(":")
    made: dict[str, Any] = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": address,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    made |= _headers(scope.headers.items())
    if scope.authority and "HTTP_HOST" not in made:
        made["HTTP_HOST"] = scope.authority
    return made | {"CONTENT_LENGTH": str(_size(body))} if "CONTENT_LENGTH" in made or _size(body) else made


def _headers(told: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """As CGI has them. One with an underscore in its name would pass for another with a hyphen: it is left out."""
    made: dict[str, str] = {}
    for name, value in told:
        if "_" in name:
            continue
        key = name.upper().replace("-", "_")
        key = key if key in ("CONTENT_LENGTH", "CONTENT_TYPE") else f"HTTP_{key}"
        between = "; " if key == "HTTP_COOKIE" else ","
        made[key] = f"{made[key]}{between}{value}" if key in made else value
    made.pop("HTTP_TRANSFER_ENCODING", None)  # it is whole by now
    return made


def _size(body: IO[bytes]) -> int:
    size = body.seek(0, os.SEEK_END)
    body.seek(0)
    return size


async def _chunks(proto: Any) -> AsyncIterator[bytes]:
    async for chunk in proto:
        yield bytes(chunk)


def _collected(parts: Iterable[bytes]) -> tuple[bytes, IO[bytes] | None]:
    """What was answered, whole: in memory, or in a file if it is long."""
    kept: list[bytes] = []
    size = 0
    file: IO[bytes] | None = None
    for part in parts:
        size += len(part)
        if file is None and size > IN_MEMORY:
            file = tempfile.TemporaryFile()  # noqa: SIM115 - closed when it was sent
            file.writelines(kept)
            kept = []
        if file is None:
            kept.append(part)
        else:
            file.write(part)
    if file is not None:
        file.seek(0)
    return b"".join(kept), file


application = Door(pages)
