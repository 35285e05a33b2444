"""Bodies of requests as they come over the network: whole before anybody works on them, in bounds of size and time.

What is long is kept on disk until it is whole. Nothing here holds a thread while a sender takes its time.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterable
from typing import IO

from club.http.request_size import LARGEST_BODY

IN_MEMORY = 256_000  # bytes; the rest of a body lies on disk
GRACE_SECONDS = 15.0  # for any body, however small
LEAST_SPEED = 20_000  # bytes a second, beyond the grace: slower than the slowest of phone networks
WAITING_BYTES = 400_000_000  # of all bodies that are not whole yet, in one process
LARGEST_FORM = 2_500_000  # bytes of a body without files, as Django's own bound
# What strangers may send is short. The first that fits counts.
LARGEST_AT = (
    ("/csp-reports/", 20_000),
    ("/accounts/", 100_000),
    ("/api/v1/token/", 20_000),
    ("/api/v1/reauthentication/", 20_000),
)


class BodyTooLarge(Exception):
    """More bytes than that door takes; `most` says how many it does."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


class BodyTooSlow(Exception):
    """The body was not whole in its time."""


class TooManyBodies(Exception):
    """As many bytes wait in this process already as it keeps."""


def largest(path: str, content_type: str) -> int:
    """How many bytes a body may have at that address: files come as forms of several parts, and are the longest."""
    for prefix, most in LARGEST_AT:
        if path.startswith(prefix):
            return most
    return LARGEST_BODY if content_type.startswith("multipart/form-data") else LARGEST_FORM


def seconds_for(size: int) -> float:
    """How long a body of so many bytes may take."""
    return GRACE_SECONDS + size / LEAST_SPEED


class Waiting:
    """The bodies that one process waits for."""

    def __init__(self) -> None:
        self.bytes = 0

    async def whole(self, chunks: AsyncIterable[bytes], *, told: int | None, most: int) -> IO[bytes]:
        """The body, once all of it is there, to be closed by the caller.

        told: the length that the head of the request names; None where it names none.
        Raises `BodyTooLarge`, `BodyTooSlow`, `TooManyBodies`.
        """
        if told is not None and told > most:
            raise BodyTooLarge(most)
        body = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - the caller closes it
        kept = [0]
        try:
            async with asyncio.timeout(seconds_for(most if told is None else told)):
                await self._keep(chunks, body, kept, most)
        except TimeoutError:
            body.close()
            raise BodyTooSlow from None
        except BaseException:
            body.close()
            raise
        finally:
            self.bytes -= kept[0]
        body.seek(0)
        return body

    async def _keep(self, chunks: AsyncIterable[bytes], body: IO[bytes], kept: list[int], most: int) -> None:
        async for chunk in chunks:
            kept[0] += len(chunk)
            self.bytes += len(chunk)
            if kept[0] > most:
                raise BodyTooLarge(most)
            if self.bytes > WAITING_BYTES:
                raise TooManyBodies
            body.write(chunk)
