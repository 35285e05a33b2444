"""The engine beside the slow, plain oracle, on random deals of many houses (S3.1 to S3.5, S3.8 to S3.11).

The suite compares some thousands; `python -m tests.engine.chinese.soak` compares a hundred thousand boards of each house,
in some minutes. A number of boards and names of houses may follow.
"""

from __future__ import annotations

import random
import sys
import time
from typing import NamedTuple

from engine.cards import card_text
from engine.chinese.rows.compiled_rules import prepare
from engine.chinese.scoring.case_rules import DEFAULTS, merged, rules_of
from engine.chinese.scoring.scoring import score
from tests.support.boards import low_boards, random_boards
from tests.support.oracle import Oracle

BOARDS = 100_000
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
    "strict order of rows": {"equal_rows": "foul"},
    "staying by what earned it": {"fantasyland": {"stay": {"front_again": True}}},
    "2-7 middle": LOW,
    "2-7 middle, nine or better": LOW | {"low_limit": 9, "royalties": {"mode": "winning_rows"}},
}


WITH_JOKERS = {
    f"{name}, jokers {policy}": HOUSES[name] | {"jokers": {"policy": policy}}
    for name in ("standard", "2-7 middle")
    for policy in ("dominant", "row_max")
}


class Agreed(NamedTuple):
    """How much was compared, all of it alike."""

    boards: int
    legal: int
    fantasylands: int


def compare(house, deals, *, jokers, seed):
    """Deals of two to four boards scored by both. Raises `AssertionError` with the boards of a difference."""
    profile = merged(DEFAULTS, (HOUSES | WITH_JOKERS)[house])
    prepared, oracle = prepare(*rules_of(profile)), Oracle(profile)
    rng = random.Random(f"{seed} {house}")
    make = low_boards if prepared.is_low_middle else random_boards
    boards = legal = fantasylands = 0
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
        boards += players
        legal += theirs["foul"].count(False)
        fantasylands += sum(cards > 0 for cards in theirs["fl_next"])
    return Agreed(boards, legal, fantasylands)


def main(boards, names):
    for name in names or (HOUSES | WITH_JOKERS):
        # With two jokers the oracle tries some 2,700 boards for one, so fewer of those; a deal is some three boards.
        for jokers, share in ((1, 1), (2, 20)) if name in WITH_JOKERS else ((0, 1),):
            begun = time.process_time()
            agreed = compare(name, max(1, boards // share * 34 // 100), jokers=jokers, seed=4)
            took = time.process_time() - begun
            with_jokers = f" with {jokers} of {jokers} jokers in the deck" if jokers else ""
            print(
                f"{name}{with_jokers}: {agreed.boards:,} boards alike, {agreed.legal:,} legal, "
                f"{agreed.fantasylands:,} to fantasyland; {took:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else BOARDS, sys.argv[2:])
