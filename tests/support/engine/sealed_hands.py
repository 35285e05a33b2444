"""A hand whose pack was sealed before it."""

from __future__ import annotations

import random

from engine.betting.hand import Positions, Seat, Stakes
from engine.deck import sealed_deck
from engine.games.betting_games import GAMES
from engine.play.any_game import CATALOGUE, AnyHand, begin, deck_of, start_of
from tests.support.deals import random_start

SEED = b"cardhouse"


COMMITMENT = sealed_deck.commitment(sealed_deck.seal(SEED))


def a_hand(rng: random.Random, game: str, words: dict[int, str]) -> AnyHand:
    if game in GAMES:
        start = random_start(rng, game)
    else:
        seats = tuple(Seat(number, 500) for number in range(1, rng.randint(2, CATALOGUE[game].max_seats) + 1))
        start = start_of(game, Stakes(limit="points", point=10), seats, Positions(2))
    return begin(start, sealed_deck.deck(SEED, COMMITMENT, words, deck_of(start)))
