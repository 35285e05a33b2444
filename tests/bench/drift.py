"""Whether a figure is flat over time: the slope of the line of least squares, with the interval that holds it with 95 %.

What follows another closely is no news of its own: successive readings lean on each other, and the interval of independent ones
would be too narrow. Readings are therefore averaged in a few blocks, longer than what they remember of each other.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

BLOCKS, LEAST, A_BLOCK = 12, 5, 2  # blocks; the fewest of them; readings in a block at least
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Drift:
    """By how much `what` changes an hour: `slope`, between `low` and `high` with 95 %. `mean`, `least`, `most`: of its readings.

    `freedom`: the degrees of freedom of that interval, two less than the blocks.
    """

    what: str
    unit: str
    mean: float
    least: float
    most: float
    slope: float
    low: float
    high: float
    freedom: int

    @property
    def is_missed(self) -> bool:
        """True if it grows: the whole interval lies above nothing."""
        return self.low > 0

    def __str__(self) -> str:
        words = "grows" if self.low > 0 else "falls" if self.high < 0 else "no drift is shown"
        return (
            f"{self.what:<48}{self.mean:>13.3f} {self.unit} ({self.least:.4g} to {self.most:.4g})  "
            f"{self.slope:+.4g} {self.unit} an hour (95 %: {self.low:+.4g} to {self.high:+.4g}): {words}"
        )


def drift(what: str, unit: str, seconds: Sequence[float], values: Sequence[float]) -> Drift:
    """The drift of readings made at these seconds, in order. Of few readings there are fewer blocks, of two at least, and the
    interval is wider. Raises `ValueError` for fewer than ten."""
    blocks = min(BLOCKS, len(values) // A_BLOCK)
    if blocks < LEAST or len(values) != len(seconds):
        raise ValueError(f"{what}: {len(values)} readings are too few")
    cuts = [round(at * len(values) / blocks) for at in range(blocks + 1)]
    pairs = list(itertools.pairwise(cuts))
    hours = [statistics.fmean(seconds[begin:end]) / 3600 for begin, end in pairs]
    means = [statistics.fmean(values[begin:end]) for begin, end in pairs]
    slope, start = statistics.linear_regression(hours, means)
    off = math.fsum((y - start - slope * x) ** 2 for x, y in zip(hours, means, strict=True))
    spread = math.fsum((x - statistics.fmean(hours)) ** 2 for x in hours)
    half = quantile(blocks - 2) * math.sqrt(off / (blocks - 2) / spread)
    mean = statistics.fmean(values)
    return Drift(what, unit, mean, min(values), max(values), slope, slope - half, slope + half, blocks - 2)


def growing(found: Sequence[Drift]) -> list[Drift]:
    """Those that grow, so surely that with 95 % none of all of them is named although it is flat (Bonferroni).

    Of two dozen flat figures one or another lies above nothing with its own 95 % in every second soak.
    """
    confidence = 1 - (1 - CONFIDENCE) / max(1, len(found))
    wider = {one.freedom: quantile(one.freedom, confidence) / quantile(one.freedom) for one in found}
    return [one for one in found if one.slope - wider[one.freedom] * (one.slope - one.low) > 0]


def quantile(freedom: int, confidence: float = CONFIDENCE) -> float:
    """Student's t that is not passed on either side with that confidence (Cornish and Fisher; Abramowitz and Stegun 26.7.5).

    >>> [round(quantile(freedom), 2) for freedom in (4, 10, 30)]
    [2.77, 2.23, 2.04]
    """
    z, n = statistics.NormalDist().inv_cdf((1 + confidence) / 2), freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )
