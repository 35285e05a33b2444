"""Hands of which so many cards must come from the hole and the rest from the board (RULES.md S0.2; Omaha: two and three)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from engine.ranking import Ranking


def best_of(hole: Sequence[int], board: Sequence[int], count: int, ranking: Ranking) -> int:
    """The value of the best hand of exactly `count` hole cards and 5 - `count` of the board.

    While the board has fewer, all of it plays; 0 is no hand. Raises `UnknownCard`.
    """
    rank = ranking.rank
    return max(
        rank([*mine, *shared])
        for mine in combinations(hole, min(count, len(hole)))
        for shared in combinations(board, min(5 - count, len(board)))
    )
