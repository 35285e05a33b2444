"""Whoever wants to hear of it is called by web push when an event is announced: once, in their language, for no flight of one."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from club.models import Player, PushDevice, PushMessage
from club.notifications import web_push
from club.people import eligibility
from tests.tournaments.conftest import NOW
from tournaments.log import start_and_move_notifications

pytestmark = pytest.mark.django_db


def device(player: Player, *kinds: str) -> PushDevice:
    keys = {"public_key": "k", "auth": "a"}
    return PushDevice.objects.create(
        player=player, endpoint=f"https://push.example/{player.pk}", kinds=list(kinds), made_at=NOW, **keys
    )


def test_an_event_is_told_once_to_whom_it_is_to_be_told(evening):
    anna, bo = evening.person("anna"), evening.person("bo")
    Player.objects.filter(pk=anna.pk).update(language="ja")
    anna.refresh_from_db()
    device(anna, web_push.ANNOUNCED)
    device(bo, web_push.TURN)
    row = evening.tournament(starts_at=NOW + timedelta(days=1))
    start_and_move_notifications.announce(row, now=NOW)
    told = PushMessage.objects.get()
    assert told.device.player == anna
    message = json.loads(told.body)
    assert message["title"] == row.name
    assert message["body"].startswith("トーナメントのお知らせです：")
    assert message["path"] == f"/tournaments/{row.pk}/"


def test_one_without_a_time_is_told_and_a_flight_is_not(evening):
    device(evening.person("anna"), web_push.ANNOUNCED)
    row = evening.tournament(starts_at=None)
    assert PushMessage.objects.count() == 1
    PushMessage.objects.all().delete()
    row.day_two_id = row.pk
    start_and_move_notifications.announce(row, now=NOW)
    assert not PushMessage.objects.exists()


BARS: dict[str, tuple[dict[str, Any], bool]] = {
    "excluded": ({"excluded_until": NOW + timedelta(days=1)}, False),
    "excluded until yesterday": ({"excluded_until": NOW - timedelta(days=1)}, True),
    "suspended": ({"suspended_at": NOW}, False),
    "suspended until tomorrow": ({"suspended_at": NOW, "suspended_until": NOW + timedelta(days=1)}, False),
    "suspended until yesterday": ({"suspended_at": NOW, "suspended_until": NOW - timedelta(days=1)}, True),
}


@pytest.mark.parametrize("bar", BARS)
def test_nobody_who_may_not_play_is_invited(evening, bar):
    anna = evening.person("anna")
    device(anna, web_push.ANNOUNCED)
    given, is_told = BARS[bar]
    Player.objects.filter(pk=anna.pk).update(**given)
    evening.tournament(starts_at=NOW + timedelta(days=1))
    assert PushMessage.objects.exists() is is_told
    anna.refresh_from_db()
    assert eligibility.may_play(anna, NOW).accepted is is_told
