"""No hidden card reaches a viewer it is not for: of every game, at every step, for every seat and role, the API's answers,
the event stream, the log and what is stored for all to read are searched byte by byte."""

from __future__ import annotations

import json
import logging

import pytest
import redis
from django.conf import settings
from rest_framework.test import APIClient

from club.live.nudges import channel
from club.models import AuditEntry
from engine.play.any_game import find_game
from tables.dealing import settlement
from tables.queries import rail_view
from tests.patience import PATIENCE
from tests.support.budget import sweep
from tests.support.watched import GAMES, IN_WORDS, cards_in, cards_in_page, dealt

pytestmark = pytest.mark.django_db
END = b"no more"


@pytest.fixture
def stream():
    """What the server of the event streams hears."""
    with redis.Redis.from_url(settings.REDIS_URL) as client, client.pubsub(ignore_subscribe_messages=True) as heard:
        heard.subscribe(channel())
        heard.get_message(timeout=PATIENCE)
        yield heard


def said(stream) -> list[dict]:
    """What was said up to now: up to a word of ours, since news need their time."""
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.publish(channel(), END)
    found = []
    while (message := stream.get_message(timeout=PATIENCE)) is None or message["data"] != END:
        found += [json.loads(message["data"])] if message else []  # None: of its own subscription
    return found


@sweep("game", GAMES, one_of=9)
def test_the_api_tells_nobody_a_card_that_is_not_for_them(
    house, caplog, stream, django_capture_on_commit_callbacks, game
):
    caplog.set_level(logging.DEBUG)
    watched = dealt(house, game)
    api = {name: _client(player) for name, player, _allowed in watched.viewers()}
    address, hand = f"/api/v1/tables/{watched.table.pk}/", f"/api/v1/hands/{watched.row.pk}/"
    hidden = heard = count = 0
    is_on = True
    while is_on:
        hidden += watched.hidden()
        for name, _player, allowed in watched.some_viewers(count):
            _look(watched, api[name], name, address, allowed)
        if count == 3:
            _wrong_decisions(watched, api)
        with django_capture_on_commit_callbacks(execute=True):
            is_on = watched.decide()
        count += 1
        mine = [message for message in said(stream) if message["channel"] == f"table:{watched.table.pk}"]
        assert all(message.keys() == {"channel", "version"} for message in mine)
        heard += len(mine)
    assert heard == count - 1, "every decision was told to those who watch"
    assert hidden or find_game(watched.table.game).is_unseen, "there was nothing to hide"
    settlement.resolve(watched.row.pk, now=house.now)
    watched.row.refresh_from_db()
    watched.show_a_card()
    for name, _player, allowed in watched.viewers():
        for path in (address, hand, f"{hand}?after=0", f"{address}hands/"):
            _look(watched, api[name], name, path, allowed)
    watched.check(json.dumps(watched.row.result), set(), "the stored result, which is shown to everybody,")
    watched.check(caplog.text, set(), "the log")
    for entry in AuditEntry.objects.all():
        watched.check(f"{entry.before} {entry.after} {entry.why}", set(), "the audit")


def _client(player) -> APIClient:
    client = APIClient()
    if player is not None:
        client.force_authenticate(player.user)
    return client


def _look(watched, client, name, path, allowed) -> None:
    answer = client.get(path)
    assert answer.status_code == (401 if name == "stranger" else 200), (name, path)
    watched.check(answer.content.decode(), allowed, f"{path} to {name}")
    if "Rail" in answer:  # the streams' process hands on what was just searched, and nothing else
        assert rail_view.public(watched.table.pk)[1] == answer.content


def _wrong_decisions(watched, api) -> None:
    """Refusals: by a seat that is not asked, of an ask that is closed, of words that are no answer."""
    ask = watched.ask()
    if ask is None:
        return
    known = watched.known()
    for seat in watched.seats:
        for number, words in ((ask.number, "discard 2c 2c"), (ask.number - 1, "draw")):
            body = {"hand": watched.row.pk, "ask": max(0, number), "decision": words}
            answer = api[f"seat {seat}"].post(f"/api/v1/tables/{watched.table.pk}/decisions/", body)
            if answer.status_code != 200:
                watched.check(answer.content.decode(), known[seat] | {"2c"}, f"a refusal to seat {seat}")


def test_the_search_itself_finds_a_card():
    assert cards_in_page('<svg aria-label="Ten of spades"><path d="m2c3h"/></svg> <i data-x="b0.Kd">') >= {"Kd"}
    assert cards_in_page(f"<b>{next(iter(IN_WORDS))}</b>") == {next(iter(IN_WORDS.values()))}
    assert cards_in('{"cards": ["As", "??"], "actions": "d dh p1 KdTc"}') == {"As", "Kd", "Tc"}
    assert cards_in("Ask Theodora 2nd") == set()
