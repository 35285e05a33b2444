"""Random hands of every betting game as one digest: ``python -m tests.engine.told_hands 100`` of so many of each.

Two engines that do the same have the same digest: all that a hand asks, tells and shows is in it, of starts drawn from everything
that is accepted.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys

from engine.games.betting_games import GAMES
from tests.support.accepted import accepted_hand

LOOKS = 7  # answers from one look at what a seat sees to the next


def told(game: str, seed: int) -> bytes:
    """A hand from its start to its end, as text."""
    rng = random.Random(f"{game} {seed}")
    hand = accepted_hand(rng, game)
    parts: list[object] = [hand.start.as_json()]
    while not hand.is_over:
        ask = hand.asks[0]
        parts.append(ask)
        hand.answer(ask.number, ask.sample(rng))
        if ask.number % LOOKS == 0:
            parts.append(hand.view(ask.seat))
    parts += [hand.events, hand.result.as_json(), hand.view(None)]
    return json.dumps(parts).encode()


def digest(hands: int) -> str:
    """The digest of so many hands of each game, in hexadecimal digits."""
    found = hashlib.sha256()
    for game in GAMES:
        for seed in range(hands):
            found.update(told(game, seed))
    return found.hexdigest()


if __name__ == "__main__":
    print(digest(int(sys.argv[1])))
