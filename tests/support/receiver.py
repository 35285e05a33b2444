"""A program that is called over HTTP, and writes down what it got."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.support.background import serve


class Receiver:
    """A program that is told: what it got, and what it answers next (200 when nothing is said)."""

    def __init__(self) -> None:
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.answers: list[int | tuple[int, str]] = []  # a status, or one with its body
        self.paths: list[str] = []
        self.retry_after = ""
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.got.append(({name.lower(): value for name, value in self.headers.items()}, body))
                receiver.paths.append(self.path)
                told = receiver.answers.pop(0) if receiver.answers else 200
                status, words = told if isinstance(told, tuple) else (told, f"answer {told}")
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", "/elsewhere")
                if receiver.retry_after:
                    self.send_header("Retry-After", receiver.retry_after)
                self.end_headers()
                self.wfile.write(words.encode())

            def log_message(self, *arguments: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/hook?club=1"
        serve(self.server)

    @property
    def types(self) -> list[str]:
        return [json.loads(body)["type"] for _headers, body in self.got]
