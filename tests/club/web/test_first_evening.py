"""From an empty club to its first game: the steps know what is there, are left and gone on with, and refuse in words."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from club.house import house_rules
from club.house.club_rules import in_force
from club.models import AuditEntry, User
from club.people import people
from club.web_owner import first_evening
from tests.support.club.members import open_table
from tests.support.desk import user_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(user_of("olga", "owner"), backend="django.contrib.auth.backends.ModelBackend")
    return client


def missing() -> list[str]:
    return [one.key for one in first_evening.stand().missing]


def do(client: Client, step: str, **fields: str):
    return client.post(f"/first-evening/{step}/", fields)


def test_the_steps_are_done_one_by_one_and_the_front_page_says_what_is_missing(owner):
    assert missing() == ["club", "chips", "rules", "staff", "members", "play"]
    do(owner, "club", name="Turtle Club", time_zone="Europe/Berlin")
    assert (in_force().name, in_force().time_zone) == ("Turtle Club", "Europe/Berlin")
    do(owner, "chips", chip_set="white 25, red 100, green 500, black 1000, purple 5000", unit_symbol="T")
    assert [chip.value for chip in in_force().chips] == [25, 100, 500, 1000, 5000]
    page = owner.get("/").content.decode()
    assert "Your club is not set up yet" in page
    assert "?step=rules" in page
    assert "?step=chips" not in page
    do(owner, "rules", preset="standard")  # changes nothing, and is taken all the same
    assert "rules" in [one.key for one in first_evening.stand().done]
    do(owner, "staff", name="Dan", role="director", password="a long night of cards")
    dan = User.objects.get(username="Dan")
    assert dan.check_password("a long night of cards")
    assert dan.player.nickname == "Dan"
    assert set(dan.groups.values_list("name", flat=True)) == {"director"}
    assert missing() == ["members", "play"]
    do(owner, "members", later="yes")
    assert missing() == ["play"]
    people.enrol("Paul", now=timezone.now())
    assert "members" in [one.key for one in first_evening.stand().done]
    open_table()
    assert first_evening.stand().is_over
    assert "not set up yet" not in owner.get("/").content.decode()
    assert AuditEntry.objects.filter(kind="setup.passed", subject="members").exists()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_whoever_has_taken_in_members_finds_the_way_back_until_the_club_is_set_up(owner, language):
    paul = people.enrol("Paul", now=timezone.now())
    places = ("/people/new/", "/people/files/", f"/people/{paul.pk}/", "/phones/")
    for place in places:
        page = owner.get(place, headers={"Accept-Language": language}).content.decode()
        assert page.count('href="/first-evening/"') > 1, f"{place}: beside the menu's"
    floor = Client()
    floor.force_login(user_of("dan", "director"), backend="django.contrib.auth.backends.ModelBackend")
    assert 'href="/first-evening/"' not in floor.get("/people/new/").content.decode()
    for step in missing():
        do(owner, step, later="yes")
    for place in places:
        assert owner.get(place).content.decode().count('href="/first-evening/"') <= 1, place


@pytest.mark.parametrize(
    ("step", "fields", "words"),
    [
        ("club", {"name": "Turtle", "time_zone": "Osaka"}, "is no time zone"),
        ("chips", {"own": "white"}, "is no chip; write a colour and a value"),
        ("rules", {"preset": "mine"}, "There is no set of rules"),
        ("staff", {"name": "Dan", "role": "director", "password": "123"}, "too short"),
        (
            "staff",
            {"name": "olga", "role": "director", "password": "a long night"},
            "There is a login of that name already",
        ),
        ("staff", {"name": "Dan", "role": "king", "password": "a long night"}, "The roles to give are"),
    ],
)
def test_what_cannot_be_is_said_changes_nothing_and_keeps_what_was_typed(owner, step, fields, words):
    answer = do(owner, step, **fields)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert words in page
    assert 'value="Dan"' in page or "Dan" not in fields.values()
    assert len(missing()) == 6
    assert house_rules.export()["values"] == {}
    assert not User.objects.filter(username="Dan").exists()


def test_the_name_of_the_club_is_nobodys_login_when_its_step_is_refused(owner):
    page = do(owner, "club", name="Turtle", time_zone="Osaka").content.decode()
    assert page.count('value="Turtle"') == 1


def test_only_who_sets_up_an_untouched_club_is_led_there_and_only_once(owner):
    def came(client: Client) -> int:
        session = client.session
        session["just came"] = True
        session.save()
        return client.get("/").status_code

    assert came(owner) == 302
    assert owner.get("/").status_code == 200
    director = Client()
    director.force_login(user_of("dora", "director"), backend="django.contrib.auth.backends.ModelBackend")
    assert came(director) == 200
    do(owner, "club", name="Turtle Club", time_zone="")
    assert came(owner) == 200


def test_a_club_without_logins_says_how_the_first_is_made(client: Client) -> None:
    words = "uv run manage.py createsuperuser"
    for page in ("/", "/accounts/login/"):
        assert words in client.get(page).content.decode(), page
    user_of("olga", "owner")
    for page in ("/", "/accounts/login/"):
        assert words not in client.get(page).content.decode(), page
