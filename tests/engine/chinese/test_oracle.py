"""The engine beside a slow, plain oracle: random deals of many houses come out the same (S3.1 to S3.5, S3.8 to S3.11)."""

from __future__ import annotations

import random

import pytest

from engine.cards import card_text
from engine.chinese.notation import DEFAULTS, merged, rules_of
from engine.chinese.profile import prepare
from engine.chinese.scoring import score
from tests.engine.chinese.boards import low_boards, random_boards
from tests.engine.chinese.oracle import Oracle

LOW = {
    "variant": "low27_middle",
    "fantasyland": {"entry_pair": "K", "wheel_enters": True, "stay": {"middle_full_house": True}},
}
HOUSES = {
    "standard": {},
    "won rows": {"royalties": {"mode": "winning_rows"}},
    "2-4, no royalties": {"scoring": {"majority": 1, "scoop": 0}, "royalties": {"mode": "none"}},
    "ten a scoop, left neighbour": {"scoring": {"row": 2, "scoop": 4}, "comparison": "left_neighbour"},
    "flat foul": {"foul": {"flat": 6}},
    "foul without scoop or royalties": {"foul": {"counts_as_scooped": False, "pays_royalties": False}},
    "fantasyland by the front": {
        "fantasyland": {"stay_cards": "by_front", "stay": {"middle_full_house": True}, "entry_pair": "J"}
    },
    "fantasyland always fourteen": {"fantasyland": {"stay_cards": 14, "trips_enter": False}},
    "2-7 middle": LOW,
    "2-7 middle, nine or better": LOW | {"low_limit": 9, "royalties": {"mode": "winning_rows"}},
}


def compare(house, deals, *, jokers, seed):
    profile = merged(DEFAULTS, HOUSES[house])
    prepared, oracle = prepare(*rules_of(profile)), Oracle(profile)
    rng = random.Random(f"{seed} {house}")
    make = low_boards if prepared.is_low_middle else random_boards
    legal = fantasylands = 0
    for _ in range(deals):
        players = rng.choice((2, 3, 4))
        dealt = make(rng, players, jokers)
        fl_in = [rng.choice((0, 0, 14, 15, 16, 17)) for _ in dealt]
        ours = score(dealt, prepared, fantasyland=fl_in).as_json()
        texts = [
            {row: [card_text(card) for card in cards] for row, cards in board._asdict().items()} for board in dealt
        ]
        theirs = oracle.score(texts, fl_in)
        assert {key: ours[key] for key in theirs} == theirs, texts
        legal += theirs["foul"].count(False)
        fantasylands += sum(cards > 0 for cards in theirs["fl_next"])
    return legal, fantasylands


@pytest.mark.parametrize("house", HOUSES)
def test_random_deals_come_out_as_the_oracle_says(house):
    legal, fantasylands = compare(house, 1500, jokers=0, seed=1)
    assert legal > 1000  # the deals do try what matters
    assert fantasylands > 5


@pytest.mark.parametrize("policy", ["dominant", "row_max"])
@pytest.mark.parametrize("house", ["standard", "2-7 middle"])
def test_s3_8_random_deals_with_jokers_come_out_as_the_oracle_says(house, policy, monkeypatch):
    monkeypatch.setitem(HOUSES, f"{house} {policy}", HOUSES[house] | {"jokers": {"policy": policy}})
    legal, _ = compare(f"{house} {policy}", 12, jokers=2, seed=2)
    assert legal > 4
    legal, _ = compare(f"{house} {policy}", 150, jokers=1, seed=3)
    assert legal > 50


@pytest.mark.slow
@pytest.mark.parametrize("house", HOUSES)
def test_a_hundred_thousand_boards_of_each_house(house):
    legal, _ = compare(house, 34_000, jokers=0, seed=4)
    assert legal > 10_000
