"""Seats by lot. The outcome is what the log keeps; the lot itself comes from a generator that is passed in."""

from __future__ import annotations

import random
from collections.abc import Sequence

from club.errors import ClubError


def tables_needed(players: int, size: int) -> int:
    """The fewest tables that seat so many players."""
    return -(-players // size)


def draw(entries: Sequence[int], size: int, rng: random.Random) -> list[tuple[int, int, int]]:
    """A seat for every entry: (entry, table from 1, seat from 1). Tables differ by one player at most (TDA 7).

    Raises `ClubError` for fewer than two players or a table size below two.
    """
    if len(entries) < 2 or size < 2:
        raise ClubError("too_few_players", "a draw needs two players and tables of two seats or more", 409)
    order = list(entries)
    rng.shuffle(order)
    count = tables_needed(len(order), size)
    drawn = []
    for table in range(count):
        seats = rng.sample(range(1, size + 1), len(order[table::count]))
        drawn += [(entry, table + 1, seat) for entry, seat in zip(order[table::count], seats, strict=True)]
    return sorted(drawn, key=lambda one: one[1:])
