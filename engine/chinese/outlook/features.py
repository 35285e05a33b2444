"""What the learned outlook looks at: a board and the cards that may come, as numbers.

Nothing here depends on house rules, and none of it on which suit is which. The weights of `network` are learned for these
numbers in this order: whoever changes one has them learned again (`tests/bench/open_face_training.py`).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.chinese.arranger import row_strengths
from engine.chinese.outlook.many_boards import EMPTY, STARTS, Cards
from engine.chinese.rows.rows import KINDS, made
from engine.games.row_layout import SIZES

Features = NDArray[np.float32]

_BITS = 3  # of each count, packed by rank and by suit: five cards of a row are counted
_RANKS, _SUITS = np.zeros(EMPTY + 1, dtype=np.int64), np.zeros(EMPTY + 1, dtype=np.int64)
_RANKS[:52] = [1 << _BITS * (card >> 2) for card in range(52)]
_SUITS[:52] = [1 << _BITS * (card & 3) for card in range(52)]
_HEIGHTS = np.arange(1, 14, dtype=np.float32) / 13
# Which ranks make each straight, the one with the ace below first.
_STRAIGHTS = np.array(
    [[rank in run for run in [(12, 0, 1, 2, 3), *[range(low, low + 5) for low in range(9)]]] for rank in range(13)],
    dtype=np.float32,
)


class Unseen(NamedTuple):
    """How many cards that may come are of each rank (n, 13) and of each suit (n, 4)."""

    ranks: Features
    suits: Features

    def take(self, which: NDArray[np.intp]) -> Unseen:
        return Unseen(self.ranks[which], self.suits[which])


def unseen_of(seen: NDArray[np.bool_]) -> Unseen:
    """What may come beside the cards seen (n, 52)."""
    left = (~seen).reshape(-1, 13, 4)
    return Unseen(left.sum(axis=2, dtype=np.float32), left.sum(axis=1, dtype=np.float32))


def features(cards: Cards, unseen: Unseen) -> Features:
    """The numbers of boards whose thirteen places are given (n, 13), beside what may come to each."""
    parts: list[NDArray[np.generic]] = []
    for start, size in zip(STARTS, SIZES, strict=True):
        row = cards[:, start : start + size]
        count = (row != EMPTY).sum(axis=1)
        held = _counts(_RANKS[row], 13)
        parts += [*_ranks(held, count, size, unseen), *_made(row, count == size)]
        if size == 5:
            parts += _straights_and_flushes(row, held, count, unseen)
    return np.concatenate(
        [part.reshape(len(cards), -1) for part in (*parts, unseen.ranks / 4)], axis=1, dtype=np.float32
    )


def _counts(packed: NDArray[np.int64], kinds: int) -> NDArray[np.int64]:
    """How many cards of each rank or suit a row has."""
    found: NDArray[np.int64] = packed.sum(axis=1)[:, None] >> _BITS * np.arange(kinds) & 7
    return found


def _ranks(held: NDArray[np.int64], count: NDArray[np.intp], size: int, unseen: Unseen) -> list[NDArray[np.generic]]:
    """Which ranks a row has, which of them twice and more, what may come to each, and how much room there is."""
    once, twice = (held >= 1).astype(np.float32), (held >= 2).astype(np.float32)
    pairs = twice * _HEIGHTS
    second = np.where(pairs == pairs.max(axis=1, keepdims=True), 0, pairs)
    return [
        once,
        twice,
        once * unseen.ranks / 4,
        (once * _HEIGHTS).max(axis=1),
        pairs.max(axis=1),
        second.max(axis=1),
        ((held >= 3) * _HEIGHTS).max(axis=1),
        (held >= 4).any(axis=1),
        (twice * unseen.ranks).sum(axis=1) / 4,
        np.eye(6, dtype=np.float32)[size - count],
    ]


def _made(row: Cards, is_full: NDArray[np.bool_]) -> list[NDArray[np.generic]]:
    """What a full row makes, and its place among all strengths."""
    places = np.zeros(len(row), dtype=np.int64)
    if is_full.any():
        places[is_full] = row_strengths.rows(np.ascontiguousarray(row[is_full])).top
    kinds, kind_of = _kinds()
    return [kinds[kind_of[places]] * is_full[:, None], is_full * (places / len(kind_of))]


@cache
def _kinds() -> tuple[Features, NDArray[np.intp]]:
    """Kinds as unit vectors, and the kind of each place of `row_strengths.order`."""
    names = list(KINDS)
    kinds = [names.index(made(cards).kind) for cards in row_strengths.order().examples]
    return np.eye(len(names), dtype=np.float32), np.array(kinds)


def _straights_and_flushes(
    row: Cards, held: NDArray[np.int64], count: NDArray[np.intp], unseen: Unseen
) -> list[NDArray[np.generic]]:
    """Whether a row of five can still be a flush and a straight, and how much of what either lacks may come."""
    suits = _counts(_SUITS[row], 4)
    of_suit = unseen.suits[np.arange(len(row)), suits.argmax(axis=1)]
    flush = (suits.max(axis=1) == count) & (count > 0)
    is_open = ((held > 0) @ _STRAIGHTS == count[:, None]) & (held.max(axis=1) <= 1)[:, None]
    coming = np.exp(((held == 0) * np.log((unseen.ranks + 0.05) / 4)) @ _STRAIGHTS)
    straights = np.where(is_open, coming, 0)
    straight = is_open.any(axis=1)
    return [
        flush,
        flush * of_suit / 13,
        flush * count / 5,
        flush * (of_suit - 5 + count) / 10,
        straight,
        straight * count / 5,
        straights.sum(axis=1),
        straights.max(axis=1),
        straight & flush,
    ]
