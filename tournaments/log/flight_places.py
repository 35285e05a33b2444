"""Places of those who are out in flights: below everybody of Day 2, counted over all flights. Values in, values out.

No chip of one flight was ever at stake in another, so who of two flights stayed longer is a matter of the event's policy;
those whom it makes equal share their places.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tournaments.log.prize_state import PrizeState

# How far an entry came, by its place in a flight and that flight's entries: the less, the better.
POLICIES: dict[str, Callable[[int, int], Fraction]] = {
    "share": Fraction,
    "left": lambda place, entered: Fraction(place),
    "day-two": lambda place, entered: Fraction(1),
}


@dataclass(frozen=True, slots=True)
class MergedFlight:
    """A flight that was bagged, as its Day 2 keeps it.

    flight: its primary key. entered: its entries, those that entered again with them. level: where play goes on from it.
    through: the entries here that came with it. eliminated: the entries here of those who were out, with the place (1 or more)
    in which each went out in its own flight. policy: one of `POLICIES`. paid: what the flight paid, in chips by entry here.
    prize_state: the bounties that go on with them, and who is out of the prizes, by entries here.
    """

    flight: int
    entered: int
    level: int
    policy: str
    through: tuple[int, ...] = ()
    eliminated: Mapping[int, int] = field(default_factory=dict)
    paid: Mapping[int, int] = field(default_factory=dict)
    prize_state: PrizeState = field(default_factory=PrizeState)

    def as_json(self) -> dict[str, Any]:
        """For a line of the log, or a snapshot."""
        return {
            "flight": self.flight,
            "entered": self.entered,
            "level": self.level,
            "policy": self.policy,
            "through": list(self.through),
            "eliminated": {str(entry): place for entry, place in self.eliminated.items()},
            "paid": {str(entry): chips for entry, chips in self.paid.items()},
            "prize_state": None if self.prize_state == PrizeState() else self.prize_state.as_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> MergedFlight:
        """The flight of a line or a snapshot."""
        eliminated = {int(entry): place for entry, place in data["eliminated"].items()}
        paid = {int(entry): chips for entry, chips in data.get("paid", {}).items()}
        told = (data["flight"], data["entered"], data["level"], data["policy"])
        return cls(*told, tuple(data["through"]), eliminated, paid, PrizeState.from_json(data.get("prize_state") or {}))


def elimination_numbers(merged_flights: Sequence[MergedFlight]) -> dict[int, int]:
    """The number of the knock-out of each who is out in a flight: below 0, so below every knock-out of Day 2.

    The nearer to 0 the better placed; who came equally far has the same.
    """
    came = {
        entry: POLICIES[one.policy](place, one.entered)
        for one in merged_flights
        for entry, place in one.eliminated.items()
    }
    order = {value: -at for at, value in enumerate(sorted(set(came.values())), 1)}
    return {entry: order[value] for entry, value in came.items()}
