"""Breaking and balancing tables (TDA 2024 rules 10 and 11): who moves where. Values in, values out."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

HALT_SHORT = 3  # TDA 11-D: a table so much shorter than the largest stops when its blinds would be affected
MOVE_AT = 2  # tables may differ by one
FROM_TABLES = ("highest number", "fewest players")
MOVERS = ("next big blind", "cutoff", "lot", "moved longest ago")
DESTINATIONS = ("worst", "same position", "last open")
RESEATS = ("two-step draw", "least full table", "any free seat")
RANKS, SUITS = "23456789TJQKA", "cdhs"


@dataclass(frozen=True, slots=True)
class Seats:
    """A table between hands: its number, its seats, the last hand's button and blinds, and who is where.

    `held`: seats that nobody is sent to, but the entry they are reserved for (0: nobody). `fixed` are seats whose player
    is not moved to balance, `moved` says when an entry moved last (any growing number), `vacated` when a seat fell free.
    """

    table: int
    size: int
    players: Mapping[int, int]  # seat → entry
    button: int | None = None
    small_blind: int | None = None
    big_blind: int | None = None
    held: Mapping[int, int] = field(default_factory=dict)
    fixed: frozenset[int] = frozenset()
    moved: Mapping[int, int] = field(default_factory=dict)
    vacated: Mapping[int, int] = field(default_factory=dict)

    def free(self, entry: int = 0) -> list[int]:
        """The seats that this entry may be sent to; one reserved for it alone, if there is one."""
        empty = [seat for seat in range(1, self.size + 1) if seat not in self.players]
        own = [seat for seat in empty if entry and self.held.get(seat) == entry]
        return own or [seat for seat in empty if seat not in self.held]


@dataclass(frozen=True, slots=True)
class Move:
    """One player's move: the entry, from a table to a seat of another; in a two-step draw, the card that was drawn."""

    entry: int
    table: int
    to_table: int
    to_seat: int
    card: str = ""


@dataclass(frozen=True, slots=True)
class Policy:
    """How a house breaks and balances: each a word of the tuples above.

    `order` are the numbers of the tables to be broken first, as published. With more tables than `loose_above` (0: never)
    they may differ by two. `final`: with how many players the final table is drawn, 0 as TDA RP-9 has it; `is_redrawn`:
    if seats are drawn for it. `halt_short` as in TDA 11-D, 0: no table stops.
    """

    breaks: str = FROM_TABLES[0]
    order: tuple[int, ...] = ()
    mover: str = MOVERS[0]
    destination: str = DESTINATIONS[0]
    reseat: str = RESEATS[0]
    loose_above: int = 0
    final: int = 0
    is_redrawn: bool = True
    halt_short: int = HALT_SHORT

    def least(self, tables: int) -> int:
        """From which difference on so many tables are balanced."""
        return MOVE_AT + (self.loose_above > 0 and tables > self.loose_above)


TDA = Policy()


def clockwise(after: int, seats: Collection[int], size: int) -> list[int]:
    """The seats in the order they are met going clockwise from `after`."""
    return sorted(seats, key=lambda seat: (seat - after - 1) % size)


def mover(source: Seats, policy: Policy = TDA, rng: random.Random | None = None) -> int:
    """The seat that moves: by TDA 11-A who would post the big blind next, where the house has not chosen another.

    Players who are not moved are passed over, and the next one moves. Raises `IndexError` if all of them are.
    """
    seats = [seat for seat in source.players if seat not in source.fixed]
    if policy.mover == "lot" and rng is not None:
        return rng.choice(sorted(seats))
    in_turn = clockwise(source.big_blind or source.button or source.size, seats, source.size)
    if policy.mover == "moved longest ago":
        return min(in_turn, key=lambda seat: source.moved.get(source.players[seat], 0))
    if policy.mover == "cutoff" and source.button is not None:
        behind = clockwise(source.button, seats, source.size)
        return behind[-2] if len(behind) > 1 and behind[-1] == source.button else behind[-1]
    return in_turn[0]


def destination(table: Seats, entry: int = 0, policy: Policy = TDA, place: int = 0) -> int | None:
    """The worst free seat: the one that posts the big blind soonest, never the small blind's; None: wait a hand.

    Where the last big blind sat is the small blind's place in the next hand. Of seats that post equally soon, the first
    clockwise. A house may give the seat that fell free last (stud, TDA 11-B), or the one that acts as long after the
    button as where the mover sat: `place` players.
    """
    last = table.big_blind or table.button or table.size
    free = table.free(entry)
    if policy.destination == "last open" and free:
        return max(free, key=lambda seat: (table.vacated.get(seat, 0), seat))
    if table.big_blind is not None:
        free = [seat for seat in free if seat != table.big_blind]
    if not free:
        return None
    way = {seat: (seat - last - 1) % table.size for seat in range(1, table.size + 1)}

    def wait(seat: int) -> int:
        return sum(way[other] < way[seat] for other in table.players)

    if policy.destination == "same position":
        return min(free, key=lambda seat: (abs(position(table, seat) - place), way[seat]))
    return min(free, key=lambda seat: (wait(seat), way[seat]))


def position(table: Seats, seat: int) -> int:
    """How many players act between the button and that seat."""
    button = table.button or table.size
    return sum((other - button - 1) % table.size < (seat - button - 1) % table.size for other in table.players)


def must_move(sizes: Sequence[int], least: int = MOVE_AT) -> bool:
    """True if the largest and the smallest table differ by so many or more."""
    return bool(sizes) and max(sizes) - min(sizes) >= least


def must_halt(sizes: Sequence[int]) -> bool:
    """True if a table is so short that it stops until players arrive (TDA 11-D)."""
    return bool(sizes) and max(sizes) - min(sizes) >= HALT_SHORT


def halts(table: Seats, largest: int, policy: Policy = TDA) -> bool:
    """True if this table stops before its next hand (TDA 11-D): short, and its big blind would fall to an empty seat.

    5 players against 8 play on as long as their big blind moves to the next seat; where no blind is known, they stop.
    """
    if not policy.halt_short or largest - len(table.players) < policy.halt_short:
        return False
    return table.big_blind is None or table.big_blind % table.size + 1 not in table.players


def can_break(alive: int, tables: int, size: int) -> bool:
    """True if the players left fit at one table less."""
    return tables > 1 and alive <= (tables - 1) * size


def final_size(size: int, policy: Policy = TDA) -> int:
    """With how many players the final table is drawn: 9 for tables of nine and eight, 7 for seven and six (TDA RP-9);
    for others one full table; or what the house has chosen."""
    return policy.final or {8: 9, 6: 7}.get(size, size)


def is_final(alive: int, tables: int, size: int, most: int = 10, policy: Policy = TDA) -> bool:
    """True if those left, at more than one table, are to be drawn to the final table; the game seats `most`."""
    return policy.is_redrawn and tables > 1 and alive <= min(final_size(size, policy), most)


def plan(tables: Sequence[Seats], size: int, rng: random.Random, policy: Policy = TDA) -> list[Move]:
    """Every move that is due: tables broken while the rest can seat all, then balanced with the fewest moves.

    By default the table with the highest number is broken first; its players draw for the free seats of the tables they
    fill up, and any seat may fall to them (TDA 10). Balancing takes from the largest table (the lowest number of equals:
    TDA 11-C wants a procedure that is known before).
    """
    now = {table.table: table for table in tables}
    moves: list[Move] = []
    while (number := next_break(list(now.values()), size, policy)) is not None:
        broken = now.pop(number)
        for move in _reseat(broken, now, rng, policy):
            _apply(now, moves, move)
    while must_move([len(table.players) for table in now.values()], policy.least(len(now))):
        giving = [table for table in now.values() if set(table.players) - table.fixed]
        source = max(giving, key=lambda table: (len(table.players), -table.table), default=None)
        target = min(now.values(), key=lambda table: (len(table.players), table.table))
        if source is None or len(source.players) - len(target.players) < MOVE_AT:
            break  # whoever could move stays where they are
        seat = mover(source, policy, rng)
        entry = source.players[seat]
        place = destination(target, entry, policy, position(source, seat))
        if place is None:
            break  # only the small blind is free: wait a hand
        _apply(now, moves, Move(entry, source.table, target.table, place))
    return moves


def next_break(tables: Sequence[Seats], size: int, policy: Policy = TDA) -> int | None:
    """The number of the table that is broken next, if the others have a seat for each of its players; else None."""
    if not can_break(sum(len(table.players) for table in tables), len(tables), size):
        return None
    listed = {number: at for at, number in enumerate(policy.order)}

    def turn(table: Seats) -> tuple[int, int, int]:
        fewest = len(table.players) if policy.breaks == "fewest players" else 0
        return listed.get(table.table, len(listed)), fewest, -table.table

    broken = min(tables, key=turn)
    free = sum(len(table.free()) for table in tables if table is not broken)
    return broken.table if free >= len(broken.players) else None


def _reseat(broken: Seats, now: Mapping[int, Seats], rng: random.Random, policy: Policy) -> list[Move]:
    """Where each player of a broken table goes. In the two-step draw (TDA 10-B) the seats they fill are mixed, each
    player draws a card, and the highest by suit takes the first seat."""
    entries = [broken.players[seat] for seat in sorted(broken.players)]
    rng.shuffle(entries)
    filled, places = dict(now), list[tuple[int, int]]()
    for entry in entries:
        own = [table for table in filled.values() if entry in (table.held.get(seat) for seat in table.free(entry))]
        open_tables = own or [table for table in filled.values() if table.free()]
        if policy.reseat == "any free seat" and not own:
            weights = [len(table.free()) for table in open_tables]
            (target,) = rng.choices(open_tables, weights)
        else:
            target = min(open_tables, key=lambda table: (len(table.players), table.table))
        seat = rng.choice(target.free(entry))
        places.append((target.table, seat))
        filled[target.table] = replace(target, players={**target.players, seat: entry})
    cards = [""] * len(entries)
    is_reserved = any(entry in table.held.values() for entry in entries for table in now.values())
    if policy.reseat == RESEATS[0] and not is_reserved:
        rng.shuffle(places)
        drawn = sorted(rng.sample(range(52), len(entries)), reverse=True)
        cards = [RANKS[card // 4] + SUITS[card % 4] for card in drawn]
    return [
        Move(entry, broken.table, table, seat, card)
        for entry, (table, seat), card in zip(entries, places, cards, strict=True)
    ]


def _apply(now: dict[int, Seats], moves: list[Move], move: Move) -> None:
    moves.append(move)
    if move.table in now:
        source = now[move.table]
        left = {seat: entry for seat, entry in source.players.items() if entry != move.entry}
        now[move.table] = replace(source, players=left)
    target = now[move.to_table]
    now[move.to_table] = replace(target, players={**target.players, move.to_seat: move.entry})
