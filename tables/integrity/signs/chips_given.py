"""Chip dumping, by its play: large pots lost to one particular player with hands that nobody would have paid with."""

from __future__ import annotations

from tables.integrity.facts import Fact, HandFacts
from tables.integrity.findings import Evidence, Finding, Sign, Tally, _
from tables.integrity.signs.rates import PairRates

WEAK = 0.55  # standing below which a hand is weak for a large pot: honest players hold better in four of five
THRESHOLD = 1e-6
LEAST_HITS = 4
LEAST_RATE = 0.15


class ChipsGiven:
    """Of the large pots that one player lost to another, those in which the loser's hand was weak when the last chips went in."""

    def __init__(self) -> None:
        self._rates = PairRates(SIGN.key, THRESHOLD, LEAST_HITS, LEAST_RATE)

    def add(self, fact: Fact) -> None:
        if not isinstance(fact, HandFacts):
            return
        for loss in fact.losses:
            if loss.standing is None:
                continue
            happened = Evidence(fact.day, fact.hand, loss.chips, weight=loss.chips / fact.bet)
            self._rates.add(fact.play, (loss.giver, loss.taker), happened if loss.standing < WEAK else None)

    def findings(self) -> list[Finding]:
        return self._rates.findings()


def _tally() -> Tally:
    return ChipsGiven()


SIGN = Sign(
    "chips-given",
    _("Large pots lost with weak hands"),
    _(
        "Of the pots of fifteen bets or more that one player lost to another, those in which the loser's hand was "
        "weak when the last chips went in, beside how often that happens to others and to this player with others."
    ),
    _("A bluff that was called, an evening of bad temper, a beginner against a strong player."),
    _("large pots lost with a weak hand, of all large pots lost to this player"),
    THRESHOLD,
    _tally,
    is_directed=True,
    reads_cards=True,
)
