"""Players are called to a table: for a turn that waits, and for a seat that is kept; each once, and nobody else."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from allauth.socialaccount.models import SocialAccount

from club.models import LineNotices, PushDevice, PushMessage
from club.notifications import web_push
from tables.cash import seating, waiting_lists
from tables.dealing import dealer
from tables.players import turn_and_seat_notifications
from tests.support.tables.seat_requests import asked, say

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["device", "line"])
def way(request, settings):
    """By which way everybody here is called."""
    settings.LINE_MESSAGING_TOKEN = "k" * 40
    return request.param


def called_for(player, now, way, *kinds):
    if way == "line":
        known = {"line_id": f"U{player.pk:032x}"}
        SocialAccount.objects.create(user=player.user, provider="line", uid=str(player.pk), extra_data=known)
        return LineNotices.objects.create(player=player, kinds=kinds, made_at=now)
    endpoint = f"https://push.example/{player.pk}"
    return PushDevice.objects.create(
        player=player, endpoint=endpoint, public_key="k", auth="a", kinds=kinds, made_at=now
    )


def told():
    return [
        ((one.device or one.lined).player_id, json.loads(one.body)["path"])
        for one in PushMessage.objects.order_by("pk")
    ]


def test_who_does_not_act_is_called_once_and_only_then(house, now, way):
    people = [house.person(name) for name in ("anna", "ben", "chika")]
    table = house.seated(*people, pause=60.0, action_seconds=30)
    for player in people:
        called_for(player, now, way, web_push.TURN)
    row = dealer.deal(table.pk, now=now)
    _ask, first = asked(row)
    assert turn_and_seat_notifications.call_players(now=now + timedelta(seconds=3)) == 0, (
        "who sits before the page has time to act"
    )
    assert turn_and_seat_notifications.call_players(now=now + timedelta(seconds=7)) == 1
    assert turn_and_seat_notifications.call_players(now=now + timedelta(seconds=9)) == 0
    assert told() == [(first.pk, f"/tables/{table.pk}/")]
    later = now + timedelta(seconds=10)
    say(row, "call", later)
    _ask, second = asked(row)
    assert turn_and_seat_notifications.call_players(now=later + timedelta(seconds=7)) == 1
    assert [player for player, _path in told()] == [first.pk, second.pk]


def test_a_seat_that_is_kept_is_told_to_whom_it_is_kept_for(house, now, way):
    people = [house.person(name) for name in ("anna", "ben", "chika")]
    table = house.seated(*people[:2], pause=60.0, seats=2)
    called_for(people[2], now, way, web_push.SEAT)
    waiting_lists.join(people[2], table_id=table.pk, now=now)
    assert turn_and_seat_notifications.call_players(now=now) == 0
    seating.stand_up(table.pk, people[0], now=now)
    assert turn_and_seat_notifications.call_players(now=now) == 1
    assert turn_and_seat_notifications.call_players(now=now) == 0
    assert told() == [(people[2].pk, f"/tables/{table.pk}/")]
    assert json.loads(PushMessage.objects.get().body)["body"] == "A seat at Table 1 is kept for you."
