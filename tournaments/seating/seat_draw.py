"""Seats by lot. The outcome is what the log keeps; the lot itself comes from a generator that is passed in."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from club.base.errors import ClubError
from tournaments.messages.seating import SeatDrawText

ANY_SEAT, LEAST_FULL, LOWEST_SEAT = SEAT_DRAWS = ("any free seat", "least full table", "least full, lowest seat")


@dataclass(frozen=True, slots=True)
class Draw:
    """How a house draws seats.

    seats: one of `SEAT_DRAWS`. above: with more players a table than this a further one is opened; 0: when no seat is free.
    alone: the same while there is one table; 0: as `above`. most: the most tables there may be; None: any number.
    """

    seats: str = ANY_SEAT
    above: int = 0
    alone: int = 0
    most: int | None = None

    def opens(self, players: int, tables: int) -> bool:
        """True if so many tables are full for the house with so many players at them, and there may be one more."""
        above = (self.alone if tables == 1 else 0) or self.above
        return bool(above) and players >= above * tables and (self.most is None or tables < self.most)

    def tables(self, players: int, size: int) -> int:
        """At how many tables so many players begin, size seats each."""
        count = tables_needed(players, size)
        while self.opens(players - 1, count):  # with the last of them there are more than the house wants at each
            count += 1
        return count


USUAL = Draw()


def tables_needed(players: int, size: int) -> int:
    """The fewest tables that seat so many players."""
    return -(-players // size)


def draw(entries: Sequence[int], size: int, rng: random.Random, how: Draw = USUAL) -> list[tuple[int, int, int]]:
    """A seat for every entry: (entry, table from 1, seat from 1). Tables differ by one player at most (TDA 7).

    Raises `ClubError` for fewer than two players or a table size below two.
    """
    if len(entries) < 2 or size < 2:
        raise ClubError("too_few_players", SeatDrawText.TOO_FEW(), 409)
    order = list(entries)
    rng.shuffle(order)
    count = how.tables(len(order), size)
    drawn = []
    for table in range(count):
        here = len(order[table::count])
        seats = [*range(1, here + 1)] if how.seats == LOWEST_SEAT else rng.sample(range(1, size + 1), here)
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
    reserved = {
        (table, seat): entry for table, seats in held.items() if table in tables for seat, entry in seats.items()
    }
    for place, entry in sorted(reserved.items()):
        if entry in where and where[entry] != place:
            other = next((one for one, spot in where.items() if spot == place), None)
            if other is not None:
                where[other] = where[entry]
            where[entry] = place
    for place, entry in sorted(reserved.items()):
        sitter = next((one for one, spot in where.items() if spot == place), None)
        if sitter is None or sitter == entry:
            continue
        taken_seats = {*where.values(), *reserved}
        free = [(t, s) for t in tables for s in range(1, size + 1) if (t, s) not in taken_seats]
        same_table = [one for one in free if one[0] == place[0]]
        if free:
            where[sitter] = rng.choice(sorted(same_table or free))
    return sorted(((entry, table, seat) for entry, (table, seat) in where.items()), key=lambda one: one[1:])
