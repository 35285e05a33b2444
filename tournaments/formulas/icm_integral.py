"""The integral behind ICM: every player's expected prize as one sum over time.

    ∫ a e^(−a t) Σ prize(k+1) · P(exactly k others have rung by t) dt

What stands inside costs players × prizes for all players together: the chances of k rings are built up player by player, the
prizes are carried back the same way, and where the two meet each player is left out without dividing. Everything added
is positive, so nothing cancels. The trapezoid rule under a double-exponential substitution doubles the true digits
with each halving of the step; halving goes on until the sums agree so well that the last are right to the end.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_AGREED = 1e-7  # of two sums, relative: the finer is then right to about the square of it
_WHOLE = 1e-12  # how nearly all the players' equities must come to the prizes, relative: a check of its own
_HALVINGS = 8
LEAST = 1e-280  # chances below are as good as none; doubles end at 1e-308
_ROOM = 2**23  # numbers held at once, 64 MiB
_NOTHING = 42.0  # e^−42 is below the last digit of a double


def expected_prizes(stacks: list[float], prizes: list[float]) -> list[float]:
    """The expected prize of each player who has chips, in order of their stacks, the shortest first.

    The shortest is at least `LEAST` of the largest.
    """
    while prizes and not prizes[-1]:
        prizes = prizes[:-1]
    if not prizes:
        return [0.0] * len(stacks)
    top = max(prizes)
    # Scaled, so that neither huge stacks nor tiny prizes leave the range of a double.
    rates = np.array([stack / stacks[-1] for stack in stacks])
    rates /= rates.sum()
    worth = np.array([prize / top for prize in prizes])
    first, last = _ends(rates, len(prizes))
    # The more spread the count of those who have rung when the last place is taken, the narrower the integrand.
    spread = len(prizes) * (1.0 - len(prizes) / len(stacks))
    step = min(0.5, 1.0 / math.sqrt(max(spread, 1.0)))
    at = np.arange(first, last + step, step)
    total = step * _sum_at(at, rates, worth)
    for _ in range(_HALVINGS):
        coarse = total
        total = (coarse + step * _sum_at(at + step / 2, rates, worth)) / 2
        at = np.sort(np.concatenate([at, at + step / 2]))
        step /= 2
        is_whole = abs(total.sum() / worth.sum() - 1.0) < _WHOLE
        if is_whole and np.all(np.abs(total - coarse) <= _AGREED * total + LEAST):
            return [float(share) * top for share in total]
    raise ArithmeticError("the sums do not agree")  # no stacks are known for which this happens


def _time(at: Floats) -> Floats:
    """The moment for each abscissa: as e^x to the right, vanishing twice as exponentially to the left."""
    return np.exp(at - np.exp(-at))


def _ends(rates: Floats, places: int) -> tuple[float, float]:
    """Where the integrals begin and end to matter, as abscissas.

    To the left a part of e^−42 of the first prize is left out. To the right nobody is left to ring, or it is as good as
    certain (Chernoff) that all paid places are taken.
    """
    grid = np.arange(0.0, math.log(_NOTHING / float(rates[0])) + 1.0, 0.05)
    rung = -np.expm1(-np.multiply.outer(_time(grid), rates)).sum(axis=1)
    beyond = np.maximum(rung - places, 0.0) ** 2 / (2 * np.maximum(rung, 1e-300)) > 60.0
    return -3.65, float(grid[int(np.argmax(beyond))]) if beyond.any() else float(grid[-1])


def _sum_at(at: Floats, rates: Floats, worth: Floats) -> Floats:
    """The sums over those abscissas, a few at a time so that they fit into memory; one for each player."""
    many = max(1, _ROOM // (len(rates) * len(worth)))
    total = np.zeros(len(rates))
    for start in range(0, len(at), many):
        total += _sum_of(at[start : start + many], rates, worth)
    return total


def _sum_of(at: Floats, rates: Floats, worth: Floats) -> Floats:
    players, places, count = len(rates), len(worth), len(at)
    when = _time(at)
    silent = np.exp(-np.multiply.outer(rates, when))  # player, moment: the clock has not rung
    rung = -np.expm1(-np.multiply.outer(rates, when))
    # chances[i][k]: exactly k of the players before i have rung; there are i of them.
    chances = np.empty((players, places, count))
    chances[0, 0] = 1.0
    for player in range(players - 1):
        known, more = min(player + 1, places), min(player + 2, places)
        np.multiply(chances[player, :known], silent[player], out=chances[player + 1, :known])
        chances[player + 1, known:more] = 0.0
        chances[player + 1, 1:more] += chances[player, : more - 1] * rung[player]
    # value[k]: the prize that awaits when k of the players before have rung, those after being counted in.
    value = np.repeat(worth[:, None], count, axis=1)
    inside = np.empty((players, count))
    for player in range(players - 1, -1, -1):
        known = min(player + 1, places)
        value = value[: min(player + 2, places)]
        np.einsum("kt,kt->t", chances[player, :known], value[:known], out=inside[player])
        later = value * silent[player]
        later[:-1] += value[1:] * rung[player]
        value = later
    weight = when * (1.0 + np.exp(-at))
    total: Floats = (rates[:, None] * silent * inside * weight).sum(axis=1)
    return total
