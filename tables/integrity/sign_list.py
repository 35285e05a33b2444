"""The signs that are looked for: a new one is a module in `signs` and an entry here."""

from __future__ import annotations

from collections.abc import Iterable

from tables.integrity.facts import Fact
from tables.integrity.findings import Finding, Sign
from tables.integrity.signs import (
    chips_given,
    chips_one_way,
    folded_winners,
    paired_timing,
    seats_together,
    shared_access,
    soft_play,
    steady_timing,
)

SIGNS: dict[str, Sign] = {
    module.SIGN.key: module.SIGN
    for module in (
        chips_one_way,
        chips_given,
        soft_play,
        folded_winners,
        shared_access,
        seats_together,
        steady_timing,
        paired_timing,
    )
}


class Look:
    """All signs counted together over facts that come one by one, so that no more than the counts is held."""

    def __init__(self) -> None:
        self._tallies = [sign.tally() for sign in SIGNS.values()]

    def add(self, fact: Fact) -> None:
        """Count one fact."""
        for tally in self._tallies:
            tally.add(fact)

    def findings(self) -> list[Finding]:
        """What is worth a look, by sign, the rarest first."""
        return [finding for tally in self._tallies for finding in tally.findings()]


def look(facts: Iterable[Fact]) -> list[Finding]:
    """What is worth a look in those facts."""
    counted = Look()
    for fact in facts:
        counted.add(fact)
    return counted.findings()
