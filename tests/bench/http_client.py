"""A client of the API with one kept connection, light enough for hundreds of them in a process."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Mapping
from typing import Any


class Client:
    """Asks one after another. A connection that the server has closed meanwhile is opened anew, and the same is asked again."""

    def __init__(self, port: int, token: str = "") -> None:
        self.port, self.reopened = port, 0
        self._head = "Host: 127.0.0.1\r\n" + (f"Authorization: Token {token}\r\n" if token else "")
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, body: Mapping[str, Any] | None = None
    ) -> tuple[int, Mapping[str, str], bytes]:
        """The status, headers (names in small letters) and body of the answer. Raises `OSError` if the server is not there."""
        content = b"" if body is None else json.dumps(body).encode()
        kind = "" if body is None else "Content-Type: application/json\r\n"
        head = f"{method} {path} HTTP/1.1\r\n{self._head}{kind}Content-Length: {len(content)}\r\n\r\n"
        is_kept = self._streams is not None
        try:
            return await self._asked(head.encode() + content)
        except (OSError, asyncio.IncompleteReadError):
            self.close()
            if not is_kept:
                raise
        self.reopened += 1
        return await self._asked(head.encode() + content)

    async def _asked(self, request: bytes) -> tuple[int, Mapping[str, str], bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        writer.write(request)
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").rstrip().split("\r\n")
        headers = {name.lower(): value.strip() for name, _colon, value in (line.partition(":") for line in lines)}
        content = await reader.readexactly(int(headers.get("content-length", "0")))
        return int(first.split()[1]), headers, content

    def close(self) -> None:
        """Let the connection go."""
        if self._streams is not None:
            with contextlib.suppress(OSError):
                self._streams[1].close()
            self._streams = None
