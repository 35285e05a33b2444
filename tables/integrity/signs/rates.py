"""How often something happens between two players, beside how often it happens otherwise: what several signs count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from tables.integrity.chance import at_least
from tables.integrity.findings import MOST_EVIDENCE, Evidence, Finding, strongest

Pair = tuple[int, int]
CLUB_WEIGHT = 20  # occasions: so many of the club's stand beside those of a player, whose own may be few
LEAST_OTHERS = 40  # occasions of others in the same kind of play


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
    """Occasions by pair, each in a kind of play (a game, and whether two or more play it). What is usual for a pair is, in each
    kind, the largest of three rates: the club's without the pair, and each one's own with everybody else, drawn towards the
    club's while occasions are few. So who does it with all is no finding. Of what fewer than `LEAST_OTHERS` occasions of others
    tell, nobody knows what is usual: it does not count.

    `least_hits`: fewer are never told, however rare. `least_rate`: what is usual is never taken to be less.
    """

    def __init__(self, sign: str, threshold: float, least_hits: int, least_rate: float) -> None:
        self._sign, self._threshold = sign, threshold
        self._least_hits, self._least_rate = least_hits, least_rate
        self._plays: dict[str, dict[Pair, _Counted]] = defaultdict(lambda: defaultdict(_Counted))

    def add(self, play: str, pair: Pair, evidence: Evidence | None) -> None:
        """One occasion between the two in that kind of play; `evidence` if it happened."""
        self._plays[play][pair].add(evidence)

    def findings(self) -> list[Finding]:
        """The pairs between whom it happened too often for chance."""
        judged = dict[Pair, _Judged]()
        for pairs in self._plays.values():
            for pair, counted, usual in self._known(pairs):
                judged.setdefault(pair, _Judged()).add(counted, usual)
        return sorted(self._found(judged), key=lambda one: (one.chance, one.players))

    def _found(self, judged: dict[Pair, _Judged]) -> Iterator[Finding]:
        for pair, one in judged.items():
            if one.hits < self._least_hits:
                continue
            # With unlike chances the sum spreads no wider than with their mean in each occasion (Hoeffding 1956).
            chance = at_least(one.hits, one.of, one.expected / one.of)
            if chance <= self._threshold:
                told = strongest(one.evidence)
                yield Finding(self._sign, pair, one.hits, one.of, one.expected, chance, told)

    def _known(self, pairs: dict[Pair, _Counted]) -> Iterator[tuple[Pair, _Counted, float]]:
        """The pairs of one kind of play, with what is usual there for each."""
        of, hits = _sums(pairs)
        for pair, counted in pairs.items():
            if of[0] - counted.of >= LEAST_OTHERS:
                yield pair, counted, self._usual(pair, counted, of, hits)

    def _usual(self, pair: Pair, counted: _Counted, of: dict[int, int], hits: dict[int, int]) -> float:
        # Each occasion is in the sums of both players, and of nobody (0), the club.
        club = (hits[0] - counted.hits + 1) / (of[0] - counted.of + 2)
        own = [
            (hits[player] - counted.hits + CLUB_WEIGHT * club) / (of[player] - counted.of + CLUB_WEIGHT)
            for player in pair
        ]
        return max(club, *own, self._least_rate)


@dataclass
class _Judged:
    """A pair over all kinds of play: occasions, hits, and how many are usual."""

    of: int = 0
    hits: int = 0
    expected: float = 0.0
    evidence: list[Evidence] = field(default_factory=list)

    def add(self, counted: _Counted, usual: float) -> None:
        self.of += counted.of
        self.hits += counted.hits
        self.expected += usual * counted.of
        self.evidence += counted.evidence


def _sums(pairs: dict[Pair, _Counted]) -> tuple[dict[int, int], dict[int, int]]:
    """Occasions and hits of each player, and of the club under 0."""
    of, hits = defaultdict[int, int](int), defaultdict[int, int](int)
    for pair, counted in pairs.items():
        for player in (0, *pair):
            of[player] += counted.of
            hits[player] += counted.hits
    return of, hits
