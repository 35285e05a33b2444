"""Hands of a showdown that a jackpot may be paid for: what each came to, and whether every card that must play does.

Only where one board is dealt and the best five cards win by the usual ranking of highs: hold'em, where both hole cards must
play, and the Omahas, where two play by the rules of the game. No wild cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.betting.state import HandState
from engine.cards import UNKNOWN
from engine.games.compiled_game import Part
from engine.play.any_game import AnyHand
from engine.ranking.rankings import HIGH
from engine.ranking.values import ACE, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, nibbles

# The least hands that a house may choose, from the lowest.
LEAST = {
    "full house": nibbles(FULL_HOUSE, ()),
    "full house, aces": nibbles(FULL_HOUSE, (ACE,)),
    "four of a kind": nibbles(QUADS, ()),
    "four of a kind, tens": nibbles(QUADS, (8,)),
    "straight flush": nibbles(STRAIGHT_FLUSH, ()),
}
HOLDEM, OMAHA = 2, 3  # hole cards that must play, and cards of the board with them


@dataclass(frozen=True, slots=True)
class JackpotHand:
    """What a seat had at the showdown: `value` compares as `engine.ranking.values` says."""

    seat: int
    value: int


def at_showdown(hand: AnyHand) -> list[JackpotHand]:
    """The hands of a showdown that count for a jackpot, the best first; equal ones by seat. Empty where none does."""
    state = getattr(hand, "state", None)
    if not isinstance(state, HandState) or state.shared_pots is None or state.left < 2 or not _counts(state):
        return []
    board, part = state.boards[0], state.plan.parts[0]
    found = []
    for place, cards in enumerate(state.cards):
        if not state.folded[place] and UNKNOWN not in cards and len(board) == 5:
            value = _value(part, cards, board)
            if value:
                found.append(JackpotHand(state.seats[place], value))
    return sorted(found, key=lambda one: (-one.value, one.seat))


def _counts(state: HandState) -> bool:
    part, game = state.plan.parts[0], state.game
    plain = part.ranking is HIGH and not game.wild and not game.extra_for and not state.beaten
    known = not any(UNKNOWN in board for board in state.boards)
    return plain and game.has_board and len(state.boards) == 1 and known and part.hole in (None, HOLDEM)


def _value(part: Part, cards: Sequence[int], board: Sequence[int]) -> int:
    """What the cards come to; 0 where the best five leave out a hole card of the two that must play."""
    best = part.strength(cards, board)
    if part.hole is not None:
        return best
    if len(cards) != HOLDEM:
        return 0
    with_both = max(part.ranking.rank([*cards, *three]) for three in combinations(board, OMAHA))
    return best if with_both == best else 0


def bad_beat(hands: Sequence[JackpotHand], least: int) -> tuple[JackpotHand, list[JackpotHand]] | None:
    """The best hand that was beaten, if it came to `least`, and those who beat it; None where there was no such beat.

    Whoever shares the best hand was not beaten. Of two beaten alike the lower seat is named.
    """
    if not hands:
        return None
    winners = [one for one in hands if one.value == hands[0].value]
    beaten = [one for one in hands if one.value < hands[0].value and one.value >= least]
    return (beaten[0], winners) if beaten else None
