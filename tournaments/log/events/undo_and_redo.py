"""Undo and redo: which line is turned, and the change by which that is done, of the class its kind names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Self

from django.utils.translation import gettext_noop as _

from tournaments.base.json_fields import BadFields, by_floor, named, read
from tournaments.log.events import (
    clock,
    floor_orders,
    hand_for_hand,
    knockouts,
    penalties_and_colour_ups,
    purchases,
    seats,
)
from tournaments.log.events.log_event import Change, LogEvent, Undoable
from tournaments.log.state import State

UNDOABLE: dict[str, type[Undoable]] = {
    one.kind: one
    for one in (
        *(clock.Paused, clock.Resumed, clock.BreakEnded, clock.ClockAdjusted, clock.LevelSet),
        *(clock.StructureChanged, clock.MessageShown),
        *(
            seats.Moved,
            seats.CallDropped,
            seats.TableOpened,
            seats.FinalTable,
            knockouts.KnockedOut,
            purchases.RebuyOffered,
        ),
        *(
            floor_orders.SeatHeld,
            floor_orders.PlayerFixed,
            floor_orders.PlayerDeals,
            floor_orders.BreakOrderSet,
            floor_orders.HaltWaived,
        ),
        *(floor_orders.ButtonTold, floor_orders.StacksCounted, hand_for_hand.HandPlayed, hand_for_hand.StartStacksTold),
        *(
            penalties_and_colour_ups.HandsToMiss,
            penalties_and_colour_ups.ColouredUp,
            penalties_and_colour_ups.TableColoured,
        ),
    )
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(LogEvent):
    """An act of the floor is turned: `line` is its number, `of` its kind. In JSON the fields of `change` stand beside them."""

    change_of: ClassVar[str]
    line: int
    of: str = named("kind")
    why: str
    floor: bool = by_floor()
    change: Change

    @property
    def is_free(self) -> bool:
        """True if the act that is turned may be written while an end waits for approval."""
        return UNDOABLE[self.of].is_harmless

    @property
    def whose(self) -> int | None:
        """The entry that the change is about."""
        entry: int | None = getattr(self.change, "entry", None)
        return entry

    def apply(self, state: State, at: datetime) -> State:
        """The state after the change."""
        return self.change.apply(state, at)

    def as_json(self) -> dict[str, Any]:
        """Line, kind, why, and the fields of the change."""
        told = {"line": self.line, "kind": self.of, "why": self.why, "floor": True}
        return {**told, **self.change.as_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The line of that JSON. Raises `BadFields`, also for a kind that is not undone."""
        own = ("line", "kind", "why", "floor")
        if any(name not in data for name in own) or data["kind"] not in UNDOABLE:
            raise BadFields(f"{cls.__name__} needs {', '.join(own)}, the kind one that undo takes back")
        change = {name: value for name, value in data.items() if name not in own}
        made = read(getattr(UNDOABLE[data["kind"]], cls.change_of), change)
        return cls(line=data["line"], of=data["kind"], why=data["why"], change=made)


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Turn):
    """An act is taken back."""

    kind = "undone"
    narration = _("Line %(line)s undone")
    decision = _("Undone")
    no_inverse = "the act is done again by `redone`"
    change_of = "Back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Redone(Turn):
    """An act that was taken back is done again."""

    kind = "redone"
    narration = _("Line %(line)s done again")
    decision = _("Done again")
    no_inverse = "the act is taken back again by `undone`"
    change_of = "Again"
