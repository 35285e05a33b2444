"""Breaking and balancing tables (TDA 2024 rules 10 and 11): who moves where. Values in, values out."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

HALT_SHORT = 3  # TDA 11-D: a table so much shorter than the largest stops when its blinds would be affected
MOVE_AT = 2  # tables may differ by one


@dataclass(frozen=True, slots=True)
class Seats:
    """A table between hands: its number, its seats, the last hand's button and blinds, and who is where."""

    table: int
    size: int
    players: Mapping[int, int]  # seat → entry
    button: int | None = None
    small_blind: int | None = None
    big_blind: int | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """One player's move: the entry, from a table to a seat of another."""

    entry: int
    table: int
    to_table: int
    to_seat: int


def clockwise(after: int, seats: Collection[int], size: int) -> list[int]:
    """The seats in the order they are met going clockwise from `after`."""
    return sorted(seats, key=lambda seat: (seat - after - 1) % size)


def mover(source: Seats) -> int:
    """The seat that moves: who would post the big blind next (TDA 11-A)."""
    return clockwise(source.big_blind or source.button or source.size, source.players, source.size)[0]


def destination(table: Seats) -> int | None:
    """The worst free seat: the one that posts the big blind soonest, never the small blind's; None: wait a hand.

    Where the last big blind sat is the small blind's place in the next hand. Of seats that post equally soon, the first
    clockwise.
    """
    last = table.big_blind or table.button or table.size
    free = [seat for seat in range(1, table.size + 1) if seat not in table.players]
    if table.big_blind is not None:
        free = [seat for seat in free if seat != table.big_blind]
    if not free:
        return None
    way = {seat: (seat - last - 1) % table.size for seat in range(1, table.size + 1)}

    def wait(seat: int) -> int:
        return sum(way[other] < way[seat] for other in table.players)

    return min(free, key=lambda seat: (wait(seat), way[seat]))


def must_move(sizes: Sequence[int], least: int = MOVE_AT) -> bool:
    """True if the largest and the smallest table differ by so many or more."""
    return bool(sizes) and max(sizes) - min(sizes) >= least


def must_halt(sizes: Sequence[int]) -> bool:
    """True if a table is so short that it stops until players arrive (TDA 11-D)."""
    return bool(sizes) and max(sizes) - min(sizes) >= HALT_SHORT


def can_break(alive: int, tables: int, size: int) -> bool:
    """True if the players left fit at one table less."""
    return tables > 1 and alive <= (tables - 1) * size


def final_size(size: int) -> int:
    """With how many players the final table is drawn: 9 for tables of nine and eight, 7 for seven and six (TDA RP-9);
    for others one full table."""
    return {8: 9, 6: 7}.get(size, size)


def is_final(alive: int, tables: int, size: int, most: int = 10) -> bool:
    """True if those left, at more than one table, are to be drawn to the final table; the game seats `most`."""
    return tables > 1 and alive <= min(final_size(size), most)


def plan(tables: Sequence[Seats], size: int, rng: random.Random) -> list[Move]:
    """Every move that is due: tables broken while the rest can seat all, then balanced with the fewest moves.

    The table with the highest number is broken first. Its players draw for the free seats of the tables they fill up;
    any seat may fall to them (TDA 10). Balancing takes from the largest table (the lowest number of equals).
    """
    now = {table.table: table for table in tables}
    moves: list[Move] = []
    while can_break(sum(len(table.players) for table in now.values()), len(now), size):
        broken = now.pop(max(now))
        entries = [broken.players[seat] for seat in sorted(broken.players)]
        rng.shuffle(entries)
        for entry in entries:
            target = min(now.values(), key=lambda table: (len(table.players), table.table))
            seat = rng.choice([seat for seat in range(1, target.size + 1) if seat not in target.players])
            _apply(now, moves, Move(entry, broken.table, target.table, seat))
    while must_move([len(table.players) for table in now.values()]):
        source = max(now.values(), key=lambda table: (len(table.players), -table.table))
        target = min(now.values(), key=lambda table: (len(table.players), table.table))
        place = destination(target)
        if place is None:
            break  # only the small blind is free: wait a hand
        _apply(now, moves, Move(source.players[mover(source)], source.table, target.table, place))
    return moves


def _apply(now: dict[int, Seats], moves: list[Move], move: Move) -> None:
    moves.append(move)
    if move.table in now:
        source = now[move.table]
        left = {seat: entry for seat, entry in source.players.items() if entry != move.entry}
        now[move.table] = replace(source, players=left)
    target = now[move.to_table]
    now[move.to_table] = replace(target, players={**target.players, move.to_seat: move.entry})
