"""Hands settled a second through the worker's code into the ledger, beside bare psycopg writing the same rows."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterator

import psycopg
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from club import cashier
from club.models import Player
from club.people import enrol
from engine.hand import Stakes
from tables import dealer, locks, resolve, seating
from tables.models import Hand
from tables.play import Play
from tests.bench import Figure, rates

HANDS = 150
SEATS = 6


def settled() -> Iterator[Figure]:
    """Each hand: recomputed from its start and decisions, one transfer of some entries, the state, the result.

    The reference writes to ordinary, logged tables.
    """
    # Prepared once for both: hands that are over, in turn at one table; what is measured is their settlement.
    table, mark = _table()

    prepared: list[int] = []

    def prepare() -> None:
        prepared.append(_over(table, mark, len(prepared)))

    # One hand can be over at a table at a time, so the clock runs over the settlements alone.
    ours_rate = _rate_of(prepare, lambda: resolve.resolve(prepared[-1], now=timezone.now()))
    bare_rate = _bare()
    yield Figure("hands settled, one worker", ours_rate, bare_rate, "bare psycopg, the same rows in one transaction")


def _rate_of(prepare: Callable[[], None], work: Callable[[], object]) -> float:
    total = 0.0
    for _ in range(HANDS):
        prepare()
        begun = time.perf_counter()
        work()
        total += time.perf_counter() - begun
    return HANDS / total


def _table() -> tuple[int, str]:
    now = timezone.now()
    mark = hashlib.sha256(os.urandom(8)).hexdigest()[:8]
    stakes = Stakes(limit="fixed", small_blind=1, big_blind=2, small_bet=2, big_bet=4)  # nobody is broke before the end
    table = seating.open_table(
        seating.Opening(
            name=f"bench {mark}", game="holdem", stakes=stakes, seats=SEATS, pace=600.0, pause=600.0, max_buy_in=50_000
        ),
        by=None,
        now=now,
    )
    for seat in range(1, SEATS + 1):
        player = Player.objects.filter(nickname=f"bench {mark} {seat}").first() or enrol(
            f"bench {mark} {seat}", is_computer=True, now=now
        )
        cashier.cash_in(player, 1_000_000, key=f"bench:{mark}:{seat}", by=None, now=now)
        seating.sit_down(table.pk, player, seat, table.max_buy_in, key=mark, now=now)
    return table.pk, mark


def _over(table_id: int, mark: str, number: int) -> int:
    """Deal a hand and play it to the end without settling it."""
    now = timezone.now()
    seed = hashlib.sha256(f"{mark}:{number}:{os.urandom(4).hex()}".encode()).digest()
    hand = dealer.deal(table_id, now=now, seed=seed)
    with transaction.atomic():
        table, row = locks.lock_hand(hand.pk)
        play = Play(table, row, now)
        play.answer_by_computers(whole=True)
        play.close(settled_here=True)
    assert Hand.objects.get(pk=hand.pk).state == Hand.State.OVER
    return hand.pk


def _bare() -> float:
    """The rows of a settlement, written by hand: a transfer, three entries and balances, the hand's state."""
    address = settings.DATABASES["default"]
    url = f"postgresql://{address['USER']}@{address['HOST']}:{address['PORT']}/{address['NAME']}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "CREATE SCHEMA bare; SET search_path TO bare; CREATE TABLE a (id int PRIMARY KEY, balance bigint, version bigint);"
            "CREATE TABLE t (id bigserial PRIMARY KEY, key text UNIQUE, purpose text, reference text, at timestamptz);"
            "CREATE TABLE e (id bigserial PRIMARY KEY, t bigint, a int, amount bigint, after bigint, version bigint,"
            " UNIQUE (a, version));"
            "CREATE TABLE h (id int PRIMARY KEY, state text, result jsonb);"
        )
        connection.execute("INSERT INTO a SELECT n, 100000, 0 FROM generate_series(1, 6) n")
        connection.execute("INSERT INTO h SELECT n, 'over', null FROM generate_series(1, 10000) n")
        done = 0

        def work() -> int:
            nonlocal done
            for _ in range(300):
                done += 1
                with connection.transaction():
                    connection.execute("SELECT id FROM h WHERE id = %s FOR NO KEY UPDATE", [done])
                    row = connection.execute(
                        "INSERT INTO t (key, purpose, reference, at) VALUES (%s, 'hand', %s, now()) RETURNING id",
                        [f"k{done}", f"hand:{done}"],
                    ).fetchone()
                    assert row is not None
                    for account, amount in ((1, 5), (2, -3), (3, -2)):
                        after = connection.execute(
                            "UPDATE a SET balance = balance + %s, version = version + 1 WHERE id = %s"
                            " RETURNING balance, version",
                            [amount, account],
                        ).fetchone()
                        assert after is not None
                        connection.execute(
                            "INSERT INTO e (t, a, amount, after, version) VALUES (%s, %s, %s, %s, %s)",
                            [row[0], account, amount, *after],
                        )
                    connection.execute("UPDATE h SET state = 'settled', result = '{}' WHERE id = %s", [done])
            return 300

        rate, _none = rates(work, lambda: 1, clock=time.perf_counter)
    return rate
