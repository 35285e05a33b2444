"""How the reference fields by street were made: `python -m tests.bench.street_field GAME` prints them.

The computer player plays against itself, round by round judging rows by the boards of the round before; the first round
judges them by those of the greedy player.
"""

from __future__ import annotations

import sys

from engine.cards import TEXTS
from engine.chinese.arranger import street_reference_field
from engine.games.row_layout import Board
from tests.bench.open_face import greedy, played, thoughtful

BOARDS, ROUNDS, SAMPLES = 96, 4, 16
KEYS = {"ofc": "ofc", "ofc-pineapple": "pineapple", "ofc-2-7-pineapple": "low"}


def boards(game: str) -> list[Board]:
    """The boards of the last round, in the order in which they were played."""
    policy, found = greedy, []
    for turn in range(ROUNDS + 1):
        records = played(game, (policy, policy), BOARDS if turn else 4 * BOARDS, seed=turn, fantasyland=turn > 0)
        found = [board for both in zip(*[record.boards for record in records], strict=False) for board in both]
        fouls = [foul for record in records for foul in record.fouls]
        print(f"round {turn}: {sum(fouls) / len(fouls):.1%} fouled, {len(found)} boards", file=sys.stderr)
        street_reference_field.BOARDS[KEYS[game]] = tuple(found)
        street_reference_field.street_places.cache_clear()
        policy = thoughtful(SAMPLES)
    return found[:BOARDS]


if __name__ == "__main__":
    for board in boards(sys.argv[1]):
        print("".join([TEXTS[card] for row in board for card in row]))
