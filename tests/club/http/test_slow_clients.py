"""Two hundred clients who dribble heads, dribble bodies or never read an answer, while a table plays beside them over HTTP."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPConnection

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from club.management.commands.up import family
from club.project.servers import free_port
from tables.dealing import dealer, settlement
from tables.hand.hand_replay import rebuilt
from tables.models import Hand
from tests.bench.deciding import table_of_people
from tests.patience import PATIENCE

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
HEADS, BODIES, DEAF = 70, 70, 60


@pytest.fixture
def port(tmp_path) -> Iterator[int]:
    """Where the web of a club answers: the very line by which `up` starts it, on the test's database."""
    found, place = free_port(), connection.settings_dict
    environment = {
        **os.environ,
        "DATABASE_URL": f"postgresql://{place['USER']}:{place['PASSWORD']}@{place['HOST']}:{place['PORT']}/{place['NAME']}",
        "REDIS_URL": settings.REDIS_URL,
        "WEB_ORIGIN": f"http://127.0.0.1:{found}",
    }
    line = {child.name: child.command for child in family("127.0.0.1", found, 1, {})}["web"]
    with (tmp_path / "web.log").open("wb") as log:
        process = subprocess.Popen(line, env=environment, stdout=log, stderr=log)
    try:
        deadline = time.monotonic() + PATIENCE
        while not is_open(found):
            assert process.poll() is None, (tmp_path / "web.log").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.1)
        yield found
    finally:
        process.terminate()
        process.wait(PATIENCE)


def is_open(port: int) -> bool:
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE)
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


class Slow:
    """One slow client, who comes again whenever the club hangs up."""

    def __init__(self, port: int, begins: bytes, goes_on: bytes) -> None:
        self.port, self.begins, self.goes_on = port, begins, goes_on
        self.socket: socket.socket | None = None
        self.times = 0

    def dribble(self) -> None:
        """Send a byte more, on a new connection if need be; whoever has nothing to send sits there."""
        try:
            if self.socket is None:
                self.socket = socket.socket()
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                self.socket.settimeout(PATIENCE)
                self.socket.connect(("127.0.0.1", self.port))
                self.socket.sendall(self.begins)
                self.socket.setblocking(False)
                self.times += 1
            elif self.goes_on:
                self.socket.send(self.goes_on)
        except BlockingIOError:
            return
        except OSError:
            self.close()

    def close(self) -> None:
        if self.socket is not None:
            with contextlib.suppress(OSError):
                self.socket.close()
        self.socket = None


@contextlib.contextmanager
def crowd(port: int) -> Iterator[list[Slow]]:
    """All of them, connected before the block begins, and at it until it ends."""
    body = b"POST /api/v1/token/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"
    longest = b"GET /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    slow = [Slow(port, b"GET /lobby/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", b"x") for _ in range(HEADS)]
    slow += [Slow(port, body, b" ") for _ in range(BODIES)]
    slow += [Slow(port, longest * 3, b"") for _ in range(DEAF)]
    stopped = threading.Event()
    for one in slow:
        one.dribble()

    def go_on() -> None:
        while not stopped.wait(0.5):
            for one in slow:
                one.dribble()

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        yield slow
    finally:
        stopped.set()
        thread.join()
        for one in slow:
            one.close()


def played(port: int) -> int:
    """Play a hand to its end over HTTP, everybody calling; how many decisions were answered."""
    table, tokens = table_of_people("beside the slow")
    hand = dealer.deal(table, now=timezone.now(), seed=b"beside".ljust(32))
    ask = rebuilt(hand).asks[0]
    number, seat, words, count = ask.number, ask.seat or 0, "call", 0
    client = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    while True:
        headers = {"Authorization": f"Token {tokens[seat]}", "Content-Type": "application/json"}
        said = json.dumps({"hand": hand.pk, "ask": number, "decision": words})
        client.request("POST", f"/api/v1/tables/{table}/decisions/", said, headers)
        answer = client.getresponse()
        seen = json.loads(answer.read())
        if answer.status == 422 and words == "call":
            words = "show"
            continue
        assert answer.status == 200, seen
        words, count = "call", count + 1
        asks = seen["hand"]["view"]["asks"] if seen["hand"]["state"] == "playing" else []
        if not asks:
            client.close()
            settlement.resolve_all([hand.pk], now=timezone.now())
            assert Hand.objects.get(pk=hand.pk).state == "settled"
            return count
        number, seat = asks[0]["number"], asks[0]["seat"]


def test_a_table_plays_on_beside_two_hundred_slow_clients(port):
    with crowd(port) as slow:
        assert all(one.socket is not None for one in slow)
        assert played(port) > 20
        assert all(one.times for one in slow)


def test_a_head_and_a_body_that_are_not_whole_in_time_are_hung_up_on(port):
    head = Slow(port, b"GET /lobby/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", b"")
    body = Slow(port, b"POST /api/v1/token/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9000\r\n\r\n{", b"")
    answers = []
    for one in (head, body):
        one.dribble()
        assert one.socket is not None
        one.socket.settimeout(PATIENCE)
        said = b""
        with contextlib.suppress(ConnectionResetError):
            while part := one.socket.recv(4096):
                said += part
        answers.append(said)
        one.close()
    assert b" 200 " not in answers[0]
    assert answers[1].startswith(b"HTTP/1.1 408")
    assert b'"code":' in answers[1]
    assert b"too_slow" in answers[1]
