"""Timing of two players: one is slow in just the hands in which the other is, as where both ask one person, or each other.

A hard hand makes all slow, so the correlation is that which is left once the pace of the others in the hand is allowed for.
From it is taken what is left between these two and everybody else.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from tables.integrity.chance import above
from tables.integrity.facts import Fact, HandFacts
from tables.integrity.findings import MOST_EVIDENCE, Evidence, Finding, Sign, Tally, _, strongest
from tables.integrity.signs.steady_timing import QUICKEST

THRESHOLD = 1e-6
LEAST_HANDS = 60  # in which both decided, and somebody else
LEAST_CORRELATION = 0.2  # above what is usual; less is no finding, however sure


@dataclass
class _Paces:
    """Sums over hands of the logarithms of seconds: of the two, and of the others in the hand."""

    hands: int = 0
    sums: list[float] = field(default_factory=lambda: [0.0] * 3)
    products: list[float] = field(default_factory=lambda: [0.0] * 6)
    evidence: list[Evidence] = field(default_factory=list)

    def add(self, first: float, second: float, others: float, evidence: Evidence) -> None:
        self.hands += 1
        told = (first, second, others)
        for at, value in enumerate(told):
            self.sums[at] += value
        for at, (one, other) in enumerate(_PRODUCTS):
            self.products[at] += told[one] * told[other]
        self.evidence.append(evidence)
        if len(self.evidence) > 2 * MOST_EVIDENCE:
            self.evidence = list(strongest(self.evidence))

    def correlation(self) -> float:
        """Between the two, the others' pace allowed for (partial correlation), -1 to 1; 0 where something never changes."""
        means = [one / self.hands for one in self.sums]
        covariance = {
            (one, other): self.products[at] / self.hands - means[one] * means[other]
            for at, (one, other) in enumerate(_PRODUCTS)
        }
        spreads = [math.sqrt(max(0.0, covariance[at, at])) for at in range(3)]
        if min(spreads[:2]) < 1e-9:
            return 0.0
        own, first, second = (
            covariance[one, other] / (spreads[one] * spreads[other]) if spreads[one] * spreads[other] > 1e-12 else 0.0
            for one, other in ((0, 1), (0, 2), (1, 2))
        )
        left = (1 - first * first) * (1 - second * second)
        return 0.0 if left < 1e-9 else max(-0.999, min(0.999, (own - first * second) / math.sqrt(left)))


_PRODUCTS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))


class PairedTiming:
    """The pace of pairs, hand by hand."""

    def __init__(self) -> None:
        self._paces: dict[tuple[int, int], _Paces] = defaultdict(_Paces)

    def add(self, fact: Fact) -> None:
        if not isinstance(fact, HandFacts):
            return
        told = {
            seat.player: math.fsum(math.log(max(QUICKEST, one)) for one in seat.seconds) / len(seat.seconds)
            for seat in sorted(fact.seats, key=lambda seat: seat.player)
            if seat.seconds
        }
        if len(told) < 3:
            return
        whole = math.fsum(told.values())
        for first, second in combinations(told, 2):
            others = (whole - told[first] - told[second]) / (len(told) - 2)
            both = math.exp(min(told[first], told[second]))
            slow = Evidence(fact.day, fact.hand, seconds=round(both, 1), weight=both)
            self._paces[first, second].add(told[first], told[second], others, slow)

    def findings(self) -> list[Finding]:
        return sorted(self._found(), key=lambda one: (one.chance, one.players))

    def _found(self) -> Iterator[Finding]:
        # Fisher's transform of a correlation is about normal, with the variance 1 / (hands - 4) where one thing is allowed for.
        told = {
            pair: (math.atanh(paces.correlation()), paces.hands)
            for pair, paces in self._paces.items()
            if paces.hands >= LEAST_HANDS
        }
        of_player = defaultdict[int, list[tuple[tuple[int, int], float, int]]](list)
        for pair, (own, hands) in told.items():
            for player in pair:
                of_player[player].append((pair, own, hands))
        for pair, (own, hands) in told.items():
            usual, doubt = _usual(pair, of_player)
            chance = above((own - usual) / math.sqrt(1 / (hands - 4) + doubt))
            if chance <= THRESHOLD and math.tanh(own) - math.tanh(usual) >= LEAST_CORRELATION:
                found = round(math.tanh(own), 2)
                evidence = strongest(self._paces[pair].evidence)
                yield Finding(SIGN.key, pair, found, hands, round(math.tanh(usual), 2), chance, evidence)


def _usual(
    pair: tuple[int, int], of_player: Mapping[int, list[tuple[tuple[int, int], float, int]]]
) -> tuple[float, float]:
    """What is usual between either of the two and others, and its variance beyond what so many hands explain."""
    others = [(value, hands) for player in pair for other, value, hands in of_player[player] if other != pair]
    if len(others) < 3:
        return 0.0, 0.0
    usual = math.fsum(value for value, _hands in others) / len(others)
    spread = math.fsum((value - usual) ** 2 for value, _hands in others) / (len(others) - 1)
    explained = math.fsum(1 / (hands - 4) for _value, hands in others) / len(others)
    return max(0.0, usual), max(0.0, spread - explained)


def _tally() -> Tally:
    return PairedTiming()


SIGN = Sign(
    "paired-timing",
    _("Slow in the same hands"),
    _(
        "How far two players are slow and quick in the same hands (the correlation of the logarithm of their "
        "seconds), the pace of the others in the hand allowed for, beside what is left of that between these two and "
        "everybody else."
    ),
    _("Two thoughtful players in the same hard hands, a bad network that both share, a talk at the table."),
    _("correlation of their pace, over so many hands"),
    THRESHOLD,
    _tally,
)
