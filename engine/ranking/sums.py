"""One integer a card, so that the sum over a hand is its multiset of ranks and the number of cards in each suit at once.

A rank is counted in three bits, a suit in four; no count overflows its bits with twelve cards or fewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.errors import UnknownCard
from engine.messages.cards import CardsText

RANK_BITS: Final = 3 * 13
RANKS_MASK: Final = (1 << RANK_BITS) - 1
# Suits are counted from 3, so that the fifth card of a suit sets the highest bit of its nibble.
SUITS_FROM: Final = 0x3333 << RANK_BITS
FLUSH_MASK: Final = 0x8888 << RANK_BITS
KEYS: Final[tuple[int, ...]] = tuple((1 << 3 * (card >> 2)) + (1 << RANK_BITS + 4 * (card & 3)) for card in range(52))


def unknown() -> UnknownCard:
    """The error for a hand with a card that nobody knows, or a joker that is not wild."""
    return UnknownCard(CardsText.CANNOT_BE_RANKED())


def are_of_one_deck(cards: Sequence[int]) -> bool:
    """True of different cards of the 52."""
    return len(set(cards)) == len(cards) and all(0 <= card < 52 for card in cards)


def key_of(cards: Iterable[int]) -> int:
    """The sum of the cards' keys. Raises `UnknownCard`."""
    try:
        return sum([KEYS[card] for card in cards], SUITS_FROM)
    except IndexError:
        raise unknown() from None


def counts_of(key: int) -> list[int]:
    """How many cards of each rank a key holds, from the deuce to the ace."""
    return [key >> 3 * rank & 7 for rank in range(13)]


def suited(cards: Sequence[int]) -> list[int]:
    """The ranks of each suit's cards, as masks: clubs, diamonds, hearts, spades."""
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    return masks
