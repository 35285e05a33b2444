"""Notices by e-mail: what each player chose, once, a few a day, in their language, with the way to hear no more."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.db import transaction
from django.test import Client
from django.utils import timezone

from club.base.errors import ClubError
from club.membership import erasing, merging
from club.models import MailedNotices, Player, PushDevice, PushMessage
from club.notifications import web_push
from club.notifications.personal import mailed_notices
from club.people import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def player(now):
    user = get_user_model().objects.create_user("anna", "anna@club.example", "secret")
    EmailAddress.objects.create(user=user, email="Anna@club.example", primary=True, verified=True)
    return people.enrol("anna", user=user, now=now)


@pytest.fixture
def told(player, now):
    mailed_notices.choose(player, [web_push.ANNOUNCED], web_push.MAILED, now=now)
    return player


def tell(player, now, *, kind=web_push.ANNOUNCED, key="k", seconds=60):
    with transaction.atomic():
        return web_push.tell(
            [player.pk],
            kind,
            key,
            lambda: ("Friday", str(web_push.KINDS[kind])),
            "/tournaments/1/",
            now=now,
            seconds=seconds,
        )


def send_all(now):
    while web_push.send_next(now=now):
        pass


def test_what_was_chosen_is_mailed_once_with_its_page(told, now, mailoutbox):
    for _again in range(3):
        tell(told, now)
    tell(told, now, kind=web_push.STARTS, key="other")
    send_all(now)
    (mail,) = mailoutbox
    assert (mail.to, mail.subject) == (["anna@club.example"], "Friday")
    assert "A tournament is announced\n\nhttp" in mail.body
    assert "/tournaments/1/" in mail.body
    assert mail.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_it_comes_in_the_players_language(told, now, mailoutbox):
    people.change(told.pk, {"language": "ja"}, by=None, now=now)
    tell(told, now)
    send_all(now)
    assert "配信停止" in mailoutbox[0].body


def test_what_is_late_is_not_mailed(told, now, mailoutbox):
    tell(told, now, seconds=60)
    send_all(now + timedelta(seconds=61))
    assert mailoutbox == []
    assert not web_push.waiting().exists()


def test_a_few_come_a_day_and_the_next_day_more(told, now, mailoutbox):
    for at in range(mailed_notices.MOST_A_DAY + 5):
        tell(told, now, key=f"k{at}")
    assert PushMessage.objects.count() == mailed_notices.MOST_A_DAY
    assert tell(told, now + timedelta(days=1, seconds=1), key="next") == 1


def test_a_mail_server_that_is_down_stops_nobody(told, now, monkeypatch):
    def refuse(_self):
        raise OSError("no route")

    monkeypatch.setattr("club.notifications.personal.mailed_notices.EmailMessage.send", refuse)
    tell(told, now)
    send_all(now)
    assert not web_push.waiting().exists()


def test_who_has_no_address_is_not_told_and_cannot_choose_it(told, now):
    told.user.email = ""
    told.user.save()
    assert tell(told, now) == 0
    assert not web_push.is_anybody_called(web_push.ANNOUNCED)
    with pytest.raises(ClubError, match="no confirmed e-mail address"):
        mailed_notices.choose(told, [web_push.STARTS], web_push.MAILED, now=now)


def test_to_an_address_that_nobody_confirmed_nothing_is_sent(told, client, now, mailoutbox):
    """Whoever types in somebody else's address has the club write to nobody."""
    tell(told, now)
    EmailAddress.objects.update(verified=False)
    send_all(now)
    assert mailoutbox == []
    assert tell(told, now, key="other") == 0
    with pytest.raises(ClubError, match="no confirmed e-mail address"):
        mailed_notices.choose(told, [web_push.STARTS], web_push.MAILED, now=now)
    client.force_login(told.user)
    page = client.get("/me/settings/").content.decode()
    assert "Confirm your e-mail address" in page
    assert "/me/notices/mail/" not in page


def test_a_club_without_a_mail_server_offers_it_to_nobody(told, now, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert not mailed_notices.is_offered(told)
    assert tell(told, now) == 0
    assert web_push.called(web_push.ANNOUNCED) == []


@pytest.mark.parametrize("kind", sorted(set(web_push.KINDS) - set(web_push.MAILED)))
def test_what_would_come_too_late_is_not_offered_by_mail(player, now, kind):
    with pytest.raises(ClubError, match="There is no notification"):
        mailed_notices.choose(player, [kind], web_push.MAILED, now=now)


def test_the_page_of_ones_settings_keeps_what_is_chosen(player, client, now):
    client.force_login(player.user)
    assert client.post("/me/notices/mail/", {"kind": [web_push.STARTS]}).status_code == 302
    assert mailed_notices.chosen(player) == [web_push.STARTS]
    page = client.get("/me/settings/").content.decode()
    form = page.split("/me/notices/mail/")[1].split("</form>")[0]
    assert re.findall(r'value="([a-z-]+)"\s+checked', form) == [web_push.STARTS]
    client.post("/me/notices/mail/", {})
    assert mailed_notices.chosen(player) == []


def test_the_way_to_hear_no_more_needs_no_login_and_a_look_changes_nothing(told, client, now, mailoutbox):
    tell(told, now)
    send_all(now)
    address = re.search(r"https?://[^/]+(/notices/stop/\S+/)", mailoutbox[0].body).group(1)
    assert f"{address}>" in mailoutbox[0].extra_headers["List-Unsubscribe"]
    assert client.get(address).status_code == 200
    assert mailed_notices.chosen(told) == [web_push.ANNOUNCED]
    assert client.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert mailed_notices.chosen(told) == []
    assert tell(told, now, key="later") == 0


def test_nobody_stops_anothers_mails(told, client):
    for token in ("1", f"{told.pk}:x", mailed_notices.token_of(told)[:-1] + "!"):
        assert client.post(f"/notices/stop/{token}/").status_code == 404
    assert mailed_notices.chosen(told) == [web_push.ANNOUNCED]


def test_whoever_is_erased_is_told_no_more(told, now):
    tell(told, now)
    assert json.loads(PushMessage.objects.get().body)["title"] == "Friday"
    erasing.erase(told.pk, by=None, now=now)
    assert not MailedNotices.objects.exists()
    assert not PushMessage.objects.exists()


def test_a_mail_that_waits_is_not_sent_to_whoever_stopped_meanwhile(told, now, mailoutbox):
    mailed_notices.choose(told, web_push.MAILED, web_push.MAILED, now=now)
    for kind in web_push.MAILED:
        tell(told, now, kind=kind, key=kind)
    mailed_notices.choose(told, [web_push.STARTS], web_push.MAILED, now=now)
    send_all(now)
    assert [str(web_push.KINDS[web_push.STARTS]) in mail.body for mail in mailoutbox] == [True]
    tell(told, now, kind=web_push.STARTS, key="again")
    mailed_notices.stop(mailed_notices.token_of(told))
    send_all(now)
    assert len(mailoutbox) == 1


def test_a_device_is_called_before_mails_that_waited_longer(told, now, monkeypatch):
    """A mail server may be slow, and a turn lasts seconds."""
    order: list[str] = []
    monkeypatch.setattr(web_push, "_call", lambda _message, device, _now: order.append(device.name))
    monkeypatch.setattr(mailed_notices, "send", lambda _mailbox, _body: order.append("mail"))
    for at in range(3):
        tell(told, now, key=f"k{at}")
    PushDevice.objects.create(player=told, endpoint="https://push.example/1", name="phone", kinds=["turn"], made_at=now)
    tell(told, now + timedelta(seconds=1), kind=web_push.TURN, key="turn")
    send_all(now + timedelta(seconds=1))
    assert order == ["phone", "mail", "mail", "mail"]


def test_after_a_merge_whoever_stays_is_told_and_the_way_to_hear_no_more_goes_on_working(told, now):
    stays = people.enrol("bea", now=now)
    PushDevice.objects.create(player=told, endpoint="https://push.example/1", kinds=["turn"], made_at=now)
    token = mailed_notices.token_of(told)
    merging.merge(told.pk, stays.pk, why="one person", by=None, now=now)
    assert tell(Player.objects.get(pk=stays.pk), now) == 1
    assert PushDevice.objects.get().player == stays
    mailed_notices.stop(token)
    assert mailed_notices.chosen(stays) == []


def test_a_merge_leaves_what_whoever_stays_has_chosen(told, now):
    user = get_user_model().objects.create_user("other", "other@club.example", "secret")
    stays = people.enrol("other", user=user, now=now)
    MailedNotices.objects.create(player=stays, kinds=[], made_at=now)
    merging.merge(told.pk, stays.pk, why="one person", by=None, now=now)
    assert mailed_notices.chosen(stays) == []


@pytest.mark.parametrize("encoding", ["urlencoded", "multipart"])
def test_a_mail_program_posts_without_a_cookie_from_wherever_it_is(told, encoding):
    """RFC 8058: no cookie, no other page before; its body is one of the two kinds of forms."""
    client = Client(enforce_csrf_checks=True)
    given = {"List-Unsubscribe": "One-Click"}
    body: dict[str, Any] = (
        {"data": given}
        if encoding == "multipart"
        else {"data": urlencode(given), "content_type": "application/x-www-form-urlencoded"}
    )
    address = f"/notices/stop/{mailed_notices.token_of(told)}/"
    elsewhere = {"Origin": "https://mail.example", "Sec-Fetch-Site": "cross-site"}
    for _again in range(2):
        assert client.post(address, headers=elsewhere, **body).status_code == 200
    assert mailed_notices.chosen(told) == []
