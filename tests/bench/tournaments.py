"""Tournaments: large ones, and ICM for any number of players, beside counting subsets where that can still be done.

Subsets take 2ⁿ, so from some twenty players on there is no reference; there the mark is the time alone, and the check that
the equities come to the prizes.
"""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Iterator

from tests.bench import ROUNDS, Figure, Reading, Remark, Row, crowds, nights, rates
from tests.support.subsets import by_subsets
from tournaments.formulas import icm

BESIDE_SUBSETS = (9, 12, 15, 17)
# Players, places paid, and the most milliseconds.
LARGE = ((20, 20, None), (50, 50, None), (100, 15, 50), (100, 100, 50), (300, 45, None), (1000, 150, 3000))


def measured() -> Iterator[Row]:
    """Every part of it."""
    yield from crowds.grown()
    yield from beside_subsets()
    yield from any_number_of_players()
    yield from nights.beside_pokerkit()


def _field(players: int, paid: int) -> tuple[list[int], list[int]]:
    """Stacks and falling prizes, always the same."""
    rng = random.Random(players)
    stacks = [rng.randint(20, 3000) * 100 for _ in range(players)]
    return stacks, [10_000 * 100 // (place + 99) for place in range(1, paid + 1)]


def beside_subsets() -> Iterator[Row]:
    """Deals a second, and how far from each other the two come at most."""
    for players in BESIDE_SUBSETS:
        stacks, prizes = _field(players, players)

        def ours(stacks: list[int] = stacks, prizes: list[int] = prizes) -> int:
            icm.equities(stacks, prizes)
            return 1

        def theirs(stacks: list[int] = stacks, prizes: list[int] = prizes) -> int:
            by_subsets(stacks, prizes)
            return 1

        yield Figure(f"ICM, {players} players, all paid", *rates(ours, theirs, rounds=3), "subsets, numpy")
        pairs = zip(icm.equities(stacks, prizes), by_subsets(stacks, prizes), strict=True)
        far = max(abs(one - exact) / exact for one, exact in pairs)
        yield Remark(f"{'':<48}at most {far:.1e} apart, relative (mark: 1e-9)")


def any_number_of_players() -> Iterator[Row]:
    """The median time of a deal, and by how much the equities miss the prizes."""
    for players, paid, most in LARGE:
        stacks, prizes = _field(players, paid)
        spent = []
        for _ in range(ROUNDS):
            begun = time.perf_counter()
            worth = icm.equities(stacks, prizes)
            spent.append(1000 * (time.perf_counter() - begun))
        yield Reading(f"ICM, {players} players, {paid} paid", statistics.median(spent), "ms", most)
        yield Remark(f"{'':<48}sum off by {abs(math.fsum(worth) / sum(prizes) - 1):.1e}, relative")
