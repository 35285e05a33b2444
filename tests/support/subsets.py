"""ICM by counting subsets: the slow way that is beyond doubt, and the reference of the bench (up to some 20 players)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def by_subsets(stacks: Sequence[float], prizes: Sequence[float]) -> list[float]:
    """Each player's expected prize: the chance that just a set of players takes the first places, set by set."""
    players = len(stacks)
    sets = np.arange(1 << players)
    chips, size = np.zeros(len(sets)), np.zeros(len(sets), int)
    for player, stack in enumerate(stacks):
        has = (sets >> player & 1).astype(bool)
        chips[has] += stack
        size[has] += 1
    first = np.zeros(len(sets))
    first[0] = 1.0
    left = np.array(
        [sum(stack for at, stack in enumerate(stacks) if not one >> at & 1) for one in range(1 << players)], float
    )
    worth = np.zeros(players)
    for place, prize in enumerate(prizes[:players]):
        those = sets[size == place]
        for player, stack in enumerate(stacks):
            without = those[those >> player & 1 == 0]
            chance = first[without] * stack / left[without]
            worth[player] += prize * chance.sum()
            first[without | 1 << player] += chance
    return [float(one) for one in worth]
