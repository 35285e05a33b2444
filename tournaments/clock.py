"""The tournament clock: arithmetic over stored instants. Nothing ticks, so nothing drifts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from tournaments.structures import Break, Item, Level


@dataclass(frozen=True, slots=True)
class Clock:
    """When it began, what it stood still, and when the breaks of unstated length were ended.

    `stood` are seconds of finished pauses; `ended` maps the index of an open-ended break to the clock's own seconds.
    """

    began: datetime | None = None
    paused: datetime | None = None
    stood: float = 0.0
    ended: Mapping[int, float] = field(default_factory=dict)

    def seconds(self, now: datetime) -> float:
        """How long the clock has run, in seconds."""
        if self.began is None:
            return 0.0
        until = self.paused or now
        return max(0.0, (until - self.began).total_seconds() - self.stood)

    def as_json(self) -> dict[str, Any]:
        """For a snapshot."""
        return {
            "began": self.began and self.began.isoformat(),
            "paused": self.paused and self.paused.isoformat(),
            "stood": self.stood,
            "ended": {str(at): seconds for at, seconds in self.ended.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Clock:
        """The clock of a snapshot."""
        return cls(
            began=datetime.fromisoformat(data["began"]) if data["began"] else None,
            paused=datetime.fromisoformat(data["paused"]) if data["paused"] else None,
            stood=data["stood"],
            ended={int(at): seconds for at, seconds in data["ended"].items()},
        )


@dataclass(frozen=True, slots=True)
class Moment:
    """Where the clock is: the item, and the seconds left of it (None: until the director, or for ever).

    `until_break`: seconds to the next break, None if there is none or an open end lies before it.
    """

    index: int
    item: Item
    left: float | None
    until_break: float | None


def moment(items: Sequence[Item], clock: Clock, now: datetime) -> Moment:
    """Where the clock is at `now`. The last level lasts until the tournament ends."""
    ran = clock.seconds(now)
    start = 0.0
    for index, item in enumerate(items):
        length = duration(items, clock, index, start)
        if length is None or ran < start + length:
            left = None if length is None else start + length - ran
            return Moment(index, item, left, _until_break(items, index, left))
        start += length
    index = len(items) - 1  # unreachable: the last item has no end
    return Moment(index, items[index], None, None)


def duration(items: Sequence[Item], clock: Clock, index: int, start: float) -> float | None:
    """How long an item lasts in seconds; None where only the director, or the tournament's end, ends it."""
    item = items[index]
    if index == len(items) - 1:
        return None
    if item.minutes is not None:
        return item.minutes * 60.0
    if isinstance(item, Break) and index in clock.ended:
        return max(0.0, clock.ended[index] - start)
    return None


def _until_break(items: Sequence[Item], index: int, left: float | None) -> float | None:
    total = left
    for item in items[index + 1 :]:
        if total is None:
            return None
        if isinstance(item, Break):
            return total
        total = total + item.minutes * 60.0 if item.minutes is not None else None
    return None


def level_at(items: Sequence[Item], index: int) -> Level:
    """The level in force at an item: a break belongs to the level before it, or to the first."""
    for item in [*reversed(items[: index + 1]), *items]:
        if isinstance(item, Level):
            return item
    raise ValueError("a structure without levels")


def end_of(now: datetime, left: float | None) -> datetime | None:
    """The instant at which so many seconds have passed."""
    return None if left is None else now + timedelta(seconds=left)
