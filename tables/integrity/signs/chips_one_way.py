"""Chip dumping, by what it comes to: chips that go from one player to another, hand after hand, beyond luck and skill.

Luck goes both ways: were each hand's flow between two as likely to be reversed, the sum of flows over the root of their squares
would be like a normal value, however unequal the pots are. Skill does not: so from each flow is taken what the one loses to others
on average, and the other wins from others. No card is looked at, so hands of which only the result is known count too.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from tables.integrity.chance import above
from tables.integrity.facts import Fact, HandFacts
from tables.integrity.findings import MOST_EVIDENCE, Evidence, Finding, Sign, Tally, _, strongest
from tables.integrity.signs.flows import flows

THRESHOLD = 1e-5
LEAST_BETS = 100.0  # that went one way; less is no finding, however steady
LEAST_HANDS = 30  # in which chips went between the two
LARGEST = 100.0  # bets: what goes beyond in one hand is not counted, so that one pot is never a finding


@dataclass
class _Flow:
    hands: int = 0
    total: float = 0.0  # bets from the first of the pair to the second
    squares: float = 0.0
    evidence: dict[bool, list[Evidence]] = field(default_factory=lambda: {True: [], False: []})

    def add(self, bets: float, evidence: Evidence) -> None:
        self.hands += 1
        self.total += bets
        self.squares += bets * bets
        kept = self.evidence[bets > 0]
        kept.append(evidence)
        if len(kept) > 2 * MOST_EVIDENCE:
            self.evidence[bets > 0] = list(strongest(kept))


class ChipsOneWay:
    """Flows by pair, the first of which has the smaller number, in bets."""

    def __init__(self) -> None:
        self._flows: dict[tuple[int, int], _Flow] = defaultdict(_Flow)

    def add(self, fact: Fact) -> None:
        if not isinstance(fact, HandFacts):
            return
        for (loser, winner), chips in flows(fact).items():
            bets = min(LARGEST, chips / fact.bet)
            happened = Evidence(fact.day, fact.hand, round(chips), weight=bets)
            pair = (loser, winner) if loser < winner else (winner, loser)
            self._flows[pair].add(bets if loser < winner else -bets, happened)

    def findings(self) -> list[Finding]:
        return sorted(self._found(), key=lambda one: (one.chance, one.players))

    def _found(self) -> Iterator[Finding]:
        lost, hands = self._of_players()
        for (first, second), flow in self._flows.items():
            if flow.hands < LEAST_HANDS or abs(flow.total) < LEAST_BETS:
                continue
            others = [
                self._mean(lost[first] - flow.total, hands[first] - flow.hands),
                -self._mean(lost[second] + flow.total, hands[second] - flow.hands),
            ]
            usual = sum(others) / 2
            spread = flow.squares - 2 * usual * flow.total + flow.hands * usual * usual
            deviations = (flow.total - flow.hands * usual) / math.sqrt(max(spread, 1e-9))
            way = flow.total > 0
            chance = above(deviations if way else -deviations)
            if chance <= THRESHOLD:
                players = (first, second) if way else (second, first)
                net, expected = abs(flow.total), flow.hands * (usual if way else -usual)
                told = strongest(flow.evidence[way])
                yield Finding(SIGN.key, players, round(net), flow.hands, expected, chance, told)

    def _of_players(self) -> tuple[dict[int, float], dict[int, int]]:
        lost, hands = defaultdict[int, float](float), defaultdict[int, int](int)
        for (first, second), flow in self._flows.items():
            lost[first] += flow.total
            lost[second] -= flow.total
            hands[first] += flow.hands
            hands[second] += flow.hands
        return lost, hands

    @staticmethod
    def _mean(total: float, hands: int) -> float:
        return total / hands if hands >= LEAST_HANDS else 0.0


def _tally() -> Tally:
    return ChipsOneWay()


SIGN = Sign(
    "chips-one-way",
    _("Chips that go one way"),
    _(
        "What one player lost to another hand after hand, in bets, less what the one loses to others and the other "
        "wins from others, beside how far luck carries it both ways."
    ),
    _("A long run of luck, a style of play that suits the other's badly."),
    _("bets that went this way, in so many hands"),
    THRESHOLD,
    _tally,
    is_directed=True,
)
