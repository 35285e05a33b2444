"""How strong rows are, many at once: every strength that three or five cards can have has a place in one order.

Places stand in for the strengths of `engine.ranking.rankings` (both compare alike, the front with five cards too, S3.1) and are
small: what a row earns is looked up by its place. Rows are arrays (n, 3 or 5) of uint8. A row with jokers has several
places it may be read at (S3.8): `Rows.top` is the highest of them, `Rows.at_most` the highest under a cap.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.chinese.rows.jokers import readings
from engine.chinese.rows.rows import made_low, rank_row

Ints = NDArray[np.int64]
Places = NDArray[np.int16]
Cards = NDArray[np.uint8]

# Each the least number with which all sums of five, none taken more than four times, stay different; and those of
# fewer among themselves, since the deuce adds nothing.
_NUMBERS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
_SUMS = 4 * _NUMBERS[12] + _NUMBERS[11] + 1
_NUMBER = np.array([*[_NUMBERS[card >> 2] for card in range(52)], 0, 0], dtype=np.int32)
_SUIT = np.array([*[1 << (card & 3) for card in range(52)], 15, 15], dtype=np.uint8)
_RANK = np.array([*[1 << (card >> 2) for card in range(52)], 0, 0], dtype=np.int16)
_BEYOND = np.int16(np.iinfo(np.int16).max)


def _cards(ranks: tuple[int, ...], is_suited: bool) -> tuple[int, ...]:
    """Cards of those ranks, ascending: all of one suit, or not."""
    if is_suited:
        return tuple([rank * 4 for rank in ranks])
    return tuple([rank * 4 + at % 4 for at, rank in enumerate(ranks)])


def _ranks(size: int) -> list[tuple[int, ...]]:
    every = combinations_with_replacement(range(13), size)
    return [ranks for ranks in every if max([ranks.count(rank) for rank in ranks]) <= 4]


class Order(NamedTuple):
    """All strengths of rows, ascending, with cards that have them, and which of them are those of three cards."""

    strengths: NDArray[np.int64]
    examples: tuple[tuple[int, ...], ...]
    is_front: NDArray[np.bool_]


@cache
def order() -> Order:
    """The order that places are in: 7,462 strengths of five cards and 455 of three."""
    examples: dict[int, tuple[int, ...]] = {}
    for size in (3, 5):
        for ranks in _ranks(size):
            for is_suited in (False, True):
                if not is_suited or (size == 5 and len(set(ranks)) == 5):
                    cards = _cards(ranks, is_suited)
                    examples.setdefault(rank_row(cards), cards)
    strengths = sorted(examples)
    cards_of = tuple([examples[one] for one in strengths])
    return Order(np.array(strengths), cards_of, np.array([len(cards) == 3 for cards in cards_of]))


class Lows(NamedTuple):
    """Every deuce-to-seven low that is no pair, straight or flush, ascending from place 1; place 0 is any other row.

    `places` is by the number of the row's jokers and the ranks of its other cards as a mask.
    """

    strengths: NDArray[np.int64]
    examples: tuple[tuple[int, ...], ...]
    places: tuple[Places, Places, Places]


@cache
def lows() -> Lows:
    """The lows that a deuce-to-seven middle may make; jokers make the best low of their row (S3.8)."""
    best: list[dict[int, int]] = [{}, {}, {}]
    examples: dict[int, tuple[int, ...]] = {0: ()}
    for jokers in range(3):
        for ranks in combinations(range(13), 5 - jokers):
            cards = _cards(ranks, False)
            if jokers or made_low(cards):
                strength = readings((*cards, 52, 53)[:5], is_low=True)[0].value
                best[jokers][sum([1 << rank for rank in ranks])] = strength
                if not jokers:
                    examples[strength] = cards
    strengths = sorted(examples)
    place_of = {strength: place for place, strength in enumerate(strengths)}
    places = [np.zeros(1 << 13, dtype=np.int16) for _ in best]
    for table, found in zip(places, best, strict=True):
        for mask, strength in found.items():
            table[mask] = place_of[strength]
    return Lows(np.array(strengths), tuple([examples[one] for one in strengths]), (places[0], places[1], places[2]))


class _Kind(NamedTuple):
    """Rows of one size and number of jokers: where the options of a row stand, by the sum of its ranks or, suited, by
    its ranks as a mask; and the options, ascending, padded with `_BEYOND`."""

    by_sum: Places
    by_mask: Places
    options: Places
    top: Places
    lowest: Places


@cache
def _kind(size: int, jokers: int) -> _Kind:
    place_of = {int(strength): place for place, strength in enumerate(order().strengths)}
    by_sum = np.zeros(_SUMS, dtype=np.int16)
    by_mask = np.zeros(1 << 13, dtype=np.int16)
    found: list[list[int]] = []
    wild = (52, 53)[:jokers]
    for ranks in _ranks(size - jokers):
        for is_suited in (False, True):
            if is_suited and (size == 3 or len(set(ranks)) < len(ranks)):
                continue
            options = readings((*_cards(ranks, is_suited), *wild))
            if is_suited:
                by_mask[sum([1 << rank for rank in ranks])] = len(found)
            else:
                by_sum[sum([_NUMBERS[rank] for rank in ranks])] = len(found)
            found.append(sorted([place_of[one.value] for one in options]))
    table = np.full((len(found), max(map(len, found))), _BEYOND, dtype=np.int16)
    for at, places in enumerate(found):
        table[at, : len(places)] = places
    top = np.array([places[-1] for places in found], dtype=np.int16)
    return _Kind(by_sum, by_mask, table, top, table[:, 0].copy())


class Rows(NamedTuple):
    """Rows of one size: the places each may be read at, from `lowest` to `top`; without jokers both are the same.

    `kind` and `entry` say where the options stand; `kind` is the number of the row's jokers.
    """

    size: int
    top: Places
    lowest: Places
    kind: NDArray[np.uint8]
    entry: Places

    def at_most(self, which: Ints, caps: Ints) -> Ints:
        """The highest place that each of those rows may be read at, no higher than its cap; -1 if there is none."""
        found = np.where(self.lowest[which] <= caps, self.top[which], -1).astype(np.int64)
        over = np.flatnonzero(found > caps)
        for jokers in (1, 2):
            some = over[self.kind[which[over]] == jokers]
            if some.size:
                options = _kind(self.size, jokers).options[self.entry[which[some]]]
                last = (options <= caps[some, None]).sum(axis=1) - 1
                found[some] = options[np.arange(some.size), last]
        return found

    def most(self, worths: Ints, which: Ints) -> Ints:
        """The most that any reading of those rows is worth, `worths` being by place."""
        found: Ints = worths[self.top[which]]
        for jokers in (1, 2):
            some = np.flatnonzero(self.kind[which] == jokers)
            if some.size:
                options = _kind(self.size, jokers).options[self.entry[which[some]]]
                found[some] = worths[np.where(options == _BEYOND, options[:, :1], options)].max(axis=1)
        return found


def rows(cards: Cards, *, is_row_maximum: bool = False) -> Rows:
    """What those rows may be read as. `is_row_maximum`: jokers make the most of their row, whatever the others are."""
    size = cards.shape[1]
    sums = _NUMBER.take(cards[:, 0])
    suits = _SUIT.take(cards[:, 0])
    for at in range(1, size):
        sums += _NUMBER.take(cards[:, at])
        suits &= _SUIT.take(cards[:, at])
    kinds = (cards > 51).sum(axis=1, dtype=np.uint8)
    count = len(cards)
    top, lowest, entry = (np.empty(count, dtype=np.int16) for _ in range(3))
    for jokers in range(3):
        which = np.flatnonzero(kinds == jokers)
        if not which.size:
            continue
        kind = _kind(size, jokers)
        entries = kind.by_sum.take(sums[which])
        if size == 5:
            suited = np.flatnonzero(suits[which])
            # Paired cards are never of one suit, so that a suited row has as many ranks as cards.
            entries[suited] = kind.by_mask.take(_RANK[cards[which[suited]]].sum(axis=1))
        entry[which] = entries
        top[which] = kind.top.take(entries)
        lowest[which] = kind.top.take(entries) if is_row_maximum else kind.lowest.take(entries)
    return Rows(size, top, lowest, kinds, entry)


def low_places(cards: Cards) -> Places:
    """The places in `lows` of rows of five."""
    jokers = (cards > 51).sum(axis=1)
    masks = _RANK.take(cards[:, 0])
    suits = _SUIT.take(cards[:, 0])
    for at in range(1, 5):
        masks |= _RANK.take(cards[:, at])
        suits &= _SUIT.take(cards[:, at])
    found = np.zeros(len(cards), dtype=np.int16)
    for count, places in enumerate(lows().places):
        which = np.flatnonzero((jokers == count) & ((suits == 0) | (count > 0)))
        found[which] = places.take(masks[which])
    return found
