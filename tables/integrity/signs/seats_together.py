"""Seats together: two players who sit at one table far more often than the evenings on which both came would give.

Each evening is looked at by game and stakes: where only one table played them, sharing it says nothing. Tournaments draw seats by
lot, so only cash tables are given.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from tables.integrity.chance import at_least_of_unlike
from tables.integrity.facts import Evening, Fact
from tables.integrity.findings import Evidence, Finding, Sign, Tally, _, strongest

THRESHOLD = 1e-5
LEAST_EVENINGS = 5  # shared


@dataclass
class _Met:
    rates: list[float] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)


class SeatsTogether:
    """Evenings on which two could have sat apart, each with the chance that they shared a table."""

    def __init__(self) -> None:
        self._met: dict[tuple[int, int], _Met] = defaultdict(_Met)

    def add(self, fact: Fact) -> None:
        if not isinstance(fact, Evening) or len(fact.tables) < 2:
            return
        at = defaultdict[int, set[int]](set)
        for table, players in fact.tables.items():
            for player in players:
                at[player].add(table)
        sizes = {table: len(players) for table, players in fact.tables.items()}
        for first, second in combinations(sorted(at), 2):
            met = self._met[first, second]
            # From either side, so that it does not matter who is first.
            chances = (_shares(at[first], len(at[second]), sizes), _shares(at[second], len(at[first]), sizes))
            met.rates.append(sum(chances) / 2)
            if at[first] & at[second]:
                met.evidence.append(Evidence(fact.day, weight=1.0 - met.rates[-1]))

    def findings(self) -> list[Finding]:
        return sorted(self._found(), key=lambda one: (one.chance, one.players))

    def _found(self) -> Iterator[Finding]:
        for pair, met in self._met.items():
            count = len(met.evidence)
            if count < LEAST_EVENINGS:
                continue
            rates = sorted(met.rates)
            chance = at_least_of_unlike(count, rates)
            if chance <= THRESHOLD:
                yield Finding(SIGN.key, pair, count, len(rates), sum(rates), chance, strongest(met.evidence))


def _shares(own: set[int], times: int, sizes: Mapping[int, int]) -> float:
    """The chance that somebody who takes so many seats at random takes one at these tables."""
    beside = sum(sizes[table] - 1 for table in own)
    everywhere = sum(sizes.values()) - len(own)
    return 1.0 - (1.0 - beside / everywhere) ** times if everywhere else 1.0


def _tally() -> Tally:
    return SeatsTogether()


SIGN = Sign(
    "seats-together",
    _("Always at one table"),
    _(
        "Of the evenings on which both played cash at the same game and stakes, and more than one table did, those on"
        " which they sat at one table, beside how often seats taken at random would give it."
    ),
    _(
        "Friends who came to play together, a favourite table, a seat kept for somebody, a floor that seats by "
        "language."
    ),
    _("evenings at one table, of all evenings on which both came"),
    THRESHOLD,
    _tally,
)
