"""How rarely chance alone gives as much: tails of distributions, by the standard library."""

from __future__ import annotations

import math
from collections.abc import Sequence


def at_least(count: int, of: int, rate: float) -> float:
    """The chance of `count` or more successes in `of` tries at that rate (0 to 1)."""
    if count <= 0:
        return 1.0
    if rate <= 0.0:
        return 0.0
    if rate >= 1.0:
        return 1.0
    whole, one, other = math.lgamma(of + 1), math.log(rate), math.log1p(-rate)
    total = 0.0
    for hit in range(count, of + 1):
        ways = whole - math.lgamma(hit + 1) - math.lgamma(of - hit + 1)
        total += math.exp(ways + hit * one + (of - hit) * other)
    return min(1.0, total)


def at_least_of_unlike(count: int, rates: Sequence[float]) -> float:
    """The chance of `count` or more successes in tries that each have their own rate (Poisson's binomial)."""
    odds = [1.0]
    for rate in rates:
        odds = [
            (odds[hits] * (1.0 - rate) if hits < len(odds) else 0.0) + (odds[hits - 1] * rate if hits else 0.0)
            for hits in range(len(odds) + 1)
        ]
    return min(1.0, max(0.0, math.fsum(odds[count:]))) if count > 0 else 1.0


def above(deviations: float) -> float:
    """The chance that a normal value lies so many standard deviations or more above its mean."""
    return 0.5 * math.erfc(deviations / math.sqrt(2.0))


def tighter(ratio: float, freedom: int) -> float:
    """About the chance that the variance of a normal sample is `ratio` times the true one or less (Wilson and Hilferty)."""
    spread = 2.0 / (9.0 * freedom)
    return above(-((max(ratio, 0.0) ** (1.0 / 3.0)) - (1.0 - spread)) / math.sqrt(spread))
