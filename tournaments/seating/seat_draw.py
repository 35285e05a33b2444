"""Seats by lot. The outcome is what the log keeps; the lot itself comes from a generator that is passed in."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from club.base.errors import ClubError
from tournaments.messages.seating import SeatDrawText


def tables_needed(players: int, size: int) -> int:
    """The fewest tables that seat so many players."""
    return -(-players // size)


def draw(entries: Sequence[int], size: int, rng: random.Random) -> list[tuple[int, int, int]]:
    """A seat for every entry: (entry, table from 1, seat from 1). Tables differ by one player at most (TDA 7).

    Raises `ClubError` for fewer than two players or a table size below two.
    """
    if len(entries) < 2 or size < 2:
        raise ClubError("too_few_players", SeatDrawText.TOO_FEW(), 409)
    order = list(entries)
    rng.shuffle(order)
    count = tables_needed(len(order), size)
    drawn = []
    for table in range(count):
        seats = rng.sample(range(1, size + 1), len(order[table::count]))
        drawn += [(entry, table + 1, seat) for entry, seat in zip(order[table::count], seats, strict=True)]
    return sorted(drawn, key=lambda one: one[1:])


def with_held(
    drawn: Sequence[tuple[int, int, int]], held: Mapping[int, Mapping[int, int]], size: int, rng: random.Random
) -> list[tuple[int, int, int]]:
    """The same draw where seats are held, table → seat → entry (0: nobody's): the entry that a seat is reserved for
    changes places with whoever drew it, and who drew a seat of nobody's gets another one of the same table, or, if that
    is full, of another."""
    where = {entry: (table, seat) for entry, table, seat in drawn}
    tables = {table for _entry, table, _seat in drawn}
    kept = {(table, seat): entry for table, seats in held.items() if table in tables for seat, entry in seats.items()}
    for place, entry in sorted(kept.items()):
        if entry in where and where[entry] != place:
            other = next((one for one, there in where.items() if there == place), None)
            if other is not None:
                where[other] = where[entry]
            where[entry] = place
    for place, entry in sorted(kept.items()):
        sitter = next((one for one, there in where.items() if there == place), None)
        if sitter is None or sitter == entry:
            continue
        taken = {*where.values(), *kept}
        free = [(t, s) for t in tables for s in range(1, size + 1) if (t, s) not in taken]
        here = [one for one in free if one[0] == place[0]]
        if free:
            where[sitter] = rng.choice(sorted(here or free))
    return sorted(((entry, table, seat) for entry, (table, seat) in where.items()), key=lambda one: one[1:])
