"""Guessing is stopped by login and address, by login, and by address, at every door, in whatever spelling, behind proxies too."""

from __future__ import annotations

from ipaddress import ip_network

import pytest
from django.test import Client
from django.utils import timezone

from club.membership import pins
from club.models import User
from club.people import people

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse 7"
SPELLINGS = ("mika", "MIKA", "ｍｉｋａ", " mika ", "mika@example.test", "MIKA@Example.Test", "ｍｉｋａ@example.test")


@pytest.fixture(autouse=True)
def _throttled(settings):
    settings.AXES_ENABLED = True
    settings.AXES_FAILURE_LIMIT = 4
    settings.ACCOUNT_RATE_LIMITS = False  # allauth's own come before ours on its pages; here ours are looked at alone
    User.objects.create_user("mika", "mika@example.test", password=PASSWORD)
    User.objects.create_user("other", password=PASSWORD)


def on_page(login: str, password: str, address: str = "203.0.113.1", **headers) -> int:
    given = {"login": login, "password": password}
    return Client().post("/accounts/login/", given, REMOTE_ADDR=address, **headers).status_code


def by_api(login: str, password: str, address: str = "203.0.113.1", **headers) -> int:
    given = {"username": login, "password": password}
    return (
        Client()
        .post("/api/v1/token/", given, REMOTE_ADDR=address, content_type="application/json", **headers)
        .status_code
    )


@pytest.mark.parametrize("door", [on_page, by_api])
def test_no_spelling_and_no_door_begins_the_count_anew(door):
    for n in range(4):
        door(SPELLINGS[n % len(SPELLINGS)] if door is on_page else SPELLINGS[n % 4], "wrong")
    for login in SPELLINGS:
        assert on_page(login, PASSWORD) == 429
    assert by_api("mika", PASSWORD) == 429
    assert on_page("other", PASSWORD) == 302, "another login from there"
    assert on_page("mika", PASSWORD, "203.0.113.2") == 302, "the same from elsewhere"


def test_guesses_at_one_login_from_everywhere_are_stopped_but_its_owner_is_let_in_where_they_were_before():
    assert on_page("mika", PASSWORD, "198.51.100.7") == 302
    for n in range(12):
        by_api("mika", "wrong", f"203.0.113.{n}")
    assert on_page("mika", PASSWORD, "203.0.113.99") == 429
    assert on_page("mika@example.test", PASSWORD, "203.0.113.99") == 429
    assert on_page("mika", PASSWORD, "198.51.100.7") == 302
    assert on_page("other", PASSWORD, "203.0.113.99") == 302


def test_guesses_from_one_address_at_everybody_are_stopped():
    for n in range(40):
        by_api(f"nobody-{n}", "wrong")
    assert on_page("mika", PASSWORD) == 429
    assert on_page("mika", PASSWORD, "203.0.113.2") == 302


def test_an_address_of_ipv6_is_its_network():
    for n in range(4):
        by_api("mika", "wrong", f"2001:db8::{n + 1}")
    assert on_page("mika", PASSWORD, "2001:db8::ffff") == 429
    assert on_page("mika", PASSWORD, "2001:db8:0:1::1") == 302


def test_what_a_visitor_says_of_their_address_moves_no_count():
    for n in range(4):
        by_api("mika", "wrong", headers={"X-Forwarded-For": f"198.51.100.{n}"})
    assert on_page("mika", PASSWORD, headers={"X-Forwarded-For": "198.51.100.9"}) == 429


def test_behind_a_listed_proxy_each_visitor_is_counted_alone(settings):
    settings.TRUSTED_PROXIES = (ip_network("203.0.113.1"),)
    for n in range(4):
        by_api("mika", "wrong", headers={"X-Forwarded-For": f"10.9.8.{n}, 198.51.100.1"})
    assert on_page("mika", PASSWORD, headers={"X-Forwarded-For": "198.51.100.1"}) == 429
    assert on_page("mika", PASSWORD, headers={"X-Forwarded-For": "198.51.100.2"}) == 302
    assert on_page("other", PASSWORD, "192.0.2.1", headers={"X-Forwarded-For": "198.51.100.1"}) == 302


def test_whoever_asks_for_a_proof_or_a_token_guesses_no_more_than_at_the_door():
    client = Client()
    client.force_login(User.objects.get(username="mika"))
    for n in range(4):
        if n % 2:
            client.post("/me/tokens/", {"name": "x", "password": "wrong"})
        else:
            client.post("/api/v1/reauthentication/", {"password": "wrong"}, content_type="application/json")
    answer = client.post("/api/v1/reauthentication/", {"password": PASSWORD}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (429, "throttled")
    assert client.post("/accounts/reauthenticate/", {"password": PASSWORD}).status_code == 429
    assert on_page("mika", PASSWORD, "127.0.0.1") == 429


def test_pins_are_counted_by_card_wherever_they_come_from():
    yuki, now = people.enrol("Yuki", now=timezone.now()), timezone.now()
    pins.set_pin(yuki.pk, "2718", by=None, now=now)
    for n in range(5):
        Client().post("/card/", {"number": yuki.member_number, "pin": "9999"}, REMOTE_ADDR=f"203.0.113.{n}")
    answer = Client().post("/card/", {"number": yuki.member_number, "pin": "2718"}, REMOTE_ADDR="203.0.113.77")
    assert answer.status_code == 429


def test_a_new_password_is_asked_for_only_so_often(settings):
    del settings.ACCOUNT_RATE_LIMITS
    answers = [Client().post("/accounts/password/reset/", {"email": "mika@example.test"}).status_code for _ in range(7)]
    assert answers[0] == 302
    assert answers[-1] == 429
