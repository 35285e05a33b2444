"""No page shows a card that is not for its reader: every game, its felt at every step, every page of a hand now and then,
for every seat and role; and what can be taken away (files of hands, statistics, studies, one's own data, the admin)."""

from __future__ import annotations

import itertools
import json
import secrets

import pytest
from django.test import Client

from club.live import spectator_tokens
from tables.dealing import settlement
from tables.queries import written_hands
from tests.support.budget import sweep
from tests.support.watched import GAMES, IN_WORDS, dealt

pytestmark = pytest.mark.django_db
WHOLE_AT = 4  # decisions, when all pages are looked at, as they are at the end

FILES = (
    "/me/hands.phhs",
    "/api/v1/me/hands.phhs",
    "/me/hands.ohh",
    "/api/v1/me/hands.ohh",
    "/me/hands.txt",
    "/api/v1/me/hands.txt",
    "/me/statistics/",
    "/api/v1/me/statistics/",
    "/me/sittings/",
    "/me/data.json",
)
# What takes hands away as a whole is the same code for every game: it is looked at where cards are dealt in different ways.
TAKEN_AWAY = ("holdem", "omaha8", "stud8", "2-7-triple-draw", "no-peek", "chinese", "ofc-pineapple")
ADMIN = ("hand/", "hand/{row}/change/", "decision/", "table/{table}/change/")


@sweep("game", GAMES, one_of=9)
def test_no_page_shows_a_card_that_is_not_for_its_reader(house, game):
    watched = dealt(house, game)
    browsers = {name: _browser(player) for name, player, _allowed in watched.viewers()}
    table, row = watched.table.pk, watched.row.pk
    felt = f"/tables/{table}/felt/"
    count, is_on = 0, True
    while is_on:
        readers = list(watched.viewers())
        name, _player, allowed = readers[count % len(readers)]
        _read(watched, browsers[name], name, felt, allowed)
        if count == WHOLE_AT:
            for name, _player, allowed in watched.some_viewers(count):
                for path in _pages(table, row, count):
                    _read(watched, browsers[name], name, path, allowed)
        is_on = watched.decide()
        count += 1
    settlement.resolve(row, now=house.now)
    watched.row.refresh_from_db()
    watched.show_a_card()
    for name, _player, allowed in watched.viewers():
        for path in (felt, f"/hands/{row}/"):
            _read(watched, browsers[name], name, path, allowed)
    for seat in watched.seats:
        name, allowed = f"seat {seat}", watched.known()[seat]
        for path in (*_pages(table, row, count), f"/api/v1/hands/{row}/phh/", f"/api/v1/hands/{row}/proof/"):
            _read(watched, browsers[name], name, path, allowed)
        for notation in ("ohh", "pokerstars"):
            _read_if_sayable(watched, browsers[name], row, notation, allowed)
        for path in FILES if game in TAKEN_AWAY else ():
            _read(watched, browsers[name], name, path, watched.ever_known(seat))
    for path in ADMIN if game in TAKEN_AWAY else ():
        path = f"/admin/tables/{path.format(row=row, table=table)}"
        _read(watched, browsers["admin"], "admin", path, set())
    _study(watched, browsers, game)


def test_what_is_drawn_by_lot_for_a_page_is_no_card(house, monkeypatch):
    """Keys of forms, words of pages and signatures that happen to read as cards are none."""
    watched = dealt(house, "stud8")
    browsers = {name: _browser(player) for name, player, _allowed in watched.viewers()}
    drawn, like_cards = itertools.count(), "-".join(IN_WORDS.values())
    monkeypatch.setattr(secrets, "token_urlsafe", lambda *_bytes: f"{next(drawn)}-{like_cards}")
    monkeypatch.setattr(spectator_tokens, "given", lambda *_asked, now: like_cards)
    table, row = watched.table.pk, watched.row.pk
    for name, _player, allowed in watched.viewers():
        for path in (f"/tables/{table}/felt/", *_pages(table, row, 0), f"/hands/{row}/"):
            _read(watched, browsers[name], name, path, allowed)
    assert next(drawn) > 0, "nothing was drawn"


def _browser(player) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player.user)
    return client


def _pages(table, row, count):
    return (
        f"/tables/{table}/",
        f"/hands/{row}/replay/?step={count}",
        f"/hands/{row}/replay/?step={count // 2}",
        f"/hands/{row}/replay/picture.svg?step={count // 2}",
        f"/hands/{row}/verify/",
        f"/hands/{row}/proof.json",
    )


def _read(watched, browser, name, path, allowed) -> str:
    answer = browser.get(path)
    text = (b"".join(answer.streaming_content) if answer.streaming else answer.content).decode()
    if name == "stranger":
        assert answer.status_code in (302, 401), path
    else:
        assert answer.status_code == 200, (path, name)
    watched.check(text, allowed, f"{path} to {name}")
    return text


def _read_if_sayable(watched, browser, row, notation, allowed) -> None:
    """A notation that not every game has."""
    path = f"/api/v1/hands/{row}/{notation}/"
    answer = browser.get(path)
    assert answer.status_code == (200 if notation in written_hands.notations_of(watched.row) else 422), path
    watched.check(answer.content.decode(), allowed, path)


def _study(watched, browsers, game) -> None:
    """A player keeps the hand for study as the player may see it: nobody else is told of it."""
    seat, _player = next(iter(watched.seats.items()))
    allowed = watched.known()[seat]
    own = browsers[f"seat {seat}"]
    text = own.get(f"/api/v1/hands/{watched.row.pk}/phh/").content.decode()
    kept = own.post("/api/v1/me/studies/", json.dumps({"name": "own", "phh": text}), content_type="application/json")
    if kept.status_code != 201:  # cards that nobody saw: such a hand cannot be replayed
        watched.check(kept.content.decode(), allowed, "a refused study")
        return
    number = kept.json()["id"]
    for path in (f"/me/studies/{number}/", f"/me/studies/{number}/0/", f"/me/studies/{number}/hands.phhs"):
        answer = own.get(path)
        body = (b"".join(answer.streaming_content) if answer.streaming else answer.content).decode()
        watched.check(body, allowed, path)
        # Whose it is does not depend on the game: everybody is asked at one table, the stranger and a director at all.
        others = browsers if game == "holdem" else {name: browsers[name] for name in ("director", "stranger")}
        for name, other in others.items():
            if other is not own:
                answer = other.get(path)
                assert answer.status_code in (302, 404), (path, name)
                watched.check(answer.content.decode(), set(), f"{path} to {name}")
