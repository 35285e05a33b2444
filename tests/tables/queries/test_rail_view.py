"""Who only watches is told where the streams' process has the public view, and finds the same bytes there."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.utils import timezone

from club.house import house_rules
from club.live import spectator_views
from club.live.spectator_views import SpectatorAnswers
from tables.core.table_rules import TableRules
from tables.dealing import dealer, player_decisions
from tables.hand.hand_replay import rebuilt
from tables.models import Table
from tables.queries import rail_view

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(house):
    return [house.person(name) for name in ("anna", "ben")]


@pytest.fixture
def table(house, people):
    return house.seated(*people, pause=600.0)


@pytest.fixture
def newest() -> dict[str, int]:
    return {}


@pytest.fixture
def crowd(newest) -> SpectatorAnswers:
    return SpectatorAnswers(newest, sync_to_async(spectator_views.read))  # on the test's own connection


def asked(crowd, address: str, now=None):
    told = urlsplit(address)
    return async_to_sync(crowd.answer)(told.path.removeprefix("/rail/"), told.query, now=now or timezone.now())


def test_whoever_only_watches_finds_the_same_bytes_there_and_the_newest(house, people, table, crowd, newest, settings):
    settings.STREAMS_URL = "https://streams.club.test"
    row = dealer.deal(table.pk, now=house.now, seed=b"r" * 32)
    watcher = house.client(house.person("rail"))
    first = watcher.get(f"/api/v1/tables/{table.pk}/")
    address = first["Rail"]
    assert address.startswith(f"https://streams.club.test/rail/table:{table.pk}?key=")
    answer = asked(crowd, address)
    assert (answer.status, answer.body) == (200, first.content)
    assert dict(answer.headers)[b"etag"] == b'"%d"' % first.json()["version"]
    ask = rebuilt(row).asks[0]
    actor = next(one.player for one in row.seats.all() if one.seat == ask.seat)
    player_decisions.decide(table.pk, row.pk, ask.number, "call", by=actor, now=house.now)
    newest[table.channel] = Table.objects.get(pk=table.pk).version
    answer = asked(crowd, address)
    assert answer.body == watcher.get(f"/api/v1/tables/{table.pk}/").content != first.content
    assert dict(answer.headers)[b"etag"] == b'"%d"' % newest[table.channel]
    assert asked(crowd, address, timezone.now() + timedelta(minutes=6)).status == 403


def test_whoever_sees_more_is_not_sent_there(house, people, table):
    dealer.deal(table.pk, now=house.now)
    for one in people:
        assert "Rail" not in house.client(one).get(f"/api/v1/tables/{table.pk}/")


def test_where_spectators_lag_behind_nothing_is_had_there(house, table, crowd, newest):
    watcher = house.client(house.person("rail"))
    address = watcher.get(f"/api/v1/tables/{table.pk}/")["Rail"]
    assert asked(crowd, address).status == 200
    house_rules.set_value(TableRules, "spectator_delay", 300, by=None, now=house.now)
    dealer.deal(table.pk, now=house.now)
    newest[table.channel] = Table.objects.get(pk=table.pk).version
    answer = asked(crowd, address)
    assert (answer.status, b"hand" in answer.body) == (404, False)
    assert f"/api/v1/tables/{table.pk}/".encode() in answer.body
    slow = watcher.get(f"/api/v1/tables/{table.pk}/")
    assert (slow.json()["hand"], "Rail" in slow) == (None, False)


def test_a_table_that_there_never_was_is_not_there_either(crowd):
    assert asked(crowd, rail_view.address(99_999, 1, host="", now=timezone.now())).status == 404
