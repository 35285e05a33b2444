"""The ledger when something dies: a connection at every statement, a backend between two lines, a caller in the middle."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime

import pytest
from django.db import DatabaseError, connection, transaction

from club.cashier import cashier, chip_accounts
from club.ledger import audit, ledger
from club.models import AuditEntry, Entry, Slip, Transfer
from club.people import people
from tests.support.desk import user_of

pytestmark = pytest.mark.django_db(transaction=True)
NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
KEY = "the request"


@pytest.fixture
def paul():
    return people.enrol("Paul", now=NOW)


def serve(paul) -> Transfer:
    return cashier.buy_chips(paul, 100, key=KEY, by=user_of("cara", "cashier"), now=NOW)


def books() -> tuple[int, ...]:
    return (Transfer.objects.count(), Entry.objects.count(), Slip.objects.count(), AuditEntry.objects.count())


class Killer:
    """Ends the connection's backend just before the statement of that number, as if the machine had gone."""

    def __init__(self, at: int) -> None:
        self.at, self.seen = at, 0

    def __call__(self, execute, sql, params, many, context):
        self.seen += 1
        if self.seen == self.at:
            with contextlib.suppress(Exception):
                context["cursor"].execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return execute(sql, params, many, context)


@pytest.mark.invariant(2, 3, 4, 9, 17, "fault")
@pytest.mark.slow
@pytest.mark.usefixtures("by_the_owner")
def test_killed_before_any_statement_nothing_stands_and_the_request_can_be_made_again(paul):
    user_of("cara", "cashier")
    before = books()
    for at in range(1, 200):
        killer = Killer(at)
        with contextlib.suppress(DatabaseError), connection.execute_wrapper(killer):
            serve(paul)
        connection.close()
        assert audit.rebuild() == audit.Report(True, ()), at
        if killer.seen < at:
            break  # every statement has had its turn, and this time nothing was killed
        assert books() == before, at
    assert at > 10, "the request is more than ten statements"
    assert books() == tuple(n + more for n, more in zip(before, (1, 2, 1, 1), strict=True))
    assert serve(paul).key == KEY
    assert ledger.balance(chip_accounts.wallet(paul)) == 100


DIE = """
CREATE FUNCTION dies() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.account_id = {account} THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER dies BEFORE INSERT ON club_entry FOR EACH ROW EXECUTE FUNCTION dies();
"""


@pytest.mark.invariant(2, 9, 17, "fault")
@pytest.mark.parametrize("nth", range(3))
@pytest.mark.usefixtures("by_the_owner")
def test_killed_between_two_lines_of_a_batch_none_stands(nth):
    bank = ledger.open_account("cashier", "cashier")
    wallets = [ledger.open_account(f"player:{n}", "wallet") for n in (1, 2)]
    accounts = sorted([bank.pk, *(one.pk for one in wallets)])
    moves = {bank.pk: -30, wallets[0].pk: 10, wallets[1].pk: 20}
    with connection.cursor() as cursor:
        cursor.execute(DIE.format(account=accounts[nth]))
    try:
        with pytest.raises(DatabaseError):
            ledger.post("batch", moves, purpose="buy-chips")
        connection.close()
        assert (Transfer.objects.count(), Entry.objects.count()) == (0, 0)
        assert [ledger.balance(one) for one in (bank, *wallets)] == [0, 0, 0]
    finally:
        connection.close()
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER dies ON club_entry; DROP FUNCTION dies()")
    assert audit.rebuild().ok
    ledger.post("batch", moves, purpose="buy-chips")
    assert [ledger.balance(one) for one in (bank, *wallets)] == [-30, 10, 20]


@pytest.mark.invariant(9, "fault")
def test_a_caller_who_fails_after_a_batch_takes_it_back(paul):
    bank, wallet = chip_accounts.cashier_account(), chip_accounts.wallet(paul)

    @transaction.atomic
    def dies():
        ledger.post("one", {bank.pk: -5, wallet.pk: 5}, purpose="buy-chips")
        ledger.post("two", {bank.pk: -6, wallet.pk: 6}, purpose="buy-chips")
        raise RuntimeError("the caller dies here")

    with pytest.raises(RuntimeError):
        dies()
    assert not Transfer.objects.exists()
    assert ledger.balance(wallet) == 0
