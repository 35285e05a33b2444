"""A server of a test's own, which serves beside it."""

from __future__ import annotations

import threading
from socketserver import BaseServer

POLL_SECONDS = 0.02  # how soon it hears that it shall end; by default half a second, which every test would wait for


def serve(server: BaseServer) -> threading.Thread:
    """Serve until `server.shutdown()`; the thread in which it does."""
    thread = threading.Thread(target=server.serve_forever, args=(POLL_SECONDS,), daemon=True)
    thread.start()
    return thread
