"""What the pages ask the database: as much for four tables as for two, and what many parts of a page need only once."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.support.tournaments.felt import Felt
from tests.tournaments.conftest import Evening

pytestmark = pytest.mark.django_db

# Questions at the most. A table asks for the notes one has of those who sit there and for their avatars, and whether chips of the
# books lie there; it and the lobby for one's own tables; the lobby for private tables, lines that were reported and jackpots.
FLOOR, TABLE, LOBBY, ACCOUNT = 38, 16, 15, 12


@pytest.fixture
def director(client: Client) -> Any:
    def of(players: int, evening: Evening) -> Felt:
        felt = Felt(evening, players)
        client.force_login(get_user_model().objects.get(username="boss"))
        return felt

    return of


@pytest.mark.parametrize("players", [6, 12], ids=["two tables", "four tables"])
def test_a_page_asks_the_database_few_questions(
    evening: Evening, client: Client, director: Any, players: int, django_assert_max_num_queries: Any
) -> None:
    row = director(players, evening).row
    table = next(iter(evening.state(row).tables.values()))
    pages = {
        f"/tournaments/{row.pk}/floor/": FLOOR,
        f"/tables/{table}/": TABLE,
        "/tables/": LOBBY,
        "/me/": ACCOUNT,
    }
    for address, most in pages.items():
        client.get(address)  # what the first look of a process reads once
        with django_assert_max_num_queries(most):
            assert client.get(address).status_code == 200


@pytest.mark.parametrize("address", ["/tournaments/{}/floor/", "/me/"])
def test_roles_are_asked_once_a_page_and_anew_for_the_next(
    evening: Evening, client: Client, director: Any, address: str
) -> None:
    row = director(6, evening).row
    for _look in range(2):
        with CaptureQueriesContext(connection) as asked:
            client.get(address.format(row.pk))
        assert len([query for query in asked.captured_queries if 'FROM "auth_group"' in query["sql"]]) == 1
