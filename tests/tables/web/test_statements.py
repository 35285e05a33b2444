"""How many statements the busiest requests cost: a decision over the API, and a look from the rail."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from club.accounts import api_tokens
from club.house import house_rules
from tables.core.table_rules import TableRules
from tables.dealing import dealer
from tables.hand.hand_replay import rebuilt
from tables.queries import table_as_seen
from tests.tables.conftest import NO_LIMIT

pytestmark = pytest.mark.django_db

# The last one of a hand also says which cards may be shown. Who asks, as which player, with which roles (a second factor may be
# demanded of them), at which table: no more for the rail.
DECISION, LAST_DECISION, RAIL = 18, 20, 4


@pytest.fixture
def key_of(now):
    def make(player) -> APIClient:
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Token {api_tokens.make(player.user, 'program', now=now)}")
        return client

    return make


@pytest.fixture
def table(house, people):
    return house.seated(*people, stakes=NO_LIMIT, pause=60.0)


def test_a_decision_costs_few_statements_and_is_answered_as_a_look_would_be(house, now, key_of, people, table):
    row = dealer.deal(table.pk, now=now, seed=b"s" * 32)
    programs = {player.pk: key_of(player) for player in people}
    held = {seat.seat: seat.player_id for seat in row.seats.all()}
    count = 0
    while asks := rebuilt(row).asks:
        program = programs[held[asks[0].seat]]
        body = {"hand": row.pk, "ask": asks[0].number, "decision": "call" if asks[0].kind == "bet" else "show"}
        with CaptureQueriesContext(connection) as statements:
            answer = program.post(f"/api/v1/tables/{table.pk}/decisions/", body)
        assert answer.status_code == 200, answer.content
        is_last = answer.json()["hand"]["state"] != "playing"
        assert len(statements) <= (LAST_DECISION if is_last else DECISION)
        assert answer.json() == program.get(f"/api/v1/tables/{table.pk}/").json()
        again = program.post(f"/api/v1/tables/{table.pk}/decisions/", body)
        assert (again.status_code, again.json()) == (200, answer.json())
        count += 1
    assert count >= 12
    house.settle()
    later = dealer.deal(table.pk, now=now, seed=b"t" * 32)
    again = program.post(f"/api/v1/tables/{table.pk}/decisions/", body)
    assert again.json()["hand"]["id"] == later.pk, "an old decision said again is answered with the table of now"


def test_whoever_only_watches_is_told_what_was_written_down_once(
    house, now, key_of, people, table, django_assert_max_num_queries, monkeypatch
):
    dealer.deal(table.pk, now=now, seed=b"s" * 32)
    crowd = [house.person(f"rail {n}", chips=0) for n in range(3)]
    looks = []
    look = table_as_seen.table_as_seen_by
    monkeypatch.setattr(
        table_as_seen, "table_as_seen_by", lambda *args, **named: looks.append(1) or look(*args, **named)
    )
    programs = [key_of(player) for player in crowd]
    first = programs[0].get(f"/api/v1/tables/{table.pk}/")
    for program in programs[1:]:
        with django_assert_max_num_queries(RAIL):
            answer = program.get(f"/api/v1/tables/{table.pk}/")
        assert (answer.status_code, answer.json()) == (200, first.json())
        assert answer["Content-Type"] == "application/json"
    assert len(looks) == 1
    table.refresh_from_db()
    assert first.json() == json.loads(json.dumps(look(table, crowd[0], now=now)))
    own = key_of(people[0]).get(f"/api/v1/tables/{table.pk}/").json()
    assert own["you"] == 1
    [mine] = [seat for seat in own["hand"]["view"]["seats"] if seat["seat"] == 1]  # wherever the first button stands
    assert "??" not in mine["cards"]


def test_the_rail_lags_behind_as_soon_as_the_house_says_so(house, now, key_of, table):
    program = key_of(house.person("rail", chips=0))
    dealer.deal(table.pk, now=now, seed=b"s" * 32)
    assert program.get(f"/api/v1/tables/{table.pk}/").json()["hand"] is not None
    house_rules.set_value(TableRules, "spectator_delay", 300, by=None, now=now)
    seen = program.get(f"/api/v1/tables/{table.pk}/").json()
    assert (seen["delay"], seen["hand"]) == (300, None)


def test_what_is_no_table_or_needs_a_login_is_said_as_before(house, key_of, table):
    assert key_of(house.person("rail", chips=0)).get("/api/v1/tables/99999/").status_code == 404
    assert APIClient().get(f"/api/v1/tables/{table.pk}/").status_code == 401
