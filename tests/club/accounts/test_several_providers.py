"""Several providers at once: each one's people are its own, each visit is its own, and one's page lists and takes off each."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.socialaccount.models import SocialAccount
from django.test import Client

from club.accounts import provider_logins
from club.accounts.provider_logins import Use
from club.models import User
from tests.support.club.logins import come_in, person
from tests.support.provider_visits import bent, house, is_in, leave, linked_to, visit

pytestmark = pytest.mark.django_db
LINKED, SIGN_UP = "/accounts/3rdparty/", "/accounts/3rdparty/signup/"
KEYS = ("staff", "city")


def linked(user: User) -> list[str]:
    return [one["provider"] for one in provider_logins.told(user)]


def test_each_has_a_button_of_its_name_at_the_door_and_on_ones_own_page(two):
    person("mika")
    for client, address in ((Client(), "/accounts/login/"), (come_in("mika"), LINKED)):
        page = client.get(address).content.decode()
        assert all(name in page for name in ("Staff ID", "City ID"))
        assert all(f"/accounts/oidc/{key}/login/" in page for key in KEYS)


def test_the_same_subject_at_two_issuers_is_two_people(two):
    staff, city = two
    house("open")
    for key, fake, name in (("staff", staff, "mika"), ("city", city, "nora")):
        fake.person = {"sub": "1001", "email": "mika@club.test", "email_verified": True}
        client = Client()
        assert visit(client, fake, key=key)["Location"] == SIGN_UP
        assert client.post(SIGN_UP, {"username": name}).status_code == 302
    assert User.objects.count() == SocialAccount.objects.values("uid").distinct().count() == 2
    for key, fake, name in (("staff", staff, "mika"), ("city", city, "nora")):
        client = Client()
        visit(client, fake, key=key)
        assert client.session["_auth_user_id"] == str(User.objects.get(username=name).pk)


def test_who_is_about_to_sign_up_begins_anew_where_the_provider_is_offered_no_more(two, settings):
    house("open")
    client = Client()
    assert visit(client, two[0], key="staff")["Location"] == SIGN_UP
    settings.SIGN_IN_PROVIDERS = settings.SIGN_IN_PROVIDERS[1:]
    assert client.get(SIGN_UP)["Location"] == "/accounts/login/"
    assert client.post(SIGN_UP, {"username": "mika"})["Location"] == "/accounts/login/"
    assert not User.objects.exists()


@pytest.mark.parametrize("at", range(2))
def test_a_token_of_the_other_issuer_is_not_believed(two, at):
    """The issuer must be the one that was asked, whatever keys it has."""
    asked, other = two[at], two[1 - at]
    linked_to(person("mika"), asked, key=KEYS[at])
    asked.bend = bent(iss=other.url)
    client = Client()
    assert visit(client, asked, key=KEYS[at]).status_code == 401
    asked.bend, asked.key = bent(), other.key
    asked.sign = lambda claims: other.signed(claims | {"iss": other.url})
    assert visit(client, asked, key=KEYS[at]).status_code == 401
    assert not is_in(client)


@pytest.mark.parametrize("at", range(2))
def test_a_visit_to_one_comes_back_by_no_other_and_not_under_anothers_name(two, at):
    staff, other = two[at], two[1 - at]
    linked_to(person("mika"), staff, key=KEYS[at])
    client = Client()
    there = urlsplit(leave(client, key=KEYS[1 - at])).query
    code = urlsplit(staff.authorize(f"{staff.url}/authorize?{there}")).query
    assert client.get(f"/accounts/oidc/{KEYS[at]}/login/callback/?{code}").status_code == 401
    back = staff.authorize(leave(client, key=KEYS[at]))
    assert client.get(f"{back}&iss={other.url}").status_code == 401
    assert not is_in(client)
    assert client.get(staff.authorize(leave(client, key=KEYS[at])) + f"&iss={staff.url}").status_code == 302
    assert is_in(client)


def test_each_is_told_an_address_to_return_to_of_its_own(two):
    for key in KEYS:
        asked = parse_qs(urlsplit(leave(Client(), key=key)).query)
        assert asked["redirect_uri"] == [f"http://testserver/accounts/oidc/{key}/login/callback/"]


def test_both_open_one_login_and_each_is_taken_off_by_itself(two):
    mika = person("mika")
    linked_to(mika, two[0], key="staff")
    linked_to(mika, two[1], key="city")
    assert linked(mika) == ["staff", "city"]
    for key, fake in zip(KEYS, two, strict=True):
        client = Client()
        visit(client, fake, key=key)
        assert client.session["_auth_user_id"] == str(mika.pk)
    page = come_in("mika")
    first = SocialAccount.objects.get(provider="staff")
    page.post(LINKED, {"account": first.pk, "ends_access": "yes"})
    assert linked(mika) == ["city"]


def test_the_last_way_in_stays_and_one_that_is_offered_no_more_is_none(two, settings):
    house("open")
    client = Client()
    visit(client, two[0], key="staff")
    client.post(SIGN_UP, {"username": "mika"})
    settings.ASKS_AGAIN = False
    visit(client, two[1], key="city", process="connect")
    mika = User.objects.get()
    assert linked(mika) == ["staff", "city"]
    staff, city = SocialAccount.objects.order_by("pk")
    settings.SIGN_IN_PROVIDERS = settings.SIGN_IN_PROVIDERS[:1]
    client.post(LINKED, {"account": staff.pk, "ends_access": "yes"})
    assert linked(mika) == ["staff", "city"], "by city nobody comes in any more"
    client.post(LINKED, {"account": city.pk, "ends_access": "yes"})
    assert linked(mika) == ["staff"]
    client.post(LINKED, {"account": staff.pk, "ends_access": "yes"})
    assert linked(mika) == ["staff"]


def test_an_account_of_one_is_not_linked_by_naming_the_other(two):
    mika = person("mika")
    linked_to(mika, two[0], key="staff")
    person("thief")
    client = come_in("thief")
    visit(client, two[0], key="staff", process="connect")
    assert SocialAccount.objects.get().user == mika


def test_how_many_come_in_by_each_and_how_many_by_nothing_else(two, settings):
    house("open")
    linked_to(person("mika"), two[0], key="staff")
    two[0].person = {"sub": "2"}
    client = Client()
    visit(client, two[0], key="staff")
    client.post(SIGN_UP, {"username": "nora"})
    assert provider_logins.use() == {"staff": Use(2, 1)}
    settings.ASKS_AGAIN = False
    visit(client, two[1], key="city", process="connect")
    assert provider_logins.use() == {"staff": Use(2, 0), "city": Use(1, 0)}
    settings.SIGN_IN_PROVIDERS = settings.SIGN_IN_PROVIDERS[1:]
    assert provider_logins.use() == {"staff": Use(2, 0), "city": Use(1, 1)}
    User.objects.filter(username="mika").update(is_active=False)
    assert provider_logins.use()["staff"] == Use(1, 0)
