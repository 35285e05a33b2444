"""Chats and mailboxes that are told of events: what is sent to whom, what each answer means, and that no secret is shown."""

from __future__ import annotations

import json
import logging
import smtplib
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outgoing
from django.db import transaction
from django.test import Client
from django.utils import timezone
from hypothesis import given as drawn
from hypothesis import strategies as st
from rest_framework.test import APIClient

from club.base.errors import ClubError
from club.http.safe_http import Answer
from club.models import AuditEntry, Delivery, DeliveryTry, User, Webhook
from club.notifications import discord_webhook, line_push, mail_receiver, slack_messages, webhooks
from club.notifications.adapters import ADAPTERS
from club.notifications.receivers import Given, Outcome, Said, shortened, units, unsaid
from club.people import roles
from tests.support.receiver import Receiver

pytestmark = pytest.mark.django_db
STARTED = "tournament.started"
TOKEN = "line-token/" + "k" * 40
GROUP = "C" + "0123456789abcdef" * 2
HOOK = "https://discord.com/api/webhooks/123456789012345678/" + "d" * 60
SLACK_HOOK = "https://hooks.slack.com/services/T00000000/B00000000/" + "s" * 24
BOT = "xoxb-" + "b" * 40
GIVEN = {
    "line": Given(TOKEN, GROUP),
    "discord": Given(HOOK),
    "slack": Given(SLACK_HOOK),
    "bot": Given(BOT, "C0123456789"),
}
SECRETS = ("k" * 40, "d" * 60, "s" * 24, "b" * 40)
DATA = {"tournament": {"id": 7, "name": "金曜 <!channel> @everyone *Deep*", "players_left": 9}, "line": 1}


@pytest.fixture
def service(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> Receiver:
    """Each service's address is that of the test's own server."""
    base = receiver.url.partition("/hook")[0]
    monkeypatch.setattr(line_push, "ADDRESS", f"{base}/v2/bot/message/push")
    monkeypatch.setattr(discord_webhook, "BASE", f"{base}/api/v10/webhooks")
    monkeypatch.setattr(slack_messages, "HOOKS", f"{base}/services")
    monkeypatch.setattr(slack_messages, "METHOD", f"{base}/api/chat.postMessage")
    return receiver


def made(what: str, **more: Any) -> Webhook:
    kind = "slack" if what == "bot" else what
    return webhooks.make_for_people(kind, GIVEN[what], "", [STARTED], by=None, now=timezone.now(), **more)


def tell(key: str = "t:1", **more: Any) -> None:
    with transaction.atomic():
        webhooks.tell([(STARTED, key, DATA)], now=timezone.now(), **more)


def send(row: Webhook, at: Any = None) -> Delivery:
    webhooks.deliver_next(row.pk, now=at or timezone.now())
    return Delivery.objects.order_by("-pk")[0]


# -- what is sent -----------------------------------------------------------------------------------------------------


def test_nothing_is_sent_anywhere_before_somebody_gives_a_key(service):
    tell()
    assert not Delivery.objects.exists()
    assert service.got == []


def test_line_is_pushed_a_text_with_a_retry_key(service):
    row = made("line", language="ja")
    tell()
    message = send(row)
    headers, body = service.got[0]
    assert service.paths == ["/v2/bot/message/push"]
    assert headers["authorization"] == f"Bearer {TOKEN}"
    assert headers["x-line-retry-key"] == str(message.number)
    told = json.loads(body)
    assert told["to"] == GROUP
    assert [one["type"] for one in told["messages"]] == ["text"]
    assert told["messages"][0]["text"].startswith("金曜 <!channel> @everyone *Deep*: トーナメント")
    assert "/tournaments/7/" in told["messages"][0]["text"]
    assert (message.state, row.url) == ("sent", GROUP)


def test_discord_is_told_without_calling_anybody_and_without_formatting(service):
    row = made("discord", language="en")
    tell()
    assert send(row).state == "sent"
    assert service.paths == ["/api/v10/webhooks/123456789012345678/" + "d" * 60 + "?wait=true"]
    told = json.loads(service.got[0][1])
    assert told["allowed_mentions"] == {"parse": []}
    assert told["content"].startswith("金曜 <!channel\\> \\@everyone \\*Deep\\*: Tournament started")
    assert told["flags"] == 4
    assert row.url == "discord.com/api/webhooks/123456789012345678/…"


@pytest.mark.parametrize(
    ("what", "path"), [("slack", "/services/T00000000/B00000000/" + "s" * 24), ("bot", "/api/chat.postMessage")]
)
def test_slack_is_told_by_webhook_or_by_bot_and_no_channel_is_called(service, what, path):
    row = made(what, language="en")
    service.answers = [(200, "ok" if what == "slack" else '{"ok":true,"channel":"C0123456789"}')]
    tell()
    assert send(row).state == "sent"
    assert service.paths == [path]
    headers, body = service.got[0]
    told = json.loads(body)
    assert told["text"].startswith("金曜 &lt;!channel&gt; @everyone *Deep*: Tournament started")
    assert told["mrkdwn"] is False
    assert told.get("channel") == ("C0123456789" if what == "bot" else None)
    assert headers.get("authorization") == (f"Bearer {BOT}" if what == "bot" else None)


def test_a_mailbox_gets_a_mail_of_the_club(settings):
    row = webhooks.make_for_people(
        "mail", Given("", "board@club.test"), "Board", [STARTED], language="en", by=None, now=timezone.now()
    )
    tell()
    assert send(row).state == "sent"
    sent = outgoing.outbox[0]
    assert sent.to == ["board@club.test"]
    assert "Tournament started" in sent.subject
    assert "/tournaments/7/" in sent.body


def test_without_a_mail_server_no_mailbox_is_taken(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    with pytest.raises(ClubError) as refusal:
        webhooks.make_for_people("mail", Given("", "a@b.test"), "", [STARTED], by=None, now=timezone.now())
    assert refusal.value.code == "no_mail_server"


def test_people_hear_of_it_when_spectators_do_and_programs_at_once(service):
    row = made("line")
    program, _secret = webhooks.make(service.url, "p", [STARTED], by=None, now=timezone.now())
    tell(late=300)
    now = timezone.now()
    assert not webhooks.deliver_next(row.pk, now=now)
    assert webhooks.deliver_next(program.pk, now=now)
    assert webhooks.deliver_next(row.pk, now=now + timedelta(seconds=301))


# -- how long ---------------------------------------------------------------------------------------------------------


@drawn(st.text(max_size=80), st.integers(1, 60))
def test_a_text_is_as_long_as_a_service_takes_and_no_sign_is_cut(text, most):
    told = shortened(text, most)
    assert units(told) <= max(most, 1)
    assert told == text or (told.endswith("…") and text.startswith(told[:-1]))


@pytest.mark.parametrize(
    ("adapter", "given", "most", "text_of"),
    [
        (line_push, Given(TOKEN, GROUP), 5_000, lambda told: told["messages"][0]["text"]),
        (discord_webhook, Given("1/d"), 2_000, lambda told: told["content"]),
        (slack_messages, Given("T/B/s"), 4_000, lambda told: told["text"]),
    ],
    ids=["line", "discord", "slack"],
)
@pytest.mark.parametrize("sign", ["a", "😀", "*", "\n"])
def test_a_long_message_keeps_to_the_limit(adapter, given, most, text_of, sign):
    body = json.loads(adapter.request(given, Said("", sign * 9_000, "n")).body)
    assert most - 3 <= units(text_of(body)) <= most


# -- what an answer means ---------------------------------------------------------------------------------------------

MEANT = [
    ("line", 200, "{}", Outcome.SENT),
    ("line", 409, '{"message":"The retry key is already accepted"}', Outcome.SENT),
    ("line", 429, '{"message":"You have reached your monthly limit."}', Outcome.AGAIN),
    ("line", 400, '{"message":"The property, \'to\', in the request body is invalid"}', Outcome.REFUSED),
    ("line", 401, '{"message":"Authentication failed"}', Outcome.GONE),
    ("line", 403, "{}", Outcome.GONE),
    ("line", 500, "", Outcome.AGAIN),
    ("line", 0, "", Outcome.AGAIN),
    ("discord", 200, '{"id":"1"}', Outcome.SENT),
    ("discord", 204, "", Outcome.SENT),
    ("discord", 400, '{"code":50035}', Outcome.REFUSED),
    ("discord", 404, '{"message":"Unknown Webhook","code":10015}', Outcome.GONE),
    ("discord", 401, "", Outcome.GONE),
    ("discord", 429, '{"retry_after":64.57}', Outcome.AGAIN),
    ("discord", 503, "", Outcome.AGAIN),
    ("slack", 200, "ok", Outcome.SENT),
    ("slack", 400, "invalid_payload", Outcome.REFUSED),
    ("slack", 403, "action_prohibited", Outcome.GONE),
    ("slack", 404, "no_service", Outcome.GONE),
    ("slack", 410, "channel_is_archived", Outcome.GONE),
    ("slack", 429, "rate_limited", Outcome.AGAIN),
    ("slack", 500, "rollup_error", Outcome.AGAIN),
    ("slack", 200, '{"ok":true,"ts":"1"}', Outcome.SENT),
    ("slack", 200, '{"ok":false,"error":"ratelimited"}', Outcome.AGAIN),
    ("slack", 200, '{"ok":false,"error":"internal_error"}', Outcome.AGAIN),
    ("slack", 200, '{"ok":false,"error":"invalid_auth"}', Outcome.GONE),
    ("slack", 200, '{"ok":false,"error":"channel_not_found"}', Outcome.GONE),
    ("slack", 200, '{"ok":false,"error":"msg_too_long"}', Outcome.REFUSED),
    ("slack", 200, '{"ok":false', Outcome.AGAIN),
]


@pytest.mark.parametrize(("kind", "status", "text", "meant"), MEANT)
def test_what_each_answer_means(kind, status, text, meant):
    assert ADAPTERS[kind].verdict(Answer(status, text)).outcome is meant


@drawn(st.sampled_from(sorted(ADAPTERS)), st.integers(0, 999), st.text(max_size=60))
def test_every_answer_means_something(kind, status, text):
    assert isinstance(ADAPTERS[kind].verdict(Answer(status, text)).outcome, Outcome)


@pytest.mark.parametrize("what", ["line", "discord", "slack", "bot"])
def test_who_is_asked_to_wait_waits_as_long_as_is_said(service, what):
    row = made(what)
    service.answers = [(429, '{"ok":false,"error":"ratelimited"}')]
    service.retry_after = "120"
    tell()
    before = timezone.now()
    message = send(row)
    assert (message.state, message.tries) == ("waiting", 1)
    assert message.due_at >= before + timedelta(seconds=119)
    assert not webhooks.deliver_next(row.pk, now=before + timedelta(seconds=60))
    service.retry_after = ""
    service.answers = [(200, '{"ok":true}')]
    assert send(row, at=before + timedelta(seconds=200)).state == "sent"


def test_discord_says_in_the_body_how_long(service):
    row = made("discord")
    service.answers = [(429, '{"message":"You are being rate limited.","retry_after":64.57,"global":false}')]
    tell()
    before = timezone.now()
    assert send(row).due_at >= before + timedelta(seconds=64)


@pytest.mark.parametrize(
    "told", ['{"retry_after":-1}', '{"retry_after":true}', '{"retry_after":1e999}', "[]", "null", "x"]
)
def test_a_patience_that_is_none_is_not_believed(told):
    assert ADAPTERS["discord"].verdict(Answer(429, told, 7.0)).retry_after == 7.0


def test_what_is_refused_for_ever_is_not_tried_again_and_the_next_message_is(service):
    row = made("line")
    service.answers = [(400, "{}")]
    tell()
    assert send(row).state == "failed"
    tell("t:2")
    assert send(row).state == "sent"
    assert len(service.got) == 2


@pytest.mark.parametrize(("what", "answer"), [("line", 401), ("discord", 404), ("slack", 410)])
def test_a_receiver_that_is_no_more_is_switched_off(service, what, answer, caplog):
    row = made(what)
    service.answers = [answer]
    tell()
    with caplog.at_level(logging.WARNING):
        assert send(row).state == "failed"
    row.refresh_from_db()
    assert not row.is_active
    assert "switched off" in caplog.text


def test_a_mail_server_that_refuses_for_ever_is_believed(monkeypatch):
    def refuse(*_words: Any) -> None:
        raise smtplib.SMTPRecipientsRefused({"x": (550, b"no such user")})

    monkeypatch.setattr(mail_receiver.mail, "send", refuse)
    answer = mail_receiver.send(Given("", "x@y.test"), Said("h", "t", "n"))
    assert mail_receiver.verdict(answer).outcome is Outcome.REFUSED
    assert mail_receiver.verdict(Answer(451, "")).outcome is Outcome.AGAIN


# -- nothing is sent inside, and no secret is shown -------------------------------------------------------------------


@pytest.mark.parametrize("what", ["line", "discord", "slack", "bot"])
def test_nothing_is_sent_into_the_clubs_own_network(service, settings, what):
    settings.WEBHOOKS_MAY_BE_LOCAL = False
    row = made(what)
    tell()
    assert send(row).state == "waiting"
    assert service.got == []


WRONG = [
    ("line", Given("short", GROUP)),
    ("line", Given(TOKEN, "")),
    ("line", Given(TOKEN, "U123")),
    ("line", Given(TOKEN + "\r\nX: y", GROUP)),
    ("discord", Given("https://evil.example/api/webhooks/123456789012345678/" + "d" * 60)),
    ("discord", Given("https://discord.com.evil.example/api/webhooks/123456789012345678/" + "d" * 60)),
    ("discord", Given("http://discord.com/api/webhooks/123456789012345678/" + "d" * 60)),
    ("discord", Given(HOOK + "/../../users/@me")),
    ("discord", Given("")),
    ("slack", Given("https://hooks.slack.com.evil.example/services/T00000000/B00000000/" + "s" * 24)),
    ("slack", Given("https://127.0.0.1/services/T00000000/B00000000/" + "s" * 24)),
    ("slack", Given(BOT, "")),
    ("slack", Given(BOT, "#general")),
    ("slack", Given("", "C0123456789")),
    ("mail", Given("", "no address")),
    ("mail", Given("", "a@b.test\nBcc: c@d.test")),
    ("pigeon", Given(TOKEN, GROUP)),
]


@pytest.mark.parametrize(("kind", "given"), WRONG)
def test_what_no_service_takes_is_refused_and_not_repeated(kind, given):
    with pytest.raises(ClubError) as refusal:
        webhooks.make_for_people(kind, given, "", [STARTED], by=None, now=timezone.now())
    assert not any(secret in str(refusal.value) for secret in SECRETS)
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("event", ["member.enrolled", "ledger.chips_given_out"])
def test_what_concerns_members_and_the_desk_goes_to_programs_alone(event):
    now = timezone.now()
    with pytest.raises(ClubError) as refusal:
        webhooks.make_for_people("line", GIVEN["line"], "", [event], by=None, now=now)
    assert refusal.value.code == "private_event"
    row = made("line")
    with pytest.raises(ClubError):
        webhooks.change(row.pk, events=[event], by=None, now=now)


def owner() -> User:
    user = User.objects.create_user("olga")
    roles.give_role(user, "owner")
    return user


@pytest.mark.parametrize("what", ["line", "discord", "slack", "bot"])
def test_no_secret_is_in_an_answer_a_page_the_record_or_the_log(service, what, caplog):
    boss, kind = owner(), "slack" if what == "bot" else what
    api, page = APIClient(), Client()
    api.force_authenticate(boss)
    page.force_login(boss)
    given = GIVEN[what]
    asked = {"kind": kind, "secret": given.secret, "target": given.target, "events": [STARTED]}
    seen = [api.post("/api/v1/webhooks/", asked).content.decode()]
    row = Webhook.objects.get()
    service.answers = [(400, f"no such thing: {row.secret} at {service.url}/{row.secret}")]
    with caplog.at_level(logging.DEBUG):
        tell()
        send(row)
        tell("t:2")
        service.server.shutdown()
        service.server.server_close()
        send(row)
    assert Delivery.objects.filter(state="failed").exists()
    for address in ("/api/v1/webhooks/", f"/api/v1/webhooks/{row.pk}/"):
        seen.append(api.get(address).content.decode())
    for address in ("/webhooks/", f"/webhooks/{row.pk}/", "/audit-log/"):
        seen.append(page.get(address).content.decode())
    seen.append(page.post("/webhooks/", {**asked, "events": []}).content.decode())
    seen += [caplog.text, str(list(AuditEntry.objects.values())), str(list(DeliveryTry.objects.values()))]
    for secret in SECRETS:
        assert not any(secret in text for text in seen)
    assert seen[0].count('"secret":""') == 1


@drawn(st.text(min_size=1, max_size=20))
def test_a_secret_is_taken_out_of_a_text(around):
    assert "x" * 12 not in unsaid(f"{around}{'x' * 12}{around}", "a/" + "x" * 12)


def test_the_page_makes_a_chat_and_says_that_the_secret_is_not_shown_again():
    page = Client()
    page.force_login(owner())
    asked = {"kind": "line", "secret": TOKEN, "target": GROUP, "language": "ja", "events": [STARTED]}
    answer = page.post("/webhooks/", asked, follow=True)
    assert answer.status_code == 200
    assert "LINE" in answer.content.decode()
    assert Webhook.objects.get().language == "ja"


@pytest.mark.parametrize("role", ["director", "cashier", "reception", "dealer"])
def test_only_who_manages_webhooks_makes_them(role):
    user = User.objects.create_user("staff")
    roles.give_role(user, role)
    api = APIClient()
    api.force_authenticate(user)
    asked = {"kind": "line", "secret": TOKEN, "target": GROUP, "events": [STARTED]}
    assert api.post("/api/v1/webhooks/", asked).status_code == 403


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028"])
def test_no_name_in_a_subject_is_a_header_of_its_own_or_holds_the_mailbox_up(settings, end):
    row = webhooks.make_for_people("mail", Given("", "floor@club.test"), "", [STARTED], by=None, now=timezone.now())
    about = {"tournament": {"id": 7, "name": f"Friday{end}Bcc: all@club.test"}}
    with transaction.atomic():
        webhooks.tell([(STARTED, "one", about)], now=timezone.now())
    assert send(row).state == "sent"
    (letter,) = outgoing.outbox
    assert letter.subject.startswith("Friday Bcc: all@club.test")
    assert letter.message()["Bcc"] is None
    assert letter.recipients() == ["floor@club.test"]
