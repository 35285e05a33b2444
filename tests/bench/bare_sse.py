"""The least that tells many of a nudge: one subscription, and each message written to every socket. `python -m … PORT`."""

from __future__ import annotations

import asyncio
import json
import os
import sys

import redis.asyncio as redis

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\r\n"


async def main(port: int, channel: str) -> None:
    writers: set[asyncio.StreamWriter] = set()

    async def come(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(HEAD)
        writers.add(writer)

    server = await asyncio.start_server(come, "127.0.0.1", port, backlog=4096)
    async with redis.Redis.from_url(os.environ["REDIS_URL"]) as client, client.pubsub() as subscription:
        await subscription.subscribe(channel)
        async for message in subscription.listen():
            if message["type"] == "message":
                version = json.loads(message["data"])["version"]
                for writer in writers:
                    writer.write(f'event: version\ndata: {{"version": {version}}}\n\n'.encode())
    server.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2]))
