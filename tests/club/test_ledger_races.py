"""Races for the same accounts on real connections (invariants 6, 8, 15, 16): with the ledger, and without its locks."""

from __future__ import annotations

import random
import threading

import psycopg
import pytest
from django.db import connection, connections

from club import audit, ledger
from club.models import Account, Entry

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

THREADS, POSTS, ACCOUNTS, CHIPS = 6, 40, 4, 10_000


@pytest.fixture
def wallets():
    cashier = ledger.open_account("cashier", "cashier")
    made = [ledger.open_account(f"player:{n}", "wallet") for n in range(ACCOUNTS)]
    for account in made:
        ledger.post(f"fund {account.pk}", {cashier.pk: -CHIPS, account.pk: CHIPS}, purpose="cash-in")
    return [account.pk for account in made]


def in_threads(work) -> list[Exception]:
    """Run `work(number)` in threads at once; the errors that reached a caller."""
    errors: list[Exception] = []
    begin = threading.Barrier(THREADS)

    def run(number: int) -> None:
        begin.wait()
        try:
            work(number)
        except Exception as error:
            errors.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors


def plan(number: int, wallets: list[int]):
    """The transfers of one thread: two threads share a plan, so every request is made twice."""
    rng = random.Random(number // 2)
    for n in range(POSTS):
        source, target = rng.sample(wallets, 2)
        yield f"{number // 2}:{n}", source, target, rng.randint(1, 9)


def test_15_threads_of_transfers_each_asked_for_twice_all_arrive_once(wallets):
    def work(number: int) -> None:
        for key, source, target, chips in plan(number, wallets):
            ledger.post(key, {source: -chips, target: chips}, purpose="hand")

    assert in_threads(work) == []
    assert Entry.objects.count() == 2 * (ACCOUNTS + THREADS // 2 * POSTS)
    assert audit.rebuild().ok


def test_8_nobody_spends_the_same_chips_twice(wallets):
    source, target = wallets[:2]

    def work(number: int) -> None:
        ledger.post(f"all of it {number}", {source: -CHIPS, target: CHIPS}, purpose="hand")

    errors = in_threads(work)
    assert len(errors) == THREADS - 1
    assert all(isinstance(error, ledger.NotEnoughChips) for error in errors)
    assert Account.objects.get(pk=source).balance == 0


def bare_transfer(address: dict, source: int, target: int, chips: int, *, lock: str) -> None:
    """A transfer written by hand, as a careless programmer would: read, add, write."""
    with psycopg.connect(**address) as bare:
        rows = {}
        for account in (source, target):
            rows[account] = bare.execute(
                f"SELECT balance, version FROM club_account WHERE id = %s {lock}", [account]
            ).fetchone()
        transfer = bare.execute(
            "INSERT INTO club_transfer (key, digest, purpose, reference, why, recorded_at)"
            " VALUES (gen_random_uuid()::text, '', 'hand', '', '', now()) RETURNING id"
        ).fetchone()[0]
        for account, amount in ((source, -chips), (target, chips)):
            balance, version = rows[account]
            bare.execute(
                "INSERT INTO club_entry (transfer_id, account_id, amount, balance_after, version)"
                " VALUES (%s, %s, %s, %s, %s)",
                [transfer, account, amount, balance + amount, version + 1],
            )
            bare.execute(
                "UPDATE club_account SET balance = %s, version = %s WHERE id = %s",
                [balance + amount, version + 1, account],
            )


@pytest.mark.parametrize(
    ("lock", "refusal"),
    [
        ("", psycopg.errors.UniqueViolation),  # no lock: two read the same version, and one of them is refused
        ("FOR NO KEY UPDATE", psycopg.errors.DeadlockDetected),  # locks in any order: they wait for each other
    ],
    ids=["without locks", "with unsorted locks"],
)
def test_16_the_same_race_without_the_ledgers_locks_is_refused_but_corrupts_nothing(wallets, lock, refusal):
    parts = connection.settings_dict
    address = {"host": parts["HOST"], "port": parts["PORT"], "user": parts["USER"], "dbname": parts["NAME"]}
    refused: list[Exception] = []

    def work(number: int) -> None:
        rng = random.Random(number)
        for _ in range(POSTS):
            if any(isinstance(error, refusal) for error in refused):
                return  # it has happened; a deadlock takes a second to be found
            source, target = rng.sample(wallets[:2], 2)
            try:
                bare_transfer(address, source, target, 1, lock=lock)
            except psycopg.Error as error:
                refused.append(error)

    assert in_threads(work) == []
    assert any(isinstance(error, refusal) for error in refused), "the race did not happen: the test has no teeth"
    assert audit.rebuild() == audit.Report(True, ())
