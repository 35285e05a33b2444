"""Folded winners: hands laid down to one particular player though they were ahead and going on cost little."""

from __future__ import annotations

from tables.integrity.facts import Fact, HandFacts
from tables.integrity.findings import Evidence, Finding, Sign, Tally, _
from tables.integrity.signs.rates import PairRates

THRESHOLD = 1e-4
LEAST_HITS = 3
LEAST_RATE = 0.025


class FoldedWinners:
    """Of the questions to call at a small price, or with much put in, with a good hand that was ahead, those answered by a fold."""

    def __init__(self) -> None:
        self._rates = PairRates(SIGN.key, THRESHOLD, LEAST_HITS, LEAST_RATE)

    def add(self, fact: Fact) -> None:
        if not isinstance(fact, HandFacts):
            return
        for asked in fact.cheap_calls:
            folded = Evidence(fact.day, fact.hand, asked.price, weight=asked.pot / max(1, asked.price))
            self._rates.add(fact.play, (asked.player, asked.bettor), folded if asked.is_folded else None)

    def findings(self) -> list[Finding]:
        return self._rates.findings()


def _tally() -> Tally:
    return FoldedWinners()


SIGN = Sign(
    "folded-winners",
    _("Winning hands folded at a small price"),
    _(
        "Of the times a player was asked by another's bet to go on with a good hand that was ahead, for less than half "
        "of the pot or with two fifths of the stack put in, those answered by a fold, beside how often others fold "
        "then, and this player to others."
    ),
    _("Respect for a tight player, a hand misread, a tap on the wrong button, a player who was called away."),
    _("folds, of all such questions"),
    THRESHOLD,
    _tally,
    is_directed=True,
    reads_cards=True,
)
