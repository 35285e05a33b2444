"""Ranks of the hands of many deals, as arrays with one column a deal (numpy)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from engine.equity.runouts import ABSENT, Numbers, Rows, number_choices
from engine.equity.spots import Spot
from engine.games.compiled_game import Part
from engine.ranking.batch import rank_rows

Ranks = npt.NDArray[np.uint32]  # higher is better, 0 is no hand
_NOT_YET = np.iinfo(np.uint32).max


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

    def __init__(self, part: Part, hand: Sequence[int], cards: Rows) -> None:
        assert part.hole is not None
        self._ranking = part.ranking
        self._held = list(combinations(hand, part.hole))
        self._cards = cards
        self._values = np.full(comb(len(cards), 5 - part.hole), _NOT_YET, dtype=np.uint32)

    def best(self, choices: _Choices) -> Ranks:
        """The hand's rank in each deal."""
        found = self._values[choices.numbers]
        if found.max() == _NOT_YET:
            unknown = found == _NOT_YET
            missing, first = np.unique(choices.numbers[unknown], return_index=True)
            subsets = self._cards[choices.places[unknown][first]]
            ranked = [rank_rows(self._ranking, _beside(held, subsets)) for held in self._held]
            self._values[missing] = np.max(ranked, axis=0)
            found = self._values[choices.numbers]
        best: Ranks = found.max(axis=0)
        return best


class Showdown:
    """The showdowns of one spot: ranks the hands of many deals for every part of the pot.

    The rows of what it returns are the parts, and after them, if `best_unqualified`, how the hands rank for the first
    part where nobody has a hand that may win any.
    """

    def __init__(self, spot: Spot, parts: Sequence[Part], *, best_unqualified: bool) -> None:
        self._spot = spot
        self._parts = (*parts, parts[0]._replace(least=0)) if best_unqualified else tuple(parts)
        self._rest = np.array(spot.rest, dtype=np.uint8)
        self._middle = np.array(spot.board + spot.rest, dtype=np.uint8)  # a board's places count from its known cards
        self._tables = {
            (row, at): _OfTheBoard(part, hand, self._middle)
            for row, part in enumerate(self._parts)
            for at, hand in enumerate(spot.hands)
            if part.hole is not None and not spot.hands_to_come[at]
        }

    def ranks(self, board: Rows, hands: Sequence[Rows]) -> Ranks:
        """Ranks by part, hand and deal, from the places in `spot.rest` of the cards to come."""
        out = np.empty((len(self._parts), len(hands), len(board)), dtype=np.uint32)
        known = len(self._spot.board)
        places = _beside(range(known), board + np.uint8(known))
        for row, part in enumerate(self._parts):
            choices = _Choices(places, 5 - part.hole) if part.hole is not None else None
            for at, drawn in enumerate(hands):
                out[row, at] = self._ranks(row, at, drawn, places, choices)
        return out

    def ranks_alone(self, at: int, drawn: Rows) -> Ranks:
        """Ranks of one hand by part and draw, where no board card is to come."""
        places = np.tile(np.arange(len(self._spot.board), dtype=np.uint8), (len(drawn), 1))
        return np.stack([self._ranks(row, at, drawn, places, None) for row in range(len(self._parts))])

    def _ranks(self, row: int, at: int, drawn: Rows, places: Rows, choices: _Choices | None) -> Ranks:
        part, table = self._parts[row], self._tables.get((row, at))
        if table is not None and choices is not None:
            found = table.best(choices)
        else:
            found = self._best(part, self._spot.hands[at], drawn, self._middle[places])
        return np.where(found < part.least, np.uint32(0), found) if part.least else found

    def _best(self, part: Part, known: Sequence[int], drawn: Rows, middle: Rows) -> Ranks:
        best = np.zeros(len(drawn), dtype=np.uint32)
        if drawn.size and drawn.max() == ABSENT:  # hands of different lengths, one length after another
            lengths = (drawn != ABSENT).sum(axis=1)
            for length in np.unique(lengths):
                of_it = lengths == length
                best[of_it] = self._best(part, known, drawn[of_it, :length], middle[of_it])
            return best
        own = _beside(known, self._rest[drawn])
        if part.hole is None:
            return rank_rows(part.ranking, np.concatenate([own, middle], axis=1))
        for held in combinations(range(own.shape[1]), part.hole):
            for shared in combinations(range(middle.shape[1]), 5 - part.hole):
                cards = np.concatenate([own[:, held], middle[:, shared]], axis=1)
                np.maximum(best, rank_rows(part.ranking, cards), out=best)
        return best
