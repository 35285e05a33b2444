"""What the log of a tournament says at one time: a value, and how a snapshot keeps it. `replay` makes it of the log's lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from tournaments.log.flight_places import MergedFlight
from tournaments.log.orders_in_force import Orders
from tournaments.log.prize_state import PrizeState
from tournaments.seating.brackets import Stage
from tournaments.seating.places_of_knockouts import RoundRank
from tournaments.structures.clock import Clock

ANNOUNCED, REGISTERING, RUNNING, FINISHED, CANCELLED = "announced", "registering", "running", "finished", "cancelled"
BAGGED = "bagged"  # a flight that is over: its survivors go on in its Day 2


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry is: at a table and seat, or out in a place (best and worst: a tie).

    `elimination_number` numbers the knock-outs in their order; who tie have the same.
    """

    table: int | None = None
    seat: int | None = None
    best: int | None = None
    worst: int | None = None
    elimination_number: int | None = None

    @property
    def is_out(self) -> bool:
        """True for one who has been knocked out, or has won."""
        return self.best is not None


class Deciding(NamedTuple):
    """One without chips who may buy new ones until then, and the number of the knock-out if they do not. The seat is kept.

    eliminators: who won the bounty then, as entries; None where the hand does not tell. round: how the knock-out is ranked with the
    others of a round played hand for hand, in which the chips were lost; None: in none.
    """

    until: datetime
    elimination_number: int
    eliminators: tuple[int, ...] | None = None
    round: RoundRank | None = None


class EndRequest(NamedTuple):
    """A request that waits for a second person: `act` is "call-off" or "reopen", `by` the user who asked, by primary key.

    how: what becomes of the money of an event called off, a choice of `TournamentRules.called_off`.
    """

    act: str
    why: str
    by: int | None
    how: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """Everything the log says. `tables` maps a table's number to its id, `hands` to the hand being played there."""

    status: str = REGISTERING
    entries: Mapping[int, Place] = field(default_factory=dict)
    tables: Mapping[int, int] = field(default_factory=dict)
    hands: Mapping[int, int] = field(default_factory=dict)
    rounds: int = 0  # times that hands were dealt: at every table at once, where play is hand for hand
    played: int = 0
    level: int = 0
    eliminations: int = 0  # knock-outs so far, ties counted once
    item: int = 0  # that of the structure which the log last said has begun
    rests: tuple[int, int] | None = None  # the break of all tournaments: minute of the hour (UTC), and minutes
    level_began: datetime | None = None  # when the log said so of the level in force: it keeps the rules of then
    message: str = ""  # what the director has put on the screens
    clock: Clock = field(default_factory=Clock)
    edition: int = 0  # of the structure: 0 as announced, then numbered by its edits
    prize_state: PrizeState = field(default_factory=PrizeState)
    orders: Orders = field(default_factory=Orders)
    deciding: Mapping[int, Deciding] = field(default_factory=dict)  # entries without chips that may rebuy
    is_closed: bool = False  # registration, by hand
    last_table: int = 0  # the highest number that a table has had
    stage: Stage | None = None  # the round, where tables play down for themselves
    bags: Mapping[int, int] = field(default_factory=dict)  # of a flight that was bagged: chips by entry, as counted
    merged_flights: tuple[MergedFlight, ...] = ()  # of a Day 2: the flights that were bagged, in their order
    request: EndRequest | None = None  # to call the event off, or to reopen it: it waits for a second person
    returned: Mapping[int, int] = field(default_factory=dict)  # of an event called off: chips by entry that it paid
    is_reopened: bool = False  # it was over once: its end is said by the floor

    @property
    def alive(self) -> list[int]:
        """The entries still in."""
        return [entry for entry, place in self.entries.items() if not place.is_out]

    @property
    def playing(self) -> list[int]:
        """The entries with a seat and chips."""
        return [entry for entry in self.alive if self.entries[entry].seat is not None and entry not in self.deciding]

    def next_elimination(self, entry: int) -> int:
        """The number of the knock-out of an entry that goes out now; in rounds that of its rank at the own table."""
        return self.eliminations + 1 if self.stage is None else self.stage.elimination_number(entry, self.alive)

    def seated(self, table: int) -> dict[int, int]:
        """Seat to entry at a table."""
        return {
            place.seat: entry
            for entry, place in self.entries.items()
            if place.table == table and place.seat is not None
        }

    def room(self) -> dict[int, dict[int, int]]:
        """`seated` for every table, in one pass."""
        found: dict[int, dict[int, int]] = {number: {} for number in self.tables}
        for entry, place in self.entries.items():
            if place.table is not None and place.seat is not None:
                found.setdefault(place.table, {})[place.seat] = entry
        return found

    def as_json(self) -> dict[str, Any]:
        """For a snapshot."""
        return {
            "status": self.status,
            "entries": _entries_as_json(self.entries),
            "tables": {str(number): pk for number, pk in self.tables.items()},
            "hands": {str(number): pk for number, pk in self.hands.items()},
            "rounds": self.rounds,
            "played": self.played,
            "level": self.level,
            "eliminations": self.eliminations,
            "item": self.item,
            "rests": self.rests and list(self.rests),
            "level_began": self.level_began and self.level_began.isoformat(),
            "message": self.message,
            "clock": self.clock.as_json(),
            "edition": self.edition,
            "prize_state": self.prize_state.as_json(),
            "orders": self.orders.as_json(),
            "deciding": {
                str(entry): [
                    one.until.isoformat(),
                    one.elimination_number,
                    one.eliminators,
                    one.round and list(one.round),
                ]
                for entry, one in self.deciding.items()
            },
            "is_closed": self.is_closed,
            "last_table": self.last_table,
            "stage": None if self.stage is None else self.stage.as_json(),
            "bags": {str(entry): chips for entry, chips in self.bags.items()},
            "merged_flights": [one.as_json() for one in self.merged_flights],
            "request": self.request and list(self.request),
            "is_reopened": self.is_reopened,
            "returned": {str(entry): chips for entry, chips in self.returned.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> State:
        """The state of a snapshot; an empty one is the beginning."""
        if not data:
            return cls()
        return cls(
            status=data["status"],
            entries=_entries_from_json(data["entries"]),
            tables={int(number): pk for number, pk in data["tables"].items()},
            hands={int(number): pk for number, pk in data["hands"].items()},
            rounds=data["rounds"],
            played=data["played"],
            level=data["level"],
            eliminations=data.get("eliminations", 0),
            item=data.get("item", 0),
            rests=(data["rests"][0], data["rests"][1]) if data.get("rests") else None,
            level_began=datetime.fromisoformat(data["level_began"]) if data.get("level_began") else None,
            message=data.get("message", ""),
            clock=Clock.from_json(data["clock"]),
            edition=data.get("edition", 0),
            prize_state=PrizeState.from_json(data.get("prize_state", {})),
            orders=Orders.from_json(data.get("orders", {})),
            deciding={int(entry): _deciding(*told) for entry, told in data.get("deciding", {}).items()},
            is_closed=data.get("is_closed", False),
            last_table=data.get("last_table") or max((int(number) for number in data["tables"]), default=0),
            stage=Stage.from_json(data["stage"]) if data.get("stage") else None,
            bags={int(entry): chips for entry, chips in data.get("bags", {}).items()},
            merged_flights=tuple(MergedFlight.from_json(one) for one in data.get("merged_flights", ())),
            request=EndRequest(*data["request"]) if data.get("request") else None,
            is_reopened=data.get("is_reopened", False),
            returned={int(entry): chips for entry, chips in data.get("returned", {}).items()},
        )


WAITING = Place()  # entered, and not seated yet


def _deciding(
    until: str, elimination_number: int, eliminators: list[int] | None, at: list[Any] | None = None
) -> Deciding:
    won = None if eliminators is None else tuple(eliminators)
    return Deciding(datetime.fromisoformat(until), elimination_number, won, None if at is None else RoundRank(*at))


def _entries_as_json(entries: Mapping[int, Place]) -> dict[str, Any]:
    """Those who wait for the draw as runs of numbers, those in play by table, in the order of its seats: a snapshot is
    written with every line, and ten thousand entries are not written out one by one each time."""
    waiting, seats, others = list[list[int]](), dict[int, list[int]](), list[list[int | None]]()
    for entry, place in sorted(entries.items()):
        if place == WAITING:
            if waiting and waiting[-1][1] == entry - 1:
                waiting[-1][1] = entry
            else:
                waiting.append([entry, entry])
        elif (
            place.table is not None
            and place.seat is not None
            and place.elimination_number is None
            and place.best is None
        ):
            at = seats.setdefault(place.table, [])
            at += [0] * (place.seat - len(at))
            at[place.seat - 1] = entry
        else:
            others.append([entry, place.table, place.seat, place.best, place.worst, place.elimination_number])
    return {"waiting": waiting, "seats": {str(table): at for table, at in sorted(seats.items())}, "others": others}


def _entries_from_json(data: Mapping[str, Any]) -> dict[int, Place]:
    """Where everybody is, by the numbers of the entries."""
    found: dict[int, Place] = {}
    for first, last in data["waiting"]:
        found |= dict.fromkeys(range(first, last + 1), WAITING)
    for table, at in data["seats"].items():
        number = int(table)
        found |= {entry: Place(number, seat) for seat, entry in enumerate(at, 1) if entry}
    found |= {entry: Place(*where) for entry, *where in data["others"]}
    return dict(sorted(found.items()))
