"""However many tables are open, the lobby tells a page of them and where the others are, and asks the database for no more."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from club.house import house_rules
from tables.cash import seating
from tables.core.table_rules import TableRules
from tables.queries import lobby
from tests.support.club import list_pages
from tests.tables.conftest import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def opened(house: House, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    monkeypatch.setattr(lobby, "TABLES_A_PAGE", 2)
    return [house.table().pk for _table in range(5)]


def _told(client: APIClient, query: str = "") -> list[int]:
    answer: Any = client.get(f"/api/v1/tables/{query}").json()
    return [one["id"] for one in answer]


@pytest.mark.parametrize("delay", [0, 60])
def test_every_table_stands_on_one_page(
    opened: list[int], house: House, people: Any, delay: int, client: Client
) -> None:
    if delay:
        house_rules.set_value(TableRules, "spectator_delay", delay, by=None, now=house.now)
    api = house.client(people[0])
    pages = [_told(api, query) for query in ("", "?page=2", "?page=3", "?page=4")]
    assert [len(page) for page in pages] == [2, 2, 1, 0]
    assert [one for page in pages for one in page] == opened
    client.force_login(people[0].user)
    assert 'href="?page=2"' in client.get("/tables/?page=x").content.decode()
    assert list_pages.ways(client, "/tables/", "More tables") == list_pages.WAYS_OF_THREE


@pytest.mark.parametrize("page", ["0", "-1", "1.5", "²", "x", "99999999"])
def test_what_is_no_page_is_refused_saying_what_one_is(opened: list[int], house: House, people: Any, page: str) -> None:
    answer = house.client(people[0]).get("/api/v1/tables/", {"page": page})
    assert answer.status_code == 400
    assert "from 1 to 1,000,000" in answer.json()["detail"]


def test_a_page_counts_who_sits_there_now_however_many_sat_there_before(house: House, people: Any) -> None:
    table = house.seated(*people)
    seating.stand_up(table.pk, people[0], now=house.now)
    seating.sit_down(table.pk, people[0], 7, 5_000, key="again", now=house.now)
    seating.stand_up(table.pk, people[1], now=house.now)
    (told,) = house.client(people[0]).get("/api/v1/tables/").json()
    assert (told["seated"], told["seats"]) == (2, 9)


def test_the_front_page_asks_for_the_tables_that_it_shows(house: House, client: Client) -> None:
    for _table in range(8):
        house.table()
    with CaptureQueriesContext(connection) as asked:
        assert client.get("/").content.decode().count('class="sheet game"') <= 6
    (listed,) = [one["sql"] for one in asked if 'FROM "tables_table"' in one["sql"] and "ORDER BY" in one["sql"]]
    assert "LIMIT 6" in listed
