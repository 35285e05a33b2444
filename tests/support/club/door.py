"""The door for pages and API, asked as the web server asks it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from types import SimpleNamespace

from club.project.rsgi import Door


async def coming(*chunks: bytes) -> AsyncIterator[bytes]:
    for chunk in chunks:
        yield chunk


class Headers(dict[str, str]):
    """Granian's: every header, also of one name, and a look at one."""

    def __init__(self, told) -> None:
        super().__init__(told)
        self.told = list(told)

    def items(self):
        return self.told


class Proto:
    """What granian hands over, and what it was answered."""

    def __init__(self, *chunks: bytes) -> None:
        self.chunks = chunks
        self.answered: list[object] = []

    def __aiter__(self) -> AsyncIterator[bytes]:
        return coming(*self.chunks)

    def response_bytes(self, status, headers, body):
        self.answered = [status, dict(headers), body]

    def response_stream(self, status, headers):
        self.answered = [status, dict(headers), b""]
        return self

    async def send_bytes(self, part):
        self.answered[2] += part  # type: ignore[operator]


def ask_door(application, *chunks, method="POST", path="/x/", headers=(), **more):
    proto = Proto(*chunks)
    scope = SimpleNamespace(
        **{"method": method, "path": path, "query_string": "a=1", "server": "127.0.0.1:8000", "client": "192.0.2.7:99",
           "scheme": "https", "http_version": "1.1", "authority": None, "headers": Headers(headers), **more}
    )  # fmt: skip
    asyncio.run(Door(application, 1).__rsgi__(scope, proto))
    return proto.answered


def told_back(environ, start_response):
    """An application that tells what it was asked."""
    body = environ["wsgi.input"].read()
    start_response("200 OK", [("Content-Type", "application/json")])
    plain = {name: value for name, value in environ.items() if isinstance(value, str)}
    return [json.dumps(plain | {"body": body.decode()}).encode()]
