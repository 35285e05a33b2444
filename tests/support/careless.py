"""Transfers written by a careless programmer, raced on real connections beside the ledger's own: what do locks save?

Used by the tests of the ledger's races, and printed as a table by ``manage.py bench ledger``.
"""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import psycopg
from django.conf import settings
from django.db import connection, connections

from club.ledger import ledger

WITH_LOCKS, UNSORTED, NO_LOCKS = "with locks", "with unsorted locks", "without locks"
ORDERS = (WITH_LOCKS, UNSORTED, NO_LOCKS)
THREADS, POSTS = 8, 40


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a race came to: requests made, transfers that stand, and by what the others were refused; seconds it took.

    `drift` is how many chips the balances are away from the sums of their lines, all accounts together.
    """

    order: str
    asked: int
    posted: int
    deadlocks: int
    lost: int
    drift: int
    took: float

    def __str__(self) -> str:
        refused = f"{self.deadlocks:>5} deadlocks{self.lost:>6} refused by the line's number"
        return f"{self.order:<22}{self.asked:>5} asked{self.posted:>6} posted{refused}{self.drift:>4} drift{self.took:>7.1f} s"


def in_threads(work: Callable[[int], None], threads: int = THREADS) -> list[Exception]:
    """Run `work(number)` in threads at once, each with a connection of its own; the errors that reached a caller."""
    errors: list[Exception] = []
    begin = threading.Barrier(threads)

    def run(number: int) -> None:
        begin.wait()
        try:
            work(number)
        except Exception as error:
            errors.append(error)
        finally:
            connections.close_all()

    crew = [threading.Thread(target=run, args=(number,)) for number in range(threads)]
    for one in crew:
        one.start()
    for one in crew:
        one.join()
    return errors


def race(order: str, wallets: Sequence[int], *, threads: int = THREADS, posts: int = POSTS) -> Outcome:
    """Threads that move single chips among a few accounts, in one of the three `ORDERS`.

    Raises what reached a caller of the ledger; of the careless way deadlocks and lost updates are counted instead.
    """
    seen: Counter[str] = Counter()
    mark = f"{order} {time.monotonic_ns()}"

    def work(number: int) -> None:
        rng = random.Random(number)
        with contextlib.ExitStack() as stack:
            bare = None if order == WITH_LOCKS else stack.enter_context(_connection())
            for n in range(posts):
                source, target = rng.sample(list(wallets), 2)
                if bare is None:
                    ledger.post(f"{mark} {number}:{n}", {source: -1, target: 1}, purpose="hand")
                    seen["posted"] += 1
                else:
                    seen[_tried(bare, f"{mark} {number}:{n}", source, target, is_locking=order == UNSORTED)] += 1

    begun = time.perf_counter()
    errors = in_threads(work, threads)
    took = time.perf_counter() - begun
    if errors:
        raise errors[0]
    return Outcome(order, threads * posts, seen["posted"], seen["deadlock"], seen["lost"], drift(), took)


def drift() -> int:
    """Chips by which balances differ from the sums of their lines, and units from nothing."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(sum(abs(a.balance - e.total)), 0) + abs(coalesce(sum(a.balance), 0)) FROM club_account a"
            " JOIN (SELECT account_id, sum(amount) AS total FROM club_entry GROUP BY account_id) e ON e.account_id = a.id"
        )
        return int(cursor.fetchone()[0])


def _connection() -> psycopg.Connection:
    """As the owner: the program's role may not write so."""
    parts = connection.settings_dict
    bare = psycopg.connect(
        settings.DATABASE_OWNER_URL
        or psycopg.conninfo.make_conninfo(
            host=parts["HOST"],
            port=parts["PORT"],
            user=parts["USER"],
            dbname=parts["NAME"],
            password=parts["PASSWORD"] or None,
        )
    )
    bare.autocommit = True
    with contextlib.suppress(psycopg.errors.InsufficientPrivilege):  # then a deadlock takes a second to be found
        bare.execute("SET deadlock_timeout = '50ms'")
    return bare


def _tried(bare: psycopg.Connection, key: str, source: int, target: int, *, is_locking: bool) -> str:
    try:
        _transfer(bare, key, source, target, "FOR NO KEY UPDATE" if is_locking else "")
    except psycopg.errors.DeadlockDetected:
        return "deadlock"
    except psycopg.errors.UniqueViolation:
        return "lost"
    return "posted"


def _transfer(bare: psycopg.Connection, key: str, source: int, target: int, lock: str) -> None:
    """Read, add, write: each account when its turn comes."""
    with bare.transaction():
        rows = {}
        for account in (source, target):
            rows[account] = bare.execute(
                f"SELECT balance, version FROM club_account WHERE id = %s {lock}", [account]
            ).fetchone()
        made = bare.execute(
            "INSERT INTO club_transfer (key, digest, purpose, reference, why, recorded_at)"
            " VALUES (%s, '', 'hand', '', '', now()) RETURNING id",
            [key],
        ).fetchone()
        for account, amount in ((source, -1), (target, 1)):
            balance, version = rows[account]
            bare.execute(
                "INSERT INTO club_entry (transfer_id, account_id, amount, balance_after, version)"
                " VALUES (%s, %s, %s, %s, %s)",
                [made[0], account, amount, balance + amount, version + 1],
            )
            bare.execute(
                "UPDATE club_account SET balance = %s, version = %s WHERE id = %s",
                [balance + amount, version + 1, account],
            )
