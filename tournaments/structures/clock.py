"""The tournament clock: arithmetic over stored instants. Nothing ticks, so nothing drifts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from club.base.errors import ClubError
from engine.messages.message import Message
from tournaments.messages.structures import ClockText
from tournaments.structures.levels_and_breaks import Break, Item, Level


class BadClock(ClubError, ValueError):
    """A place or an instant at which the clock cannot stand."""

    def __init__(self, message: Message) -> None:
        super().__init__("bad_clock", message, 422)


@dataclass(frozen=True, slots=True)
class Clock:
    """When it began, what it stood still, and when the breaks of unstated length were ended.

    `stood` are seconds of finished pauses; `ended` maps the index of an open-ended break to the clock's own seconds;
    `extra` the index of an item to the seconds that were added to it, or taken off. `held`: it stands since then because
    play is hand for hand, and moves on only by what each hand is charged. `rest`: it stands from then until then, since all
    tournaments have their break at one time.
    """

    began: datetime | None = None
    paused: datetime | None = None
    stood: float = 0.0
    ended: Mapping[int, float] = field(default_factory=dict)
    extra: Mapping[int, float] = field(default_factory=dict)
    held: datetime | None = None
    rest: tuple[datetime, datetime] | None = None

    def seconds(self, now: datetime) -> float:
        """How long the clock has run, in seconds."""
        if self.began is None:
            return 0.0
        until = self.held or self.paused or now
        # To the microsecond, as instants are: a clock set to the start of a level is not an instant before it.
        return max(0.0, round((until - self.began).total_seconds() - self.stood - self.rested(until), 6))

    def rested(self, now: datetime) -> float:
        """Seconds of the rest that have passed."""
        if self.rest is None:
            return 0.0
        return max(0.0, (min(now, self.rest[1]) - self.rest[0]).total_seconds())

    def rest_left(self, now: datetime) -> float:
        """Seconds of the rest that are left; 0 if the clock does not rest."""
        if self.rest is None or not self.rest[0] <= now < self.rest[1]:
            return 0.0
        return (self.rest[1] - now).total_seconds()

    def as_json(self) -> dict[str, Any]:
        """For a snapshot."""
        return {
            "began": self.began and self.began.isoformat(),
            "paused": self.paused and self.paused.isoformat(),
            "stood": self.stood,
            "ended": {str(at): seconds for at, seconds in self.ended.items()},
            "extra": {str(at): seconds for at, seconds in self.extra.items()},
            "held": self.held and self.held.isoformat(),
            "rest": self.rest and [instant.isoformat() for instant in self.rest],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Clock:
        """The clock of a snapshot."""
        return cls(
            began=datetime.fromisoformat(data["began"]) if data["began"] else None,
            paused=datetime.fromisoformat(data["paused"]) if data["paused"] else None,
            stood=data["stood"],
            ended={int(at): seconds for at, seconds in data["ended"].items()},
            extra={int(at): seconds for at, seconds in data.get("extra", {}).items()},
            held=datetime.fromisoformat(data["held"]) if data.get("held") else None,
            rest=(datetime.fromisoformat(data["rest"][0]), datetime.fromisoformat(data["rest"][1]))
            if data.get("rest")
            else None,
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
    """Where the clock is at `now`; what is left is with the rest that all tournaments have. The last level lasts until the
    tournament ends."""
    ran, rest = clock.seconds(now), clock.rest_left(now)
    start = 0.0
    for index, item in enumerate(items):
        length = duration(items, clock, index, start)
        if length is None or ran < start + length:
            left = None if length is None else start + length - ran + rest
            return Moment(index, item, left, _until_break(items, index, left))
        start += length
    index = len(items) - 1  # unreachable: the last item has no end
    return Moment(index, items[index], None, None)


def start_of(items: Sequence[Item], clock: Clock, index: int) -> float:
    """When an item that has begun did so, in the clock's seconds."""
    start = 0.0
    for at in range(index):
        start += duration(items, clock, at, start) or 0.0
    return start


def duration(items: Sequence[Item], clock: Clock, index: int, start: float) -> float | None:
    """How long an item lasts in seconds; None where only the director, or the tournament's end, ends it."""
    item = items[index]
    if index == len(items) - 1:
        return None
    if item.minutes is not None:
        return max(0.0, item.minutes * 60.0 + clock.extra.get(index, 0.0))
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


def jumped(items: Sequence[Item], clock: Clock, index: int, now: datetime) -> Clock:
    """The clock set to the beginning of an item. What was ended or added from there on is forgotten; breaks without a
    stated length that lie before it and were not reached are passed over. Raises `BadClock` for an item that is none."""
    if not 0 <= index < len(items):
        raise BadClock(ClockText.NO_ITEM(most=len(items) - 1, index=index))
    clock = rest_cut(clock, now)
    ended = {at: seconds for at, seconds in clock.ended.items() if at < index}
    made = replace(clock, ended=ended, extra={at: seconds for at, seconds in clock.extra.items() if at < index})
    start = 0.0
    for at in range(index):
        length = duration(items, made, at, start)
        if length is None:
            ended[at] = start
        start += length or 0.0
    return replace(made, stood=made.stood + _ran(made, now) - start)


def adjusted(items: Sequence[Item], clock: Clock, seconds: float, now: datetime) -> Clock:
    """The clock with so many seconds added to what is left of the present item, or taken off.

    Raises `BadClock` if the item has no end, or would be over.
    """
    where = moment(items, clock, now)
    if where.left is None or where.left - clock.rest_left(now) + seconds <= 0:
        raise BadClock(ClockText.SECONDS_LEFT(left=round(where.left or 0)))
    return replace(clock, extra={**clock.extra, where.index: clock.extra.get(where.index, 0.0) + seconds})


def at_rest(clock: Clock, now: datetime, until: datetime) -> Clock:
    """The clock standing from now until then for the break of all tournaments; an earlier rest is time that it stood."""
    return replace(clock, rest=(now, until), stood=clock.stood + clock.rested(now))


def rest_cut(clock: Clock, now: datetime) -> Clock:
    """The clock with its rest over by now; harmless without one."""
    if not clock.rest_left(now) or clock.rest is None:
        return clock
    return replace(clock, rest=(clock.rest[0], now))


def held(clock: Clock, now: datetime) -> Clock:
    """The clock stopped for hand-for-hand play (TDA RP-8); harmless if it is."""
    return clock if clock.held is not None else replace(rest_cut(clock, now), held=clock.paused or now)


def released(clock: Clock, now: datetime) -> Clock:
    """The clock running on after it, from where the hands have brought it; harmless if it does."""
    if clock.held is None:
        return clock
    stood = ((clock.paused or now) - clock.held).total_seconds()
    return replace(clock, held=None, stood=clock.stood + stood)


def is_ahead(clock: Clock, now: datetime, *, apart: timedelta) -> bool:
    """True if the clock runs, and would only begin later than `apart` from now: a machine's wrong clock started it, or had it
    run on."""
    return clock.paused is None and clock.held is None and _ran(clock, now) < -apart.total_seconds()


def _ran(clock: Clock, now: datetime) -> float:
    """Like `Clock.seconds`, and below zero before the clock's own beginning."""
    began = clock.began or now
    until = clock.held or clock.paused or now
    return (until - began).total_seconds() - clock.stood - clock.rested(until)


def level_at(items: Sequence[Item], index: int) -> Level:
    """The level in force at an item: a break belongs to the level before it, or to the first."""
    for item in [*reversed(items[: index + 1]), *items]:
        if isinstance(item, Level):
            return item
    raise BadClock(ClockText.NO_LEVELS())


def end_of(now: datetime, left: float | None) -> datetime | None:
    """The instant at which so many seconds have passed."""
    return None if left is None else now + timedelta(seconds=left)
