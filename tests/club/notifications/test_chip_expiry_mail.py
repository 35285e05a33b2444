"""Notices of expiry by e-mail: once, in the player's language, to nobody for whom they are no longer true."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from club import tasks
from club.cashier import cashier, chip_expiry
from club.ledger import audit
from club.models import Account, AuditRun, ExpiryNotice, Player, UnsentMail, User
from club.notifications import chip_expiry_mail, unsent_mail
from club.people import people, roles
from tests.support.desk import rule

pytestmark = pytest.mark.django_db


def somebody(name: str, *, email: str = "", language: str = "en") -> Player:
    user = User.objects.create_user(name, email)
    player = people.enrol(name, user=user, language=language, now=timezone.now())
    cashier.buy_chips(player, 1500, key=f"in {name}", by=None, now=timezone.now())
    return player


@pytest.fixture
def told():
    """A club whose notices were just given, and when."""
    rule(expire_days=90, expiry_notice_days=30, unit_symbol="G")
    somebody("paul", email="paul@example.test")
    somebody("mika", email="mika@example.test", language="ja")
    somebody("ben")
    now = timezone.now() + timedelta(days=60)
    assert chip_expiry.sweep(now=now) == (3, 0)
    return now


def test_each_is_told_once_in_their_language(told):
    assert chip_expiry_mail.mail_expiry(now=told) == 2
    assert chip_expiry_mail.mail_expiry(now=told + timedelta(minutes=1)) == 0
    sent = {one.to[0]: one for one in mail.outbox}
    assert set(sent) == {"paul@example.test", "mika@example.test"}
    assert "G1,500" in sent["paul@example.test"].body
    assert sent["paul@example.test"].subject == "Your chips expire soon"
    assert "有効期限" in sent["mika@example.test"].subject
    assert "G1,500" in sent["mika@example.test"].body


def test_what_is_true_no_longer_is_not_sent(told):
    paul = Player.objects.get(nickname="paul")
    cashier.buy_chips(paul, 1, key="back", by=None, now=told)
    assert chip_expiry_mail.mail_expiry(now=told) == 1
    assert [one.to for one in mail.outbox] == [["mika@example.test"]]


def test_a_mail_server_that_is_away_loses_no_notice(told, monkeypatch):
    def away(*arguments, **named):
        raise ConnectionRefusedError

    with monkeypatch.context() as patch:
        patch.setattr(chip_expiry_mail.mail, "send_mail", away)
        assert chip_expiry_mail.mail_expiry(now=told) == 0
    assert ExpiryNotice.objects.filter(mail_done_at=None).count() == 2  # ben has no address
    assert chip_expiry_mail.mail_expiry(now=told + timedelta(minutes=1)) == 2
    assert len(mail.outbox) == 2


def test_a_notice_that_could_not_be_sent_for_days_is_left_to_the_page(told):
    assert chip_expiry_mail.mail_expiry(now=told + chip_expiry_mail.LATE) == 0
    assert mail.outbox == []


def test_the_books_are_audited_once_a_business_day_of_the_club():
    rule(time_zone="Asia/Tokyo", day_ends=5)
    end = datetime(2026, 11, 22, 5, tzinfo=ZoneInfo("Asia/Tokyo"))
    assert audit.nightly(now=end - timedelta(minutes=1)) is not None  # the first ever
    assert audit.nightly(now=end - timedelta(seconds=1)) is None
    assert audit.nightly(now=end) is not None
    assert audit.nightly(now=end + timedelta(hours=23)) is None
    assert audit.nightly(now=end + timedelta(days=1)) is not None
    assert AuditRun.objects.count() == 3


@pytest.mark.usefixtures("by_the_owner")
def test_owners_and_admins_hear_of_books_that_do_not_balance_and_every_staff_page_says_so_until_they_do():
    paul = somebody("paul", email="paul@example.test")
    yoko = somebody("yoko", email="yoko@example.test", language="ja")
    roles.give_role(yoko.user, "owner")
    dan = User.objects.create_user("dan")
    roles.give_role(dan, "dealer")
    Account.objects.filter(owner=paul.owner).update(balance=1)
    tasks.nightly_audit()
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["yoko@example.test"], "帳簿が合いません")
    assert paul.owner in sent.body

    def page(user: User) -> str:
        client = Client()
        client.force_login(user)
        return client.get("/chips/", headers={"Accept-Language": "en"}).content.decode()

    assert "#what-to-do" in page(yoko.user)
    assert "did not balance" in page(dan)
    assert "did not balance" not in page(paul.user)
    Account.objects.filter(owner=paul.owner).update(balance=1500)
    audit.run(now=timezone.now())
    assert "did not balance" not in page(dan)


@pytest.mark.usefixtures("by_the_owner")
def test_word_of_a_failed_audit_that_could_not_be_sent_is_kept_told_and_tried_again(monkeypatch, capsys):
    paul = somebody("paul", email="paul@example.test")
    yoko = somebody("yoko", email="yoko@example.test", language="ja")
    roles.give_role(yoko.user, "owner")
    Account.objects.filter(owner=paul.owner).update(balance=1)

    def away(*arguments, **named):
        raise ConnectionRefusedError("no mail server at port 25")

    with monkeypatch.context() as patch:
        patch.setattr(chip_expiry_mail.mail, "send_mail", away)
        tasks.nightly_audit()
        tasks.mail_notices()  # tried again, and still away
    assert mail.outbox == []
    Account.objects.filter(owner=paul.owner).update(balance=1500)
    assert audit.run(now=timezone.now()).ok  # the books are in order: the mail waits all the same
    (kept,) = UnsentMail.objects.all()
    assert (kept.user, kept.tries, kept.subject) == (yoko.user, 2, "帳簿が合いません")

    def page(user: User) -> str:
        client = Client()
        client.force_login(user)
        return client.get("/chips/", headers={"Accept-Language": "en"}).content.decode()

    assert "no mail server at port 25" in page(yoko.user)
    assert "no mail server" not in page(paul.user)
    assert Client().get("/healthz").json() == {"ok": True, "standstills": ["mail:unsent"]}
    tasks.heartbeat()
    call_command("health")
    assert "no mail server at port 25" in capsys.readouterr().out
    tasks.mail_notices()
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["yoko@example.test"], "帳簿が合いません")
    assert paul.owner in sent.body
    assert Client().get("/healthz").json()["standstills"] == []
    tasks.mail_notices()
    assert len(mail.outbox) == 1


def test_an_unsent_mail_to_a_login_that_was_closed_is_told_no_more():
    paul = somebody("paul", email="paul@example.test")
    UnsentMail.objects.create(user=paul.user, subject="x", text="x", since=timezone.now())
    User.objects.filter(pk=paul.user.pk).update(is_active=False)
    assert unsent_mail.mail_unsent() == 0
    assert (UnsentMail.objects.count(), mail.outbox) == (0, [])
