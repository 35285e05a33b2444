"""Hands of which so many cards must come from the hole and the rest from the board (Omaha: two and three).

What two hole cards make with the best three of a board depends, flushes apart, on the two ranks and the board's ranks:
each board's ranks keep a row of 169 values, filled as pairs are met. Flushes need two and three of one suit, which
the cards' keys tell. A low that qualifies needs no pairs: it is known from the low ranks of the hole and of the board.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

from engine.ranking.lows import LOW_BITS, low_value
from engine.ranking.rankings import (
    ACE_TO_FIVE,
    EIGHT_OR_BETTER,
    HIGH,
    SHORT_DECK,
    SHORT_DECK_CLASSIC,
    SHORT_DECK_TRIPS,
    Ranking,
)
from engine.ranking.sums import KEYS, RANK_BITS, RANKS_MASK, suited, unknown
from engine.ranking.values import (
    FLUSH,
    SHORT,
    SHORT_TRIPS_UP,
    SHORT_USUAL,
    STRAIGHT_FLUSH,
    USUAL,
    Scale,
    nibbles,
    ranks_in,
)

# Suits are counted so that the second in the hole, and the third on the board, sets the highest bit of the nibble.
_HOLE_FROM: Final = 0x6666 << RANK_BITS
_BOARD_FROM: Final = 0x5555 << RANK_BITS
_ENOUGH: Final = 0x8888 << RANK_BITS

TwoAndThree = Callable[[Sequence[int], Sequence[int]], int]


def best_of(hole: Sequence[int], board: Sequence[int], count: int, ranking: Ranking) -> int:
    """The value of the best hand of exactly `count` hole cards and 5 - `count` of the board.

    While the board has fewer, all of it plays; 0 is no hand. Raises `UnknownCard`.
    """
    if count == 2 and len(board) == 5 and len(hole) > 1:
        two_and_three = _TWO_AND_THREE.get(ranking.rank)
        if two_and_three is not None:
            return two_and_three(hole, board)
    rank = ranking.rank
    return max(
        [
            rank([*mine, *shared])
            for mine in combinations(hole, min(count, len(hole)))
            for shared in combinations(board, min(5 - count, len(board)))
        ]
    )


def _by_rows(rank: Callable[[Sequence[int]], int], scale: Scale | None) -> TwoAndThree:
    """For a ranking by ranks and, with a scale, by flushes."""
    rows: dict[int, array[int]] = {}

    def two_and_three(hole: Sequence[int], board: Sequence[int]) -> int:
        board_key, hole_key = _BOARD_FROM, _HOLE_FROM
        try:
            for card in board:
                board_key += KEYS[card]
            for card in hole:
                hole_key += KEYS[card]
        except IndexError:
            raise unknown() from None
        row = rows.get(board_key & RANKS_MASK)
        if row is None:
            row = rows[board_key & RANKS_MASK] = array("I", [0]) * 169
        values_of_pairs = [row[(one >> 2) * 13 + (other >> 2)] for one, other in combinations(hole, 2)]
        if 0 in values_of_pairs:
            values_of_pairs = [_filled(row, one >> 2, other >> 2, board) for one, other in combinations(hole, 2)]
        value = max(values_of_pairs)
        if scale is not None and board_key & hole_key & _ENOUGH:
            return max(value, _flush(hole, board, scale))
        return value

    def _filled(row: array[int], one: int, other: int, board: Sequence[int]) -> int:
        value = row[one * 13 + other]
        if not value:
            threes = set(combinations(sorted([card >> 2 for card in board]), 3))
            value = max([rank(_without_flush(one, other, *three)) for three in threes])
            row[one * 13 + other] = row[other * 13 + one] = value
        return value

    return two_and_three


def _without_flush(one: int, other: int, low: int, middle: int, high: int) -> list[int]:
    """Five different cards of those ranks, at most four alike, that are no flush: two of the hole, three of the board in order."""
    last = 2 if one == other == high else 1 if one == high else 0  # a suit that no card of its rank has yet
    return [one * 4, other * 4 + 1, low * 4 + 2, middle * 4 + 3, high * 4 + last]


def _flush(hole: Sequence[int], board: Sequence[int], scale: Scale) -> int:
    """The best flush or straight flush of two and three; 0 for none."""
    best = 0
    for mine, shared in zip(suited(hole), suited(board), strict=True):
        if mine.bit_count() < 2 or shared.bit_count() < 3:
            continue
        for shape, top in scale.straights:
            if shape & ~(mine | shared) == 0 and (shape & mine).bit_count() == 2:
                best = max(best, scale.placed(nibbles(STRAIGHT_FLUSH, [top])))
                break
        else:
            flush = sorted(ranks_in(mine)[:2] + ranks_in(shared)[:3], reverse=True)
            best = max(best, scale.placed(nibbles(FLUSH, flush)))
    return best


_lows: Final[dict[int, int]] = {}


def _eight_or_better(hole: Sequence[int], board: Sequence[int]) -> int:
    mine = shared = 0
    try:
        for card in hole:
            mine |= LOW_BITS[card]
        for card in board:
            shared |= LOW_BITS[card]
    except IndexError:
        raise unknown() from None
    value = _lows.get(mine << 8 | shared)
    if value is None:
        lows = [
            sum({1 << rank for rank in (*two, *three)})
            for two in combinations(ranks_in(mine), 2)
            for three in combinations(ranks_in(shared), 3)
        ]
        value = _lows[mine << 8 | shared] = max(map(low_value, lows), default=0)
    return value


_TWO_AND_THREE: Final[dict[Callable[[Sequence[int]], int], TwoAndThree]] = {
    HIGH.rank: _by_rows(HIGH.rank, USUAL),
    SHORT_DECK.rank: _by_rows(SHORT_DECK.rank, SHORT),
    SHORT_DECK_TRIPS.rank: _by_rows(SHORT_DECK_TRIPS.rank, SHORT_TRIPS_UP),
    SHORT_DECK_CLASSIC.rank: _by_rows(SHORT_DECK_CLASSIC.rank, SHORT_USUAL),
    ACE_TO_FIVE.rank: _by_rows(ACE_TO_FIVE.rank, None),
    EIGHT_OR_BETTER.rank: _eight_or_better,
}
