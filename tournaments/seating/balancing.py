"""Breaking and balancing tables (TDA 2024 rules 10 and 11): who moves where. Values in, values out."""

from __future__ import annotations

import heapq
import random
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

HALT_SHORT = 3  # TDA 11-D: a table so much shorter than the largest stops when its blinds would be affected
MOVE_AT = 2  # tables may differ by one
FROM_TABLES = ("highest number", "fewest players", "broken longest ago")
MOVERS = ("next big blind", "cutoff", "lot", "moved longest ago", "same position")
DESTINATIONS = ("worst", "same position", "last open")
RESEATS = ("two-step draw", "least full table", "any free seat")
_Key = TypeVar("_Key", tuple[int, int], tuple[int, int, int])
RANKS, SUITS = "23456789TJQKA", "cdhs"


@dataclass(frozen=True, slots=True)
class Seats:
    """A table between hands: its number, its seats, the last hand's button and blinds, and who is where.

    `held`: seats that nobody is sent to, but the entry they are reserved for (0: nobody). `fixed` are seats whose player
    is not moved to balance, `moved` says when an entry moved last (any growing number), `vacated` when a seat fell free.
    A table that `stays` is not broken before its next hand, nor is another in its turn. One that is `kept`, since the
    floor has opened it, is not broken, and counts for no other that is; but where one player sits alone, and nobody can be sent
    there since not every table would have two, it is as any other.
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
    stays: bool = False
    kept: bool = False
    broken: int = 0  # when a table of this number was broken last, as a growing number; 0: never

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
    if seats are drawn for it. `halt_short` as in TDA 11-D, 0: no table stops. `reserve`: seats that have to stay free for
    who may still enter, where a table is broken; not where somebody would sit alone for it. `least_apart`: from which
    difference on tables are balanced. `most`: no table is broken where the others would have more players each; 0: than seats.
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
    reserve: int = 0
    least_apart: int = MOVE_AT
    most: int = 0

    def least(self, tables: int) -> int:
        """From which difference on so many tables are balanced."""
        return self.least_apart + (self.loose_above > 0 and tables > self.loose_above)


TDA = Policy()


def clockwise(after: int, seats: Collection[int], size: int) -> list[int]:
    """The seats in the order they are met going clockwise from `after`."""
    return sorted(seats, key=lambda seat: (seat - after - 1) % size)


def mover(source: Seats, policy: Policy = TDA, rng: random.Random | None = None, target: Seats | None = None) -> int:
    """The seat that moves: by TDA 11-A who would post the big blind next, where the house has not chosen another.

    Players who are not moved are passed over, and the next one moves. Raises `IndexError` if all of them are.
    """
    seats = [seat for seat in source.players if seat not in source.fixed]
    if policy.mover == "lot" and rng is not None:
        return rng.choice(sorted(seats))
    in_turn = clockwise(source.big_blind or source.button or source.size, seats, source.size)
    if policy.mover == "moved longest ago":
        return min(in_turn, key=lambda seat: source.moved.get(source.players[seat], 0))
    if policy.mover == "same position" and target is not None and (free := target.free()):
        places = [position(target, seat) for seat in free]
        return min(in_turn, key=lambda seat: min(abs(position(source, seat) - place) for place in places))
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


def plan(
    tables: Sequence[Seats], size: int, rng: random.Random, policy: Policy = TDA, leaving: Collection[int] = ()
) -> list[Move]:
    """Every move that is due: tables broken while the rest can seat all, then balanced with the fewest moves.

    leaving: tables that break already, so that nobody stays there. By default the table with the highest number is broken
    first; its players draw for the free seats of the tables they fill up, and any seat may fall to them (TDA 10). Balancing
    takes from the largest table (the lowest number of equals: TDA 11-C wants a procedure that is known before). Takes m·log(t)
    for m moves between t tables.
    """
    room = _Room(tables, policy)
    moves: list[Move] = []
    for rest in room.leave(leaving):
        moves += room.make_all(_reseat(rest, room, rng, policy))
    while (broken := room.next_break(size)) is not None:
        room.drop(broken.table)
        moves += room.make_all(_reseat(broken, room, rng, policy))
    room.leave_empty()
    while room.spread() >= policy.least(len(room.now)):
        source, target = room.largest_giving(), room.smallest()
        if source is None or target is None or len(source.players) - len(target.players) < MOVE_AT:
            break  # whoever could move stays where they are
        seat = mover(source, policy, rng, target)
        entry = source.players[seat]
        place = destination(target, entry, policy, position(source, seat))
        if place is None:
            break  # only the small blind is free: wait a hand
        moves.append(Move(entry, source.table, target.table, place))
        room.make(moves[-1])
    return moves


def as_moved(tables: Sequence[Seats], moves: Sequence[Move]) -> list[Seats]:
    """The tables once these moves are made, by their numbers."""
    found = {table.table: table for table in tables}
    for move in moves:
        left = {seat: one for seat, one in found[move.table].players.items() if one != move.entry}
        found[move.table] = replace(found[move.table], players=left)
        target = found[move.to_table]
        found[move.to_table] = replace(target, players={**target.players, move.to_seat: move.entry})
    return [found[number] for number in sorted(found)]


def wrong_calls(tables: Sequence[Seats], called: Sequence[tuple[Move, bool]], size: int) -> list[int]:
    """The entries whose moves, called one after the other and not made yet, are no longer due, by the tables as they are now.

    Each move with whether its table breaks. A table breaks on as long as the others have a seat for each of its players, those
    who were called away before it broke too; of several the one called last is the first to stay. A move that balances is due
    while its table is the larger by two.
    """
    leaving = list(dict.fromkeys(move.table for move, breaks in called if breaks))
    while leaving and not _fit(tables, set(leaving), size):
        leaving.pop()
    wrong = [move.entry for move, breaks in called if breaks and move.table not in leaving]
    wrong += [move.entry for move, breaks in called if move.to_table in leaving and move.entry not in wrong]
    standing = [(move, breaks) for move, breaks in called if move.entry not in wrong]
    sizes = {table.table: len(table.players) for table in as_moved(tables, [move for move, _breaks in standing])}
    for move, breaks in reversed(standing):
        stays = not breaks and move.table not in leaving
        if stays and sizes[move.table] + 1 - (sizes[move.to_table] - 1) < MOVE_AT:
            wrong.append(move.entry)
            sizes[move.table] += 1
            sizes[move.to_table] -= 1
    return wrong


def _fit(tables: Sequence[Seats], leaving: Collection[int], size: int) -> bool:
    """True if the other tables seat the players of those that break."""
    stay = [table for table in tables if table.table not in leaving]
    going = sum(len(table.players) for table in tables if table.table in leaving)
    there = sum(len(table.players) for table in stay)
    free = sum(len(table.free()) for table in stay)
    return bool(stay) and going <= free and there + going <= len(stay) * size


def next_break(tables: Sequence[Seats], size: int, policy: Policy = TDA) -> int | None:
    """The number of the table that is broken next, if the others have a seat for each of its players; else None."""
    broken = _Room(tables, policy).next_break(size)
    return None if broken is None else broken.table


class _Room:
    """The tables while a plan is made. Each order in which they are asked for is a heap; what has changed since it was
    pushed there no longer fits its key, and is passed over."""

    def __init__(self, tables: Sequence[Seats], policy: Policy) -> None:
        self.now: dict[int, Seats] = {}
        self.reserved = {entry: table.table for table in tables for entry in table.held.values() if entry}
        self._listed = {number: at for at, number in enumerate(policy.order)}
        self._breaks, self._most = policy.breaks, policy.most
        self._reserve = policy.reserve
        self._sizes = Counter[int]()
        self._players = self._free = self._count = 0  # of the tables that may be broken
        self._fills_all = sum(len(table.players) for table in tables) >= 2 * len(tables)
        self._breaking: list[tuple[int, int, int]] = []
        self._smallest: list[tuple[int, int]] = []
        self._largest: list[tuple[int, int]] = []
        for table in tables:
            self.put(table)

    def put(self, table: Seats) -> None:
        """The table as it is from now on."""
        self.drop(table.table)
        self.now[table.table] = table
        count = len(table.players)
        self._sizes[count] += 1
        if not self._keeps(table):
            self._count += 1
            self._players += count
            self._free += len(table.free())
            heapq.heappush(self._breaking, self._turn(table))
        heapq.heappush(self._smallest, (count, table.table))
        heapq.heappush(self._largest, (-count, table.table))

    def drop(self, number: int) -> None:
        """The table is gone."""
        table = self.now.pop(number, None)
        if table is None:
            return
        count = len(table.players)
        self._sizes[count] -= 1
        if not self._sizes[count]:
            del self._sizes[count]
        if not self._keeps(table):
            self._count -= 1
            self._players -= count
            self._free -= len(table.free())

    def _keeps(self, table: Seats) -> bool:
        """True if the floor keeps it open, and nobody sits there alone for good."""
        return table.kept and (len(table.players) != 1 or self._fills_all)

    def make(self, move: Move) -> None:
        """A player has moved."""
        if (source := self.now.get(move.table)) is not None:
            left = {seat: entry for seat, entry in source.players.items() if entry != move.entry}
            self.put(replace(source, players=left))
        target = self.now[move.to_table]
        self.put(replace(target, players={**target.players, move.to_seat: move.entry}))

    def make_all(self, moves: list[Move]) -> list[Move]:
        """These players have moved; the moves."""
        for move in moves:
            self.make(move)
        return moves

    def leave_empty(self) -> None:
        """Nobody is sent to a table that is empty, as long as not every table has two: who goes first would sit alone."""
        players = sum(len(table.players) for table in self.now.values())
        for number in sorted((one for one, table in self.now.items() if not table.players), reverse=True):
            if players < 2 * len(self.now):
                self.drop(number)

    def spread(self) -> int:
        """By how many players the largest and the smallest table differ."""
        return max(self._sizes) - min(self._sizes) if self._sizes else 0

    def next_break(self, size: int) -> Seats | None:
        """The table that is broken next; None if the others cannot seat its players."""
        reserve = self._reserve if self._players >= 2 * self._count else 0
        if not can_break(self._players + reserve, self._count, min(size, self._most or size)):
            return None
        table = self._first(self._breaking, self._turn)
        if table is None or table.stays or self._free - len(table.free()) < len(table.players) + reserve:
            return None
        return table

    def leave(self, numbers: Collection[int]) -> list[Seats]:
        """Take those tables out, if the others seat everybody there; those of them that have players."""
        going = [self.now[number] for number in sorted(numbers) if number in self.now]
        for table in going:
            self.drop(table.table)
        if sum(len(table.players) for table in going) > sum(len(table.free()) for table in self.now.values()):
            for table in going:
                self.put(table)
            return []
        return [table for table in going if table.players]

    def largest_giving(self) -> Seats | None:
        """The largest table that has somebody who may be moved."""
        while (table := self._first(self._largest, lambda one: (-len(one.players), one.table))) is not None:
            if any(seat not in table.fixed for seat in table.players):
                return table
            heapq.heappop(self._largest)  # it is pushed again when its players change
        return None

    def smallest(self) -> Seats | None:
        """The smallest table."""
        return self._first(self._smallest, lambda one: (len(one.players), one.table))

    def smallest_open(self) -> Seats:
        """The smallest table with a free seat; `next_break` has seen that there is one."""
        full = []
        while (table := self.smallest()) is not None and not table.free():
            full.append(heapq.heappop(self._smallest))
        for key in full:
            heapq.heappush(self._smallest, key)
        assert table is not None
        return table

    def _first(self, heap: list[_Key], key: Callable[[Seats], _Key]) -> Seats | None:
        """The table at the head of the heap, after what is out of date there."""
        while heap:
            number = abs(heap[0][-1])
            table = self.now.get(number)
            if table is not None and key(table) == heap[0]:
                return table
            heapq.heappop(heap)
        return None

    def _turn(self, table: Seats) -> tuple[int, int, int]:
        by_house = {"fewest players": len(table.players), "broken longest ago": table.broken}.get(self._breaks, 0)
        return self._listed.get(table.table, len(self._listed)), by_house, -table.table


def _reseat(broken: Seats, room: _Room, rng: random.Random, policy: Policy) -> list[Move]:
    """Where each player of a broken table goes. In the two-step draw (TDA 10-B) the seats they fill are mixed, each
    player draws a card, and the highest by suit takes the first seat. Leaves the room as it was."""
    entries = [broken.players[seat] for seat in sorted(broken.players)]
    rng.shuffle(entries)
    before, places = dict[int, Seats](), list[tuple[int, int]]()
    for entry in entries:
        own = room.now.get(room.reserved.get(entry, 0))
        if own is not None and not any(own.held.get(seat) == entry for seat in own.free(entry)):
            own = None
        if own is not None:
            target = own
        elif policy.reseat == "any free seat":
            open_tables = [table for table in room.now.values() if table.free()]
            (target,) = rng.choices(open_tables, [len(table.free()) for table in open_tables])
        else:
            target = room.smallest_open()
        seat = rng.choice(target.free(entry))
        places.append((target.table, seat))
        before.setdefault(target.table, target)
        room.put(replace(target, players={**target.players, seat: entry}))
    for table in before.values():
        room.put(table)
    cards = [""] * len(entries)
    is_reserved = any(entry in room.reserved for entry in entries)
    if policy.reseat == RESEATS[0] and not is_reserved:
        rng.shuffle(places)
        drawn = sorted(rng.sample(range(52), len(entries)), reverse=True)
        cards = [RANKS[card // 4] + SUITS[card % 4] for card in drawn]
    return [
        Move(entry, broken.table, table, seat, card)
        for entry, (table, seat), card in zip(entries, places, cards, strict=True)
    ]
