"""Web push: sealed for the browser, signed by the club, sent once, for what each player chose, and never into the own network."""

from __future__ import annotations

import base64
import json
from datetime import timedelta

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone
from py_vapid import Vapid02

from club import tasks
from club.base.errors import ClubError
from club.membership import erasing
from club.models import PushDevice, PushMessage
from club.notifications import web_push
from club.people import people

pytestmark = pytest.mark.django_db


def text_of(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Browser:
    """A browser that has subscribed: its keys, and how it reads what it was sent."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"

    @property
    def keys(self) -> tuple[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return text_of(point), text_of(self.auth)

    def read(self, body: bytes) -> dict[str, str]:
        told = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return json.loads(told)


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def player(now):
    user = get_user_model().objects.create_user("anna", password="secret")
    return people.enrol("anna", user=user, now=now)


def subscribed(player, receiver, now, *, kinds=(web_push.TURN,), path=""):
    browser = Browser()
    device = web_push.subscribe(player, receiver.url + path, *browser.keys, kinds=kinds, name="Firefox", now=now)
    return browser, device


def tell(player, now, *, kind=web_push.TURN, key="k", seconds=60):
    with transaction.atomic():
        return web_push.tell(
            [player.pk], kind, key, lambda: ("Table 1", "It is your turn."), "/tables/1/", now=now, seconds=seconds
        )


def send_all(now):
    sent = 0
    while web_push.send_next(now=now):
        sent += 1
    return sent


def test_the_browser_alone_reads_it_and_the_club_has_signed_it(receiver, player, now):
    browser, _device = subscribed(player, receiver, now)
    assert tell(player, now) == 1
    assert send_all(now) == 1
    headers, body = receiver.got[0]
    assert browser.read(body) == {
        "title": "Table 1",
        "body": "It is your turn.",
        "path": "/tables/1/",
        "tag": "turn:/tables/1/",
    }
    assert b"turn" not in body
    assert (headers["content-encoding"], headers["ttl"], headers["urgency"]) == ("aes128gcm", "60", "high")
    assert Vapid02.verify(headers["authorization"])
    assert text_of(b"").join(["", headers["authorization"].split("k=")[1]]) == web_push.public_key()
    claims = json.loads(base64.urlsafe_b64decode(headers["authorization"].split(".")[1] + "=="))
    assert claims["aud"] == receiver.url.split("/hook")[0]
    assert 0 < claims["exp"] - now.timestamp() < 24 * 3600


def test_each_thing_is_told_once_and_in_the_players_language(receiver, player, now):
    people.change(player.pk, {"language": "ja"}, by=None, now=now)
    browser, _device = subscribed(player, receiver, now)
    for _ in range(3):
        with transaction.atomic():
            web_push.tell(
                [player.pk],
                web_push.TURN,
                "k",
                lambda: ("T", str(web_push.KINDS[web_push.TURN])),
                "/",
                now=now,
                seconds=60,
            )
    tasks.push_messages()
    tasks.push_messages()
    assert len(receiver.got) == 1
    assert browser.read(receiver.got[0][1])["body"] == "自分の番で、数秒たってもアクションしていない"


def test_only_what_was_chosen_is_told(receiver, player, now):
    subscribed(player, receiver, now, kinds=[web_push.SEAT])
    assert tell(player, now) == 0
    web_push.choose(player, [web_push.TURN, web_push.SEAT])
    assert tell(player, now) == 1
    with pytest.raises(ClubError) as refused:
        web_push.choose(player, ["weather"])
    assert refused.value.code == "unknown_kind"


def test_what_is_late_is_not_sent_and_a_fault_is_not_tried_again(receiver, player, now):
    subscribed(player, receiver, now)
    tell(player, now, key="late", seconds=5)
    assert send_all(now + timedelta(seconds=6)) == 1
    assert receiver.got == []
    receiver.answers = [500]
    tell(player, now, key="fault")
    assert send_all(now) == 1
    assert send_all(now) == 0
    assert PushMessage.objects.get(key="fault").status == 500


@pytest.mark.parametrize("status", web_push.GONE)
def test_a_browser_that_is_gone_is_forgotten(receiver, player, now, status):
    subscribed(player, receiver, now)
    receiver.answers = [status]
    tell(player, now)
    send_all(now)
    assert not PushDevice.objects.exists()


def test_a_worker_that_is_killed_half_way_calls_nobody_twice(receiver, player, now, monkeypatch):
    subscribed(player, receiver, now)
    tell(player, now)
    monkeypatch.setattr(web_push, "_send", lambda *_given: (_ for _ in ()).throw(SystemExit))
    with pytest.raises(SystemExit):
        web_push.send_next(now=now)
    monkeypatch.undo()
    assert send_all(now) == 0


@pytest.mark.parametrize(
    ("public_key", "auth"),
    [
        ("", ""),
        ("x" * 5000, "y"),
        ("BA" * 43, "AA" * 11),
        (text_of(b"\x04" + b"1" * 64), text_of(b"0" * 16)),
        ("!!", "--"),
    ],
)
def test_keys_that_are_none_are_refused(receiver, player, now, public_key, auth):
    with pytest.raises(ClubError) as refused:
        web_push.subscribe(player, receiver.url, public_key, auth, kinds=[], name="", now=now)
    assert (refused.value.code, refused.value.status) == ("bad_keys", 422)
    assert not PushDevice.objects.exists()


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1/x", "https://127.0.0.1/x", "https://10.0.0.1/", "file:///etc/passwd", "x", ""]
)
def test_no_push_service_stands_inside_the_clubs_network(settings, player, now, url):
    settings.WEBHOOKS_MAY_BE_LOCAL = False
    with pytest.raises(ClubError):
        web_push.subscribe(player, url, *Browser().keys, kinds=[], name="", now=now)
    assert not PushDevice.objects.exists()


def test_a_player_has_few_devices_and_one_browser_is_one_players(receiver, player, now):
    for number in range(web_push.MOST_DEVICES + 2):
        subscribed(player, receiver, now + timedelta(seconds=number), path=f"&n={number}")
    assert PushDevice.objects.count() == web_push.MOST_DEVICES
    ben = people.enrol("ben", now=now)
    subscribed(ben, receiver, now, path=f"&n={web_push.MOST_DEVICES + 1}")
    assert PushDevice.objects.filter(player=ben).count() == 1
    assert PushDevice.objects.count() == web_push.MOST_DEVICES


def test_who_is_erased_is_called_no_more_and_old_messages_go(receiver, player, now):
    subscribed(player, receiver, now)
    tell(player, now)
    assert web_push.prune(now=now) == 0
    assert web_push.prune(now=now + timedelta(days=3)) == 1
    erasing.erase(player.pk, by=None, now=now)
    assert not PushDevice.objects.exists()


def test_devices_are_added_chosen_and_forgotten_on_the_page_by_their_owner_alone(receiver, player, now, client):
    client.force_login(player.user)
    public_key, auth = Browser().keys
    given = {
        "endpoint": receiver.url,
        "p256dh": public_key,
        "auth": auth,
        "kind": [web_push.TURN],
        "name": "Firefox <b>",
    }
    assert client.post("/me/devices/add/", given).status_code == 302
    page = client.get("/me/settings/").content.decode()
    assert "Firefox &lt;b&gt;" in page
    assert receiver.url not in page
    client.post("/me/devices/choose/", {"kind": [web_push.MOVED]})
    device = PushDevice.objects.get()
    assert device.kinds == [web_push.MOVED]
    page = client.post("/me/devices/add/", given | {"endpoint": "https://me@push.example/"}, follow=True)
    assert "An address such as https" in page.content.decode()
    assert PushDevice.objects.count() == 1
    other = get_user_model().objects.create_user("ben", password="secret")
    people.enrol("ben", user=other, now=now)
    client.force_login(other)
    client.post("/me/devices/forget/", {"device": device.pk})
    assert PushDevice.objects.filter(pk=device.pk).exists()
    client.force_login(player.user)
    client.post("/me/devices/forget/", {"device": "x" * 40})
    client.post("/me/devices/forget/", {"device": device.pk})
    assert not PushDevice.objects.filter(pk=device.pk).exists()
