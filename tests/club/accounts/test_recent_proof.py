"""Before roles, logins, factors and large payouts one says again who one is: on pages and by the API, round no corner."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from club.accounts import api_tokens
from club.cashier import cashier, chip_accounts
from club.house import house_rules
from club.house.club_rules import ClubRules
from club.models import User
from club.people import ended_access, people, roles

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse 7"
LATER = timedelta(minutes=11)


@pytest.fixture(autouse=True)
def _asked(settings):
    settings.ASKS_AGAIN = True


def person(name: str, role: str = "") -> User:
    user = User.objects.create_user(name, password=PASSWORD)
    people.enrol(name, user=user, now=timezone.now())
    if role:
        roles.give_role(user, role)
    return user


@pytest.fixture
def mika():
    return person("mika")


@pytest.fixture
def later():
    with time_machine.travel(timezone.now(), tick=False) as clock:
        yield clock


def come_in(name: str) -> Client:
    client = Client()
    assert client.post("/accounts/login/", {"login": name, "password": PASSWORD}).status_code == 302
    return client


def held(user: User) -> list[str]:
    return sorted(user.groups.values_list("name", flat=True))


GRAVE = {
    "a role": lambda client, mika: client.post(f"/people/{mika.player.pk}/role/", {"role": "dealer", "held": "yes"}),
    "a factor": lambda client, mika: client.post(f"/people/{mika.player.pk}/second-factor/", {"why": "lost"}),
    "a login in the admin": lambda client, mika: client.get(f"/admin/club/user/{mika.pk}/change/"),
    "a login changed": lambda client, mika: client.post(f"/admin/club/user/{mika.pk}/change/", {"username": "hers"}),
    "a password": lambda client, mika: client.post(f"/admin/club/user/{mika.pk}/password/", {"password1": "x"}),
    "a new login": lambda client, mika: client.post("/admin/club/user/add/", {"username": "new"}),
    "staff": lambda client, mika: client.post(
        "/first-evening/staff/", {"name": "new", "password": "correct horse staple", "role": "dealer"}
    ),
}


@pytest.mark.parametrize("what", GRAVE)
def test_pages_lead_to_the_question_and_nothing_is_done_before_it(what, mika, later):
    person("olga", "owner")
    client = come_in("olga")
    later.shift(LATER)
    answer = GRAVE[what](client, mika)
    assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/accounts/reauthenticate/")
    assert held(mika) == []
    assert list(User.objects.values_list("username", flat=True).order_by("pk")) == ["mika", "olga"]
    assert PASSWORD not in str(dict(client.session))
    assert "staple" not in str(dict(client.session)), "a password that was typed is kept nowhere meanwhile"


def test_after_the_right_answer_what_was_asked_for_is_done_and_after_a_wrong_one_not(mika, later):
    person("olga", "owner")
    client = come_in("olga")
    later.shift(LATER)
    asked = client.post(f"/people/{mika.player.pk}/role/", {"role": "dealer", "held": "yes", "ends_access": "yes"})
    client.post(asked["Location"], {"password": "wrong"})
    assert held(mika) == []
    client.post(asked["Location"], {"password": PASSWORD})
    assert held(mika) == ["dealer"]


def test_who_has_just_come_in_is_not_asked(mika):
    person("olga", "owner")
    come_in("olga").post(f"/people/{mika.player.pk}/role/", {"role": "dealer", "held": "yes", "ends_access": "yes"})
    assert held(mika) == ["dealer"]


def test_a_fragment_is_led_to_the_question_as_a_whole_page(mika, later):
    person("olga", "owner")
    client = come_in("olga")
    later.shift(LATER)
    asked = {"role": "dealer", "held": "yes"}
    answer = client.post(f"/people/{mika.player.pk}/role/", asked, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"].startswith("/accounts/reauthenticate/")
    assert held(mika) == []


def put_role(client: Client, mika: User, **headers):
    body = {"role": "dealer", "held": True, "ends_access": True}
    return client.put(
        f"/api/v1/players/{mika.player.pk}/roles/", body, content_type="application/json", headers=headers
    )


@pytest.mark.parametrize("way", ["session", "token"])
def test_the_api_asks_for_a_proof_that_a_password_gives_and_that_is_nobody_elses_and_runs_out(way, mika, later):
    olga, other = person("olga", "owner"), person("other", "owner")
    client, mine = come_in("olga"), {}
    if way == "token":
        client, mine = Client(), {"Authorization": f"Token {api_tokens.make(olga, 'x', now=timezone.now())}"}
    later.shift(LATER)
    answer = put_role(client, mika, **mine)
    assert (answer.status_code, answer.json()["code"]) == (403, "proof_needed")

    def proof(who: Client, password: str, **headers) -> str:
        told = who.post(
            "/api/v1/reauthentication/", {"password": password}, content_type="application/json", headers=headers
        )
        return told.json().get("proof", "")

    assert proof(client, "wrong", **mine) == ""
    theirs = proof(come_in("other"), PASSWORD)
    for text in ("x", theirs, ""):
        assert put_role(client, mika, **mine, Reauthentication=text).status_code == 403
    good = proof(client, PASSWORD, **mine)
    later.shift(LATER)
    assert put_role(client, mika, **mine, Reauthentication=good).status_code == 403, "it has run out"
    good = proof(client, PASSWORD, **mine)
    assert put_role(client, mika, **mine, Reauthentication=good).status_code == 200
    assert other.pk != olga.pk


def test_a_proof_is_worth_nothing_when_access_was_ended(mika, later):
    olga = person("olga", "owner")
    client = come_in("olga")
    good = client.post("/api/v1/reauthentication/", {"password": PASSWORD}, content_type="application/json").json()[
        "proof"
    ]
    ended_access.end(olga)
    text = api_tokens.make(User.objects.get(pk=olga.pk), "x", now=timezone.now())
    answer = put_role(Client(), mika, Authorization=f"Token {text}", Reauthentication=good)
    assert answer.json()["code"] == "proof_needed"


def test_a_payout_above_the_limit_asks_on_the_page_and_by_the_api_and_a_smaller_one_does_not(mika, later):
    cara = person("cara", "cashier")
    house_rules.set_value(ClubRules, "payout_asks_again", 500, by=None, now=timezone.now())
    cashier.buy_chips(mika.player, 5_000, key="in", by=None, now=timezone.now())
    client = come_in("cara")
    later.shift(LATER)

    def balance() -> int:
        return chip_accounts.wallet(mika.player).balance

    def page(chips: int, key: str):
        return client.post("/desk/do/cash-out/", {"player": mika.player.pk, "chips": chips, "key": key})

    def api(chips: int, key: str):
        body = {"player": mika.player.pk, "chips": chips}
        sent = {"Idempotency-Key": key}
        return client.post("/api/v1/cashier/cash-out/", body, content_type="application/json", headers=sent)

    assert page(500, "small").status_code == 302
    assert balance() == 4_500
    assert page(501, "large")["Location"].startswith("/accounts/reauthenticate/")
    answer = api(501, "large too")
    assert (answer.status_code, answer.json()["code"]) == (403, "proof_needed")
    assert balance() == 4_500
    client.post("/accounts/reauthenticate/?next=/desk/do/cash-out/", {"password": PASSWORD})
    assert balance() == 3_999
    assert api(501, "large too").status_code == 200
    assert cara.pk


def test_commands_and_workers_are_asked_nothing(mika):
    roles.change_role(mika, "dealer", is_held=True, by=person("olga", "owner"), now=timezone.now())
    assert held(mika) == ["dealer"]
