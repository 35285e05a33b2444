"""The clients' listeners open a stream again that ends, or is refused for now. Real streams: `tests/club/live/test_streams.py`."""

from __future__ import annotations

import asyncio
import http.server
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from clients.python import streams as listeners
from clients.python.streams import News
from tests.patience import PATIENCE
from tests.support.background import serve

SCRIPTS = Path(__file__).parents[2] / "clients" / "typescript"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listeners, "AGAIN_SECONDS", 0.01)


@pytest.fixture
def short_lived() -> Iterator[str]:
    """Streams that end after one event each, with the number of the request as the version; the second is refused for now."""
    asked: list[str] = []

    class Short(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(503 if len(asked) == 2 else 200)
            self.end_headers()
            if len(asked) != 2:
                told = f'event: version\ndata: {{"version": {len(asked)}, "channel": "table:7"}}\n\n'
                self.wfile.write(b"event: still\ndata: {}\n\n" + told.encode())

        def log_message(self, *_words: Any) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Short)
    thread = serve(server)
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


async def _first(found: Any, most: int) -> list[News]:
    heard = []
    async for one in found:
        heard.append(one)
        if len(heard) == most:
            break
    await found.aclose()
    return heard


def test_a_stream_that_ends_is_opened_again(short_lived: str):
    assert list(islice(listeners.news(short_lived, "table:7"), 2)) == [News("table:7", 1), News("table:7", 3)]


def test_a_stream_that_ends_is_opened_again_in_asyncio(short_lived: str):
    heard = asyncio.run(_first(listeners.news_async(short_lived, "table:7"), 2))
    assert heard == [News("table:7", 1), News("table:7", 3)]


def test_a_stream_that_ends_is_opened_again_in_javascript(short_lived: str):
    program = f"""
        import {{ news }} from "{SCRIPTS / "streams.js"}";
        const heard = [];
        for await (const one of news("{short_lived}", "table:7")) if (heard.push(one.version) === 2) break;
        console.log(heard.join(" "));
    """
    line = ["node", "--input-type=module", "--eval", program]
    said = subprocess.run(line, capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert said.stdout.split() == ["1", "3"]
