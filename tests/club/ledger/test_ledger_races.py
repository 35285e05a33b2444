"""Races for the same accounts on real connections: with the ledger, and without its locks."""

from __future__ import annotations

import random

import psycopg
import pytest
from django.db import OperationalError, connection

from club.ledger import audit, ledger
from club.models import Account, Entry
from tests.support.careless import ORDERS, UNSORTED, WITH_LOCKS, in_threads, race

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

THREADS, POSTS, ACCOUNTS, CHIPS = 8, 30, 4, 10_000


@pytest.fixture
def wallets():
    cashier = ledger.open_account("cashier", "cashier")
    made = [ledger.open_account(f"player:{n}", "wallet") for n in range(ACCOUNTS)]
    for account in made:
        ledger.post(f"fund {account.pk}", {cashier.pk: -CHIPS, account.pk: CHIPS}, purpose="buy-chips")
    return [account.pk for account in made]


def plan(number: int, wallets: list[int]):
    """The transfers of one thread: two threads share a plan, so every request is made twice."""
    rng = random.Random(number // 2)
    for n in range(POSTS):
        source, target = rng.sample(wallets, 2)
        yield f"{number // 2}:{n}", source, target, rng.randint(1, 9)


@pytest.mark.invariant(6, 15, "race")
def test_threads_of_transfers_each_asked_for_twice_all_arrive_once(wallets):
    def work(number: int) -> None:
        for key, source, target, chips in plan(number, wallets):
            ledger.post(key, {source: -chips, target: chips}, purpose="hand")

    assert in_threads(work) == []
    assert Entry.objects.count() == 2 * (ACCOUNTS + THREADS // 2 * POSTS)
    assert audit.rebuild().ok


@pytest.mark.invariant(8, "race")
def test_nobody_spends_the_same_chips_twice(wallets):
    source, target = wallets[:2]

    def work(number: int) -> None:
        ledger.post(f"all of it {number}", {source: -CHIPS, target: CHIPS}, purpose="hand")

    errors = in_threads(work)
    assert len(errors) == THREADS - 1
    assert all(isinstance(error, ledger.NotEnoughChips) for error in errors)
    assert Account.objects.get(pk=source).balance == 0


@pytest.mark.invariant(10, 8, "race")
def test_what_is_held_is_resolved_by_one(wallets):
    """Two prizes, a return and a correction for the same escrow, all at once and each with a key of its own."""
    escrow = ledger.open_account("tournament:1", "escrow").pk
    held = ledger.post("enter", {wallets[0]: -500, escrow: 500}, purpose="tournament-entry")

    def work(number: int) -> None:
        if number % 2:
            ledger.reverse(held, key=f"return {number}", by=None, why="unregistered")
        else:
            ledger.post(f"prize {number}", {escrow: -500, wallets[1]: 500}, purpose="tournament-prize")

    errors = in_threads(work)
    assert len(errors) == THREADS - 1
    assert all(isinstance(error, (ledger.NotEnoughChips, ledger.KeyReused)) for error in errors), errors
    assert Account.objects.get(pk=escrow).balance == 0
    assert audit.rebuild().ok


@pytest.mark.invariant(15, "race")
def test_transfers_at_once_try_again_three_times_at_most(wallets):
    """A deadlock from outside: whoever holds what, the ledger's caller hears of nothing until the tries are used up."""
    tries = []

    def deadlocks(times):
        def execute_or_not(execute, *how):
            tries.append(how)
            if len(tries) <= times:
                raise OperationalError("deadlock detected") from psycopg.errors.DeadlockDetected()
            return execute(*how)

        return execute_or_not

    bet = {wallets[0]: -1, wallets[1]: 1}
    with connection.execute_wrapper(deadlocks(3)):
        ledger.post("bet", bet, purpose="hand")
    assert len(tries) == 1 + ledger.RETRIES == 4
    tries.clear()
    with pytest.raises(OperationalError), connection.execute_wrapper(deadlocks(99)):
        ledger.post("raise", bet, purpose="hand")
    assert len(tries) == 4
    assert ledger.is_posted("bet")
    assert not ledger.is_posted("raise")


@pytest.mark.invariant(16, "race")
@pytest.mark.parametrize("order", ORDERS)
def test_the_same_race_without_the_ledgers_locks_corrupts_nothing(wallets, order):
    """Without locks the number of a line is taken already; with locks as they come, deadlocks. With the ledger neither."""
    done = race(order, wallets[:3], posts=25)
    for _again in range(0 if order == WITH_LOCKS else 20):  # a busy machine may let them run one after the other
        if done.deadlocks or done.lost:
            break
        done = race(order, wallets[:3], posts=25)
    assert done.drift == 0
    assert done.posted + done.deadlocks + done.lost == done.asked
    if order == WITH_LOCKS:
        assert (done.posted, done.deadlocks, done.lost) == (done.asked, 0, 0)
    elif order == UNSORTED:
        assert done.deadlocks, "the race did not happen: the test has no teeth"
    else:
        assert done.lost, "the race did not happen: the test has no teeth"
    assert audit.rebuild() == audit.Report(True, ())
