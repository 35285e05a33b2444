"""Conduct (S1.8): what the floor records of a player, who may, who reads it, and how it is taken back."""

from __future__ import annotations

import re

import pytest
from django.db import Error, connection, transaction
from django.test import Client
from django.utils import timezone

from club.base.registry import ROLES
from club.base.signals import conduct_recorded
from club.membership import merging
from club.models import AuditEntry, Incident, User
from club.people import conduct, roles
from club.people.conduct import Penalty
from tests.support.club.club_api import login, problem
from tests.support.club.members import client_of, member, open_table, sit

pytestmark = pytest.mark.django_db


def give(client, player, kind: str = "warning", words: str = "Spoke about the hand in play.", key: str = "k", **more):
    body = {"player": player.pk, "kind": kind, "words": words, **more}
    return client.post("/api/v1/conduct/", body, headers={"Idempotency-Key": key})


@pytest.fixture
def floor():
    return login("dora", "director")


@pytest.fixture
def mika():
    return member("mika")


@pytest.fixture
def heard():
    told: list[Penalty] = []

    def listen(sender, penalty, **named):
        told.append(penalty)

    conduct_recorded.connect(listen)
    yield told
    conduct_recorded.disconnect(listen)


def test_a_warning_is_recorded_with_who_when_and_why_and_the_player_reads_it(floor, mika):
    answer = give(floor, mika)
    assert answer.status_code == 201
    told = client_of(mika).get("/api/v1/me/conduct/").json()["conduct"]
    assert [(one["kind"], one["words"], one["by"], one["withdrawn"]) for one in told] == [
        ("warning", "Spoke about the hand in play.", "dora", None)
    ]
    assert told[0]["at"]
    browser = Client()
    browser.force_login(mika.user)
    assert "Spoke about the hand in play." in browser.get("/me/").content.decode()
    on_record = AuditEntry.objects.get(kind="conduct.recorded")
    assert (on_record.by.username, on_record.subject, on_record.why) == (
        "dora",
        mika.owner,
        "Spoke about the hand in play.",
    )
    assert on_record.source


def test_nobody_reads_what_is_recorded_of_another_but_the_floor(floor, mika):
    give(floor, mika)
    other = member("ben")
    assert client_of(other).get("/api/v1/me/conduct/").json() == {"conduct": []}
    problem(client_of(other).get("/api/v1/conduct/"), 403, "permission_denied")
    cashier = Client()
    clerk = User.objects.create_user("carl")
    roles.give_role(clerk, "cashier")
    cashier.force_login(clerk)
    assert "Spoke about" not in cashier.get(f"/people/{mika.pk}/").content.decode().split("On record")[0]


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("kind", conduct.RECORDED)
def test_dealers_note_and_the_floor_gives_penalties(role, kind, mika):
    table = open_table()
    client = login("uma", role)
    amount = 2 if kind in conduct.COUNTED else 0
    answer = give(client, mika, kind, place=f"table:{table.pk}", amount=amount)
    may = conduct.right_for(kind) in ROLES[role]
    assert may == (role in ("owner", "admin", "director") or (role == "dealer" and kind in ("incident", "warning")))
    assert answer.status_code == (201 if may else 403)
    assert Incident.objects.exists() == may


def test_a_record_is_withdrawn_by_another_that_names_it_and_both_stay(floor, mika):
    number = give(floor, mika).json()["incident"]
    problem(floor.post(f"/api/v1/conduct/{number}/withdrawal/", {"words": " "}), 400, "invalid")
    told = floor.post(f"/api/v1/conduct/{number}/withdrawal/", {"words": "It was another player."}).json()
    assert told["withdrawn"]["words"] == "It was another player."
    again = floor.post(f"/api/v1/conduct/{number}/withdrawal/", {"words": "once more"}).json()
    assert again["withdrawn"] == told["withdrawn"]
    first, back = Incident.objects.order_by("pk")
    assert (first.words, back.withdraws) == ("Spoke about the hand in play.", first)
    problem(floor.post(f"/api/v1/conduct/{back.pk}/withdrawal/", {"words": "x"}), 409, "is_withdrawal")
    problem(floor.post("/api/v1/conduct/999/withdrawal/", {"words": "x"}), 404, "unknown_incident")
    problem(
        login("dean", "dealer").post(f"/api/v1/conduct/{number}/withdrawal/", {"words": "x"}), 403, "permission_denied"
    )
    assert AuditEntry.objects.get(kind="conduct.withdrawn").before["incident"] == number


@pytest.mark.parametrize("statement", ["UPDATE club_incident SET words = 'nothing'", "DELETE FROM club_incident"])
@pytest.mark.usefixtures("by_the_owner")
def test_sql_changes_no_record(statement, floor, mika):
    give(floor, mika)
    with pytest.raises(Error, match="Cannot"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert Incident.objects.get().words == "Spoke about the hand in play."


@pytest.mark.parametrize(
    ("more", "status", "code"),
    [
        ({"kind": "flogging"}, 400, "invalid"),
        ({"kind": "withdrawal"}, 400, "invalid"),
        ({"words": ""}, 400, "invalid"),
        ({"words": "　"}, 400, "invalid"),
        ({"words": "x" * 301}, 400, "invalid"),
        ({"kind": "missed-hand", "place": "{table}"}, 422, "bad_amount"),
        ({"kind": "missed-orbit", "place": "{table}", "amount": 101}, 400, "invalid"),
        ({"kind": "warning", "amount": 1}, 422, "bad_amount"),
        ({"kind": "missed-orbit", "amount": 1}, 422, "place_missing"),
        ({"kind": "disqualification"}, 422, "place_missing"),
        ({"place": "table:99999"}, 422, "unknown_place"),
        ({"place": "table:x"}, 422, "unknown_place"),
        ({"place": "game:razz"}, 422, "unknown_place"),
        ({"player": 99999}, 404, "unknown_player"),
    ],
)
def test_what_cannot_be_recorded_is_refused_with_the_reason(floor, mika, more, status, code):
    place = f"table:{open_table().pk}"
    body = {name: place if value == "{table}" else value for name, value in more.items()}
    fields = {"player": mika.pk, "kind": "warning", "words": "Slow play.", **body}
    answer = floor.post("/api/v1/conduct/", fields, headers={"Idempotency-Key": "k"})
    assert problem(answer, status, code)["detail"]
    assert not Incident.objects.exists()
    assert not AuditEntry.objects.filter(kind__startswith="conduct").exists()


def test_the_same_request_twice_is_one_record_and_a_key_stands_for_one(floor, mika):
    first, second = give(floor, mika), give(floor, mika)
    assert first.json()["incident"] == second.json()["incident"]
    problem(give(floor, mika, words="Something else."), 422, "key_reused")
    assert Incident.objects.count() == 1


def test_a_penalty_is_told_to_who_enforces_it_and_so_is_its_withdrawal(
    floor, mika, heard, django_capture_on_commit_callbacks
):
    table = open_table()
    place = f"table:{table.pk}"
    with django_capture_on_commit_callbacks(execute=True):
        number = give(floor, mika, "missed-orbit", amount=2, place=place).json()["incident"]
    at = Incident.objects.get(pk=number).at
    assert heard == [Penalty(number, mika.pk, "missed-orbit", 2, place, at, False)]
    assert conduct.in_force_at(place) == heard
    with django_capture_on_commit_callbacks(execute=True):
        floor.post(f"/api/v1/conduct/{number}/withdrawal/", {"words": "Too harsh."})
    assert heard[1] == Penalty(number, mika.pk, "missed-orbit", 2, place, at, True)
    assert conduct.in_force_at(place) == []


def test_a_duplicates_records_are_shown_with_the_member_who_stays(floor, mika):
    double = member("double")
    give(floor, double)
    merging.merge(double.pk, mika.pk, why="one person", by=None, now=timezone.now())
    assert [one["words"] for one in client_of(mika).get("/api/v1/me/conduct/").json()["conduct"]] == [
        "Spoke about the hand in play."
    ]


def test_the_players_own_copy_holds_the_records(floor, mika):
    give(floor, mika)
    told = client_of(mika).get("/api/v1/me/data/").json()
    assert [(one["kind"], one["words"]) for one in told["conduct"]] == [("warning", "Spoke about the hand in play.")]


def test_the_list_is_narrowed_by_player_kind_place_and_day(mika):
    table = open_table()
    ben = member("ben")
    sit(client_of(mika), table)
    director = User.objects.create_user("dora")
    roles.give_role(director, "director")
    browser = Client()
    browser.force_login(director)
    page = browser.get(f"/people/{mika.pk}/").content.decode()
    assert f'<option value="table:{table.pk}">T</option>' in page
    key = re.search(r'name="key" value="([\w-]+)"', page).group(1)
    form = {"player": mika.pk, "kind": "missed-hand", "amount": "３", "place": f"table:{table.pk}", "key": key}
    assert browser.post("/conduct/record/", {**form, "words": "Splashed the pot."}).status_code == 302
    browser.post("/conduct/record/", {"number": "ben", "kind": "incident", "words": "Asked for cards.", "key": "2"})
    today = timezone.localdate().isoformat()
    for query, expected in (
        ("", {"mika", "ben"}),
        ("player=mik", {"mika"}),
        (f"player={ben.member_number}", {"ben"}),
        ("kind=missed-hand", {"mika"}),
        (f"place=table:{table.pk}", {"mika"}),
        (f"begin={today}&end={today}", {"mika", "ben"}),
        ("end=2020-01-01", set()),
        ("begin=2999-01-01", set()),
    ):
        rows = browser.get(f"/conduct/?{query}").context["rows"]
        assert {one["nickname"] for one in rows} == expected, query
    assert "missed hands: 3" in browser.get("/conduct/").content.decode()


def test_a_dealer_sees_no_penalty_to_choose_and_is_refused_one(mika):
    dealer = User.objects.create_user("dean")
    roles.give_role(dealer, "dealer")
    browser = Client()
    browser.force_login(dealer)
    page = browser.get("/conduct/").content.decode()
    form = page[page.index('id="conduct-kind"') :]
    assert 'value="warning"' in form
    assert 'value="disqualification"' not in form
    body = {"number": "mika", "kind": "disqualification", "words": "x", "place": "table:1", "key": "k"}
    assert browser.post("/conduct/record/", body).status_code == 403
    assert not Incident.objects.exists()
