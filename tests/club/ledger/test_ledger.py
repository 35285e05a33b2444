"""The ledger's promises (`tests.support.invariants`): told first, then refused by the database."""

from __future__ import annotations

import itertools
from datetime import timedelta

import pytest
from django.db import InternalError, connection, transaction
from django.db.utils import DatabaseError, IntegrityError
from django.utils import timezone

from club.ledger import audit, ledger
from club.models import Account, AuditRun, Entry, Transfer
from tests.support.owner import as_owner

pytestmark = pytest.mark.django_db


@pytest.fixture
def cashier():
    return ledger.open_account("cashier", "cashier")


@pytest.fixture
def anna():
    return ledger.open_account("player:1", "wallet")


@pytest.fixture
def ben():
    return ledger.open_account("player:2", "wallet")


def give(cashier, account, chips, key="given"):
    return ledger.post(f"{key}:{account.pk}", {cashier.pk: -chips, account.pk: chips}, purpose="buy-chips")


def raw(sql, *arguments):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, arguments)


# -- 1 to 5: what cannot be written -----------------------------------------------------------------------------------


@pytest.mark.invariant(1, "example")
@pytest.mark.parametrize("amount", [0, 1.5, True, "5", 10**18 + 1])
def test_an_amount_is_a_whole_number_other_than_zero(cashier, anna, amount):
    with pytest.raises(ledger.BadAmount):
        ledger.post(
            "odd", {cashier.pk: -1 if not isinstance(amount, int) else -amount, anna.pk: amount}, purpose="buy-chips"
        )
    assert not Transfer.objects.exists()


@pytest.mark.invariant(1, "sql")
def test_units_do_not_mix(cashier):
    other = ledger.open_account("entry:1", "stack", "tournament:1")
    with pytest.raises(ledger.WrongUnit):
        ledger.post("mixed", {cashier.pk: -5, other.pk: 5}, purpose="buy-chips")
    assert ledger.balance(cashier) == 0


@pytest.mark.invariant(1, "example")
def test_one_account_is_no_transfer(cashier):
    with pytest.raises(ledger.BadAmount):
        ledger.post("alone", {cashier.pk: 5}, purpose="buy-chips")


@pytest.mark.invariant(2, "sql")
def test_what_does_not_sum_to_zero_is_refused_by_the_database_too(cashier, anna):
    with pytest.raises(ledger.BadAmount):
        ledger.post("askew", {cashier.pk: -5, anna.pk: 6}, purpose="buy-chips")
    with pytest.raises(DatabaseError, match="bad_amount"):
        raw(
            "SELECT * FROM ledger_post('askew', 'd', 'buy-chips', '', null, '', null, now(), %s, %s)",
            [cashier.pk, anna.pk],
            [-5, 6],
        )
    assert not Entry.objects.exists()


@pytest.mark.invariant(3, 4, "example")
def test_balance_version_and_chain_follow_from_the_lines(cashier, anna, ben):
    give(cashier, anna, 100)
    for n in range(5):
        ledger.post(f"bet {n}", {anna.pk: -7 - n, ben.pk: 7 + n}, purpose="hand")
    for account in (cashier, anna, ben):
        lines = list(Entry.objects.filter(account=account).order_by("version"))
        account.refresh_from_db()
        assert account.balance == sum(line.amount for line in lines) == lines[-1].balance_after
        assert account.version == len(lines)
        assert [line.version for line in lines] == list(range(1, len(lines) + 1))
        for before, after in itertools.pairwise(lines):
            assert after.balance_after == before.balance_after + after.amount


@pytest.mark.invariant(5, "sql")
@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE club_entry SET amount = amount + 1",
        "DELETE FROM club_entry",
        "UPDATE club_transfer SET purpose = 'other'",
        "DELETE FROM club_transfer",
    ],
)
@pytest.mark.usefixtures("by_the_owner")
def test_lines_are_never_changed_even_in_raw_sql(cashier, anna, sql):
    give(cashier, anna, 10)
    with pytest.raises((InternalError, DatabaseError), match=r"[Cc]annot (update|delete)"):
        raw(sql)


# -- 6 to 9: keys, refusals, floors, batches --------------------------------------------------------------------------


@pytest.mark.invariant(6, "example")
def test_the_same_key_and_body_is_the_same_transfer_another_body_is_refused(cashier, anna):
    first = give(cashier, anna, 10)
    assert give(cashier, anna, 10) == first
    assert Entry.objects.count() == 2
    with pytest.raises(ledger.KeyReused):
        give(cashier, anna, 11)
    assert ledger.balance(anna) == 10


@pytest.mark.invariant(7, "example")
def test_a_refused_post_leaves_nothing_and_does_not_use_up_its_key(cashier, anna, ben):
    with pytest.raises(ledger.NotEnoughChips) as refusal:
        ledger.post("bet", {anna.pk: -5, ben.pk: 5}, purpose="hand")
    assert refusal.value.params["balance"] == 0
    assert refusal.value.params["needed"] == 5
    assert not Transfer.objects.exists()
    give(cashier, anna, 5)
    assert ledger.post("bet", {anna.pk: -5, ben.pk: 5}, purpose="hand").key == "bet"


@pytest.mark.invariant(8, "sql")
@pytest.mark.usefixtures("by_the_owner")
def test_only_the_cashier_and_the_house_go_below_zero(cashier, anna):
    give(cashier, anna, 1_000_000)
    assert ledger.balance(cashier) == -1_000_000
    escrow = ledger.open_account("tournament:1", "escrow")
    with pytest.raises(ledger.NotEnoughChips):
        ledger.post("overdrawn", {escrow.pk: -1, anna.pk: 1}, purpose="tournament-prize")
    with pytest.raises(IntegrityError):
        raw("UPDATE club_account SET balance = -1 WHERE id = %s", escrow.pk)
    with pytest.raises(IntegrityError):
        raw("UPDATE club_account SET floor = NULL WHERE id = %s", anna.pk)


@pytest.mark.invariant(9, "example")
def test_a_batch_stands_whole_or_not_at_all(cashier, anna, ben):
    give(cashier, anna, 10)
    carol = ledger.open_account("player:3", "wallet")
    with pytest.raises(ledger.NotEnoughChips):
        ledger.post("pot", {anna.pk: -10, ben.pk: -1, carol.pk: 11}, purpose="hand")
    assert [ledger.balance(one) for one in (anna, ben, carol)] == [10, 0, 0]
    give(cashier, ben, 1)
    ledger.post("pot", {anna.pk: -10, ben.pk: -1, carol.pk: 11}, purpose="hand")
    assert [ledger.balance(one) for one in (anna, ben, carol)] == [0, 0, 11]


@pytest.mark.invariant(9, "example")
def test_a_refusal_leaves_the_callers_transaction_usable(cashier, anna, ben):
    with transaction.atomic():
        give(cashier, anna, 3)
        with pytest.raises(ledger.NotEnoughChips):
            ledger.post("too much", {anna.pk: -4, ben.pk: 4}, purpose="hand")
        ledger.post("enough", {anna.pk: -3, ben.pk: 3}, purpose="hand")
    assert ledger.balance(ben) == 3


FUNCTION = "SELECT ledger_post('by hand', 'd', 'buy-chips', '', null, '', %s, now(), %s, %s)"


@pytest.mark.invariant(1, 2, "sql")
@pytest.mark.parametrize(
    ("signed", "chips", "error"),
    [
        ([0, 1], [0, 0], "entry_moves_something"),  # no amount
        ([0, 0], [-5, 5], "unknown_account"),  # an account with itself
        ([0, 2], [-5, 5], "wrong_unit"),
        ([0], [5], "bad_amount"),  # from nowhere
        ([0, 1], [-5, 6], "bad_amount"),
        ([0, 1], [-(2**63), 2**63 - 1], "bad_amount"),
    ],
)
def test_what_is_no_transfer_is_refused_by_the_database(cashier, anna, signed, chips, error):
    other = ledger.open_account("entry:1", "stack", "tournament:1")
    accounts = [(cashier, anna, other)[n].pk for n in signed]
    with pytest.raises(DatabaseError, match=error):
        raw(FUNCTION, None, accounts, chips)
    assert not Transfer.objects.exists()


@pytest.mark.invariant(4, "sql")
@pytest.mark.parametrize(
    ("version", "amount", "after", "error"),
    [
        (2, 1, 99, "entry_version_once"),  # a line that stands
        (4, 1, 31, "does not go on"),  # a gap
        (3, 1, 32, "does not go on"),  # another balance
        (0, 1, 1, "does not go on"),
    ],
)
@pytest.mark.usefixtures("by_the_owner")
def test_a_line_that_does_not_follow_is_refused_by_the_database(cashier, anna, version, amount, after, error):
    give(cashier, anna, 10)
    last = give(cashier, anna, 20, key="more")
    if version == 2:
        after = 10 + amount
    with pytest.raises(DatabaseError, match=error):
        raw(
            "INSERT INTO club_entry (transfer_id, account_id, amount, balance_after, version) VALUES (%s, %s, %s, %s, %s)",
            *(last.pk, anna.pk, amount, after, version),
        )
    assert Entry.objects.count() == 4


@pytest.mark.invariant(13, "sql")
def test_a_correction_that_is_not_the_reverse_or_comes_twice_is_refused_by_the_database(cashier, anna, ben):
    wrong = give(cashier, anna, 50)
    give(cashier, ben, 50)
    for accounts, chips in (([cashier, anna], [49, -49]), ([cashier, ben], [50, -50]), ([cashier, anna], [-50, 50])):
        with pytest.raises(DatabaseError, match="not_the_reverse"):
            raw(FUNCTION, wrong.pk, [one.pk for one in accounts], chips)
    with pytest.raises(ledger.BadAmount) as refusal:
        ledger.post("half", {cashier.pk: 25, anna.pk: -25}, purpose="correction", corrects=wrong)
    assert refusal.value.code == "not_the_reverse"
    ledger.reverse(wrong, key="undo", by=None, why="keyed twice")
    with pytest.raises(IntegrityError, match="corrects"):
        raw(FUNCTION, wrong.pk, [cashier.pk, anna.pk], [50, -50])


@pytest.mark.invariant(10, "sql")
@pytest.mark.usefixtures("by_the_owner")
def test_what_is_held_goes_out_once_and_no_further_by_the_databases_own_word(cashier, anna):
    """A buy-in in escrow: whoever pays out of it, and by whatever key, the database pays no more than is there."""
    give(cashier, anna, 100)
    escrow = ledger.open_account("tournament:1", "escrow")
    held = ledger.post("enter", {anna.pk: -100, escrow.pk: 100}, purpose="tournament-entry")
    with pytest.raises(DatabaseError, match="not_enough_chips"):
        raw(FUNCTION, None, [escrow.pk, anna.pk], [-101, 101])
    raw(FUNCTION, held.pk, [escrow.pk, anna.pk], [-100, 100])
    with pytest.raises(IntegrityError, match="corrects"):
        raw(FUNCTION.replace("by hand", "again"), held.pk, [escrow.pk, anna.pk], [-100, 100])
    with pytest.raises(DatabaseError, match="not_enough_chips"):
        raw(FUNCTION.replace("by hand", "prize"), None, [escrow.pk, anna.pk], [-1, 1])
    with pytest.raises(IntegrityError, match="stays as it is"):
        raw("UPDATE club_account SET floor = -1, balance = -1 WHERE id = %s", escrow.pk)
    assert ledger.balance(anna) == 100


@pytest.mark.invariant(18, "example")
def test_a_purpose_that_nobody_registered_is_refused(cashier, anna):
    with pytest.raises(ledger.UnknownPurpose):
        ledger.post("gift", {cashier.pk: -1, anna.pk: 1}, purpose="because")
    assert not Transfer.objects.exists()


# -- 12, 13, 22: closing, correcting, time -------------------------------------------------------------------


@pytest.mark.invariant(12, "example")
def test_a_closed_account_takes_nothing_and_closes_only_when_empty(cashier, anna):
    give(cashier, anna, 1)
    with pytest.raises(ledger.BadAmount):
        ledger.close_account(anna, now=timezone.now())
    ledger.post("back", {anna.pk: -1, cashier.pk: 1}, purpose="cash-out")
    ledger.close_account(anna, now=timezone.now())
    with pytest.raises(ledger.AccountClosed):
        give(cashier, anna, 1, key="again")


@pytest.mark.invariant(13, "example")
def test_a_correction_names_its_original_is_its_reverse_and_happens_once(cashier, anna):
    wrong = give(cashier, anna, 500)
    right = ledger.reverse(wrong, key="undo", by=None, why="keyed twice")
    assert right.corrects == wrong
    assert ledger.balance(anna) == 0
    assert ledger.reverse(wrong, key="undo", by=None, why="keyed twice") == right
    with pytest.raises(ledger.KeyReused):
        ledger.reverse(wrong, key="undo again", by=None, why="keyed twice")
    assert audit.rebuild().ok


@pytest.mark.invariant(22, "example")
def test_the_balance_at_an_instant_is_the_sum_up_to_it(cashier, anna):
    begin = timezone.now()
    for n in range(4):
        moves = {cashier.pk: -10, anna.pk: 10}
        ledger.post(f"hour {n}", moves, purpose="buy-chips", now=begin + timedelta(hours=n))
    assert ledger.balance_at(anna, begin - timedelta(seconds=1)) == 0
    assert ledger.balance_at(anna, begin) == 10
    assert ledger.balance_at(anna, begin + timedelta(hours=2, minutes=30)) == 30
    assert ledger.balance_at(anna, begin + timedelta(days=1)) == ledger.balance(anna)


@pytest.mark.invariant(22, "example")
def test_a_line_is_never_dated_before_the_line_before_it(cashier, anna, ben):
    noon = timezone.now()
    for n, hour in enumerate((0, 3, 1, -2, 5)):
        moves = {cashier.pk: -10, anna.pk: 10}
        ledger.post(f"told {n}", moves, purpose="buy-chips", now=noon + timedelta(hours=hour))
    told = anna.entries.order_by("version").values_list("transfer__recorded_at", flat=True)
    assert [(at - noon) // timedelta(hours=1) for at in told] == [0, 3, 3, 3, 5]
    asked = [ledger.balance_at(anna, noon + timedelta(hours=hour)) for hour in (-2, 0, 2, 3, 4, 5)]
    assert asked == [0, 10, 10, 40, 40, 50]
    assert ledger.balance_at(ben, noon) == 0  # nothing ever moved
    # Who pays has moved since, who is paid never has: the transfer has one date, and the caller is told which.
    paid = ledger.post("paid", {anna.pk: -5, ben.pk: 5}, purpose="player-transfer", now=noon)
    assert paid.recorded_at == noon + timedelta(hours=5)
    ben.refresh_from_db()
    assert ben.moved_at == paid.recorded_at
    early = ledger.post(
        "x", {cashier.pk: -1, ledger.open_account("player:9", "wallet").pk: 1}, purpose="buy-chips", now=noon
    )
    assert early.recorded_at == paid.recorded_at


@pytest.fixture
def real_clock():
    """The ledger dates as it does in a club: tests are told otherwise, since they say what time it is."""
    with as_owner(), connection.cursor() as cursor:
        cursor.execute(f'ALTER DATABASE "{connection.settings_dict["NAME"]}" RESET cardhouse.clock')


@pytest.mark.parametrize("told", [timedelta(days=1), timedelta(hours=-3), timedelta(days=-400)])
def test_a_date_that_cannot_be_is_the_present(real_clock, cashier, anna, told):
    before = timezone.now()
    made = ledger.post("x", {cashier.pk: -10, anna.pk: 10}, purpose="buy-chips", now=before + told)
    assert before <= made.recorded_at <= timezone.now()
    anna.refresh_from_db()
    assert anna.moved_at == made.recorded_at


def test_one_date_ahead_does_not_hold_what_comes_after_it_ahead(real_clock, cashier, anna, ben):
    """The clock of the database's own machine ran a day ahead, and was put back."""
    now = timezone.now()
    ledger.post("x", {cashier.pk: -10, anna.pk: 10}, purpose="buy-chips", now=now)
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("UPDATE club_account SET moved_at = now() + interval '1 day' WHERE id = %s", [anna.pk])
    later = timezone.now()
    paid = ledger.post("y", {anna.pk: -5, ben.pk: 5}, purpose="player-transfer", now=later)
    assert paid.recorded_at == later
    back = ledger.post("z", {ben.pk: -1, anna.pk: 1}, purpose="player-transfer", now=now)
    assert back.recorded_at == later  # within the hour the order of an account's lines stands
    assert audit.rebuild().ok


def test_the_program_does_not_make_its_clock_a_simulated_one(real_clock, cashier, anna):
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL cardhouse.clock = 'simulated'")
    made = ledger.post("x", {cashier.pk: -10, anna.pk: 10}, purpose="buy-chips", now=timezone.now() + timedelta(days=9))
    assert made.recorded_at <= timezone.now()
    with pytest.raises(DatabaseError, match="must be owner"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"ALTER DATABASE \"{connection.settings_dict['NAME']}\" SET cardhouse.clock = 'simulated'")


@pytest.mark.invariant(22, "example")
def test_the_line_at_an_instant_is_found_among_any_number(cashier, anna):
    begin = timezone.now()
    for n in range(1, 14):  # every length of the lines so far, every instant between them
        ledger.post(f"n {n}", {cashier.pk: -1, anna.pk: 1}, purpose="buy-chips", now=begin + timedelta(minutes=n))
        assert [ledger.line_at(anna, begin + timedelta(minutes=m, seconds=9)) for m in range(n + 2)] == [
            *range(n + 1),
            n,
        ]


# -- 24: the auditor --------------------------------------------------------------------------------------------------


@pytest.mark.invariant(24, "fault")
@pytest.mark.parametrize(
    ("corruption", "named"),
    [
        ("UPDATE club_account SET balance = balance + 1 WHERE owner = 'player:1'", "account {anna}"),
        ("UPDATE club_entry SET amount = amount + 1 WHERE account_id = {anna}", "account {anna}"),
        ("UPDATE club_entry SET balance_after = 9 WHERE account_id = {anna} AND version = 1", "account {anna}, line 1"),
        ("UPDATE club_entry SET version = 7 WHERE account_id = {anna} AND version = 2", "account {anna}, line 7"),
        ("DELETE FROM club_entry WHERE account_id = {anna} AND version = 2", "transfer"),
    ],
)
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("by_the_owner")
def test_the_auditor_finds_planted_corruption_and_names_it(cashier, anna, corruption, named):
    give(cashier, anna, 10)
    give(cashier, anna, 20, key="more")
    assert audit.rebuild() == audit.Report(True, ())
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE club_entry DISABLE TRIGGER USER")
        cursor.execute(corruption.format(anna=anna.pk))
        cursor.execute("ALTER TABLE club_entry ENABLE TRIGGER USER")
    report = audit.rebuild()
    assert not report.ok
    assert any(named.format(anna=anna.pk) in difference for difference in report.differences), report.differences


@pytest.mark.usefixtures("by_the_owner")
def test_the_audit_command_exits_1_on_a_difference_and_keeps_its_history(cashier, anna, capsys):
    from django.core.management import call_command

    give(cashier, anna, 10)
    call_command("audit")
    assert "in balance" in capsys.readouterr().out
    Account.objects.filter(pk=anna.pk).update(balance=11)
    with pytest.raises(SystemExit) as end:
        call_command("audit")
    assert end.value.code == 1
    assert f"account {anna.pk}" in capsys.readouterr().out
    assert list(AuditRun.objects.order_by("pk").values_list("ok", flat=True)) == [True, False]


def test_unknown_accounts_and_kinds_are_named(cashier):
    with pytest.raises(ledger.UnknownAccount) as refusal:
        ledger.post("nobody", {cashier.pk: -1, 987654: 1}, purpose="hand")
    assert refusal.value.params["accounts"] == [987654]
    with pytest.raises(ledger.UnknownAccount):
        ledger.open_account("player:1", "mattress")


@pytest.mark.parametrize("statement", ["UPDATE club_auditrun SET ok = true", "DELETE FROM club_auditrun"])
@pytest.mark.usefixtures("by_the_owner")
def test_the_database_refuses_to_change_the_history_of_audits(statement):
    AuditRun.objects.create(at=timezone.now(), ok=False, differences=["x"])
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert not AuditRun.objects.get().ok
