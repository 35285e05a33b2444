"""No hidden card reaches a viewer it is not for: the bytes of every answer are searched, at every step of a hand."""

from __future__ import annotations

import itertools
import json
import logging
import random
import re

import pytest

from club.models import AuditEntry
from club.templatetags.art import card_name
from engine.cards import card_text
from engine.hand import Stakes
from tables import dealer, resolve
from tables.history import rebuilt
from tables.models import DeckSeed, Hand, PackSecret
from tests.tables.test_stories import decide, look, own_ask

pytestmark = pytest.mark.django_db

CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs])+\b")

GAMES = [
    ("holdem", Stakes(limit="no", small_blind=50, big_blind=100)),
    ("seven-card-stud", Stakes(limit="fixed", ante=20, bring_in=25, small_bet=50, big_bet=100)),
    ("crazy-pineapple", Stakes(limit="spread", small_blind=25, big_blind=50, min_bet=50, small_bet=80, big_bet=160)),
    ("2-7-triple-draw", Stakes(limit="fixed", small_blind=25, big_blind=50, small_bet=50, big_bet=100)),
]


def cards_in(text: str) -> set[str]:
    """Every card named anywhere in the text, packed ("AsKd") or not."""
    return {found.group()[at : at + 2] for found in CARD.finditer(text) for at in range(0, len(found.group()), 2)}


def may_see(row: Hand, seat: int | None) -> set[str]:
    """What the rules let that seat know, from the whole truth: its own cards, boards, up-cards, and hands shown."""
    hand = rebuilt(row)
    known = {card_text(card) for board in hand.boards for card in board}
    for event in hand.events:
        known |= {card_text(card) for card in event.public}
        if seat is not None and event.seat == seat:
            known |= {card_text(card) for card in event.cards}
    return known


def step(house, rng, table, people):
    """One legal decision by whoever is asked; false when the hand is over."""
    for player in people:
        seen = look(house.client(player), table)
        if seen["hand"]["state"] != "playing":
            return False
        ask = own_ask(seen)
        if ask is not None:
            offer = rng.choice(ask["offers"])
            words = {"raise": f"raise {offer.get('lo')}", "draw": "draw"}.get(offer["verb"], offer["verb"])
            if offer["verb"] == "fold" and rng.random() < 0.6:
                words = "call"
            if offer["verb"] in ("draw", "discard"):
                own = next(place for place in seen["hand"]["view"]["seats"] if place["seat"] == seen["you"])
                words = " ".join(
                    [offer["verb"], *rng.sample(own["cards"], rng.randint(offer["lo"], min(3, offer["hi"])))]
                )
            assert decide(house.client(player), table, seen, ask, words).status_code == 200
            return True
    raise AssertionError("nobody is asked")


def addresses(table, row, count):
    """What is looked at after `count` decisions: the table always, the rest at every fourth and at the end."""
    always = [f"/api/tables/{table.pk}/", f"/tables/{table.pk}/felt/"]
    now_and_then = [
        f"/api/tables/{table.pk}/hands/",
        f"/api/hands/{row.pk}/",
        f"/api/hands/{row.pk}/?after=0",
        f"/api/hands/{row.pk}/phh/",
        f"/api/hands/{row.pk}/proof/",
        f"/hands/{row.pk}/verify/",
        f"/hands/{row.pk}/proof.json",
        f"/hands/{row.pk}/replay/?step={count}",
        f"/hands/{row.pk}/replay/?step={count // 2}",
        "/api/me/hands/",
        "/api/me/hands.phhs",
        "/me/hands.phhs",
        "/me/hands/",
        "/me/statistics/",
        f"/tables/{table.pk}/",
        f"/hands/{row.pk}/",
    ]
    row.refresh_from_db()
    return always + (now_and_then if count % 4 == 0 or row.state != "playing" else [])


DRAWING = re.compile(r'\s(?:d|points|transform|viewBox)="[^"]*"')
IN_WORDS = {str(card_name(card_text(card))): card_text(card) for card in range(52)}


def cards_in_page(html: str) -> set[str]:
    """Cards a page names: as text anywhere but in the strokes of a drawing, or in words ("Ace of spades")."""
    plain = DRAWING.sub("", html)
    return cards_in(plain) | {card for words, card in IN_WORDS.items() if words in plain}


@pytest.mark.parametrize(("game", "stakes"), GAMES, ids=[game for game, _stakes in GAMES])
def test_nobody_is_sent_a_card_that_is_not_for_them(house, now, client, caplog, game, stakes):
    caplog.set_level(logging.DEBUG)
    rng = random.Random(game)
    people = [house.person(name) for name in ("anna", "ben", "chika")]
    rail, floor = house.person("rail"), house.person("floor", role="admin")
    table = house.seated(*people, game=game, stakes=stakes, buy_in=5000, pause=60.0, min_buy_in=100, max_buy_in=9000)
    row = dealer.deal(table.pk, now=now, seed=b"l" * 32)
    seats = {held.player_id: held.seat for held in row.seats.all()}
    secret = bytes(DeckSeed.objects.get(pk=row.pk).seed).hex()
    packs = bytes(PackSecret.objects.get(table=table).secret).hex()
    seen_hidden = 0
    for count in itertools.count():
        looked_at = addresses(table, row, count)
        everything = {card_text(card) for event in rebuilt(row).events for card in event.cards}
        for viewer in (*people, rail, floor):
            allowed = may_see(row, seats.get(viewer.pk))
            seen_hidden += len(everything - allowed)
            api = house.client(viewer)
            client.force_login(viewer.user)
            for address in looked_at:
                answer = (api if address.startswith("/api") else client).get(address)
                assert answer.status_code == 200, address
                content = b"".join(answer.streaming_content) if answer.streaming else answer.content
                found = cards_in_page(content.decode())
                assert secret not in content.decode()
                assert packs not in content.decode()
                assert not found - allowed, f"{viewer} is told {found - allowed} by {address}"
        if not step(house, rng, table, people):
            break
    assert seen_hidden, "there was nothing to hide"
    resolve.resolve(row.pk, now=now)
    row.refresh_from_db()
    assert not cards_in(json.dumps(row.result)), "the stored result is shown to everybody"
    assert not cards_in(caplog.text)
    assert secret not in caplog.text
    assert packs not in caplog.text
    assert not any(cards_in(str(entry.after)) for entry in AuditEntry.objects.all())
    for address in ("/admin/tables/hand/", f"/admin/tables/hand/{row.pk}/change/", "/admin/tables/decision/"):
        client.force_login(floor.user)
        answer = client.get(address)
        assert answer.status_code == 200
        assert secret not in answer.content.decode()
        assert not cards_in_page(answer.content.decode()), address


def test_the_search_itself_finds_a_card():
    assert cards_in_page('<svg aria-label="Ten of spades"><path d="m2c3h"/></svg> <i data-x="b0.Kd">') >= {"Kd"}
    assert cards_in_page(f"<b>{next(iter(IN_WORDS))}</b>") == {next(iter(IN_WORDS.values()))}
    assert cards_in('{"cards": ["As", "??"], "actions": "d dh p1 KdTc"}') == {"As", "Kd", "Tc"}
    assert cards_in("Ask Theodora 2nd") == set()
