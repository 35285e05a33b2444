"""However many events are announced, the list tells a page of them, by their time, and where the others are."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from tests.support.club import list_pages
from tests.tournaments.conftest import Evening
from tournaments.api import event_list
from tournaments.log.state import RUNNING
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def announced(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    monkeypatch.setattr(event_list, "LIVE_A_PAGE", 2)
    return [evening.tournament().pk for _event in range(5)]


def _told(client: APIClient, query: str = "") -> list[int]:
    answer: Any = client.get(f"/api/v1/tournaments/{query}").json()
    return [one["id"] for one in answer["tournaments"]]


def test_every_event_stands_on_one_page(announced: list[int], evening: Evening, client: Client) -> None:
    api = evening.client(evening.person("mika"))
    pages = [_told(api, query) for query in ("", "?page=2", "?page=3", "?page=4")]
    assert [len(page) for page in pages] == [2, 2, 1, 0]
    assert sorted(one for page in pages for one in page) == announced
    assert list_pages.ways(client, "/tournaments/", "Later events") == list_pages.WAYS_OF_THREE


def test_that_one_has_begun_moves_none_for_spectators_hear_of_it_later(announced: list[int]) -> None:
    before = [row.pk for row in event_list.listed(1, now=timezone.now())]
    Tournament.objects.filter(pk=announced[-1]).update(status=RUNNING)
    assert [row.pk for row in event_list.listed(1, now=timezone.now())] == before


@pytest.mark.parametrize("page", ["0", "-1", "1.5", "²", "x", "99999999", "1" * 5000])
def test_what_is_no_page_is_refused_saying_what_one_is(
    announced: list[int], evening: Evening, client: Client, page: str
) -> None:
    answer = evening.client(evening.person("mika")).get("/api/v1/tournaments/", {"page": page})
    assert answer.status_code == 400
    assert "from 1 to 1,000,000" in answer.json()["detail"]
    assert client.get("/tournaments/", {"page": page}).status_code == 200
