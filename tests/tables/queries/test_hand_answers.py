"""Hands of every game that may begin, at every point, as every seat and the rail see them, are what the API's schema says."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine.chinese.rows.chinese_games import CHINESE_GAMES
from engine.play.any_game import CATALOGUE
from tests.support import hands
from tests.support.accepted import accepted_hand
from tests.support.answers import unlike
from tests.support.budget import is_everyday

HANDS = 1 if is_everyday() else 20


def told(view: dict[str, Any]) -> Any:
    return json.loads(json.dumps(view))


def looked_at(hand: Any) -> None:
    for seat in (None, *hand.seats):
        assert unlike("HandView", told(hand.view(seat))) == []


def answered(rng: random.Random, hand: Any) -> None:
    while not hand.is_over:
        looked_at(hand)
        for ask in hand.asks:
            name = "ChineseAsk" if hand.game.key in CHINESE_GAMES else "BettingAsk"
            assert unlike(name, told(ask.as_json())) == []
        ask = rng.choice(hand.asks)
        hand.answer(ask.number, ask.sample(rng))
    looked_at(hand)


@pytest.mark.parametrize("game", CATALOGUE)
def test_law_a_hand_as_anybody_sees_it_is_what_the_schema_says(game: str):
    for seed in range(HANDS):
        rng = random.Random(f"{game} {seed}")
        hand = hands.random_hand(rng, game) if game in CHINESE_GAMES else accepted_hand(rng, game)
        answered(rng, hand)


def test_a_view_with_something_else_in_it_is_not():
    hand = accepted_hand(random.Random(1), "holdem")
    assert unlike("HandView", told(hand.view(None) | {"strange": 1})) != []
    assert unlike("HandView", told(hand.view(None) | {"limit": "points"})) != []
