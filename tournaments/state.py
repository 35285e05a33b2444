"""A tournament is its log of decisions; its state is the replay of the log. Values in, values out.

The log keeps what was decided and what fell out of a draw, never an amount that the ledger holds: a stack is the balance
of its account.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from tournaments.clock import Clock

ANNOUNCED, REGISTERING, RUNNING, FINISHED, CANCELLED = "announced", "registering", "running", "finished", "cancelled"


class Event(NamedTuple):
    """One line of the log: what, with which particulars, and when."""

    kind: str
    data: Mapping[str, Any]
    at: datetime


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry is: at a table and seat, or out in a place (best and worst: a tie)."""

    table: int | None = None
    seat: int | None = None
    best: int | None = None
    worst: int | None = None

    @property
    def is_out(self) -> bool:
        """True for one who has been knocked out, or has won."""
        return self.best is not None


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
    clock: Clock = field(default_factory=Clock)

    @property
    def alive(self) -> list[int]:
        """The entries still in."""
        return [entry for entry, place in self.entries.items() if not place.is_out]

    def seated(self, table: int) -> dict[int, int]:
        """Seat to entry at a table."""
        return {
            place.seat: entry
            for entry, place in self.entries.items()
            if place.table == table and place.seat is not None
        }

    def as_json(self) -> dict[str, Any]:
        """For a snapshot."""
        return {
            "status": self.status,
            "entries": {str(entry): [p.table, p.seat, p.best, p.worst] for entry, p in self.entries.items()},
            "tables": {str(number): pk for number, pk in self.tables.items()},
            "hands": {str(number): pk for number, pk in self.hands.items()},
            "rounds": self.rounds,
            "played": self.played,
            "level": self.level,
            "clock": self.clock.as_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> State:
        """The state of a snapshot; an empty one is the beginning."""
        if not data:
            return cls()
        return cls(
            status=data["status"],
            entries={int(entry): Place(*where) for entry, where in data["entries"].items()},
            tables={int(number): pk for number, pk in data["tables"].items()},
            hands={int(number): pk for number, pk in data["hands"].items()},
            rounds=data["rounds"],
            played=data["played"],
            level=data["level"],
            clock=Clock.from_json(data["clock"]),
        )


def _without(mapping: Mapping[int, Any], key: int) -> dict[int, Any]:
    return {k: v for k, v in mapping.items() if k != key}


def apply(state: State, event: Event) -> State:
    """The state after one line of the log. Raises `KeyError` for a kind that is none."""
    return _APPLY[event.kind](state, event.data, event.at)


def replay(events: Iterable[Event]) -> State:
    """The state after all of them."""
    state = State()
    for event in events:
        state = apply(state, event)
    return state


def _registered(state: State, data: Mapping[str, Any], at: datetime) -> State:
    return replace(state, entries={**state.entries, data["entry"]: Place()})


def _unregistered(state: State, data: Mapping[str, Any], at: datetime) -> State:
    return replace(state, entries=_without(state.entries, data["entry"]))


def _started(state: State, data: Mapping[str, Any], at: datetime) -> State:
    entries = {**state.entries, **{entry: Place(table, seat) for entry, table, seat in data["seats"]}}
    tables = {int(number): pk for number, pk in data["tables"].items()}
    return replace(state, status=RUNNING, entries=entries, tables=tables, clock=Clock(began=at))


def _dealt(state: State, data: Mapping[str, Any], at: datetime) -> State:
    hands = {**state.hands, data["table"]: data["hand"]}
    return replace(state, hands=hands, rounds=data["round"], level=data["level"])


def _hand_taken(state: State, data: Mapping[str, Any], at: datetime) -> State:
    return replace(state, hands=_without(state.hands, data["table"]), played=state.played + (not data["void"]))


def _knocked_out(state: State, data: Mapping[str, Any], at: datetime) -> State:
    out = Place(best=data["best"], worst=data["worst"])
    return replace(state, entries={**state.entries, data["entry"]: out})


def _moved(state: State, data: Mapping[str, Any], at: datetime) -> State:
    return replace(state, entries={**state.entries, data["entry"]: Place(data["to_table"], data["to_seat"])})


def _table_broken(state: State, data: Mapping[str, Any], at: datetime) -> State:
    return replace(state, tables=_without(state.tables, data["table"]))


def _final_table(state: State, data: Mapping[str, Any], at: datetime) -> State:
    entries = {**state.entries, **{entry: Place(data["table"], seat) for entry, seat in data["seats"]}}
    return replace(state, entries=entries, tables={data["table"]: data["id"]})


def _paused(state: State, data: Mapping[str, Any], at: datetime) -> State:
    return replace(state, clock=replace(state.clock, paused=at))


def _resumed(state: State, data: Mapping[str, Any], at: datetime) -> State:
    clock = state.clock
    stood = 0.0 if clock.paused is None else (at - clock.paused).total_seconds()
    return replace(state, clock=replace(clock, paused=None, stood=clock.stood + stood))


def _break_ended(state: State, data: Mapping[str, Any], at: datetime) -> State:
    ended = {**state.clock.ended, data["index"]: state.clock.seconds(at)}
    return replace(state, clock=replace(state.clock, ended=ended))


def _finished(state: State, data: Mapping[str, Any], at: datetime) -> State:
    clock = state.clock if state.clock.paused else replace(state.clock, paused=at)
    return replace(state, status=FINISHED, tables={}, hands={}, clock=clock)


def _cancelled(state: State, data: Mapping[str, Any], at: datetime) -> State:
    return replace(state, status=CANCELLED)


_APPLY = {
    "registered": _registered,
    "unregistered": _unregistered,
    "started": _started,
    "dealt": _dealt,
    "hand_taken": _hand_taken,
    "knocked_out": _knocked_out,
    "moved": _moved,
    "table_broken": _table_broken,
    "final_table": _final_table,
    "paused": _paused,
    "resumed": _resumed,
    "break_ended": _break_ended,
    "finished": _finished,
    "cancelled": _cancelled,
}
KINDS = tuple(_APPLY)
