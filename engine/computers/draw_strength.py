"""How good a hand is where cards are changed: which cards to keep, and what the hand then comes to.

A hand is held against a field: the hands that players of the game held at the showdown. What is kept is judged by all the
cards that may come to it, or a sample of them: with several draws to come the best of as many tries counts.
"""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import combinations

from engine.cards import parse_cards
from engine.computers.draw_fields import FIELDS
from engine.computers.seat_sight import Played
from engine.computers.strength import alike
from engine.games.compiled_game import Part
from engine.ranking.rankings import ACE_TO_FIVE, DEUCE_TO_SEVEN, EIGHT_OR_BETTER

TRIES = 48  # hands that are made of the cards kept
_UNSUITED = {ACE_TO_FIVE.key, DEUCE_TO_SEVEN.key, EIGHT_OR_BETTER.key}  # a flush hardly ever spoils a low
_RAINBOW = (0, 1, 2, 3, 0)
_DRAW_COSTS = 0.001  # a share for each card drawn: of equal choices, the one that draws fewer


@lru_cache(maxsize=50_000)
def best_kept(played: Played, cards: tuple[int, ...], draws: int, most: int) -> tuple[float, tuple[int, ...]]:
    """The share of the pot that the hand comes to against the field, 0 to 1, and the cards to give up for it.

    draws: still to come; 0 keeps all. most: how many cards may be given up.
    """
    found: list[tuple[float, tuple[int, ...]]] = [(share_of(played, cards, 0), ())]
    for count in range(1, min(most, len(cards)) + 1) if draws else ():
        for out in combinations(cards, count):
            kept = tuple([card for card in cards if card not in out])
            found.append((share_of(played, kept, draws, len(cards)) - _DRAW_COSTS * count, out))
    return max(found, key=lambda one: one[0])


def share_of(played: Played, kept: tuple[int, ...], draws: int, size: int = 0) -> float:
    """The share that cards kept come to with so many draws, filled up to `size` cards at each."""
    if len(kept) >= size:
        return _against_field(played, kept)
    return _drawn(played, _plain(played, kept), draws, size)


@lru_cache(maxsize=100_000)
def _drawn(played: Played, kept: tuple[int, ...], draws: int, size: int) -> float:
    rest, count = [card for card in played.deck if card not in kept], size - len(kept)
    rng = random.Random(f"{played.game.key} {kept}")
    more = [(card,) for card in rest] if count == 1 else [tuple(rng.sample(rest, count)) for _ in range(TRIES)]
    made = sorted([_against_field(played, (*kept, *cards)) for cards in more])
    # The best of so many tries: how often each of them is it.
    tries = len(made)
    return sum([share * (((at + 1) / tries) ** draws - (at / tries) ** draws) for at, share in enumerate(made)])


def _plain(played: Played, kept: tuple[int, ...]) -> tuple[int, ...]:
    """The cards with their suits in the order in which they come, so that hands that are alike are judged once."""
    ordered = sorted(kept)
    is_low = all(part.key in _UNSUITED and part.ranking.key in _UNSUITED for part in played.parts)
    if is_low and len({card >> 2 for card in ordered}) == len(ordered) and max(ordered, default=0) < 52:
        return tuple([card & ~3 | suit for card, suit in zip(ordered, _RAINBOW, strict=False)])
    return alike(ordered)


def _against_field(played: Played, cards: tuple[int, ...]) -> float:
    """The share that a hand of these cards wins, on average, of those of the field; parts of the pot alike."""
    won = 0.0
    for part in played.parts:
        field, value = _field(played, part), part.strength(cards, ())
        won += (bisect_left(field, value) + bisect_right(field, value)) / (2 * len(field)) if value else 0.0
    return won / len(played.parts)


@lru_cache(maxsize=256)
def _field(played: Played, part: Part) -> tuple[int, ...]:
    """What the hands of the field are worth for that part, ascending."""
    hands = FIELDS.get(played.game.key)
    if hands is None:
        rng, size = random.Random(played.game.key), played.each
        return tuple(sorted([part.strength(rng.sample(played.deck, size), ()) for _ in range(200)]))
    return tuple(sorted([part.strength(parse_cards(hand), ()) for hand in hands.split()]))
