"""Many hands at once, in numpy: the same values as the rankings give one at a time.

Hands are rows of an array (n, cards) of uint8, the cards of a row all different; values are uint32, in the rows' order.
The tables are those of single hands, filled with what is met; rows are taken in pieces that stay in the cache.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadCards
from engine.messages.cards import CardsText
from engine.ranking.highs import HIGHS, SHORT_HIGHS, SHORT_TRIPS_UP_HIGHS, SHORT_USUAL_HIGHS
from engine.ranking.lookup import PLACES, SUIT_BITS, SUITS_MASK, Lookup
from engine.ranking.lows import ACE_TO_FIVES, DEUCE_TO_SEVENS, EIGHT_OR_BETTERS, LOW_BITS, rank_eight_or_better
from engine.ranking.rankings import Ranking
from engine.ranking.sums import unknown

Cards = NDArray[np.uint8]
Values = NDArray[np.uint32]
# The values of some hands, given as columns of cards and as rows.
Work = Callable[[Cards, Cards], Values]

_PIECE = 1 << 15
_CARD_BITS = 6
_PACKED = 10  # cards in 63 bits
_BY_SUIT = np.array([1 << 13 * (card & 3) + (card >> 2) for card in range(52)], dtype=np.uint64)
_LOW_BITS = np.array(LOW_BITS, dtype=np.uint8)
_LOWS = np.array(EIGHT_OR_BETTERS, dtype=np.uint32)


def rank_rows(ranking: Ranking, cards: Cards) -> Values:
    """The values of all rows, as `ranking.rank` gives them: quick for 5 to 7 cards and all rankings but badugi's.

    Other numbers of cards, and rankings with wild cards, are asked row by row. Raises `UnknownCard`, and `BadCards` for
    an array that is not rows of 1 to 12 uint8.
    """
    work = _QUICK.get(ranking.rank)
    if cards.ndim != 2 or cards.dtype != np.uint8 or not 1 <= cards.shape[1] <= 12:
        raise BadCards(CardsText.NO_ROWS_OF_HANDS(shape=str(cards.shape), type=str(cards.dtype)), shape=cards.shape)
    if work is None or cards.shape[1] not in PLACES:
        return _row_by_row(ranking, cards)
    values = np.empty(len(cards), dtype=np.uint32)
    try:
        for begin in range(0, len(cards), _PIECE):
            rows = cards[begin : begin + _PIECE]
            values[begin : begin + _PIECE] = work(np.ascontiguousarray(rows.T), rows)
    except IndexError:
        raise unknown() from None
    return values


def _row_by_row(ranking: Ranking, cards: Cards) -> Values:
    """Rows that hold the same cards in the same order are ranked once, if they are of ten cards or fewer."""
    if cards.shape[1] > _PACKED:
        return np.array([ranking.rank(row) for row in cards.tolist()], dtype=np.uint32)
    packed = np.zeros(len(cards), dtype=np.int64)
    for column in cards.T:
        packed = packed << _CARD_BITS | column
    _, first, which = np.unique(packed, return_index=True, return_inverse=True)
    return np.array([ranking.rank(row) for row in cards[first].tolist()], dtype=np.uint32)[which]


# -- tables -----------------------------------------------------------------------------------------------------------


class _Tables:
    """A ranking's tables for a number of cards: those of single hands, so that what one has met the other knows."""

    def __init__(self, ranking: Lookup, size: int) -> None:
        places = PLACES[size]
        places.make_room(ranking.values[size])
        self.keys = np.array(places.one, dtype=np.uint32)
        self.places = np.frombuffer(places.of_sum, dtype=np.uint16)
        self.values = np.frombuffer(ranking.values[size], dtype=np.uint32)
        self.flushes = np.array(places.flushes, dtype=np.uint8)


# -- one piece --------------------------------------------------------------------------------------------------------


def _meet(ranking: Lookup, totals: Values, rows: Cards, values: Values) -> None:
    """Have the ranks that nobody has met yet ranked, one hand each: their values then stand in the tables."""
    at = np.flatnonzero(values == 0)
    _, first = np.unique(totals[at], return_index=True)
    for row in rows[at[first]].tolist():
        ranking.rank(row)


def _by_lookup(ranking: Lookup) -> Work:
    tables = cache(partial(_Tables, ranking))
    of_suited = ranking.of_suited

    @cache
    def suited() -> Values:
        return np.array([of_suited(mask) if of_suited else 0 for mask in range(1 << 13)], dtype=np.uint32)

    def work(columns: Cards, rows: Cards) -> Values:
        of_size = tables(len(columns))
        sums = of_size.keys.take(columns[0])
        for column in columns[1:]:
            sums += of_size.keys.take(column)
        totals = sums >> SUIT_BITS
        values: Values = of_size.values.take(of_size.places.take(totals))
        if not values.all():
            _meet(ranking, totals, rows, values)
            values = of_size.values.take(of_size.places.take(totals))
        if not ranking.has_flushes:
            return values
        suits = of_size.flushes.take(sums & SUITS_MASK)
        at = np.flatnonzero(suits)
        if of_suited is None:
            values[at] = [ranking.rank(row) for row in rows[at].tolist()]
        else:
            masks = _BY_SUIT[rows[at]].sum(axis=1) >> ((suits[at] - 1) * 13).astype(np.uint64) & np.uint64(0x1FFF)
            values[at] = suited()[masks]
        return values

    return work


def _eight_or_better(columns: Cards, rows: Cards) -> Values:
    masks = _LOW_BITS.take(columns[0])
    for column in columns[1:]:
        masks |= _LOW_BITS.take(column)
    values: Values = _LOWS.take(masks)
    return values


_LOOKUPS = (HIGHS, SHORT_HIGHS, SHORT_TRIPS_UP_HIGHS, SHORT_USUAL_HIGHS, ACE_TO_FIVES, DEUCE_TO_SEVENS)
_QUICK: dict[object, Work] = {
    rank_eight_or_better: _eight_or_better,
    **{ranking.rank: _by_lookup(ranking) for ranking in _LOOKUPS},
}
