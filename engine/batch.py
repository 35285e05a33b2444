"""Many hands at once, in numpy: the same values as the rankings give one at a time.

Hands are rows of an array (n, cards) of uint8, the cards of a row all different; values are uint32, in the rows' order.
The tables are built when a number of cards is first asked for; rows are taken in pieces that stay in the cache.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine import highs
from engine.errors import BadCards
from engine.lows import EIGHT_OR_BETTERS, LOW_BITS, least_bad, low_value
from engine.ranking import ACE_TO_FIVE, DEUCE_TO_SEVEN, EIGHT_OR_BETTER, HIGH, Ranking
from engine.sums import unknown
from engine.values import ABOVE_ALL, ACE_ALWAYS_HIGH, HIGH_CARD, USUAL, of_suited

Cards = NDArray[np.uint8]
Values = NDArray[np.uint32]
_Bits = TypeVar("_Bits", np.uint8, np.uint16)
# The values of some hands, given as columns of cards and as rows.
Work = Callable[[Cards, Cards], Values]

_PIECE = 1 << 15
# As `highs.SEVENS`, for sums of five and of six.
_NUMBERS = {
    5: (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415),
    6: (0, 1, 5, 22, 98, 422, 1734, 5760, 14270, 37951, 90838, 206930, 436437),
    7: highs.SEVENS,
}
_SUITS = (1 << highs.SUIT_BITS) - 1
_BY_SUIT = np.array([1 << 13 * (card & 3) + (card >> 2) for card in range(52)], dtype=np.uint64)


def rank_rows(ranking: Ranking, cards: Cards) -> Values:
    """The values of all rows under that ranking, as `ranking.rank` gives them; quick for those of `QUICK`.

    Raises `UnknownCard`, and `BadCards` for an array that is not rows of 1 to 12 uint8.
    """
    quick = QUICK.get(ranking.rank)
    if quick is not None and cards.ndim == 2 and cards.shape[1] in _NUMBERS:
        return quick(cards)
    if cards.ndim != 2 or cards.dtype != np.uint8 or not 1 <= cards.shape[1] <= 12:
        raise _not_rows(cards, "1 to 12")
    return np.array([ranking.rank(row) for row in cards.tolist()], dtype=np.uint32)


def rank_high(cards: Cards) -> Values:
    """High hands of 5, 6 or 7 cards (S0.3). Raises `UnknownCard`, and `BadCards` for another shape or dtype."""
    return _in_pieces(cards, _high)


def rank_ace_to_five(cards: Cards) -> Values:
    """A-5 lows of 5, 6 or 7 cards (S0.5). Raises as `rank_high`."""
    return _in_pieces(cards, _ace_to_five)


def rank_deuce_to_seven(cards: Cards) -> Values:
    """2-7 lows of 5, 6 or 7 cards (S0.5). Raises as `rank_high`."""
    return _in_pieces(cards, _deuce_to_seven)


def rank_eight_or_better(cards: Cards) -> Values:
    """A-5 lows with a qualifier of 5, 6 or 7 cards, 0 for none (S2.9). Raises as `rank_high`."""
    return _in_pieces(cards, _eight_or_better)


def _not_rows(cards: Cards, sizes: str) -> BadCards:
    return BadCards(f"hands are rows of {sizes} cards in uint8, not {cards.shape} of {cards.dtype}", shape=cards.shape)


def _in_pieces(cards: Cards, work: Work) -> Values:
    if cards.ndim != 2 or cards.dtype != np.uint8 or cards.shape[1] not in _NUMBERS:
        raise _not_rows(cards, "5, 6 or 7")
    values = np.empty(len(cards), dtype=np.uint32)
    try:
        for begin in range(0, len(cards), _PIECE):
            rows = cards[begin : begin + _PIECE]
            values[begin : begin + _PIECE] = work(np.ascontiguousarray(rows.T), rows)
    except IndexError:
        raise unknown() from None
    return values


# -- tables -----------------------------------------------------------------------------------------------------------


class _Tables(NamedTuple):
    """For a number of cards: the cards' keys, and by the digits of the suits that of a flush (1 to 4, or 0)."""

    keys: NDArray[np.uint32]
    flushes: NDArray[np.uint8]

    def sums(self, columns: Cards) -> NDArray[np.uint32]:
        """The sum of the keys of each hand."""
        sums: NDArray[np.uint32] = self.keys.take(columns[0])
        for column in columns[1:]:
            sums += self.keys.take(column)
        return sums

    def suits(self, sums: NDArray[np.uint32]) -> NDArray[np.uint8]:
        """The suit of which each hand holds five."""
        return self.flushes.take(sums & _SUITS)


@cache
def _tables(size: int) -> _Tables:
    numbers = _NUMBERS[size]
    keys = [numbers[card >> 2] << highs.SUIT_BITS | highs.SUIT_DIGITS[card & 3] for card in range(52)]
    flushes = [highs.flush_suit(digits, size) for digits in range(1 << highs.SUIT_BITS)]
    return _Tables(np.array(keys, dtype=np.uint32), np.array(flushes, dtype=np.uint8))


@cache
def _places(size: int) -> tuple[NDArray[np.uint16], Values]:
    """Where the value of each sum of ranks stands in the values beside it. Seven cards share the places of `highs`."""
    numbers = _NUMBERS[size]
    if size == 7:
        places = np.frombuffer(highs.PLACES, dtype=np.uint16)
    else:
        places = np.zeros(4 * numbers[12] + (size - 4) * numbers[11] + 1, dtype=np.uint16)
    for ranks in combinations_with_replacement(range(13), size):
        counts = [ranks.count(rank) for rank in range(13)]
        if max(counts) <= 4:
            places[sum([numbers[rank] for rank in ranks])] = highs.place_of(counts)
    return places, np.array(highs.VALUES, dtype=np.uint32)


@cache
def _suited_values() -> Values:
    return np.array([of_suited(mask, USUAL) for mask in range(1 << 13)], dtype=np.uint32)


_ACE_LOW_BITS = np.array([1 << (card // 4 + 1) % 13 for card in range(52)], dtype=np.uint16)
_RANK_BITS = np.array([1 << card // 4 for card in range(52)], dtype=np.uint16)
_EIGHT_BITS = np.array(LOW_BITS, dtype=np.uint8)
_EIGHTS = np.array(EIGHT_OR_BETTERS, dtype=np.uint32)


@cache
def _unpaired_ace_to_five() -> Values:
    return np.array([low_value(mask) for mask in range(1 << 13)], dtype=np.uint32)


@cache
def _unpaired_deuce_to_seven() -> Values:
    """By the ranks held: the best low with no pair and no straight; 0 where there is none."""
    bad = [least_bad([mask >> rank & 1 for rank in range(13)], ACE_ALWAYS_HIGH) for mask in range(1 << 13)]
    return np.array(
        [ABOVE_ALL - one if mask.bit_count() >= 5 and one >> 20 == HIGH_CARD else 0 for mask, one in enumerate(bad)],
        dtype=np.uint32,
    )


# -- one piece --------------------------------------------------------------------------------------------------------


def _high(columns: Cards, rows: Cards) -> Values:
    size = len(columns)
    tables = _tables(size)
    places, values_at = _places(size)
    sums = tables.sums(columns)
    values = values_at.take(places.take(sums >> highs.SUIT_BITS))
    suits = tables.suits(sums)
    at = np.flatnonzero(suits)  # five of a suit and two cards more make no full house and no four of a kind
    masks = _BY_SUIT[rows[at]].sum(axis=1) >> ((suits[at] - 1) * 13).astype(np.uint64) & np.uint64(0x1FFF)
    values[at] = _suited_values()[masks]
    return values


def _masks(columns: Cards, bits: NDArray[_Bits]) -> NDArray[_Bits]:
    masks: NDArray[_Bits] = bits.take(columns[0])
    for column in columns[1:]:
        masks |= bits.take(column)
    return masks


def _eight_or_better(columns: Cards, rows: Cards) -> Values:
    return _EIGHTS.take(_masks(columns, _EIGHT_BITS))


def _ace_to_five(columns: Cards, rows: Cards) -> Values:
    values = _unpaired_ace_to_five().take(_masks(columns, _ACE_LOW_BITS))
    at = np.flatnonzero(values == 0)
    values[at] = _by_ranks(ACE_TO_FIVE, columns[:, at], rows[at])
    return values


def _deuce_to_seven(columns: Cards, rows: Cards) -> Values:
    values = _unpaired_deuce_to_seven().take(_masks(columns, _RANK_BITS))
    tables = _tables(len(columns))
    suits = tables.suits(tables.sums(columns))
    at = np.flatnonzero((values == 0) & (suits == 0))
    values[at] = _by_ranks(DEUCE_TO_SEVEN, columns[:, at], rows[at])
    for one in np.flatnonzero(suits):
        values[one] = DEUCE_TO_SEVEN.rank(rows[one].tolist())
    return values


def _by_ranks(ranking: Ranking, columns: Cards, rows: Cards) -> Values:
    """Values that depend on ranks alone: each multiset of ranks is ranked once."""
    sums = _tables(len(columns)).sums(columns) >> highs.SUIT_BITS
    _different, first, which = np.unique(sums, return_index=True, return_inverse=True)
    return np.array([ranking.rank(row) for row in rows[first].tolist()], dtype=np.uint32)[which]


QUICK: dict[object, Callable[[Cards], Values]] = {
    HIGH.rank: rank_high,
    ACE_TO_FIVE.rank: rank_ace_to_five,
    DEUCE_TO_SEVEN.rank: rank_deuce_to_seven,
    EIGHT_OR_BETTER.rank: rank_eight_or_better,
}
