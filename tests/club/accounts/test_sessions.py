"""Sessions: listed, ended by their owner and by whoever gives roles, over after their time; none is taken over."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from club.membership import erasing
from club.models import AuditEntry, User
from club.people import people, roles

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse 7"


def person(name: str, role: str = "") -> User:
    user = User.objects.create_user(name, f"{name}@example.test", password=PASSWORD)
    people.enrol(name, user=user, now=timezone.now())
    if role:
        roles.give_role(user, role)
    return user


def come_in(name: str, device: str = "a browser", address: str = "203.0.113.1", client: Client | None = None) -> Client:
    client = client or Client(headers={"User-Agent": device}, REMOTE_ADDR=address)
    assert client.post("/accounts/login/", {"login": name, "password": PASSWORD}).status_code == 302
    return client


def is_in(client: Client) -> bool:
    return client.get("/me/").status_code == 200


def test_each_session_is_listed_with_device_address_and_when_it_was_seen():
    person("mika")
    phone, desk = come_in("mika", "a phone", "203.0.113.7"), come_in("mika", "a desk", "203.0.113.8")
    told = desk.get("/api/v1/me/sessions/").json()["sessions"]
    assert {(one["device"], one["address"], one["is_this"]) for one in told} == {
        ("a phone", "203.0.113.7", False),
        ("a desk", "203.0.113.8", True),
    }
    with time_machine.travel(timezone.now() + timedelta(minutes=5), tick=False):
        phone.get("/me/")
        now = timezone.now()
        told = {one["device"]: one["seen"] for one in desk.get("/api/v1/me/sessions/").json()["sessions"]}
        assert told["a phone"].startswith(now.strftime("%Y-%m-%dT%H:%M"))
    page = desk.get("/me/sessions/").content.decode()
    assert "a phone" in page
    assert "203.0.113.7" in page
    keys = [phone.cookies["sessionid"].value, desk.cookies["sessionid"].value]
    assert not [key for key in keys if key in page or key in str(told)]


def test_the_owner_ends_one_session_or_all_others_on_pages_and_by_the_api():
    person("mika")
    here, first, second, third = (come_in("mika", name) for name in ("here", "first", "second", "third"))
    ids = {one["device"]: one["id"] for one in here.get("/api/v1/me/sessions/").json()["sessions"]}
    here.post("/me/sessions/", {"session": ids["first"]})
    assert [is_in(one) for one in (here, first, second, third)] == [True, False, True, True]
    here.delete(f"/api/v1/me/sessions/?session={ids['second']}")
    assert [is_in(one) for one in (here, second, third)] == [True, False, True]
    assert here.delete(f"/api/v1/me/sessions/?session={ids['second']}").status_code == 404
    here.post("/me/sessions/", {})
    assert [is_in(one) for one in (here, third)] == [True, False]
    assert AuditEntry.objects.filter(kind="login.session-ended").count() == 3


def test_nobody_ends_anothers_session_but_who_gives_roles_and_an_owners_only_an_owner():
    mika = person("mika")
    for name, role in (("other", ""), ("dora", "director"), ("anna", "admin"), ("olga", "owner")):
        person(name, role)
    theirs, other, director, admin, owner = map(come_in, ("mika", "other", "dora", "anna", "olga"))
    number = theirs.get("/api/v1/me/sessions/").json()["sessions"][0]["id"]
    assert other.delete(f"/api/v1/me/sessions/?session={number}").status_code == 404
    for client in (other, director):
        assert client.get(f"/people/{mika.player.pk}/sessions/").status_code == 403
        assert client.post(f"/people/{mika.player.pk}/sessions/", {}).status_code == 403
        assert client.delete(f"/api/v1/players/{mika.player.pk}/sessions/").status_code == 403
    assert is_in(theirs)
    admin.post(f"/people/{mika.player.pk}/sessions/", {"session": number})
    assert not is_in(theirs)
    theirs = come_in("mika")
    assert admin.delete(f"/api/v1/players/{mika.player.pk}/sessions/").status_code == 200
    assert not is_in(theirs)
    olga = User.objects.get(username="olga")
    assert admin.delete(f"/api/v1/players/{olga.player.pk}/sessions/").json()["code"] == "owner_needed"
    assert is_in(owner)


@pytest.mark.parametrize(("role", "idle", "longest"), [("", 30, 72), ("director", 10, 2), ("owner", 5, 2)])
def test_a_session_is_over_so_long_after_its_last_use_and_so_long_after_it_began(settings, role, idle, longest):
    settings.SESSION_IDLE_MINUTES = {"player": 30, "staff": 10, "owner": 5}
    settings.SESSION_HOURS = {"player": 72, "staff": 2}
    person("mika", role)
    began = timezone.now()
    with time_machine.travel(began, tick=False) as clock:
        client = come_in("mika")
        clock.shift(timedelta(minutes=idle, seconds=-5))
        assert is_in(client)
        clock.shift(timedelta(minutes=idle, seconds=-5))
        assert is_in(client), "counted from the last use"
        clock.shift(timedelta(minutes=idle, seconds=5))
        assert not is_in(client)
        assert client.get("/api/v1/me/").status_code == 401
        client = come_in("mika")
        until = timezone.now() + timedelta(hours=longest)
        while timezone.now() + timedelta(minutes=idle - 1) < until:
            clock.shift(timedelta(minutes=idle - 1))
            assert is_in(client)
        clock.shift(timedelta(minutes=idle - 1, seconds=1))
        assert not is_in(client), "however it was used"


def test_a_page_that_looks_again_by_itself_keeps_no_session_open(settings):
    settings.SESSION_IDLE_MINUTES = {"player": 30, "staff": 10}
    person("mika")
    with time_machine.travel(timezone.now(), tick=False) as clock:
        client = come_in("mika")
        for _minute in range(6):
            clock.shift(timedelta(minutes=5))
            client.get("/me/", headers={"Sec-Fetch-Dest": "empty"})
        clock.shift(timedelta(minutes=1))
        assert not is_in(client)


def test_whoever_comes_in_has_a_new_session_and_none_that_somebody_had_them_take():
    person("mika")
    attacker = Client()
    attacker.get("/accounts/login/")
    session = attacker.session
    session["x"] = "y"
    session.save()
    attacker.cookies["sessionid"] = fixed = session.session_key
    victim = Client()
    victim.cookies["sessionid"] = fixed
    come_in("mika", client=victim)
    assert victim.cookies["sessionid"].value != fixed
    assert not is_in(attacker)
    victim.post("/accounts/logout/")
    kept = Client()
    kept.cookies["sessionid"] = victim.cookies["sessionid"].value
    assert not is_in(kept)


def test_sessions_are_in_the_copy_of_everything_and_go_with_an_erasure():
    mika = person("mika")
    client = come_in("mika", "a phone", "203.0.113.7")
    told = client.get("/api/v1/me/data/").json()["login"]
    assert [(one["with"], one["from"]) for one in told["sessions"]] == [("a phone", "203.0.113.7")]
    erasing.erase(mika.player.pk, by=None, now=timezone.now())
    assert not is_in(client)
    assert not mika.usersession_set.exists()
