"""Webhooks: told in the transaction, signed, in order, tried again, and never into the club's own network."""

from __future__ import annotations

import base64
import json
import logging
import socket
from collections.abc import Mapping
from datetime import timedelta
from importlib import import_module
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient
from standardwebhooks.webhooks import Webhook as Signature
from standardwebhooks.webhooks import WebhookVerificationError
from urllib3.exceptions import HTTPError

from club import tasks
from club.base import on_commit_tasks
from club.base.errors import ClubError
from club.http import safe_http
from club.models import AuditEntry, Delivery, DeliveryTry, User, Webhook
from club.notifications import webhooks
from club.people import roles
from tests.support.receiver import Receiver

pytestmark = pytest.mark.django_db
STARTED, FINISHED = "tournament.started", "tournament.finished"


@pytest.fixture
def hook(receiver: Receiver) -> tuple[Webhook, str]:
    return webhooks.make(receiver.url, "Board", [STARTED, FINISHED], by=None, now=timezone.now())


def tell(kind: str, key: str, **data: Any) -> None:
    with transaction.atomic():
        webhooks.tell([(kind, key, data)], now=timezone.now())


def send_all(hook: Webhook, *, at: Any = None) -> int:
    sent = 0
    while webhooks.deliver_next(hook.pk, now=at or timezone.now()):
        sent += 1
    return sent


def test_a_message_is_signed_so_that_its_receiver_can_check_it(receiver, hook):
    row, secret = hook
    tell(STARTED, "t:1", name="東京 Łódź")
    assert send_all(row) == 1
    headers, body = receiver.got[0]
    told = Signature(secret).verify(body, headers)
    assert told["type"] == STARTED
    assert told["data"] == {"name": "東京 Łódź"}
    message = Delivery.objects.get()
    assert headers["webhook-id"] == message.message_id
    assert (message.state, message.tries) == ("sent", 1)
    with pytest.raises(WebhookVerificationError):
        Signature(secret).verify(body.replace(b"started", b"stopped"), headers)
    with pytest.raises(WebhookVerificationError):
        Signature("whsec_" + "A" * 44).verify(body, headers)


def test_only_chosen_events_are_told_and_what_is_rolled_back_is_not(receiver, hook):
    row, _secret = hook
    tell("tournament.moved", "t:1")
    before = transaction.savepoint()
    tell(STARTED, "t:2")
    transaction.savepoint_rollback(before)
    assert not Delivery.objects.exists()
    assert send_all(row) == 0
    assert receiver.got == []


def test_one_key_is_one_message(receiver, hook):
    row, _secret = hook
    for _each in range(3):
        tell(STARTED, "t:1")
    assert send_all(row) == 1
    assert len(receiver.got) == 1


def test_messages_go_out_in_the_order_in_which_they_were_made(receiver, hook):
    row, _secret = hook
    for number in range(12):
        tell(STARTED if number % 2 else FINISHED, f"t:{number}", number=number)
    send_all(row)
    assert [json.loads(body)["data"]["number"] for _headers, body in receiver.got] == list(range(12))


def test_after_a_fault_it_is_tried_again_later_with_the_same_id_and_holds_up_nothing(receiver, hook):
    row, secret = hook
    receiver.answers = [500]
    tell(STARTED, "t:1")
    tell(FINISHED, "t:2")
    now = timezone.now()
    assert send_all(row, at=now) == 2
    first, second = Delivery.objects.order_by("pk")
    assert (first.state, second.state) == ("waiting", "sent")
    assert first.due_at == now + timedelta(seconds=webhooks.WAITS[0])
    assert send_all(row, at=now + timedelta(seconds=4)) == 0
    assert send_all(row, at=now + timedelta(seconds=6)) == 1
    first.refresh_from_db()
    assert first.state == "sent"
    assert receiver.types == [STARTED, FINISHED, STARTED]
    assert receiver.got[0][0]["webhook-id"] == receiver.got[2][0]["webhook-id"]
    assert Signature(secret).verify(receiver.got[2][1], receiver.got[2][0])["type"] == STARTED
    assert [(one.status, one.answer) for one in first.history.order_by("pk")] == [
        (500, "answer 500"),
        (200, "answer 200"),
    ]


def test_after_about_a_day_it_is_failed_with_the_last_answer_and_can_be_sent_again(receiver, hook):
    row, _secret = hook
    receiver.answers = [503] * 50
    tell(STARTED, "t:1")
    message = Delivery.objects.get()
    began = now = message.due_at
    while message.state == "waiting":
        assert send_all(row, at=now) == 1
        message.refresh_from_db()
        now = max(now, message.due_at)
    assert timedelta(hours=20) < now - began <= timedelta(hours=24, seconds=1)
    assert (message.state, message.tries) == ("failed", len(webhooks.WAITS) + 1)
    assert message.history.order_by("pk").last().answer == "answer 503"
    assert send_all(row, at=now + timedelta(days=2)) == 0
    receiver.answers = []
    user = User.objects.create_user("olga")
    webhooks.redeliver(message.number, by=user, now=now)
    with pytest.raises(ClubError):
        webhooks.redeliver(message.number, by=user, now=now)
    assert send_all(row, at=now) == 1
    message.refresh_from_db()
    assert message.state == "sent"
    assert len({headers["webhook-id"] for headers, _body in receiver.got}) == 1
    assert AuditEntry.objects.get(kind="webhook.redelivered").by == user


def test_waits_grow():
    assert list(webhooks.WAITS) == sorted(webhooks.WAITS)
    assert timedelta(hours=20) < timedelta(seconds=sum(webhooks.WAITS)) <= timedelta(hours=24)


class Killed(BaseException):
    """What ends a worker: nothing in it catches that."""


def test_a_worker_killed_half_way_leaves_the_message_to_another(receiver, hook, monkeypatch):
    row, _secret = hook
    tell(STARTED, "t:1")
    now = timezone.now()

    def settle(*_named: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(webhooks, "_settle", settle)
        with pytest.raises(Killed):
            webhooks.deliver_next(row.pk, now=now)
    assert len(receiver.got) == 1
    # While its time lasts nobody else is at it, and afterwards the sweep finds it.
    assert webhooks.due(now) == []
    assert not webhooks.deliver_next(row.pk, now=now)
    later = now + webhooks.LEASE
    assert webhooks.due(later) == [row.pk]
    assert send_all(row, at=later) == 1
    assert {headers["webhook-id"] for headers, _body in receiver.got} == {Delivery.objects.get().message_id}
    assert Delivery.objects.get().state == "sent"


def test_a_message_at_which_every_worker_dies_is_given_up(receiver, hook, monkeypatch):
    row, _secret = hook
    tell(STARTED, "t:1")
    now = timezone.now()

    def send(*_named: Any) -> None:
        raise Killed

    monkeypatch.setattr(webhooks, "_send", send)
    for _each in range(len(webhooks.WAITS) + 1):
        with pytest.raises(Killed):
            webhooks.deliver_next(row.pk, now=now)
        now += webhooks.LEASE
    assert webhooks.deliver_next(row.pk, now=now)
    assert Delivery.objects.get().state == "failed"


def test_the_sweep_hands_out_what_is_due_and_the_task_sends_it(receiver, hook, monkeypatch):
    row, _secret = hook
    tell(STARTED, "t:1")
    tell(FINISHED, "t:2")
    asked: list[int] = []
    monkeypatch.setattr(tasks.deliver, "delay", asked.append)
    tasks.sweep_webhooks()
    assert asked == [row.pk]
    tasks.deliver(row.pk)
    assert receiver.types == [STARTED, FINISHED]
    tasks.sweep_webhooks()
    assert asked == [row.pk]


def test_the_nudge_after_the_commit_names_the_webhook(hook, monkeypatch, django_capture_on_commit_callbacks):
    asked: list[tuple[str, tuple[int, ...]]] = []
    monkeypatch.setattr(on_commit_tasks.current_app, "send_task", lambda name, given: asked.append((name, given)))
    with django_capture_on_commit_callbacks(execute=True):
        tell(STARTED, "t:1")
    assert asked == [(tasks.deliver.name, (hook[0].pk,))]


def test_who_answers_410_wants_nothing_more(receiver, hook):
    row, _secret = hook
    receiver.answers = [410]
    tell(STARTED, "t:1")
    tell(FINISHED, "t:2")
    assert send_all(row) == 1
    row.refresh_from_db()
    assert not row.is_active
    assert Delivery.objects.order_by("pk").first().state == "failed"


def test_a_redirection_is_not_followed(receiver, hook):
    row, _secret = hook
    receiver.answers = [302]
    tell(STARTED, "t:1")
    send_all(row)
    assert len(receiver.got) == 1
    assert Delivery.objects.get().state == "waiting"


def test_nobody_there_is_a_try_like_any_other(receiver, hook):
    row, _secret = hook
    receiver.server.shutdown()
    receiver.server.server_close()
    tell(STARTED, "t:1")
    send_all(row)
    one = DeliveryTry.objects.get()
    assert one.status == 0
    assert "refused" in one.answer


# -- where nothing is sent --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "may"),
    [
        ("93.184.215.14", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("fe80::1", False),
        ("fd00::1", False),
        ("ff02::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:93.184.215.14", True),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b::5db8:d70e", True),
        ("2002:7f00:1::", False),
        ("2002:a00:1::", False),
        ("192.0.0.8", False),
        ("192.0.0.9", False),
        ("192.0.2.1", False),
        ("192.88.99.1", False),
        ("198.18.0.1", False),
        ("198.51.100.1", False),
        ("203.0.113.1", False),
        ("240.0.0.1", False),
        ("239.255.255.250", False),
        ("::", False),
        ("::127.0.0.1", False),  # IPv4-compatible
        ("::ffff:0:127.0.0.1", False),  # IPv4-translated
        ("::ffff:169.254.169.254", False),
        ("64:ff9b::a9fe:a9fe", False),
        ("64:ff9b:1::7f00:1", False),  # NAT64 of a network's own
        ("64:ff9b:1::5db8:d70e", False),
        ("100::1", False),
        ("2001::1", False),  # Teredo
        ("2001:2::1", False),
        ("2001:10::1", False),
        ("2001:20::1", False),
        ("2001:db8::1", False),
        ("2002:5db8:d70e::", False),  # 6to4 leads over whoever relays it
        ("3fff::1", False),
        ("5f00::1", False),
        ("fec0::1", False),
        ("4000::1", False),  # given to nobody
        ("1.1.1.1", True),
        ("2a00:1450:4001::1", True),
    ],
)
def test_addresses_inside_a_network_are_known_in_every_writing(address, may):
    assert safe_http.is_outside(ip_address(address)) is may


@pytest.mark.parametrize(
    "url",
    [
        "http://93.184.215.14/",  # not https
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://0x7f000001/",
        "https://2130706433/",
        "https://localhost/",
        "https://user:pass@93.184.215.14/",
        "file:///etc/passwd",
        "https://",
        "https://93.184.215.14:0/",
        "https://93.184.215.14:99999/",
        "https://93.184.215.14/a b",
        "https://bücher.example/",
        "gopher://93.184.215.14/",
        "",
    ],
)
def test_an_address_where_nothing_may_be_sent_is_refused(url):
    with pytest.raises(ClubError) as refused:
        webhooks.make(url, "x", [STARTED], by=None, now=timezone.now())
    assert refused.value.status == 422
    assert not Webhook.objects.exists()


def test_a_name_that_leads_inside_later_is_not_asked(receiver, hook, settings):
    """The receiver is judged at each try: what was allowed when the webhook was made may not be any more."""
    row, _secret = hook
    settings.WEBHOOKS_MAY_BE_LOCAL = False
    Webhook.objects.filter(pk=row.pk).update(url=receiver.url.replace("http://", "https://"))
    tell(STARTED, "t:1")
    send_all(row)
    assert receiver.got == []
    assert "inside a network" in DeliveryTry.objects.get().answer


class Resolver:
    """Answers for one name, each time with the next of its answers; any other is asked of the system."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers, self.asked = list(answers), 0
        self.real = safe_http.socket.getaddrinfo

    def __call__(self, host: str, port: int, *arguments: Any, **named: Any) -> Any:
        if host != "club.example":
            return self.real(host, port, *arguments, **named)
        self.asked += 1
        found = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return [info for one in found for info in self.real(one, port, type=socket.SOCK_STREAM)]


@pytest.fixture
def connections_made(monkeypatch) -> list[str]:
    """The addresses to which a connection was tried; none is made."""
    made: list[str] = []

    def connect(place: tuple[str, int], *_arguments: Any, **_named: Any) -> socket.socket:
        made.append(place[0])
        raise ConnectionRefusedError("nobody there")

    monkeypatch.setattr("urllib3.util.connection.create_connection", connect)
    return made


@pytest.mark.parametrize(
    ("answers", "connected"),
    [
        ([["93.184.215.14"], ["127.0.0.1"]], ["93.184.215.14"]),  # it changes its mind after it was judged
        ([["93.184.215.14", "127.0.0.1"]], []),
        ([["127.0.0.1", "93.184.215.14"]], []),
        ([["2606:2800:220:1::1", "::1"]], []),
        ([["::ffff:10.0.0.1"]], []),
        ([["64:ff9b::a00:1"]], []),
        ([["169.254.169.254"], ["93.184.215.14"]], []),
    ],
)
def test_a_resolver_that_changes_its_answer_or_mixes_it_leads_nowhere_inside(
    answers, connected, connections_made, settings, monkeypatch
):
    settings.WEBHOOKS_MAY_BE_LOCAL = False
    resolver = Resolver(*answers)
    monkeypatch.setattr(safe_http.socket, "getaddrinfo", resolver)
    with pytest.raises((ClubError, HTTPError)):
        safe_http.post("https://club.example/x", b"{}", {})
    assert (connections_made, resolver.asked) == (connected, 1)


def test_the_connection_goes_to_the_address_that_was_judged(receiver, settings, monkeypatch):
    """The name is looked up once: one that answers differently the next time gains nothing."""
    asked: list[str] = []
    real = safe_http.socket.getaddrinfo

    def look_up(host: str, *arguments: Any, **named: Any) -> Any:
        asked.append(host)
        return real("127.0.0.1" if host == "club.example" else host, *arguments, **named)

    monkeypatch.setattr(safe_http.socket, "getaddrinfo", look_up)
    port = receiver.server.server_address[1]
    assert safe_http.post(f"http://club.example:{port}/x", b"{}", {})[0] == 200
    assert asked.count("club.example") == 1
    assert receiver.got[0][0]["host"] == f"club.example:{port}"


# -- by whom ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def owner() -> User:
    user = User.objects.create_user("olga", password="x")
    roles.give_role(user, "owner")
    return user


def test_the_secret_is_shown_once_and_nowhere_else(owner, receiver, caplog):
    caplog.set_level(logging.DEBUG)
    client = APIClient()
    client.force_authenticate(owner)
    answer = client.post("/api/v1/webhooks/", {"url": receiver.url, "events": [STARTED]}, format="json")
    assert answer.status_code == 201
    secret = answer.json()["secret"]
    tell(STARTED, "t:1")
    send_all(Webhook.objects.get())
    browser = Client()
    browser.force_login(owner)
    number = Webhook.objects.get().pk
    pages = ["/webhooks/", f"/webhooks/{number}/", f"/admin/club/webhook/{number}/change/", "/audit-log/"]
    told = [browser.get(page).content.decode() for page in pages]
    told += [client.get(page).content.decode() for page in ("/api/v1/webhooks/", f"/api/v1/webhooks/{number}/")]
    assert all(told)
    held = secret.removeprefix("whsec_")
    assert not [text for text in told if held in text]
    assert held not in caplog.text
    assert held not in json.dumps(list(AuditEntry.objects.values_list("after", flat=True)))


def test_the_page_makes_one_shows_its_messages_and_sends_one_again(owner, receiver):
    browser = Client()
    browser.force_login(owner)
    page = browser.post("/webhooks/", {"url": receiver.url, "name": "Board", "events": [STARTED]})
    assert "whsec_" in page.content.decode()
    row = Webhook.objects.get()
    tell(STARTED, "t:1")
    send_all(row)
    page = browser.get(f"/webhooks/{row.pk}/").content.decode()
    assert "answer 200" in page
    assert browser.post(f"/webhooks/messages/{Delivery.objects.get().number}/again/").status_code == 302
    send_all(row)
    assert len(receiver.got) == 2
    browser.post(f"/webhooks/{row.pk}/", {"events": [FINISHED]})
    row.refresh_from_db()
    assert (row.is_active, row.events) == (False, [FINISHED])
    assert browser.post("/webhooks/", {"url": receiver.url, "events": ["no.such"]}).status_code == 422


@pytest.mark.parametrize(("told", "seconds"), [("600", 600), ("1", 5), ("999999999", 6 * 3600), ("soon", 5), ("", 5)])
def test_a_receiver_that_asks_for_patience_has_it_up_to_six_hours(receiver, hook, told, seconds):
    row, _secret = hook
    receiver.answers, receiver.retry_after = [503], told
    tell(STARTED, "t:1")
    now = timezone.now()
    send_all(row, at=now)
    assert Delivery.objects.get().due_at == now + timedelta(seconds=seconds)


def test_old_messages_are_forgotten_with_their_tries_and_waiting_ones_never(receiver, hook):
    row, _secret = hook
    now = timezone.now()
    for key in ("t:1", "t:2"):
        tell(STARTED, key)
        send_all(row)
    receiver.answers = [500]
    tell(STARTED, "t:3")
    send_all(row)
    Delivery.objects.exclude(key="t:2").update(settled_at=now - webhooks.KEPT)
    tasks.prune_webhooks()
    assert list(Delivery.objects.order_by("pk").values_list("key", "state")) == [("t:2", "sent"), ("t:3", "waiting")]
    assert DeliveryTry.objects.count() == 2
    with pytest.raises(DatabaseError, match="update or delete rows"), transaction.atomic():
        DeliveryTry.objects.all().delete()


def test_the_example_of_the_page_on_webhooks_tells_a_genuine_message_from_others():
    page = (Path(__file__).parents[3] / "docs" / "webhooks.md").read_text(encoding="utf-8")
    known: dict[str, Any] = {name: import_module(name) for name in ("base64", "hmac", "time")} | {"Mapping": Mapping}
    exec(page.split("```python")[1].split("```")[0], known)  # noqa: S102  the page's own example
    secret, body, now = "whsec_" + base64.b64encode(bytes(24)).decode(), b'{"type": "x"}', timezone.now()
    signed = Signature(secret).sign("msg_1", now, body.decode())
    sent = {
        "webhook-id": "msg_1",
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": f"v1,eA== {signed}",
    }
    assert known["is_genuine"](secret, sent, body)
    assert not known["is_genuine"](secret, sent, body + b" ")
    assert not known["is_genuine"](secret, sent | {"webhook-id": "msg_2"}, body)
    old = now - timedelta(minutes=6)
    sent |= {
        "webhook-timestamp": str(int(old.timestamp())),
        "webhook-signature": Signature(secret).sign("msg_1", old, body.decode()),
    }
    assert not known["is_genuine"](secret, sent, body)
