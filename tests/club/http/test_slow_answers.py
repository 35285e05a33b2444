"""Whoever is told something and answers a letter at a time keeps no worker."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator

import pytest
from urllib3.exceptions import HTTPError

from club.http import safe_http

LETTERS = 100  # after which the receiver has answered all the same, so that a test without the limit ends
WHOLE = b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n"
BEGINNINGS = {"its headers": b"HTTP/1.1 200 OK\r\nX-Long: ", "its text": WHOLE}


class Dawdler:
    """A receiver that answers the beginning at once, then a letter every tenth of a second, then the rest."""

    def __init__(self, beginning: bytes) -> None:
        self.beginning, self.letters = beginning, 0
        self.server = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.server.getsockname()[1]}/"
        self.thread = threading.Thread(target=self._answer, daemon=True)
        self.thread.start()

    def _answer(self) -> None:
        taken, _place = self.server.accept()
        with taken:
            try:
                taken.recv(10_000)
                taken.sendall(self.beginning)
                while self.letters < LETTERS:
                    taken.sendall(b"x")
                    self.letters += 1
                    time.sleep(0.1)
                taken.sendall(b"" if self.beginning == WHOLE else b"\r\n" + WHOLE.partition(b"\r\n")[2])
                taken.sendall(b"x" * 500)
            except OSError:
                pass


@pytest.fixture
def dawdler(request) -> Iterator[Dawdler]:
    made = Dawdler(BEGINNINGS[request.param])
    yield made
    made.thread.join(30)
    made.server.close()


@pytest.mark.parametrize("dawdler", BEGINNINGS, indirect=True)
def test_who_answers_a_letter_at_a_time_is_hung_up_on(dawdler, settings, monkeypatch):
    settings.WEBHOOKS_MAY_BE_LOCAL = True
    monkeypatch.setattr(safe_http, "READ_SECONDS", 1.0)
    with contextlib.suppress(HTTPError):  # or what was said until then is the answer
        assert safe_http.post(dawdler.url, b"told", {}).status == 200
    assert dawdler.letters < LETTERS
