"""A page that comes piece by piece, as over a slow line: each piece a while after the one before."""

from __future__ import annotations

import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

from tests.support.background import serve

PIECES = 8
BETWEEN = 0.1  # seconds


class SlowPage:
    """A server of one page, for as long as the `with` goes on."""

    def __init__(self, html: str) -> None:
        body = html.encode()
        size = -(-len(body) // PIECES)
        pieces = [body[at : at + size] for at in range(0, len(body), size)]

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                for piece in pieces:
                    self.wfile.write(piece)
                    self.wfile.flush()
                    time.sleep(BETWEEN)

            def log_message(self, format: str, *args: object) -> None:
                """Nothing: a test's page is no news."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.address = f"http://127.0.0.1:{self._server.server_port}/"

    def __enter__(self) -> SlowPage:
        self._thread = serve(self._server)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
