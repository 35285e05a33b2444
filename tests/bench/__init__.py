"""Figures, each beside its reference in the same run. `manage.py bench` prints them; no test measures time.

A bench is a function that yields `Figure`s, `Reading`s and `Remark`s: rows, each of which prints itself.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from tests.bench.drift import Drift

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Figure:
    """Two rates measured in turn, ours and the reference's, a second; and the mark that was set for their ratio.

    least: the mark for our rate alone, a second.
    """

    what: str
    ours: float
    reference: float
    against: str
    mark: float | None = None
    least: float | None = None

    @property
    def ratio(self) -> float:
        return self.ours / self.reference

    @property
    def is_missed(self) -> bool:
        """True if a mark was set and is not reached."""
        return (self.mark is not None and self.ratio < self.mark) or (self.least is not None and self.ours < self.least)

    def __str__(self) -> str:
        mark = "" if self.mark is None else f"{self.mark:g}×"
        least = "" if self.least is None else f"  (mark: {self.least:,.0f}/s)"
        rates = f"{self.ours:>13,.0f}{self.reference:>13,.0f}{self.ratio:>9.2f}{mark:>6}"
        return f"{self.what:<48}{rates}  {self.against}{least}"


@dataclass(frozen=True, slots=True)
class Reading:
    """One measured value with its unit, and the most it may be."""

    what: str
    value: float
    unit: str
    most: float | None = None

    @property
    def is_missed(self) -> bool:
        """True if a mark was set and is not kept."""
        return self.most is not None and self.value > self.most

    def __str__(self) -> str:
        most = "" if self.most is None else f"  (mark: at most {self.most:g} {self.unit})"
        return f"{self.what:<48}{self.value:>13.3f} {self.unit}{most}"


@dataclass(frozen=True, slots=True)
class Remark:
    """What the figures do not say, such as a reference that is not there."""

    text: str

    def __str__(self) -> str:
        return self.text


Row = Figure | Reading | Remark | Drift
HEADING = f"{'':<48}{'ours/s':>13}{'reference/s':>13}{'ratio':>9}{'mark':>6}  reference"


def rates(
    ours: Callable[[], int],
    theirs: Callable[[], int],
    rounds: int = ROUNDS,
    clock: Callable[[], float] = time.process_time,
) -> tuple[float, float]:
    """The median rates of both, measured in turn after one round that does not count; each call returns how many it did.

    The clock is the process's own, so that what else the machine does counts on neither side; what waits for another
    process, as a database, needs one that goes on meanwhile.
    """
    seen: tuple[list[float], list[float]] = ([], [])
    for turn in range(rounds + 1):
        for which, work in enumerate((ours, theirs)):
            begun = clock()
            done = work()
            if turn:
                seen[which].append(done / (clock() - begun))
    return statistics.median(seen[0]), statistics.median(seen[1])
