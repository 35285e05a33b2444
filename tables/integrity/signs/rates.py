"""How often something happens between two players, beside how often it happens otherwise: what several signs count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from tables.integrity.chance import at_least
from tables.integrity.findings import MOST_EVIDENCE, Evidence, Finding, strongest

Pair = tuple[int, int]
CLUB_WEIGHT = 20  # occasions: so many of the club's stand beside those of a player, whose own may be few


@dataclass
class _Counted:
    of: int = 0
    hits: int = 0
    evidence: list[Evidence] = field(default_factory=list)

    def add(self, evidence: Evidence | None) -> None:
        self.of += 1
        if evidence is None:
            return
        self.hits += 1
        self.evidence.append(evidence)
        if len(self.evidence) > 2 * MOST_EVIDENCE:
            self.evidence = list(strongest(self.evidence))


class PairRates:
    """Occasions by pair. What is usual for a pair is the largest of three rates: the club's without the pair, and each one's own
    with everybody else, drawn towards the club's while occasions are few. So who does it with all is no finding.

    `least_hits`: fewer are never told, however rare. `least_rate`: what is usual is never taken to be less.
    """

    def __init__(self, sign: str, threshold: float, least_hits: int, least_rate: float) -> None:
        self._sign, self._threshold = sign, threshold
        self._least_hits, self._least_rate = least_hits, least_rate
        self._pairs: dict[Pair, _Counted] = defaultdict(_Counted)

    def add(self, pair: Pair, evidence: Evidence | None) -> None:
        """One occasion between the two; `evidence` if it happened."""
        self._pairs[pair].add(evidence)

    def findings(self) -> list[Finding]:
        """The pairs between whom it happened too often for chance."""
        return sorted(self._found(), key=lambda one: (one.chance, one.players))

    def _found(self) -> Iterator[Finding]:
        of, hits = _sums(self._pairs)
        for pair, counted in self._pairs.items():
            if counted.hits < self._least_hits:
                continue
            usual = self._usual(pair, counted, of, hits)
            chance = at_least(counted.hits, counted.of, usual)
            if chance <= self._threshold:
                yield Finding(
                    self._sign,
                    pair,
                    counted.hits,
                    counted.of,
                    usual * counted.of,
                    chance,
                    strongest(counted.evidence),
                )

    def _usual(self, pair: Pair, counted: _Counted, of: dict[int, int], hits: dict[int, int]) -> float:
        # Each occasion is in the sums of both players, and of nobody (0), the club.
        club = (hits[0] - counted.hits + 1) / (of[0] - counted.of + 2)
        own = [
            (hits[player] - counted.hits + CLUB_WEIGHT * club) / (of[player] - counted.of + CLUB_WEIGHT)
            for player in pair
        ]
        return max(club, *own, self._least_rate)


def _sums(pairs: dict[Pair, _Counted]) -> tuple[dict[int, int], dict[int, int]]:
    """Occasions and hits of each player, and of the club under 0."""
    of, hits = defaultdict[int, int](int), defaultdict[int, int](int)
    for pair, counted in pairs.items():
        for player in (0, *pair):
            of[player] += counted.of
            hits[player] += counted.hits
    return of, hits
