"""How soon the result of a hand is seen after its last decision, and the table after the network came back.

The whole club runs: web, streams, both workers, beat. A watcher's page is a stream and the view it fetches at each of its news.
"""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from typing import Any

from django.utils import timezone

from club.accounts import api_tokens
from club.cashier import cashier
from club.models import User
from club.people import people
from engine.betting.hand import Stakes
from tables.cash import new_tables, seating
from tests.bench import Reading, Row
from tests.bench.clubhouse import opened
from tests.bench.spectating import change

HANDS, CUTS = 15, 15
MOST_MS = 1000.0
PATIENCE = 60.0


def measured() -> Iterator[Row]:
    """Both, as medians and at most."""
    table, tokens = _table()
    with opened("web", "streams", "worker", "thinker", "beat") as port:
        watcher = _Watcher(port, table, tokens[0])
        shown = [_until_result(watcher, port, table, tokens) for _hand in range(HANDS)]
        back = [_until_back(watcher, table) for _cut in range(CUTS)]
    for words, found in (("last decision to result in the view", shown), ("network back to fresh view", back)):
        yield Reading(f"{words}, median", 1000 * statistics.median(found), "ms", MOST_MS)
        yield Reading(f"{words}, at most", 1000 * max(found), "ms", MOST_MS)


def _table() -> tuple[int, list[str]]:
    """A table of two who can play, and their tokens."""
    now, mark = timezone.now(), os.urandom(3).hex()
    stakes = Stakes(limit="no", small_blind=1, big_blind=2)
    table = new_tables.open_table(
        new_tables.Opening(name=f"live {mark}", game="holdem", stakes=stakes, seats=2, pause=0.5, max_buy_in=50_000),
        by=None,
        now=now,
    )
    tokens = []
    for seat in (1, 2):
        user = User.objects.create_user(f"live-{mark}-{seat}")
        player = people.enrol(user.username, user=user, now=now)
        cashier.buy_chips(player, 100_000, key=f"live:{mark}:{seat}", by=None, now=now)
        seating.sit_down(table.pk, player, seat, 50_000, key="bench", now=now)
        tokens.append(api_tokens.make(user, "bench", now=now))
    return table.pk, tokens


class _Watcher:
    """A stream, opened anew where it was cut, and the view."""

    def __init__(self, port: int, table: int, token: str) -> None:
        self.address, self.token = f"/api/v1/tables/{table}/", token
        self.page = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.port, self.path = port + 1, f"/streams/table:{table}"
        self.news: HTTPResponse
        self.open()

    def open(self) -> None:
        self.stream = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        self.stream.request("GET", self.path)
        self.news = self.stream.getresponse()

    def wait(self) -> None:
        """Until there is news."""
        while line := self.news.readline():
            if line.startswith(b"data: "):
                return
        raise ConnectionError("the stream ended")

    def look(self) -> Any:
        return _asked(self.page, self.token, "GET", self.address)


def _asked(client: HTTPConnection, token: str, method: str, path: str, body: object = None) -> Any:
    headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
    client.request(method, path, None if body is None else json.dumps(body), headers)
    answer = client.getresponse()
    told = json.loads(answer.read())
    assert answer.status == 200, told
    return told


def _until_result(watcher: _Watcher, port: int, table: int, tokens: list[str]) -> float:
    """From the answer to the decision that ends a hand until the watcher's view shows its result: seconds."""
    seen = watcher.look()
    while not (seen["hand"] and seen["hand"]["state"] == "playing"):
        watcher.wait()
        seen = watcher.look()
    hand, ask = seen["hand"]["id"], seen["hand"]["view"]["asks"][0]
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as player:
        said = {"hand": hand, "ask": ask["number"], "decision": "fold"}
        _asked(player, tokens[ask["seat"] - 1], "POST", f"/api/v1/tables/{table}/decisions/", said)
    begun = time.perf_counter()
    while True:
        seen = watcher.look()
        if seen["hand"]["id"] != hand or seen["hand"]["state"] == "settled":
            return time.perf_counter() - begun
        watcher.wait()


def _until_back(watcher: _Watcher, table: int) -> float:
    """From the network's return until the view is as new as what happened meanwhile: seconds."""
    watcher.stream.close()
    version, _at = change(table)
    begun = time.perf_counter()
    watcher.open()
    while True:
        watcher.wait()
        if watcher.look()["version"] >= version:
            return time.perf_counter() - begun
