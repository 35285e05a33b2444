"""Many boards of the open-face games at once, as arrays, and every placing of a street's cards on each of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.games.row_layout import SIZES, Board

EMPTY = 255  # a place without a card
STARTS = (0, 3, 8)  # where the places of each row begin
PLACES = 13

Cards = NDArray[np.uint8]
Ints = NDArray[np.int64]


class Boards(NamedTuple):
    """Boards along every axis but the last: their thirteen places, front first, and how many cards each row has."""

    cards: Cards
    held: Ints

    def take(self, which: NDArray[np.intp]) -> Boards:
        """Those boards of one axis of them."""
        return Boards(self.cards[which], self.held[which])


class Ways(NamedTuple):
    """The ways to keep some of a street's cards and to set each in a row, whether the rows have room or not.

    kept, rows: which cards are kept, and where each goes. before: how many of the cards before it go to the same row.
    more: how many cards each row gets.
    """

    kept: Ints
    rows: Ints
    before: Ints
    more: Ints


@cache
def ways(count: int, keep: int) -> Ways:
    """The ways to set `keep` of `count` cards."""
    found = [(kept, rows) for kept in combinations(range(count), keep) for rows in product(range(3), repeat=keep)]
    rows = np.array([one for _kept, one in found], dtype=np.int64).reshape(-1, keep)
    before = np.array([[one[:at].count(row) for at, row in enumerate(one)] for _kept, one in found], dtype=np.int64)
    more = np.stack([(rows == row).sum(axis=1) for row in range(3)], axis=1)
    return Ways(np.array([kept for kept, _rows in found], dtype=np.int64).reshape(-1, keep), rows, before, more)


def together(boards: Sequence[Board]) -> Boards:
    """Those boards as arrays."""
    cards = np.full((len(boards), PLACES), EMPTY, dtype=np.uint8)
    for at, board in enumerate(boards):
        for start, row in zip(STARTS, board, strict=True):
            cards[at, start : start + len(row)] = row
    return Boards(cards, np.array([[len(row) for row in board] for board in boards], dtype=np.int64).reshape(-1, 3))


def placed(boards: Boards, dealt: Cards, keep: int) -> tuple[Boards, NDArray[np.bool_]]:
    """Every board (n) with `keep` of its cards dealt (n, cards) set in every way: boards (n, ways), and where the rows have
    room for them; a board without room stays as it was."""
    every = ways(dealt.shape[1], keep)
    held = boards.held[:, None, :] + every.more
    has_room = np.all(held <= np.array(SIZES), axis=2)
    cards = np.repeat(boards.cards[:, None, :], len(every.rows), axis=1)
    board, way = np.nonzero(has_room)
    rows = every.rows[way]
    places = np.take(STARTS, rows) + np.take_along_axis(boards.held[board], rows, axis=1) + every.before[way]
    cards[board[:, None], way[:, None], places] = np.take_along_axis(dealt[board], every.kept[way], axis=1)
    return Boards(cards, held), has_room
