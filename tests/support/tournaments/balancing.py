"""Rooms of tables, and the fewest moves that balance them."""

from __future__ import annotations

from hypothesis import strategies as st

from tournaments.seating import balancing
from tournaments.seating.balancing import Seats


@st.composite
def rooms(draw: st.DrawFn, *, least: int = 2) -> tuple[int, list[Seats]]:
    """Tables after a hand each, as uneven as they come."""
    size = draw(st.integers(6, 10))
    tables, entry = [], 0
    for number in range(1, draw(st.integers(2, 7)) + 1):
        live = draw(st.frozensets(st.integers(1, size), min_size=least, max_size=size))
        big = draw(st.sampled_from(sorted(live)))
        button, small = draw(st.permutations([seat for seat in range(1, size + 1) if seat != big]))[:2]
        players = {seat: entry + place for place, seat in enumerate(sorted(live), start=1)}
        entry += len(live)
        tables.append(Seats(number, size, players, button, small, big))
    return size, tables


def after(tables: list[Seats], moves: list[balancing.Move]) -> dict[int, dict[int, int]]:
    """Who sits where once those moves are made; a seat taken twice or an absent mover is an error."""
    room = {table.table: dict(table.players) for table in tables}
    for move in moves:
        (seat,) = [seat for seat, entry in room[move.table].items() if entry == move.entry]
        del room[move.table][seat]
        assert move.to_seat not in room[move.to_table]
        room[move.to_table][move.to_seat] = move.entry
    return room


def fewest(sizes: list[int]) -> int:
    """How few moves leave these tables within one of each other."""
    low, rest = divmod(sum(sizes), len(sizes))
    return max(sum(max(0, size - low - (rest > 0)) for size in sizes), sum(max(0, low - size) for size in sizes))
