"""What comes over a wire, byte by byte: a relay in front of a server, which everybody who visits it goes through."""

from __future__ import annotations

import contextlib
import socket
import socketserver
import threading
from collections.abc import Iterator

from tests.support.background import serve


class Relay(socketserver.ThreadingTCPServer):
    """Hands on to a server what comes in, and back what it answers; `received` is how many bytes it answered so far."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 100

    def __init__(self, server: tuple[str, int]) -> None:
        super().__init__(("127.0.0.1", 0), _Visit)
        self.server, self.received, self._lock = server, 0, threading.Lock()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def count(self, size: int) -> None:
        with self._lock:
            self.received += size


class _Visit(socketserver.BaseRequestHandler):
    server: Relay
    request: socket.socket

    def handle(self) -> None:
        with contextlib.suppress(OSError), socket.create_connection(self.server.server) as there:
            threading.Thread(target=_hand_on, args=(self.request, there), daemon=True).start()
            while part := there.recv(65_536):
                self.server.count(len(part))
                self.request.sendall(part)


def _hand_on(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while part := source.recv(65_536):
            target.sendall(part)
        target.shutdown(socket.SHUT_WR)


@contextlib.contextmanager
def relay_to(host: str, port: int) -> Iterator[Relay]:
    """A relay in front of that server, for as long as the block lasts."""
    with Relay((host, port)) as relay:
        thread = serve(relay)
        yield relay
        relay.shutdown()
        thread.join()
