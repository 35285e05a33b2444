"""Lines that players reported: one list for the floor, settled once."""

from __future__ import annotations

import pytest

from club.models import AuditEntry
from tables.models import ChatReport, ChatSilence

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(house):
    return [house.person(name) for name in ("anna", "ben")]


@pytest.fixture
def table(house, people):
    return house.seated(*people, pause=60.0)


def say(house, player, table, text, kind="words"):
    return house.client(player).post(f"/api/v1/tables/{table.pk}/chat/", {"kind": kind, "text": text}, format="json")


def lines(house, player, table):
    return house.client(player).get(f"/api/v1/tables/{table.pk}/chat/").json()["lines"]


@pytest.fixture
def floor(house):
    return house.person("floor", role="director")


def reported(house, people, table, *texts):
    """Lines of the first player, all reported by the second: their ids."""
    for text in texts:
        say(house, people[0], table, text)
    found = [line["id"] for line in lines(house, people[1], table)]
    for line in found:
        address = f"/api/v1/tables/{table.pk}/chat/{line}/"
        assert house.client(people[1]).post(address, {"act": "report"}, format="json").status_code == 200
    return found


def listed(house, who):
    return house.client(who).get("/api/v1/chat/reports/")


def settles(house, who, line, act):
    return house.client(who).post(f"/api/v1/chat/reports/{line}/", {"act": act}, format="json")


def test_the_floor_has_them_on_one_list_and_nobody_else(house, people, table, floor):
    reported(house, people, table, "one", "two")
    assert [(line["text"], line["by"], line["name"]) for line in listed(house, floor).json()["lines"]] == [
        ("one", ["ben"], "anna"), ("two", ["ben"], "anna"),
    ]  # fmt: skip
    assert listed(house, people[0]).status_code == 403
    assert settles(house, people[0], 1, "settle").status_code == 403


def test_each_is_hidden_silenced_or_found_right_and_leaves_the_list(house, people, table, floor):
    one, two, three = reported(house, people, table, "one", "two", "three")
    assert settles(house, floor, one, "hide").status_code == 200
    assert settles(house, floor, two, "settle").status_code == 200
    left = settles(house, floor, three, "silence").json()["lines"]
    assert left == []
    assert [line["text"] for line in lines(house, people[1], table)] == ["two", "three"]
    assert ChatSilence.objects.get().player == people[0]
    assert settles(house, floor, two, "settle").status_code == 200, "harmless if repeated"
    entries = AuditEntry.objects.filter(kind="chat.settled").order_by("pk")
    assert [entry.after["act"] for entry in entries] == ["hide", "settle", "silence"]
    assert ChatReport.objects.filter(settled_at=None).count() == 0


def test_only_what_was_reported_is_settled(house, people, table, floor):
    say(house, people[0], table, "fine")
    (line,) = lines(house, people[1], table)
    assert settles(house, floor, line["id"], "settle").status_code == 404
    assert settles(house, floor, 10**9, "settle").status_code == 404


def test_the_page_settles_them_in_the_readers_language(house, people, table, floor, client):
    say(house, people[0], table, "nice-hand", "phrase")
    (line,) = reported(house, people, table)
    client.force_login(floor.user)
    page = client.get("/chat/reports/", headers={"Accept-Language": "en"}).content.decode()
    assert "Nice hand!" in page
    assert "Reported by ben" in page
    assert client.post(f"/chat/reports/{line}/", {"act": "fold"}).status_code == 422
    assert client.post(f"/chat/reports/{line}/", {"act": "settle"}).status_code == 302
    assert "Nothing was reported" in client.get("/chat/reports/").content.decode()
