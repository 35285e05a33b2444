"""Runouts: the cards still to come, all of them or a random few, in blocks of rows (numpy).

The cards to come fall into groups: those of the board, those of each hand. A row gives every group its cards as
positions in the deck that is left, each group in ascending order.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb, prod
from typing import Any

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.uint8]  # a row a deal, a column a card
Numbers = npt.NDArray[np.int64]
ABSENT = 255  # the place of a card that did not come
_BELOW = np.array([[comb(place, at) for place in range(64)] for at in range(1, 9)], dtype=np.int64)
BLOCK = 1 << 16  # rows at a time: enough for numpy, few enough for the processor's cache


@lru_cache(maxsize=4)
def choices(cards: int, taken: int) -> Rows:
    """Every choice of `taken` out of `cards` positions, each ascending: C(cards, taken) rows, not to be written to.

    >>> choices(3, 2).tolist()
    [[0, 1], [0, 2], [1, 2]]
    """
    last = np.array([-1])
    levels = []
    for at in range(taken):
        follow = cards - taken + at - last  # how many positions may stand here
        before = np.cumsum(follow) - follow
        last = np.arange(follow.sum()) - np.repeat(before - last - 1, follow)
        levels.append((before, last))
    rows = np.empty((len(last), taken), dtype=np.uint8)
    spread = np.ones(len(last), dtype=np.int64)  # over how many rows each entry of a level's column extends
    for at in range(taken - 1, -1, -1):
        before, column = levels[at]
        rows[:, at] = np.repeat(column, spread)
        spread = np.add.reduceat(spread, before)
    rows.flags.writeable = False
    return rows


def number_choices(places: npt.NDArray[np.integer[Any]]) -> Numbers:
    """A number for each choice of places (the last axis, ascending), without gaps and the same in any deck.

    >>> number_choices(choices(4, 2)).tolist()
    [0, 1, 3, 2, 4, 5]
    """
    numbers = np.zeros(places.shape[:-1], dtype=np.int64)
    for at in range(places.shape[-1]):
        numbers += _BELOW[at][places[..., at]]
    return numbers


def count(cards: int, groups: Sequence[int]) -> int:
    """In how many ways `cards` cards can fill groups of those sizes.

    >>> count(52, [5])
    2598960
    """
    return prod(comb(cards - sum(groups[:at]), size) for at, size in enumerate(groups))


def every(cards: int, groups: Sequence[int]) -> Iterator[list[Rows]]:
    """Every way to fill the groups, once each: blocks of at most `BLOCK` rows, an array a group."""
    tables = [choices(cards - sum(groups[:at]), size) for at, size in enumerate(groups)]
    total = count(cards, groups)
    for start in range(0, total, BLOCK):
        at = np.arange(start, min(start + BLOCK, total))
        picked = []
        for table in reversed(tables):
            at, row = np.divmod(at, len(table))
            picked.append(table[row])
        yield _in_the_whole(picked[::-1])


def _in_the_whole(picked: list[Rows]) -> list[Rows]:
    """Positions among what the earlier groups leave, turned into positions in the whole."""
    whole = []
    for at, group in enumerate(picked):
        found = group.copy()  # the later groups are told what this one took, not where that lies in the whole
        for earlier in reversed(picked[:at]):
            for column in earlier.T:
                found += found >= column[:, None]
        whole.append(found)
    return whole


def _shuffled(cards: int, wanted: int, size: int, generator: np.random.Generator) -> Rows:
    """The first `wanted` places of so many shuffled decks (Fisher–Yates, as far as places are wanted)."""
    deck = np.tile(np.arange(cards, dtype=np.uint8), (size, 1))
    row = np.arange(size)
    for at in range(wanted):
        other = generator.integers(at, cards, size)
        drawn = deck[row, other]
        deck[row, other] = deck[:, at]
        deck[:, at] = drawn
    return deck[:, :wanted]


def sampled(cards: int, groups: Sequence[int], rows: int, rng: random.Random) -> Iterator[list[Rows]]:
    """`rows` ways to fill the groups, each equally likely and independent of the others; blocks as in `every`."""
    generator = np.random.Generator(np.random.PCG64(rng.getrandbits(128)))
    edges = np.cumsum(groups)[:-1]
    for start in range(0, rows, BLOCK):
        deck = _shuffled(cards, sum(groups), min(BLOCK, rows - start), generator)
        yield [np.sort(group, axis=1) for group in np.split(deck, edges, axis=1)]


def sampled_with_extras(
    cards: int, slots: Sequence[Sequence[bool]], bringing: Sequence[int], rows: int, rng: random.Random
) -> Iterator[list[Rows]]:
    """As `sampled`, where a card may bring its hand another of the same kind, and that one again (S2.13).

    `slots`: for each card to come to each hand, whether it may bring another; `bringing`: the places of the cards that
    do. A hand with fewer cards than the longest ends in `ABSENT`.
    """
    generator = np.random.Generator(np.random.PCG64(rng.getrandbits(128)))
    brings = np.zeros(cards + 1, dtype=bool)
    brings[list(bringing)] = True
    most = sum(len(hand) for hand in slots) + len(bringing)
    for start in range(0, rows, BLOCK):
        size = min(BLOCK, rows - start)
        deck = _shuffled(cards, most, size, generator)
        row, top = np.arange(size), np.zeros(size, dtype=np.int64)  # the next card of each deck
        hands = []
        for hand in slots:
            may = np.array([*hand, False])
            slot = np.zeros(size, dtype=np.int64)
            held = np.full((size, len(hand) + len(bringing)), ABSENT, dtype=np.uint8)
            for at in range(held.shape[1]):
                is_open = slot < len(hand)
                held[is_open, at] = deck[row[is_open], top[is_open]]
                top += is_open
                slot += is_open & ~(may[slot] & brings[np.minimum(held[:, at], cards)])
            hands.append(np.sort(held, axis=1))
        yield [np.zeros((size, 0), dtype=np.uint8), *hands]
