"""Equity: the part of the pot that each hand wins over all the cards that may come (RULES.md S0.6, S2.8, S2.9).

Each part of the pot goes to the best hand by its ranking, in even shares if several are best; a part that nobody has a
hand for (no low) goes to the other parts. All deals of the cards to come are equally likely: nobody folds, and what
rivals would have done with other cards is not weighed.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt
from typing import Any

import numpy as np

from engine.errors import EngineError
from engine.games import Game
from engine.heads_up import Compared, compare, rows_needed
from engine.plan import Part, deck_of, parts_of
from engine.rules import PlayRules
from engine.runouts import choices, count, every, sampled
from engine.showdowns import Ranks, Showdown
from engine.spots import Spot, spots

SAMPLES = 100_000  # an error of at most 0.16 % of the pot
USUAL = PlayRules()
EXACT_UP_TO = 2_000_000  # hold'em and Omaha before the flop, two hands against each other
PAIRED = 3  # rows of a comparison in pairs that take the time of one deal looked at


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


def equity(
    game: Game,
    hands: Sequence[Sequence[int]],
    boards: Sequence[Sequence[int]] = ((),),
    dead: Sequence[int] = (),
    *,
    rng: random.Random,
    rules: PlayRules = USUAL,
    samples: int = SAMPLES,
    exact_up_to: int = EXACT_UP_TO,
) -> Equity:
    """The equity of two hands or more.

    A hand is given as its cards, `UNKNOWN` (``??``) for one that nobody knows; in stud and draw games it may be short of
    the cards still to come. In a draw game this is the equity of the draw: the hand is what is kept, and every missing
    card is drawn once, with no draw after it; give what was thrown away as dead. A hand with all its cards stands pat.
    `boards` is one board, its cards to come left out or unknown, or several that halve the pot between them; boards that
    begin alike (run it twice) have the equity of one. `dead` cards can come to nobody; unknown ones among them matter
    only where the deck runs short, and one card in the middle is dealt for all (S2.8).

    `rules` are the house rules that say which cards are wild, how many jokers there are, and what qualifies.
    Exact if at most `exact_up_to` deals are possible, or if two hands draw cards of their own and no board is to come;
    else estimated from `samples` deals by `rng`. Raises `BadCards` for cards that cannot lie so.
    """
    if samples < 1:
        raise EngineError(f"an estimate needs one sample or more, not {samples}")
    parts = parts_of(game, rules)
    found = [
        _equity(spot, parts, board, rng=rng, samples=samples, exact_up_to=exact_up_to)
        for board, spot in enumerate(spots(game, hands, boards, dead, deck_of(game, rules)))
    ]
    return found[0] if len(found) == 1 else _together(found)


def _together(found: Sequence[Equity]) -> Equity:
    """Several boards, each for an even part of the pot: shares are means, whatever ties the boards to each other."""
    hands = tuple(
        HandEquity(
            sum((hand.share for hand in each), Fraction()) / len(each),
            sqrt(sum(hand.error**2 for hand in each)) / len(each),
            tuple(part for hand in each for part in hand.parts),
        )
        for each in zip(*(one.hands for one in found), strict=True)
    )
    return Equity(hands, sum(one.deals for one in found), all(one.is_exact for one in found))


def _equity(
    spot: Spot, parts: Sequence[Part], board: int, *, rng: random.Random, samples: int, exact_up_to: int
) -> Equity:
    groups = (spot.board_to_come, *spot.hands_to_come)
    cards = len(spot.rest)
    showdown = Showdown(spot, parts)
    tally = _Tally(len(parts), len(spot.hands))
    is_exact = True
    if count(cards, groups) <= exact_up_to:
        for middle, *own in every(cards, groups):
            tally.add(showdown.ranks(middle, own))
    elif _are_counted_in_pairs(spot, exact_up_to):
        draws = choices(cards, groups[1]), choices(cards, groups[2])
        ranks = showdown.ranks_alone(0, draws[0]), showdown.ranks_alone(1, draws[1])
        tally.add_pairs(compare(draws, ranks), count(cards, groups))
    else:
        is_exact = False
        for middle, *own in sampled(cards, groups, samples, rng):
            tally.add(showdown.ranks(middle, own))
    return tally.equity(board, [part.key for part in parts], is_exact=is_exact)


def _are_counted_in_pairs(spot: Spot, exact_up_to: int) -> bool:
    """True for two hands, no card of the board to come, whose own draws are few enough."""
    if len(spot.hands) != 2 or spot.board_to_come:
        return False
    first, second = spot.hands_to_come
    return rows_needed(len(spot.rest), (first, second)) <= PAIRED * exact_up_to


class _Tally:
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
        """Share out the pot of every deal, by ranks of parts, hands and deals."""
        parts, hands, deals = ranks.shape
        best = ranks.max(axis=1)
        contested = (best > 0).sum(axis=0)
        units = np.zeros((hands, deals), dtype=np.int64)
        for part in range(parts):
            winning = (ranks[part] == best[part]) & (best[part] > 0)
            sharing = winning.sum(axis=0)
            units += winning * self._units[contested, sharing]
            self._wins[part] += (winning & (sharing == 1)).sum(axis=1)
            self._ties[part] += (winning & (sharing > 1)).sum(axis=1)
        units += np.where(contested == 0, self._pot // hands, 0)  # nobody has a hand: it goes to those who stayed
        self._won += units.sum(axis=1)
        self._squares += (units * units).sum(axis=1)
        self._deals += deals

    def add_pairs(self, found: Iterable[Compared], deals: int) -> None:
        """Share out the pots of so many deals between two hands that were compared."""
        for part, contested, wins, ties, of in found:
            losses = of - wins - ties
            if not contested:
                self._won += of * self._pot // 2
                continue
            self._won += np.array([wins, losses]) * self._units[contested, 1] + ties * self._units[contested, 2]
            self._wins[part] += [wins, losses]
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
