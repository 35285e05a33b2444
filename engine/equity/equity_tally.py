"""Shares of the pot, added up deal after deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt
from typing import Any

import numpy as np

from engine.equity.draw_pairs import Compared
from engine.equity.showdown_ranks import Ranks


@dataclass(frozen=True, slots=True)
class PartEquity:
    """What a hand did in one part of the pot: of `deals` looked at, `wins` alone and `ties` with others.

    `board` counts from 0; `by` is the key of the ranking.
    """

    board: int
    by: str
    wins: int
    ties: int
    deals: int


@dataclass(frozen=True, slots=True)
class HandEquity:
    """One hand's share of the pot, 0 to 1, and its standard error (0.0: exact), part by part in `parts`."""

    share: Fraction
    error: float
    parts: tuple[PartEquity, ...]


@dataclass(frozen=True, slots=True)
class Equity:
    """The hands' equities in their order; the shares sum to one. `deals`: how many deals they are counted from."""

    hands: tuple[HandEquity, ...]
    deals: int
    is_exact: bool

    def as_json(self) -> dict[str, Any]:
        """For API and terminal: shares as decimals, and as fractions where they are exact."""
        return {
            "is_exact": self.is_exact,
            "deals": self.deals,
            "hands": [
                {
                    "share": float(hand.share),
                    "fraction": str(hand.share) if self.is_exact else None,
                    "error": hand.error,
                    "parts": [
                        {"board": part.board, "by": part.by, "wins": part.wins, "ties": part.ties, "deals": part.deals}
                        for part in hand.parts
                    ],
                }
                for hand in self.hands
            ],
        }


class Tally:
    """Adds up deals. A pot is counted in units that every split divides."""

    def __init__(self, parts: int, hands: int) -> None:
        self._pot = lcm(*range(1, parts + 1)) * lcm(*range(1, hands + 1))
        self._won = np.zeros(hands, dtype=np.int64)
        self._squares = np.zeros(hands, dtype=np.int64)
        self._wins = np.zeros((parts, hands), dtype=np.int64)
        self._ties = np.zeros((parts, hands), dtype=np.int64)
        self._deals = 0
        # The units of one winner of one part, by how many parts there are to win and how many win this one.
        self._units = np.zeros((parts + 1, hands + 1), dtype=np.int64)
        for of in range(1, parts + 1):
            for sharing in range(1, hands + 1):
                self._units[of, sharing] = self._pot // of // sharing

    def add(self, ranks: Ranks) -> None:
        """Share out the pot of every deal, by ranks of parts, hands and deals; see `Showdown` for the rows."""
        _rows, hands, deals = ranks.shape
        parts = len(self._wins)
        best = ranks.max(axis=1)
        contested = (best[:parts] > 0).sum(axis=0)
        units = np.zeros((hands, deals), dtype=np.int64)
        for part in range(parts):
            winning = (ranks[part] == best[part]) & (best[part] > 0)
            sharing = winning.sum(axis=0)
            units += winning * self._units[contested, sharing]
            self._wins[part] += (winning & (sharing == 1)).sum(axis=1)
            self._ties[part] += (winning & (sharing > 1)).sum(axis=1)
        if not contested.all():  # nobody has a hand that may win: it goes to those who stayed, or to the best of them
            claims = (ranks[-1] == best[-1]) & (contested == 0)
            units += claims * self._units[1, claims.sum(axis=0)]
        self._won += units.sum(axis=1)
        self._squares += (units * units).sum(axis=1)
        self._deals += deals

    def add_pairs(self, found: Iterable[Compared], deals: int) -> None:
        """Share out the pots of so many deals between two hands that were compared."""
        for part, contested, wins, ties, of in found:
            won = np.array([wins, of - wins - ties])
            self._won += won * self._units[contested or 1, 1] + ties * self._units[contested or 1, 2]
            if contested:
                self._wins[part] += won
                self._ties[part] += ties
        self._deals += deals

    def equity(self, board: int, keys: Sequence[str], *, is_exact: bool) -> Equity:
        """What the deals added so far come to."""
        hands = tuple(
            HandEquity(
                Fraction(int(self._won[at]), self._deals * self._pot),
                0.0 if is_exact else self._error(at),
                tuple(
                    PartEquity(board, key, int(self._wins[part, at]), int(self._ties[part, at]), self._deals)
                    for part, key in enumerate(keys)
                ),
            )
            for at in range(len(self._won))
        )
        return Equity(hands, self._deals, is_exact)

    def _error(self, at: int) -> float:
        """The standard error of the mean. Two deals are imagined, one won and one lost, since what never happened among
        the samples may still happen: the error is never nought."""
        deals = self._deals + 2
        mean = (int(self._won[at]) / self._pot + 1) / deals
        square = (int(self._squares[at]) / self._pot**2 + 1) / deals
        return sqrt((square - mean * mean) / deals)
