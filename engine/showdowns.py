"""Showdowns by the thousand: how the hands of many deals rank, as arrays with one column a deal (numpy)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from engine.plan import Part
from engine.ranking import Ranking
from engine.runouts import Numbers, Rows, number_choices
from engine.spots import Spot

Ranks = npt.NDArray[np.int64]  # higher is better, 0 is no hand
_BITS = 6  # of a card in a packed row
_PACKED = 10  # cards in 63 bits


def rank_rows(ranking: Ranking, rows: Rows) -> Ranks:
    """The rank of each row of cards. Rows of the same cards in the same order are ranked once."""
    if rows.shape[1] > _PACKED or len(rows) < 2:
        return np.array([ranking.rank(row) for row in rows.tolist()], dtype=np.int64)
    packed = np.zeros(len(rows), dtype=np.int64)
    for column in rows.T:
        packed = packed << _BITS | column
    _, first, which = np.unique(packed, return_index=True, return_inverse=True)
    found = np.array([ranking.rank(row) for row in rows[first].tolist()], dtype=np.int64)
    return found[which]


def _beside(known: Sequence[int], rows: Rows) -> Rows:
    """Rows that begin with the known cards."""
    out = np.empty((len(rows), len(known) + rows.shape[1]), dtype=np.uint8)
    out[:, : len(known)] = known
    out[:, len(known) :] = rows
    return out


class _Choices:
    """Each choice of so many of the board's cards: the places of its cards, and its number among all such choices."""

    def __init__(self, places: Rows, size: int) -> None:
        self.places = np.stack([places[:, pick] for pick in combinations(range(places.shape[1]), size)])
        self.numbers: Numbers = number_choices(self.places)


class _OfTheBoard:
    """How a known hand ranks with each choice of so many board cards: every choice is ranked once (Omaha's three)."""

    def __init__(self, share: Part, hand: Sequence[int], cards: Rows) -> None:
        assert share.hole is not None
        self._ranking = share.ranking
        self._held = list(combinations(hand, share.hole))
        self._cards = cards
        self._values = np.full(comb(len(cards), 5 - share.hole), -1, dtype=np.int64)

    def best(self, choices: _Choices) -> Ranks:
        """The hand's rank in each deal."""
        found = self._values[choices.numbers]
        if found.min() < 0:
            unknown = found < 0
            missing, first = np.unique(choices.numbers[unknown], return_index=True)
            subsets = self._cards[choices.places[unknown][first]]
            ranked = [rank_rows(self._ranking, _beside(held, subsets)) for held in self._held]
            self._values[missing] = np.max(ranked, axis=0)
            found = self._values[choices.numbers]
        best: Ranks = found.max(axis=0)
        return best


class Showdown:
    """The showdowns of one spot: ranks the hands of many deals for every part of the pot."""

    def __init__(self, spot: Spot, wins: Sequence[Part]) -> None:
        self._spot = spot
        self._wins = tuple(wins)
        self._rest = np.array(spot.rest, dtype=np.uint8)
        self._middle = np.array(spot.board + spot.rest, dtype=np.uint8)  # a board's places count from its known cards
        self._tables = {
            (part, at): _OfTheBoard(share, hand, self._middle)
            for part, share in enumerate(self._wins)
            for at, hand in enumerate(spot.hands)
            if share.hole is not None and not spot.hands_to_come[at]
        }

    def ranks(self, board: Rows, hands: Sequence[Rows]) -> Ranks:
        """Ranks by part of the pot, hand and deal, from the places in `spot.rest` of the cards to come."""
        out = np.empty((len(self._wins), len(hands), len(board)), dtype=np.int64)
        known = len(self._spot.board)
        places = _beside(range(known), board + np.uint8(known))
        for part, share in enumerate(self._wins):
            choices = _Choices(places, 5 - share.hole) if share.hole is not None else None
            for at, rows in enumerate(hands):
                out[part, at] = self._ranks(part, at, rows, places, choices)
        return out

    def ranks_alone(self, at: int, rows: Rows) -> Ranks:
        """Ranks of one hand by part of the pot and draw, where no board card is to come."""
        places = np.tile(np.arange(len(self._spot.board), dtype=np.uint8), (len(rows), 1))
        return np.stack([self._ranks(part, at, rows, places) for part in range(len(self._wins))])

    def _ranks(self, part: int, at: int, rows: Rows, places: Rows, choices: _Choices | None = None) -> Ranks:
        share, table = self._wins[part], self._tables.get((part, at))
        if table is not None and choices is not None:
            return table.best(choices)
        ranks = self._ranked(share, at, rows, places)
        return np.where(ranks >= share.least, ranks, 0) if share.least else ranks

    def _ranked(self, share: Part, at: int, rows: Rows, places: Rows) -> Ranks:
        own = _beside(self._spot.hands[at], self._rest[rows])
        middle = self._middle[places]
        if share.hole is None:
            return rank_rows(share.ranking, np.concatenate([own, middle], axis=1))
        best = np.zeros(len(own), dtype=np.int64)
        for held in combinations(range(own.shape[1]), share.hole):
            for shared in combinations(range(middle.shape[1]), 5 - share.hole):
                cards = np.concatenate([own[:, held], middle[:, shared]], axis=1)
                np.maximum(best, rank_rows(share.ranking, cards), out=best)
        return best
