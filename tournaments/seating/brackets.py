"""The rounds of a shoot-out or a bracket: who plays whom, who goes on, and which places are lost in a round.

Every table of a round plays for itself until no more than its quota are left. All who are knocked out in a round finish
below all who go on; of them whoever was left longest at the own table finishes highest, and who went out in the same rank at
different tables tie, since no chip of one table was ever at stake at another. Values in, values out.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Drawn = list[tuple[int, int, int]]  # entry, table from 1, seat from 1


@dataclass(frozen=True, slots=True)
class Stage:
    """One round: its number from 1, the entries of each of its tables in the order of the tables (one alone: a bye), how
    many go on from a table, and how many knock-outs were numbered before it."""

    number: int
    groups: tuple[tuple[int, ...], ...]
    advance: int = 1
    base: int = 0

    @property
    def is_final(self) -> bool:
        """True if one table is left, which plays to the winner."""
        return len(self.groups) == 1

    @property
    def byes(self) -> list[int]:
        """The entries that go on without playing."""
        return [] if self.is_final else [group[0] for group in self.groups if len(group) == 1]

    def group_of(self, entry: int) -> tuple[int, ...]:
        """The entries at this one's table when the round began; empty for one who is not in it."""
        return next((group for group in self.groups if entry in group), ())

    def quota(self, group: Sequence[int]) -> int:
        """How many go on from that table: never all of them, unless it is one alone."""
        return 1 if self.is_final else max(1, min(self.advance, len(group) - 1))

    def is_done(self, group: Sequence[int], alive: Collection[int]) -> bool:
        """True once no more than its quota are left."""
        return sum(entry in alive for entry in group) <= self.quota(group)

    def is_over(self, alive: Collection[int]) -> bool:
        """True once every table is done."""
        return all(self.is_done(group, alive) for group in self.groups)

    def elimination_number(self, entry: int, alive: Collection[int]) -> int:
        """The number of the knock-out of an entry that goes out now: the same for the same rank at every table."""
        rank = sum(other in alive for other in self.group_of(entry))
        return self.base + max(map(len, self.groups)) - rank + 1

    def places(self, entry: int, alive: Collection[int]) -> tuple[int, int]:
        """The places (best, worst) of an entry that goes out now, as they will be when the round is over."""
        rank = sum(other in alive for other in self.group_of(entry))
        best = 1 + sum(self.quota(group) for group in self.groups)
        best += sum(max(0, min(rank - 1, len(group)) - self.quota(group)) for group in self.groups)
        tied = sum(self.quota(group) < rank <= len(group) for group in self.groups)
        return best, best + max(1, tied) - 1

    def as_json(self) -> dict[str, Any]:
        """For a line of the log, or a snapshot."""
        groups = [list(group) for group in self.groups]
        return {"number": self.number, "groups": groups, "advance": self.advance, "base": self.base}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Stage:
        """The round of a line or a snapshot."""
        groups = tuple(tuple(group) for group in data["groups"])
        return cls(data["number"], groups, data["advance"], data["base"])


def by_table(drawn: Drawn) -> tuple[tuple[int, ...], ...]:
    """The entries of each table of a draw, in the order of the tables."""
    tables: dict[int, list[int]] = {}
    for entry, table, _seat in drawn:
        tables.setdefault(table, []).append(entry)
    return tuple(tuple(tables[table]) for table in sorted(tables))


def bracket(entries: Sequence[int], rng: random.Random) -> tuple[tuple[int, ...], ...]:
    """The first round of a bracket: pairs, and as many byes by lot as make a power of two of the second round.

    No two byes meet each other before the second round. Pairs next to each other meet in the round after.
    """
    order = list(entries)
    rng.shuffle(order)
    matches = 1
    while 2 * matches < len(order):
        matches *= 2
    byes = set(rng.sample(range(matches), 2 * matches - len(order)))
    groups, at = [], 0
    for match in range(matches):
        size = 1 if match in byes else 2
        groups.append(tuple(order[at : at + size]))
        at += size
    return tuple(groups)


def paired(winners: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The next round of a bracket: the winners of matches that stand next to each other."""
    return tuple(tuple(winners[at : at + 2]) for at in range(0, len(winners), 2))


def seats_of(groups: Sequence[Sequence[int]], size: int, rng: random.Random) -> Drawn:
    """Seats by lot at a table for each group, numbered from 1; who has a bye gets none, and the table no number."""
    drawn: Drawn = []
    playing = [group for group in groups if len(group) > 1]
    for table, group in enumerate(playing, 1):
        seats = rng.sample(range(1, size + 1), len(group))
        drawn += [(entry, table, seat) for entry, seat in zip(group, seats, strict=True)]
    return sorted(drawn, key=lambda one: one[1:])
