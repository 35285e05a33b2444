"""Timing of one player: decisions at so even a pace as no person keeps, as a program would.

People are quick where nothing is to think about and slow where something is: the logarithm of their seconds has a standard
deviation of a half to one. What is asked is whether it can be 0.35 at all, given so many decisions.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from tables.integrity.chance import tighter
from tables.integrity.facts import Fact, HandFacts
from tables.integrity.findings import Evidence, Finding, Sign, Tally, _, strongest

THRESHOLD = 1e-6
LEAST_SPREAD = 0.35  # standard deviation of the logarithm of seconds that a person may still have
LEAST_DECISIONS = 100
QUICKEST = 0.05  # seconds: quicker ones are told like this


@dataclass
class _Pace:
    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, seconds: float) -> None:
        told = math.log(max(QUICKEST, seconds))
        self.count += 1
        self.total += told
        self.squares += told * told


class SteadyTiming:
    """The pace of each player, by day."""

    def __init__(self) -> None:
        self._paces: dict[int, dict[date, _Pace]] = defaultdict(lambda: defaultdict(_Pace))

    def add(self, fact: Fact) -> None:
        if not isinstance(fact, HandFacts):
            return
        for seat in fact.seats:
            for seconds in seat.seconds:
                self._paces[seat.player][fact.day].add(seconds)

    def findings(self) -> list[Finding]:
        return sorted(self._found(), key=lambda one: (one.chance, one.players))

    def _found(self) -> Iterator[Finding]:
        for player, days in self._paces.items():
            count = sum(pace.count for pace in days.values())
            if count < LEAST_DECISIONS:
                continue
            mean = math.fsum(pace.total for pace in days.values()) / count
            variance = max(0.0, math.fsum(pace.squares for pace in days.values()) / count - mean * mean)
            chance = tighter(variance / LEAST_SPREAD**2, count - 1)
            if chance <= THRESHOLD:
                told = strongest(
                    [
                        Evidence(day, seconds=round(math.exp(pace.total / pace.count), 1), weight=pace.count)
                        for day, pace in days.items()
                    ]
                )
                spread = round(math.sqrt(variance), 3)
                yield Finding(SIGN.key, (player,), spread, count, LEAST_SPREAD, chance, told)


def _tally() -> Tally:
    return SteadyTiming()


SIGN = Sign(
    "steady-timing",
    _("Decisions at an even pace"),
    _(
        "How far a player's seconds for a decision spread, whatever there is to decide (the standard deviation of "
        "their logarithm), beside the least that people have."
    ),
    _(
        "A careful player who counts to the same number each time so as to tell nothing, a program that helps "
        "somebody to tap."
    ),
    _("spread of the seconds, over so many decisions"),
    THRESHOLD,
    _tally,
)
