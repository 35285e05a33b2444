"""Shared devices and addresses: two players who come in from one address that hardly anybody else uses.

An address from which many play is a place (the club's own network, a telephone company) and says nothing. No finding holds an
address or a browser: only the days.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from itertools import combinations

from tables.integrity.chance import at_least
from tables.integrity.facts import Fact, Visit
from tables.integrity.findings import Evidence, Finding, Sign, Tally, _, strongest

THRESHOLD = 1e-4
LEAST_DAYS = 3
BY_CHANCE = 0.01  # on how many of the days on which both come in strangers may share such an address
MOST_PLAYERS = 3  # from one address in the whole window; more make it a place
SAME_BROWSER, SAME_ADDRESS = 2.0, 1.0  # weights of the evidence


class SharedAccess:
    """Of the days on which both came in, those on which they did from one address of few."""

    def __init__(self) -> None:
        self._by_address: dict[str, dict[int, dict[date, set[str]]]] = defaultdict(lambda: defaultdict(dict))
        self._days: dict[int, set[date]] = defaultdict(set)

    def add(self, fact: Fact) -> None:
        if isinstance(fact, Visit):
            self._by_address[fact.address][fact.player].setdefault(fact.day, set()).add(fact.browser)
            self._days[fact.player].add(fact.day)

    def findings(self) -> list[Finding]:
        return sorted(self._found(), key=lambda one: (one.chance, one.players))

    def _found(self) -> Iterator[Finding]:
        for pair, shared in self._shared().items():
            both = len(self._days[pair[0]] & self._days[pair[1]])
            chance = at_least(len(shared), both, BY_CHANCE)
            if len(shared) >= LEAST_DAYS and chance <= THRESHOLD:
                evidence = strongest([Evidence(day, weight=weight) for day, weight in shared.items()])
                yield Finding(SIGN.key, pair, len(shared), both, BY_CHANCE * both, chance, evidence)

    def _shared(self) -> dict[tuple[int, int], dict[date, float]]:
        """By pair the days on which both came from one address of few, each with its weight."""
        found: dict[tuple[int, int], dict[date, float]] = defaultdict(dict)
        for players in self._by_address.values():
            if len(players) > MOST_PLAYERS:
                continue
            for first, second in combinations(sorted(players), 2):
                for day in players[first].keys() & players[second].keys():
                    is_one_browser = bool(players[first][day] & players[second][day])
                    weight = SAME_BROWSER if is_one_browser else SAME_ADDRESS
                    found[first, second][day] = max(weight, found[first, second].get(day, 0.0))
        return found


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
