"""Whose role asks for a second factor takes one at the first visit; until then no page, endpoint or token is open."""

from __future__ import annotations

import re

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.utils import timezone

from club.accounts import api_tokens
from club.models import AuditEntry
from club.people import roles
from tests.support.club.logins import PASSWORD, come_in, person
from tests.support.factors import enrol

pytestmark = pytest.mark.django_db
STAFF = ("owner", "admin", "director", "dealer", "cashier", "reception")


@pytest.fixture(autouse=True)
def _demanded(settings):
    settings.FACTOR_ROLES = STAFF
    settings.ASKS_AGAIN = True


@pytest.mark.parametrize("role", STAFF)
def test_the_staff_is_led_to_the_factor_and_goes_on_with_it(role):
    user = person("mika", role)
    client = come_in("mika")
    for page in ("/", "/people/", "/desk/", "/me/", "/admin/", "/first-evening/", "/club/"):
        answer = client.get(page)
        assert (answer.status_code, answer["Location"]) == (302, "/accounts/2fa/totp/activate/"), page
    assert client.post("/club/logo/").status_code == 302
    assert client.get("/api/v1/me/").json()["code"] == "second_factor_missing"
    assert client.get("/people/", headers={"HX-Request": "true"})["HX-Redirect"] == "/accounts/2fa/totp/activate/"
    enrol(client)
    assert client.get("/me/").status_code == 200
    codes = client.get("/accounts/2fa/recovery-codes/").content.decode()
    assert Authenticator.objects.filter(user=user).count() == 2, "recovery codes came with it"
    assert "recovery" in codes.lower()


def test_law_what_a_browser_fetches_by_itself_leads_nobody_to_the_page_of_a_secret():
    """It makes another secret each time: the one that is looked at would be worthless. Named by the pages and the worker."""
    person("mika", "owner")
    client = come_in("mika")
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    worker = client.get("/sw.js").content.decode()
    found = {
        *re.findall(r'<(?:link|script|img)[^>]*?(?:href|src)="(/[^"]+)"', page),
        *re.findall(r'"(/[^"]+)"', worker),
    }
    assert {"/manifest.webmanifest", "/offline/"} <= found
    own = [address for address in sorted(found) if not address.startswith("/static/")]
    assert [(address, client.get(address).status_code) for address in own] == [(address, 200) for address in own]


def test_players_are_asked_for_nothing():
    person("mika")
    assert come_in("mika").get("/me/").status_code == 200


def test_no_token_opens_anything_before_the_factor_is_there():
    user = person("mika", "cashier")
    given = {"username": "mika", "password": PASSWORD}
    answer = Client().post("/api/v1/token/", given, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "second_factor_missing")
    text = api_tokens.make(user, "older", now=timezone.now())
    answer = Client().get("/api/v1/me/", headers={"Authorization": f"Token {text}"})
    assert answer.status_code == 403
    Authenticator.objects.create(user=user, type="totp", data={"secret": "x"})
    assert Client().get("/api/v1/me/", headers={"Authorization": f"Token {text}"}).status_code == 200


def test_whoever_is_given_a_role_is_asked_from_then_on():
    mika, olga = person("mika"), person("olga", "owner")
    client = come_in("mika")
    assert client.get("/me/").status_code == 200
    roles.change_role(mika, "dealer", is_held=True, by=olga, now=timezone.now())
    assert client.get("/me/").status_code == 302
    assert come_in("mika").get("/me/")["Location"] == "/accounts/2fa/totp/activate/"


def test_who_has_lost_the_device_comes_in_by_a_recovery_code_or_has_the_factor_taken_off_on_record():
    mika, olga = person("mika", "cashier"), person("olga", "owner")
    client = come_in("mika")
    enrol(client)
    codes = Authenticator.objects.get(user=mika, type="recovery_codes").wrap().get_unused_codes()
    again = come_in("mika")
    assert again.get("/me/").status_code == 302
    assert again.post("/accounts/2fa/authenticate/", {"code": codes[0]}).status_code == 302
    assert again.get("/me/").status_code == 200
    twice = come_in("mika")
    twice.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    assert twice.get("/me/").status_code == 302, "each opens once"
    owner = come_in("olga")
    enrol(owner)
    lost = {"why": "the phone fell into the sea", "ends_access": "yes"}
    assert owner.post(f"/people/{mika.player.pk}/second-factor/", lost).status_code == 302
    assert AuditEntry.objects.get(kind="login.second-factor-off").by == olga
    assert not again.session.get("_auth_user_id") or again.get("/me/").status_code == 302
    assert come_in("mika").get("/desk/")["Location"] == "/accounts/2fa/totp/activate/", "and takes another"


def test_who_gives_the_factor_up_is_asked_for_one_at_once():
    person("mika", "dealer")
    client = come_in("mika")
    enrol(client)
    assert client.get("/me/").status_code == 200
    client.post("/accounts/2fa/totp/deactivate/", {"ends_access": "on"})
    assert not Authenticator.objects.exists()
    assert client.get("/me/")["Location"] == "/accounts/2fa/totp/activate/"
