"""Soft play: two players who do not bet against each other when they contest a pot alone, though one holds a strong hand."""

from __future__ import annotations

from tables.integrity.facts import Fact, HandFacts
from tables.integrity.findings import Evidence, Finding, Sign, Tally, _
from tables.integrity.signs.rates import PairRates

STRONG = 0.7  # standing of the better hand from which a bet is expected
THRESHOLD = 1e-6
LEAST_HITS = 5
LEAST_RATE = 0.1


class SoftPlay:
    """Of the pots that two contested alone after the first street with a strong hand among them, those without any bet."""

    def __init__(self) -> None:
        self._rates = PairRates(SIGN.key, THRESHOLD, LEAST_HITS, LEAST_RATE)

    def add(self, fact: Fact) -> None:
        if not isinstance(fact, HandFacts):
            return
        for duel in fact.duels:
            if duel.standing < STRONG:
                continue
            checked = Evidence(fact.day, fact.hand, duel.pot, weight=duel.standing)
            self._rates.add(fact.play, (duel.first, duel.second), checked if duel.is_quiet else None)

    def findings(self) -> list[Finding]:
        return self._rates.findings()


def _tally() -> Tally:
    return SoftPlay()


SIGN = Sign(
    "soft-play",
    _("No bets between two"),
    _(
        "Of the pots that two players contested alone after the first street, with chips behind and a strong hand on "
        "one side, those in which neither bet, beside how often that happens to others and to these two with others."
    ),
    _(
        "Friends or a couple who never meant harm and do not know that it is against the rules; slow play; caution "
        "near the prizes."
    ),
    _("pots without a bet, of all pots with a strong hand that the two contested alone"),
    THRESHOLD,
    _tally,
    reads_cards=True,
)
