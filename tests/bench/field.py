"""How the reference field was made: `python -m tests.bench.field > lines` prints its boards.

Random hands of thirteen cards are set anew for the most points from all of them as they stand, half of the hands a
round, in turn; both halves at once would chase one another.
"""

from __future__ import annotations

import random
import sys

from engine.cards import FULL_DECK, TEXTS
from engine.chinese.arranger.classic_settings import most_points, opponents_of
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import CLASSIC, prepare
from engine.games.row_layout import Board

HANDS, ROUNDS, SEED = 480, 16, 13


def boards() -> tuple[Board, ...]:
    """The boards of the last round, each the best against those of its round or the one before."""
    profile, rng = prepare(ChineseRules(), CLASSIC), random.Random(SEED)
    hands = [sorted(rng.sample(FULL_DECK, 13)) for _ in range(HANDS)]
    standing = [Board(tuple(hand[:3]), tuple(hand[3:8]), tuple(hand[8:])) for hand in hands]
    for turn in range(ROUNDS):
        opponents = opponents_of(profile, tuple(standing))
        changed = 0
        for at in range(turn % 2, HANDS, 2):
            setting = most_points(hands[at], profile, opponents)
            if setting is not None:
                changed += standing[at] != setting.board
                standing[at] = setting.board
        print(f"round {turn + 1}: {changed} set anew", file=sys.stderr)
    return tuple(standing)


if __name__ == "__main__":
    for board in boards():
        print("".join([TEXTS[card] for row in board for card in row]))
