"""Figures, each beside its reference in the same run. `manage.py bench` prints them; no test measures time.

A bench is a function that yields `Figure`s; `BENCHES` lists them by name.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Figure:
    """Two rates measured in turn, ours and the reference's, a second; and the mark that was set for their ratio."""

    what: str
    ours: float
    reference: float
    against: str
    mark: float | None = None

    @property
    def ratio(self) -> float:
        return self.ours / self.reference


def rates(ours: Callable[[], int], theirs: Callable[[], int], rounds: int = ROUNDS) -> tuple[float, float]:
    """The median rates of both, measured in turn after one round that does not count; each call returns how many it did."""
    seen: tuple[list[float], list[float]] = ([], [])
    for turn in range(rounds + 1):
        for which, work in enumerate((ours, theirs)):
            begun = time.perf_counter()
            done = work()
            if turn:
                seen[which].append(done / (time.perf_counter() - begun))
    return statistics.median(seen[0]), statistics.median(seen[1])
