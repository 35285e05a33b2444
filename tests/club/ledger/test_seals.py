"""Whoever owns the database rewrites what happened, as well as can be: the audit finds it, alone or by published heads."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.utils import timezone

from club import tasks
from club.books import month_closing
from club.house import audit_log
from club.ledger import audit, ledger, seals
from club.membership import erasing, merging
from club.models import AuditEntry, Delivery, Seal, Transfer, User, Webhook
from club.notifications import published_heads
from club.people import people
from tests.support.owner import as_owner

pytestmark = pytest.mark.django_db


@pytest.fixture
def book() -> list[Transfer]:
    """Some transfers and some decisions on record, sealed in two parts."""
    outside, anna = ledger.open_account("cashier", "cashier"), ledger.open_account("player:999999", "wallet")
    made = []
    for number in range(6):
        made.append(ledger.post(f"sale {number}", {outside.pk: -10, anna.pk: 10}, purpose="buy-chips", why="said"))
        audit_log.record("rule.set", by=None, subject=f"rule:{number}", after={"value": number}, now=timezone.now())
        if number == 2:
            assert seals.seal_all() == 6
    assert audit.rebuild().ok
    return made


@contextmanager
def forging() -> Iterator[None]:
    """As the database's owner, and with every trigger of the tables that are forged switched off and on again."""
    tables = ("club_transfer", "club_entry", "club_account", "club_auditentry", "club_seal")
    with as_owner(), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table in tables:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        yield
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table in tables:
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def say(statement: str, *arguments: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, arguments)


def chain_anew() -> None:
    """Every seal made again over what stands there now, with its salt, its time and its lines, as the function makes them."""
    say(
        """
        DO $$ DECLARE one club_seal; last text := ''; of text := ''; BEGIN
        FOR one IN SELECT * FROM club_seal ORDER BY record, number LOOP
            IF one.record <> of THEN last := ''; of := one.record; END IF;
            last := seal_digest(one.record, one.number, last, one.ids, one.salt, one.sealed_at);
            UPDATE club_seal SET digest = last WHERE id = one.id;
        END LOOP; END $$
        """
    )


def raise_a_sale(sale: Transfer) -> None:
    """100 chips more in the player's wallet from that sale on, the books in balance."""
    for owner, more in (("cashier", -100), ("player:999999", 100)):
        say(
            "UPDATE club_entry SET amount = amount + %s FROM club_account a"
            " WHERE a.id = account_id AND a.owner = %s AND transfer_id = %s",
            more, owner, sale.pk,
        )  # fmt: skip
        say(
            "UPDATE club_entry SET balance_after = balance_after + %s FROM club_account a"
            " WHERE a.id = account_id AND a.owner = %s AND transfer_id >= %s",
            more, owner, sale.pk,
        )  # fmt: skip
        say("UPDATE club_account SET balance = balance + %s WHERE owner = %s", more, owner)


def drop_the_last(book: list[Transfer]) -> None:
    """The last sale has never been."""
    say("DELETE FROM club_entry WHERE transfer_id = %s", book[-1].pk)
    say("DELETE FROM club_transfer WHERE id = %s", book[-1].pk)
    say("UPDATE club_account SET version = version - 1, balance = balance + 10 WHERE owner = 'cashier'")
    say("UPDATE club_account SET version = version - 1, balance = balance - 10 WHERE owner = 'player:999999'")


def test_each_line_lies_under_one_seal_and_a_seal_goes_on_from_the_one_before(book):
    told = Seal.objects.filter(record="club_transfer").order_by("number")
    assert list(told.values_list("number", "lines")) == [(1, 3), (2, 3)]
    assert [(head.record, head.lines) for head in seals.heads()] == [("club_auditentry", 6), ("club_transfer", 6)]
    assert seals.seal_all() == 0


def test_an_amount_that_is_forged_is_found_though_the_books_balance(book):
    with forging():
        raise_a_sale(book[1])  # in the first seal, and with it what was there after each later sale
    found = [one.split(" (")[0] for one in audit.rebuild().differences]
    assert found == ["club_transfer: seal 1", "club_transfer: seal 2"]


@pytest.mark.parametrize("column", ["key", "purpose", "reference", "why", "recorded_at"])
def test_no_word_and_no_date_of_a_transfer_is_changed_unseen(book, column):
    other = "recorded_at + interval '1 day'" if column == "recorded_at" else f"{column} || 'x'"
    with forging():
        say(f"UPDATE club_transfer SET {column} = {other} WHERE id = %s", book[4].pk)
    assert [one.split(" (")[0] for one in audit.rebuild().differences] == ["club_transfer: seal 2"]


@pytest.mark.parametrize("column", ["kind", "subject", "why", "after", "at"])
def test_nor_of_an_entry_of_the_audit_log(book, column):
    other = {"after": "'{\"value\": 7}'", "at": "at - interval '1 day'"}.get(column, f"{column} || 'x'")
    with forging():
        say(f"UPDATE club_auditentry SET {column} = {other} WHERE subject = 'rule:0'")
    assert [one.split(" (")[0] for one in audit.rebuild().differences] == ["club_auditentry: seal 1"]


def test_a_closed_month_no_longer_agrees_where_a_line_of_it_is_forged(book):
    """Whether the balances follow (the books balance then) or not."""
    sold, owen = book[0].recorded_at, User.objects.create_user("owen")
    closed = month_closing.close(sold.date().replace(day=1), by=owen, now=sold + timedelta(days=62))
    assert month_closing.still_agrees(closed)
    for is_consistent in (False, True):
        with transaction.atomic():
            with forging():
                if is_consistent:
                    raise_a_sale(book[0])
                else:
                    say("UPDATE club_entry SET amount = amount * 2 WHERE transfer_id = %s", book[0].pk)
            assert not month_closing.still_agrees(closed)
            transaction.set_rollback(True)
        assert month_closing.still_agrees(closed)


def test_a_consistent_forgery_is_found_by_a_published_head_alone(book):
    published = seals.heads()
    with forging():
        raise_a_sale(book[1])
        chain_anew()
    assert audit.rebuild().ok  # the chain is whole: nothing here could tell
    [found] = audit.rebuild(published).differences
    assert found.startswith("club_transfer: seal 2, over 6 lines, was published")
    assert found.endswith("what it covers was rewritten")


def test_so_is_the_last_transfer_that_was_deleted(book):
    published = seals.heads()
    with forging():
        drop_the_last(book)
        say("UPDATE club_seal SET lines = 2, ids = '{[' || %s || ',' || %s || ')}', high = %s"
            " WHERE record = 'club_transfer' AND number = 2", book[3].pk, book[5].pk, book[4].pk)  # fmt: skip
        chain_anew()
    assert audit.rebuild().ok
    assert "was rewritten" in audit.rebuild(published).differences[0]
    with forging():
        say("DELETE FROM club_seal WHERE record = 'club_transfer' AND number = 2")
    assert audit.rebuild(published).differences  # though it is sealed anew, under the same number


def test_so_is_a_record_that_was_truncated_with_its_seals(book):
    published = seals.heads()
    with forging():
        say("TRUNCATE club_auditentry")
    assert len(audit.rebuild().differences) == 2  # both seals of it
    with forging():
        say("DELETE FROM club_seal WHERE record = 'club_auditentry'")
    assert audit.rebuild().ok
    assert [one.split(":")[0] for one in audit.rebuild(published).differences] == ["club_auditentry"]
    assert "is not there" in audit.rebuild(published).differences[0]


def test_a_line_put_between_sealed_ones_long_after_is_found(book):
    with forging():
        say("DELETE FROM club_auditentry WHERE subject = 'rule:1'")
        say("DELETE FROM club_seal")
    seals.seal_all()
    gap = AuditEntry.objects.get(subject="rule:0").pk + 1
    with forging():
        say("UPDATE club_seal SET sealed_at = sealed_at - interval '2 days'")
        chain_anew()
        say(
            "INSERT INTO club_auditentry (id, kind, subject, why, source, at) VALUES (%s, 'rule.set', '', '', '', now())",
            gap,
        )
    [found] = audit.rebuild().differences
    assert found == "club_auditentry: 1 lines lie between sealed ones and are under no seal"


@pytest.mark.django_db(transaction=True)
def test_a_line_that_is_committed_after_a_later_one_was_sealed_is_sealed_when_it_is_there():
    may_commit, is_written, faults = threading.Event(), threading.Event(), []

    def slowly() -> None:
        try:
            with transaction.atomic():
                audit_log.record("rule.set", by=None, subject="slow", now=timezone.now())
                is_written.set()
                assert may_commit.wait(600)
        except BaseException as fault:  # told to the test
            faults.append(fault)
        finally:
            connection.close()

    thread = threading.Thread(target=slowly)
    thread.start()
    try:
        assert is_written.wait(600)
        audit_log.record("rule.set", by=None, subject="quick", now=timezone.now())
        assert seals.seal_all() == 1
    finally:
        may_commit.set()
        thread.join()
    assert not faults
    assert AuditEntry.objects.get(subject="slow").pk < AuditEntry.objects.get(subject="quick").pk
    assert seals.seal_all() == 1
    assert audit.rebuild().ok
    assert [head.lines for head in seals.heads()] == [2]


def test_the_program_makes_no_seal_but_by_the_function(book):
    for statement in (
        "INSERT INTO club_seal (record, number, low, high, ids, lines, salt, digest, sealed_at)"
        " VALUES ('club_entry', 1, 0, 1, '{}', 0, '', '', now())",
        "DELETE FROM club_seal",
        "UPDATE club_seal SET digest = ''",
    ):
        with pytest.raises(Exception, match="permission denied"), transaction.atomic():
            say(statement)
    with pytest.raises(Exception, match="no record that is sealed"), transaction.atomic():
        say("SELECT seal_record('club_user')")


def test_many_lines_are_sealed_some_thousand_at_a_time():
    audit_log.record_all("rule.set", {f"rule:{n}": {"value": n} for n in range(5_001)}, by=None, now=timezone.now())
    assert seals.seal_all(most=1) == 5_000
    assert seals.seal_all() == 1
    assert audit.rebuild().ok


def test_whoever_is_forgotten_leaves_the_chains_whole(book):
    now = timezone.now()
    one, other = people.enrol("Anna Example", now=now), people.enrol("Ben Example", now=now)
    audit_log.record("player.changed", by=None, subject=one.owner, source="192.0.2.7 a browser", now=now)
    published = (seals.seal_all(), seals.heads())[1]
    merging.merge(other.pk, one.pk, why="the same person", by=None, now=now)
    erasing.erase(one.pk, by=None, now=now)
    with forging():  # as a rule for how long addresses are kept might do
        say("UPDATE club_auditentry SET source = ''")
    assert audit.rebuild(published).ok


# -- heads that are published -------------------------------------------------------------------------------------------


def test_heads_are_found_in_whatever_text_they_stand(book):
    text = "\n".join(f"2026-11-27 03:00 INFO club.heads {head.line} (so far)\n> quoted" for head in seals.heads())
    assert [one.line for one in seals.read(text)] == [one.line for one in seals.heads()]


def test_the_command_compares_and_never_takes_silence_for_agreement(book, tmp_path, capsys):
    kept = tmp_path / "heads.txt"
    with pytest.raises(CommandError, match="No such file"):
        call_command("audit", "--heads", str(kept))
    kept.write_text("nothing of the kind\n")
    with pytest.raises(CommandError, match="nothing was compared"):
        call_command("audit", "--heads", str(kept))
    call_command("heads")
    kept.write_text(capsys.readouterr().out)
    call_command("audit", "--heads", str(kept))
    assert "2 published heads compared" in capsys.readouterr().out
    with forging():
        raise_a_sale(book[1])
        chain_anew()
    with pytest.raises(SystemExit):
        call_command("audit", "--heads", str(kept))
    assert "was rewritten" in capsys.readouterr().out
    with pytest.raises(CommandError, match="nothing was compared"):
        call_command("audit", "--heads", str(kept), "--until", "2020-01-01T00:00:00+00:00")
    for wrong in ("yesterday", "2026-11-27T03:00:00"):
        with pytest.raises(CommandError, match="with its zone"):
            call_command("audit", "--heads", str(kept), "--until", wrong)


def test_heads_go_to_the_log_a_file_webhooks_and_by_mail(book, settings, tmp_path, caplog, mailoutbox):
    settings.HEADS_FILE, settings.HEADS_MAIL = str(tmp_path / "heads.txt"), "keeper@example.org"
    Webhook.objects.create(
        url="https://example.org/", name="kept", secret="x", events=[seals.PUBLISHED], made_at=timezone.now()
    )
    lines = [head.line for head in seals.heads()]
    caplog.set_level(logging.INFO, logger="club.notifications.published_heads")
    assert published_heads.publish(now=timezone.now()) == lines
    assert published_heads.publish(now=timezone.now()) == lines  # the same heads are one message
    assert [seals.read(one.body) for one in Delivery.objects.all()] == [seals.read("\n".join(lines))]
    assert seals.kept() == seals.read("\n".join(lines * 2))
    assert [record.message for record in caplog.records][:2] == lines
    assert published_heads.mail_heads()
    assert seals.read(str(mailoutbox[0].message())) == seals.read("\n".join(lines))


def test_the_nightly_audit_compares_with_the_file_and_goes_on_without_it(book, settings, tmp_path, caplog):
    settings.HEADS_FILE = str(tmp_path / "heads.txt")
    published_heads.publish(now=timezone.now())
    with forging():
        raise_a_sale(book[1])
        chain_anew()
    report = audit.nightly(now=timezone.now())
    assert report is not None
    assert not report.ok
    (tmp_path / "heads.txt").write_text("damaged\n")
    report = audit.nightly(now=timezone.now() + timedelta(days=2))
    assert report is not None
    assert report.ok
    assert "HEADS_FILE cannot be compared with" in caplog.text


def test_the_workers_seal_and_publish_by_themselves(book, caplog):
    audit_log.record("rule.set", by=None, now=timezone.now())
    tasks.seal.run()
    assert seals.seal_all() == 0
    caplog.set_level(logging.INFO, logger="club.notifications.published_heads")
    tasks.publish_heads.run()
    assert len(seals.read(caplog.text)) == 2
