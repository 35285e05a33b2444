"""What the signs of dishonest play say of honest evenings, and what they find of cheats that are planted.

`python -m tests.bench.integrity [HONEST [PLANTED [SEED [PLAY …]]]]` plays so many clubs of each kind, twelve evenings
each, and prints the tables of docs/integrity.md: that of hold'em at tables of six, or a line for each play that is named (`all`).
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import combinations
from math import exp, factorial

from tables.integrity.facts import Fact, HandFacts, Visit
from tables.integrity.findings import Finding
from tables.integrity.sign_list import SIGNS, Look
from tests.bench.integrity_club import PLAYS, SIX, Club, Plant, Play, Size

HONEST, PLANTED = 24, 12  # clubs
COUPLE = (1, 2)  # who live together, in every club
PLANTS = (
    Plant("chips-given", (3, 4)),
    Plant("soft-play", (5, 6)),
    Plant("folded-winners", (7, 8)),
    Plant("shared-access", (9, 10)),
    Plant("seats-together", (11, 12)),
    Plant("steady-timing", (13,)),
    Plant("paired-timing", (14, 15)),
)
# The plant that a sign is to find, where it is not of the sign's own name: chips that are given go one way.
FINDS = {"chips-one-way": "chips-given"}


def plant_of(sign: str) -> Plant:
    """The plant that the sign is to find."""
    return next(plant for plant in PLANTS if plant.way == FINDS.get(sign, sign))


@dataclass
class Played:
    """What was played and found: hands, evenings, how often a player came, pairs that met, false alarms by sign."""

    clubs: int = 0
    hands: int = 0
    evenings: int = 0
    came: int = 0
    pairs: int = 0
    players: int = 0
    alarms: Counter[str] = field(default_factory=Counter)
    couples: int = 0
    found: Counter[str] = field(default_factory=Counter)

    def add(self, facts: Iterable[Fact], plants: tuple[Plant, ...]) -> None:
        """Look one club over."""
        look, came = Look(), dict[date, set[int]]()
        for fact in facts:
            look.add(fact)
            if isinstance(fact, Visit):
                came.setdefault(fact.day, set()).add(fact.player)
            self.hands += isinstance(fact, HandFacts)
        self.clubs += 1
        self.evenings += len(came)
        self.came += sum(map(len, came.values()))
        self.pairs += len({pair for there in came.values() for pair in combinations(sorted(there), 2)})
        self.players += len(set().union(*came.values()))
        self._judge(look.findings(), plants)

    def _judge(self, findings: list[Finding], plants: tuple[Plant, ...]) -> None:
        cheats = {player for plant in plants for player in plant.players}
        for one in findings:
            if one.sign == "shared-access" and tuple(sorted(one.players)) == COUPLE:
                self.couples += 1
            elif plants and set(one.players) == set(plant_of(one.sign).players):
                self.found[one.sign] += 1
            elif not cheats & set(
                one.players
            ):  # between a cheat and somebody else it is no false alarm of an honest pair
                self.alarms[one.sign] += 1


def most(alarms: int, of: int) -> float:
    """The largest rate that is not refuted by so many alarms at 95 % (Poisson, one-sided; three of `of` where there are none)."""
    low, high = 0.0, 50.0 + 3.0 * alarms
    for _round in range(60):
        middle = (low + high) / 2
        chance = sum(exp(-middle) * middle**count / factorial(count) for count in range(alarms + 1))
        low, high = (middle, high) if chance > 0.05 else (low, middle)
    return high / of


def measured(honest: int = HONEST, planted: int = PLANTED, seed: int = 1, *, play: Play = SIX) -> tuple[Played, Played]:
    """Honest clubs, and clubs with a cheat of each kind."""
    clean, dirty = Played(), Played()
    for number in range(honest):
        clean.add(Club(seed * 1000 + number, play=play).facts(), ())
        print(f"honest {number + 1}: {dict(clean.alarms)}", file=sys.stderr, flush=True)
    for number in range(planted):
        dirty.add(Club(seed * 1000 + 500 + number, Size(), PLANTS, play).facts(), PLANTS)
        print(f"planted {number + 1}: {dict(dirty.found)}", file=sys.stderr, flush=True)
    return clean, dirty


def table(clean: Played, dirty: Played) -> Iterator[str]:
    """The table of docs/integrity.md."""
    yield f"Honest: {clean.clubs} clubs, {clean.evenings} evenings, {clean.hands:,} hands, {clean.came:,} player-evenings, "
    yield f"{clean.pairs:,} pairs that met. Planted: {dirty.clubs} clubs, {dirty.evenings} evenings, {dirty.hands:,} hands."
    yield ""
    yield "| sign | threshold | false alarms | of honest | 95 %: at most | a player-evening, at most | found of planted |"
    yield "|---|---|---|---|---|---|---|"
    for key, sign in SIGNS.items():
        is_pair = len(plant_of(key).players) == 2
        of = clean.pairs if is_pair else clean.players
        alarms = clean.alarms[key]
        whom = f"{of:,} pairs" if is_pair else f"{of:,} players"
        rates = f"{most(alarms, of):.1e} | {most(alarms, clean.came):.1e}"
        yield f"| {key} | {sign.threshold:g} | {alarms} | {whom} | {rates} | {dirty.found[key]} of {dirty.clubs} |"
    yield ""
    yield f"Honest couples who live together, told by shared-access: {clean.couples} of {clean.clubs}."
    yield f"Findings about honest players in clubs with cheats: {dict(dirty.alarms)}."


def line_of(name: str, clean: Played, dirty: Played) -> str:
    """The line of a play in docs/integrity.md: false alarms of any sign, the rate that is not refuted, and what each sign found."""
    alarms = sum(clean.alarms.values())
    which = ", ".join(f"{key} {count}" for key, count in sorted(clean.alarms.items()))
    found = " | ".join(str(dirty.found[key]) for key in SIGNS)
    told = f"| {name} | {clean.clubs}; {clean.hands:,}; {clean.pairs:,} | {alarms}{which and f' ({which})'} |"
    return f"{told} {most(alarms, clean.pairs):.1e} | {dirty.clubs} | {found} |"


if __name__ == "__main__":
    numbers, names = list(map(int, sys.argv[1:4])), sys.argv[4:]
    for name in [key for key in PLAYS if PLAYS[key] != SIX] if names == ["all"] else names:
        print(line_of(name, *measured(*numbers, play=PLAYS[name])), flush=True)
    if not names:
        print(*table(*measured(*numbers)), sep="\n")
