"""Shared devices and addresses: two players who come in from one address that hardly anybody else uses.

An address from which many play is a place (the club's own network, a telephone company) and says nothing. No finding holds an
address or a browser: only the days.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from itertools import combinations

from tables.integrity.facts import Fact, Visit
from tables.integrity.findings import Evidence, Finding, Sign, Tally, _
from tables.integrity.signs.rates import PairRates

THRESHOLD = 1e-4
LEAST_DAYS = 3
LEAST_RATE = 0.01
MOST_PLAYERS = 3  # from one address in the whole window; more make it a place
SAME_BROWSER, SAME_ADDRESS = 2.0, 1.0  # weights of the evidence


class SharedAccess:
    """Of the days on which both came in, those on which they did from one address of few."""

    def __init__(self) -> None:
        self._by_address: dict[str, set[int]] = defaultdict(set)
        self._days: dict[date, dict[int, set[tuple[str, str]]]] = defaultdict(lambda: defaultdict(set))

    def add(self, fact: Fact) -> None:
        if isinstance(fact, Visit):
            self._by_address[fact.address].add(fact.player)
            self._days[fact.day][fact.player].add((fact.address, fact.browser))

    def findings(self) -> list[Finding]:
        few = {address for address, players in self._by_address.items() if 2 <= len(players) <= MOST_PLAYERS}
        rates = PairRates(SIGN.key, THRESHOLD, LEAST_DAYS, LEAST_RATE)
        for day, visits in self._days.items():
            seen = {player: (told, {address for address, _browser in told} & few) for player, told in visits.items()}
            for first, second in combinations(sorted(seen), 2):
                shared = seen[first][1] & seen[second][1]
                is_one_browser = any(one[0] in shared for one in seen[first][0] & seen[second][0])
                weight = SAME_BROWSER if is_one_browser else SAME_ADDRESS
                rates.add((first, second), Evidence(day, weight=weight) if shared else None)
        return rates.findings()


def _tally() -> Tally:
    return SharedAccess()


SIGN = Sign(
    "shared-access",
    _("One device or address"),
    _(
        "Of the days on which both came in, those on which they did from one address that at most three players used "
        "in the whole time; days with the same kind of browser as well come first. Addresses themselves are not kept "
        "here."
    ),
    _("A couple, a family, flatmates, colleagues in one office, a telephone lent for an evening."),
    _("days from one address, of all days on which both came in"),
    THRESHOLD,
    _tally,
)
