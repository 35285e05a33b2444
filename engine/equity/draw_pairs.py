"""Two hands that each draw their own cards, compared over all disjoint pairs of draws without looking at each pair.

The pairs that share no card are counted by inclusion and exclusion: those that share at least a given set of cards, with
a sign for its size. Within one set, sorted ranks tell how many of the other hand's draws are beaten. Third street of
stud, 18 thousand million deals, is counted from 163,185 draws a hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.equity.runouts import Rows, number_choices
from engine.equity.showdown_ranks import Ranks

Numbers = npt.NDArray[np.int64]


class Compared(NamedTuple):
    """Of `deals` pairs in which so many parts are contested: how often the first hand wins and ties this one."""

    part: int
    contested: int
    wins: int
    ties: int
    deals: int


def rows_needed(cards: int, draws: tuple[int, int]) -> int:
    """How many rows `compare` sorts for hands that draw so many of those cards."""
    return sum(comb(cards, drawn) * comb(drawn, shared) for drawn in draws for shared in range(min(draws) + 1))


def compare(draws: tuple[Rows, Rows], ranks: tuple[Ranks, Ranks], parts: int) -> Iterator[Compared]:
    """Compare every disjoint pair of draws, part by part of the pot.

    `draws`: a row a draw, places ascending. `ranks`: a column a draw, a row a part; 0 is no hand, and a part for which
    neither has one is not contested. Where none of them is, `part` is -1 and the last row decides: one after the parts,
    if there is one, else that of the last part, in which both have none.
    """
    bits = 1 << np.arange(parts)
    has = tuple((rank[:parts] > 0).T @ bits for rank in ranks)  # the parts that a draw has a hand for
    for mine, theirs in product(np.unique(has[0]).tolist(), np.unique(has[1]).tolist()):
        chosen = has[0] == mine, has[1] == theirs
        some = draws[0][chosen[0]], draws[1][chosen[1]]
        either = mine | theirs
        for part in [part for part in range(parts) if either >> part & 1] or [-1]:
            values = ranks[0][part, chosen[0]], ranks[1][part, chosen[1]]
            yield Compared(part, either.bit_count(), *_compare(some, values))


def _compare(draws: tuple[Rows, Rows], values: tuple[Ranks, Ranks]) -> tuple[int, int, int]:
    """Wins and ties of the first, and the number of all disjoint pairs."""
    different, order = np.unique(np.concatenate(values), return_inverse=True)
    dense = order[: len(draws[0])], order[len(draws[0]) :]
    levels = len(different)
    wins = ties = pairs = 0
    for shared in range(min(draws[0].shape[1], draws[1].shape[1]) + 1):
        ours, how_many = _counted(_coded(draws[0], dense[0], shared, levels))
        theirs, weights = _counted(_coded(draws[1], dense[1], shared, levels))
        before = np.concatenate([[0], np.cumsum(weights)])
        group = ours - ours % levels
        edges = (group, ours, ours + 1, group + levels)
        start, lower, upper, end = (before[np.searchsorted(theirs, edge)] for edge in edges)
        sign = -1 if shared % 2 else 1
        wins += sign * int(how_many @ (lower - start))
        ties += sign * int(how_many @ (upper - lower))
        pairs += sign * int(how_many @ (end - start))
    return wins, ties, pairs


def _coded(draws: Rows, values: Numbers, shared: int, levels: int) -> Numbers:
    """One number for each draw and each choice of `shared` of its cards: first the choice, then the value."""
    picks = combinations(range(draws.shape[1]), shared)
    return np.concatenate([number_choices(draws[:, pick]) * levels + values for pick in picks])


def _counted(codes: Numbers) -> tuple[Numbers, Numbers]:
    """The different numbers, ascending, and how often each stands there."""
    found: tuple[Numbers, Numbers] = np.unique(codes, return_counts=True)
    return found
