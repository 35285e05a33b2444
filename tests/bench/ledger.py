"""Transfers a second through `club.ledger.ledger`, beside bare psycopg; a long statement's first page; an audit; the race table.

Two references write the same rows into the same tables: one statement by statement, as one would by hand, and one by a
posting function as short as it can be. Every connection is a process of its own. The books are audited at the end.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import resource
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import psycopg
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import connection, connections
from django.test import Client
from django.utils import timezone

from club.database.database_owner import as_owner
from club.ledger import audit, ledger
from club.people import people
from tests.bench import Figure, Reading, Remark, Row
from tests.support.careless import ORDERS, race

SECONDS, ROUNDS = 0.7, 5
SPREAD, CHIPS = 200, 10**12
PLAIN = """
CREATE FUNCTION plain_post(in_key text, in_source bigint, in_target bigint, in_chips bigint) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE made bigint; line record;
BEGIN
    INSERT INTO club_transfer (key, digest, purpose, reference, why, recorded_at)
    VALUES (in_key, '', 'hand', '', '', now()) RETURNING id INTO made;
    FOR line IN SELECT id, balance, version, CASE id WHEN in_source THEN -in_chips ELSE in_chips END AS amount
                FROM club_account WHERE id IN (in_source, in_target) ORDER BY id FOR NO KEY UPDATE LOOP
        UPDATE club_account SET balance = line.balance + line.amount, version = line.version + 1 WHERE id = line.id;
        INSERT INTO club_entry (transfer_id, account_id, amount, balance_after, version)
        VALUES (made, line.id, line.amount, line.balance + line.amount, line.version + 1);
    END LOOP;
    RETURN made;
END $$
"""
Poster = Callable[[str, int, int], object]


def measured() -> Iterator[Row]:
    """Every part in turn."""
    for part in (posted, raced, stated, audited):
        yield from part()


def address() -> str:
    """Where the bench's own database is, by its owner: what is compared with writes as no program may."""
    if settings.DATABASE_OWNER_URL:
        return str(settings.DATABASE_OWNER_URL)
    place = settings.DATABASES["default"]
    return f"postgresql://{place['USER']}:{place['PASSWORD']}@{place['HOST']}:{place['PORT']}/{place['NAME']}"


# -- transfers --------------------------------------------------------------------------------------------------------


def by_the_ledger() -> Poster:
    """`club.ledger.ledger`, as every app uses it."""
    return lambda key, source, target: ledger.post(key, {source: -1, target: 1}, purpose="hand")


def by_statements() -> Poster:
    """What the ledger writes, statement by statement: the transfer, two locked balances, two lines."""
    bare = psycopg.connect(address(), autocommit=True)

    def post(key: str, source: int, target: int) -> None:
        with bare.transaction():
            row = bare.execute(
                "INSERT INTO club_transfer (key, digest, purpose, reference, why, recorded_at)"
                " VALUES (%s, '', 'hand', '', '', now()) RETURNING id",
                [key],
            ).fetchone()
            assert row is not None
            locked = bare.execute(
                "SELECT id, balance, version FROM club_account WHERE id = ANY(%s) ORDER BY id FOR NO KEY UPDATE",
                [[source, target]],
            ).fetchall()
            for account, balance, version in locked:
                amount = -1 if account == source else 1
                bare.execute(
                    "UPDATE club_account SET balance = %s, version = %s WHERE id = %s",
                    [balance + amount, version + 1, account],
                )
                bare.execute(
                    "INSERT INTO club_entry (transfer_id, account_id, amount, balance_after, version)"
                    " VALUES (%s, %s, %s, %s, %s)",
                    [row[0], account, amount, balance + amount, version + 1],
                )

    return post


def by_a_function() -> Poster:
    """One call of a posting function without keys to compare, units, floors or refusals."""
    bare = psycopg.connect(address(), autocommit=True)
    return lambda key, source, target: bare.execute("SELECT plain_post(%s, %s, %s, 1)", [key, source, target])


def posted() -> Iterator[Row]:
    """1, 4 and 8 connections over many accounts; 4 of which each takes from one account."""
    cashier = ledger.open_account("cashier", "cashier")
    wallets = sorted(one.pk for one in ledger.open_accounts([f"bench:{n}" for n in range(SPREAD)], "wallet"))
    for wallet in wallets:
        ledger.post(f"fund {wallet}", {cashier.pk: -CHIPS, wallet: CHIPS}, purpose="buy-chips")
    with as_owner(), connection.cursor() as cursor:
        cursor.execute(PLAIN)
    for count, pairs, words in (
        *((n, partial(_spread, wallets), f"{n} connection{'s'[: n > 1]}, many accounts") for n in (1, 4, 8)),
        (4, partial(_hot, wallets), "4 connections, one hot account"),
    ):
        seen: dict[Callable[[], Poster], list[float]] = {by_the_ledger: [], by_statements: [], by_a_function: []}
        for turn, way in itertools.product(range(ROUNDS + 1), seen):
            rate = _together(count, way, pairs)
            if turn:
                seen[way].append(rate)
        ours, by_hand, function = (statistics.median(rates) for rates in seen.values())
        yield Figure(f"transfers, {words}", ours, by_hand, "bare psycopg, statement by statement", mark=1)
        yield Figure(f"transfers, {words}", ours, function, "bare psycopg, one short function", mark=0.6)


def _spread(wallets: Sequence[int], mine: int) -> Iterator[tuple[int, int]]:
    for n in itertools.count(mine):
        yield wallets[n * 7 % SPREAD], wallets[(n * 7 + 1 + n % 5) % SPREAD]


def _hot(wallets: Sequence[int], mine: int) -> Iterator[tuple[int, int]]:
    for n in itertools.count(mine):
        yield wallets[0], wallets[1 + n * 7 % (SPREAD - 1)]


def _together(count: int, way: Callable[[], Poster], pairs: Callable[[int], Iterator[tuple[int, int]]]) -> float:
    """Transfers a second of so many processes, each with a connection of its own, all beginning at once."""
    connections.close_all()
    fork = multiprocessing.get_context("fork")
    begin, done = fork.Barrier(count), fork.Queue()
    processes = [fork.Process(target=_one, args=(way, pairs(n * 31), begin, done)) for n in range(count)]
    for process in processes:
        process.start()
    rates = [done.get(timeout=60) for _ in processes]
    for process in processes:
        process.join()
    return sum(rates)


def _one(way: Callable[[], Poster], pairs: Iterator[tuple[int, int]], begin: Any, done: Any) -> None:
    post = way()
    mark = f"{os.getpid()}:{time.monotonic_ns()}"
    for n, (source, target) in zip(range(20), pairs, strict=False):  # connected, and every plan made
        post(f"{mark}:warm {n}", source, target)
    begin.wait()
    begun, made = time.perf_counter(), 0
    while (took := time.perf_counter() - begun) < SECONDS:
        post(f"{mark}:{made}", *next(pairs))
        made += 1
    done.put(made / took)


# -- the race ---------------------------------------------------------------------------------------------------------


def raced() -> Iterator[Row]:
    """The same race with locks in one order, with locks as they come, and without: why the ledger locks, and sorts."""
    cashier = ledger.open_account("cashier", "cashier")
    wallets = sorted(one.pk for one in ledger.open_accounts([f"race:{n}" for n in range(4)], "wallet"))
    for wallet in wallets:
        ledger.post(f"fund {wallet}", {cashier.pk: -CHIPS, wallet: CHIPS}, purpose="buy-chips")
    for order in ORDERS:
        yield Remark(str(race(order, wallets)))


# -- a million lines --------------------------------------------------------------------------------------------------

LINES = 1_000_000
HISTORY = """
WITH made AS (
    INSERT INTO club_transfer (key, digest, purpose, reference, why, recorded_at)
    SELECT 'history:' || n, '', 'hand', 'hand:' || n, '', now() - interval '1 year' + n * interval '30 seconds'
    FROM generate_series(%(first)s::bigint, %(last)s::bigint) n RETURNING id, split_part(key, ':', 2)::bigint AS n
)
INSERT INTO club_entry (transfer_id, account_id, amount, balance_after, version)
SELECT made.id, side.account, side.sign, side.sign * made.n, made.n
FROM made CROSS JOIN (VALUES (%(player)s::bigint, 1), (%(cashier)s::bigint, -1)) AS side(account, sign)
ORDER BY made.n, side.account
"""


def stated() -> Iterator[Row]:
    """First page of the statement of a player with a million lines, by the API; the audit of a million on the way."""
    user = get_user_model().objects.create_user("bench player")
    player = people.enrol("bench player", user=user, now=timezone.now())
    wallet = ledger.open_account(player.owner, "wallet")
    cashier = ledger.open_account("bench history", "cashier")
    _write_history(wallet.pk, cashier.pk, 1, LINES // 2)
    yield from audited()
    _write_history(wallet.pk, cashier.pk, LINES // 2 + 1, LINES)
    client = Client()
    client.force_login(user)
    for words, where in (("first", ""), ("last", "?before=51")):
        took = [_milliseconds(partial(client.get, f"/api/v1/me/chips/{wallet.pk}/entries/{where}")) for _ in range(21)]
        yield Reading(f"{words} page of a statement of {LINES:,} lines", statistics.median(took), "ms", 50)
    yield Reading(
        "balance at an instant in the middle of them",
        statistics.median(_milliseconds(partial(_balance_at_noon, wallet)) for _ in range(21)),
        "ms",
        50,
    )


def _balance_at_noon(wallet: Any) -> None:
    middle = wallet.entries.get(version=LINES // 2).transfer.recorded_at
    assert ledger.balance_at(wallet, middle) == LINES // 2


def _write_history(player: int, cashier: int, first: int, last: int) -> None:
    """Lines as the ledger would have written them, many at once."""
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute(HISTORY, {"first": first, "last": last, "player": player, "cashier": cashier})
        cursor.execute("UPDATE club_account SET balance = %s, version = %s WHERE id = %s", [last, last, player])
        cursor.execute("UPDATE club_account SET balance = %s, version = %s WHERE id = %s", [-last, last, cashier])
        cursor.execute("ANALYZE club_entry, club_transfer, club_account")
        cursor.execute("RESET statement_timeout")


def _milliseconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


def audited() -> Iterator[Row]:
    """The audit of everything written so far; by how much this process grew in it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM club_entry")
        lines = cursor.fetchone()[0]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun = time.perf_counter()
    report = audit.rebuild()
    took = time.perf_counter() - begun
    assert report == audit.Report(True, ()), report.differences
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1000
    yield Reading(f"audit of {lines:,} lines, all in balance", took, "s", 20)
    yield Reading(f"audit of {lines:,} lines: memory grew by", grown, "MB", 5)
