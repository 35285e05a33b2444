"""How good a hand was when its player decided: for facts about hands that are over, with every card known."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from engine.betting.hand import Hand
from engine.cards import UNKNOWN
from engine.computers.seat_sight import Rival, Sight, played_game
from engine.computers.strength import shares
from engine.games.compiled_game import Part
from engine.games.play_rules import chosen

SAMPLES = 60  # in which what is to come is dealt
FIVE = 5  # cards of a hand, in games whose hands are not smaller


class Held(NamedTuple):
    """The cards of a place at a moment of the hand, and the boards."""

    cards: tuple[int, ...]
    boards: tuple[tuple[int, ...], ...]


def held(hand: Hand, place: int) -> Held:
    """What the place holds now."""
    return Held(tuple(hand.state.cards[place]), tuple(map(tuple, hand.state.boards)))


def is_known(one: Held) -> bool:
    """False where a card of it was never told, or it has none."""
    return bool(one.cards) and UNKNOWN not in one.cards and all(UNKNOWN not in board for board in one.boards)


def standing(hand: Hand, one: Held) -> float | None:
    """The part of a pot that the hand wins from any one other hand, what is to come dealt at random, 0 to 1; None for cards that
    are not known. The same cards have the same standing."""
    if not is_known(one):
        return None
    played = played_game(hand.start.game, json.dumps(dict(chosen(hand.start.rules)), sort_keys=True))
    rival = Rival(0, (), 0.0, None)
    gone = frozenset(one.cards).union(*one.boards)
    return shares(Sight(played, one.cards, one.boards, (rival,), gone, 0, 0, 0, 0, True), SAMPLES)[0]


def ahead(hand: Hand, one: Held, other: Held) -> bool:
    """True if the first would win more than half of a pot between the two if no card were to come. False where cards are not known,
    and as long as there are too few for a hand."""
    whole = min(FIVE, hand.plan.each + hand.plan.common)
    if not (is_known(one) and is_known(other)) or len(one.cards) + len(one.boards[0]) < whole:
        return False
    won, shared = 0.0, 0
    for board in one.boards:
        for part in hand.plan.parts:
            won_here, counts = _won(part, one.cards, other.cards, board)
            won, shared = won + won_here, shared + counts
    return shared > 0 and won / shared > 0.5


def _won(part: Part, cards: Sequence[int], others: Sequence[int], board: Sequence[int]) -> tuple[float, int]:
    mine, theirs = part.strength(cards, board), part.strength(others, board)
    if not (mine or theirs):
        return 0.0, 0
    return (1.0 if mine > theirs else 0.5 if mine == theirs else 0.0), 1
