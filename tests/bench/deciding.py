"""Decisions a second over HTTP at twenty tables, beside an endpoint that knows who asks and writes one row.

Both are served by the same process and asked by the same clients in turn: a thread each, connections kept, no pause.
"""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from typing import Any

from django.db import connection
from django.utils import timezone

from club.accounts import api_tokens
from club.cashier import cashier
from club.database.database_owner import as_owner
from club.models import User
from club.people import people
from engine.betting.hand import Stakes
from tables.cash import new_tables, seating
from tables.dealing import dealer, settlement
from tables.hand.hand_replay import rebuilt
from tables.models import Decision, Hand
from tests.bench import Figure, Reading, Row
from tests.bench.clubhouse import opened

TABLES, SEATS, CLIENTS, ROUNDS = 20, 6, 4, 2
STAKES = Stakes(limit="fixed", small_blind=1, big_blind=2, small_bet=2, big_bet=4)


def measured() -> Iterator[Row]:
    """The two rates, and how long a decision and a written row take."""
    with as_owner(), connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE IF NOT EXISTS bench_row (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, login bigint,"
            " at timestamptz DEFAULT now()); GRANT INSERT ON bench_row TO PUBLIC"
        )
    tables = [table_of_people(str(at)) for at in range(TABLES)]
    ours: list[float] = []
    bare: list[float] = []
    took: list[float] = []
    took_bare: list[float] = []
    with opened("web", web="tests.bench.wsgi:application") as port:
        for turn in range(ROUNDS + 1):
            hands = [
                dealer.deal(table, now=timezone.now(), seed=f"{table}:{turn}".encode().ljust(32)) for table, _ in tables
            ]
            before = Decision.objects.count()
            spent, seconds = _together(
                [_playing(port, tables[at::CLIENTS], hands[at::CLIENTS]) for at in range(CLIENTS)]
            )
            made = Decision.objects.count() - before
            settlement.resolve_all([hand.pk for hand in hands], now=timezone.now())
            assert not Hand.objects.exclude(state="settled").exists()
            tokens = [token for _table, held in tables for token in held.values()]
            each = made // CLIENTS
            spent_bare, seconds_bare = _together(
                [_doing_nothing(port, tokens[at::CLIENTS], each) for at in range(CLIENTS)]
            )
            if turn:
                ours.append(made / seconds)
                bare.append(each * CLIENTS / seconds_bare)
                took += spent
                took_bare += spent_bare
    yield Figure(
        f"decisions over HTTP, {TABLES} tables",
        statistics.median(ours),
        statistics.median(bare),
        "an endpoint that writes one row",
        mark=0.5,
    )
    for words, found in (("a decision", took), ("one row", took_bare)):
        cuts = statistics.quantiles(found, n=100)
        yield Reading(f"{words}, p50, {CLIENTS} clients at once", 1000 * cuts[49], "ms")
        yield Reading(f"{words}, p99, {CLIENTS} clients at once", 1000 * cuts[98], "ms")


def table_of_people(number: str) -> tuple[int, dict[int, str]]:
    """A table full of people; its id and the token of each seat."""
    now = timezone.now()
    mark = f"{number}-{os.urandom(3).hex()}"
    table = new_tables.open_table(
        new_tables.Opening(
            name=f"deciding {number}", game="holdem", stakes=STAKES, seats=SEATS, pause=600.0, max_buy_in=50_000,
            action_seconds=600,
        ),
        by=None,
        now=now,
    )  # fmt: skip
    tokens = {}
    for seat in range(1, SEATS + 1):
        user = User.objects.create_user(f"deciding-{mark}-{seat}")
        player = people.enrol(user.username, user=user, now=now)
        cashier.buy_chips(player, 100_000, key=f"deciding:{mark}:{seat}", by=None, now=now)
        seating.sit_down(table.pk, player, seat, 50_000, key="bench", now=now)
        tokens[seat] = api_tokens.make(user, "bench", now=now)
    return table.pk, tokens


Work = Callable[[list[float]], None]


def _together(works: list[Work]) -> tuple[list[float], float]:
    """Every request's seconds, and the seconds of all the works that begin at once.

    Raises what the first that failed raised: a rate of the others would be none.
    """
    spent: list[list[float]] = [[] for _ in works]
    begun = time.perf_counter()
    with ThreadPoolExecutor(len(works)) as crew:
        for done in [crew.submit(work, own) for work, own in zip(works, spent, strict=True)]:
            done.result()
    return [second for own in spent for second in own], time.perf_counter() - begun


def _playing(port: int, tables: list[tuple[int, dict[int, str]]], hands: list[Hand]) -> Work:
    """Play those hands to their ends, a decision at each table in turn; everybody calls, and shows."""
    # Who is asked first is known before the clock runs; then each answer tells who is next.
    asked: dict[int, tuple[int, int]] = {}
    for hand in hands:
        ask = rebuilt(hand).asks[0]
        asked[hand.table_id] = (ask.number, ask.seat or 0)

    def work(spent: list[float]) -> None:
        client = HTTPConnection("127.0.0.1", port, timeout=60)
        left = {
            hand.table_id: (hand, tokens, *asked[hand.table_id])
            for hand, (_pk, tokens) in zip(hands, tables, strict=True)
        }
        words = dict.fromkeys(left, "call")
        while left:
            for table, (hand, tokens, number, seat) in list(left.items()):
                body = {"hand": hand.pk, "ask": number, "decision": words[table]}
                status, seen = _ask(client, tokens[seat], f"/api/v1/tables/{table}/decisions/", body, spent)
                if status == 422 and words[table] == "call":
                    words[table] = "show"
                    continue
                assert status == 200, seen
                words[table] = "call"
                asks = seen["hand"]["view"]["asks"] if seen["hand"]["state"] == "playing" else []
                if asks:
                    left[table] = (hand, tokens, asks[0]["number"], asks[0]["seat"])
                else:
                    del left[table]

    return work


def _doing_nothing(port: int, tokens: list[str], count: int) -> Work:
    def work(spent: list[float]) -> None:
        client = HTTPConnection("127.0.0.1", port, timeout=60)
        for at in range(count):
            status, _answer = _ask(client, tokens[at % len(tokens)], "/bench/one-row/", {"ask": at}, spent)
            assert status == 200

    return work


def _ask(client: HTTPConnection, token: str, path: str, body: Mapping[str, Any], spent: list[float]) -> tuple[int, Any]:
    headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
    begun = time.perf_counter()
    client.request("POST", path, json.dumps(body), headers)
    answer = client.getresponse()
    content = answer.read()
    spent.append(time.perf_counter() - begun)
    return answer.status, json.loads(content)
