"""The clock, levels and breaks, the structure, and the message on the screens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Self

from django.utils.translation import gettext_noop as _

from tournaments.base.json_fields import by_floor
from tournaments.log.events.log_event import Change, LogEvent, Standing, Undoable
from tournaments.log.state import State
from tournaments.structures.clock import Clock, at_rest, rest_cut


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPut(Change):
    """The clock as it was, or as it is again."""

    clock: Clock

    def apply(self, state: State, at: datetime) -> State:
        """The state with that clock."""
        return replace(state, clock=self.clock)


@dataclass(frozen=True, slots=True, kw_only=True)
class OnClock(Undoable):
    """An act on the clock; by the floor it keeps the clock before it (`was`) and after it (`clock`)."""

    Back = Again = ClockPut
    was: Clock | None = None
    clock: Clock | None = None
    floor: bool = False

    def as_act(self, state: State, at: datetime) -> Self:
        """The same as an act of the floor in that state, which undo can take back."""
        return replace(self, was=state.clock, clock=self.apply(state, at).clock, floor=True)

    def back(self) -> Change:
        """The clock before it."""
        assert self.was is not None
        return ClockPut(clock=self.was)

    def again(self) -> Change:
        """The clock after it."""
        assert self.clock is not None
        return ClockPut(clock=self.clock)

    def is_as_left(self, state: State, standing: Standing) -> bool:
        """True if the clock is as it was put."""
        clock: Clock | None = self.clock if standing.turn is None else standing.turn.clock
        return state.clock == clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Paused(OnClock):
    """The clock is stopped. for_deal: by itself, since a deal is talked over."""

    kind = "paused"
    narration = _("Clock stopped")
    decision = _("Clock stopped")
    for_deal: bool = False

    def apply(self, state: State, at: datetime) -> State:
        """The clock stands."""
        return replace(state, clock=replace(rest_cut(state.clock, at), paused=at))


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumed(OnClock):
    """The clock runs on."""

    kind = "resumed"
    narration = _("Clock started again")
    decision = _("Clock started again")

    def apply(self, state: State, at: datetime) -> State:
        """The clock runs, and has stood still since it was stopped."""
        clock = state.clock
        stood = 0.0 if clock.paused is None or clock.held is not None else (at - clock.paused).total_seconds()
        return replace(state, clock=replace(clock, paused=None, stood=clock.stood + stood))


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakEnded(OnClock):
    """A break is over by the director's word: that of all tournaments (`is_rest`), or the item `index` of the structure."""

    kind = "break_ended"
    narration = _("Break ended")
    decision = _("Break ended")
    is_rest: bool = False
    index: int | None = None

    def apply(self, state: State, at: datetime) -> State:
        """The clock runs on."""
        if self.is_rest or self.index is None:
            return replace(state, clock=rest_cut(state.clock, at))
        ended = {**state.clock.ended, self.index: state.clock.seconds(at)}
        return replace(state, clock=replace(state.clock, ended=ended))


@dataclass(frozen=True, slots=True, kw_only=True)
class _ClockSet(OnClock):
    """An act that says where the clock is from now on."""

    clock: Clock

    def apply(self, state: State, at: datetime) -> State:
        """The state with that clock."""
        return replace(state, clock=self.clock)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockAdjusted(_ClockSet):
    """Seconds added to what is left of the level or break, or with a minus taken off."""

    kind = "clock_adjusted"
    narration = _("Clock adjusted by %(seconds)s seconds")
    decision = _("Clock adjusted")
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelSet(_ClockSet):
    """The clock is at the beginning of a level."""

    kind = "level_set"
    narration = _("Clock set to level %(level)s")
    decision = _("Level set")
    level: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanPut(Change):
    """The structure is of that edition; the sheet itself is the tournament's. lasts: where a level without an end now has
    one, the index of the item and the seconds that it lasts longer than its minutes."""

    edition: int
    lasts: tuple[int, float] | None = None

    def apply(self, state: State, at: datetime) -> State:
        """The state with that edition."""
        return planned(state, self.edition, self.lasts)


def planned(state: State, edition: int, lasts: tuple[int, float] | None) -> State:
    """The state with another edition of the structure."""
    clock = state.clock
    if lasts is not None:
        clock = replace(clock, extra={**clock.extra, lasts[0]: lasts[1]})
    return replace(state, edition=edition, clock=clock)


@dataclass(frozen=True, slots=True, kw_only=True)
class StructureChanged(Undoable):
    """Other levels and breaks to come: the whole sheet after and before, and `lasts` as in `PlanPut`."""

    kind = "structure_changed"
    narration = _("Levels to come changed")
    decision = _("Structure changed during play")
    Back = Again = PlanPut
    sheet: Mapping[str, Any]
    was_sheet: Mapping[str, Any]
    edition: int
    was_edition: int
    lasts: tuple[int, float] | None = None
    why: str
    floor: bool = by_floor()

    def apply(self, state: State, at: datetime) -> State:
        """The state with the new edition."""
        return planned(state, self.edition, self.lasts)

    def back(self) -> Change:
        """The edition before it."""
        return PlanPut(edition=self.was_edition)

    def again(self) -> Change:
        """The edition of it."""
        return PlanPut(edition=self.edition, lasts=self.lasts)

    def is_as_left(self, state: State, standing: Standing) -> bool:
        """True if the edition is the one that was put."""
        edition: int = self.edition if standing.turn is None else standing.turn.edition
        return state.edition == edition


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelChanged(LogEvent):
    """A level began. index: its item of the structure; words: the blinds; rests: as in `Started`."""

    kind = "level_changed"
    narration = _("Level %(level)s")
    title = _("Level changed")
    no_inverse = "time has passed: the clock is set to another level instead"
    index: int
    level: int
    words: str
    ante_words: str
    rests: tuple[int, int] | None = None

    def apply(self, state: State, at: datetime) -> State:
        """The level is in force, with the house rules of now."""
        return replace(state, item=self.index, level_began=at, rests=self.rests)


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakBegan(LogEvent):
    """A break of the structure began; it belongs to the level before it. minutes: None until the director ends it."""

    kind = "break_began"
    narration = _("Break")
    title = _("Break began")
    no_inverse = "time has passed: the break is ended, or the clock set to a level instead"
    index: int
    minutes: int | None

    def apply(self, state: State, at: datetime) -> State:
        """The break is on."""
        return replace(state, item=self.index)


@dataclass(frozen=True, slots=True, kw_only=True)
class RestBegan(LogEvent):
    """The break of all tournaments began."""

    kind = "rest_began"
    narration = _("Break of all tournaments: %(minutes)s minutes")
    title = _("Break of all tournaments began")
    no_inverse = "time has passed: the break is ended by hand instead"
    until: datetime
    minutes: int

    def apply(self, state: State, at: datetime) -> State:
        """The clock stands until then."""
        return replace(state, clock=at_rest(state.clock, at, self.until))


@dataclass(frozen=True, slots=True, kw_only=True)
class MessagePut(Change):
    """The message as it was, or as it is again; empty: none."""

    words: str

    def apply(self, state: State, at: datetime) -> State:
        """The screens show it."""
        return replace(state, message=self.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageShown(Undoable):
    """A message on the screens, and the one before it."""

    kind = "message_shown"
    narration = _("Message on the screens: %(words)s")
    decision = _("Message put on the screens")
    is_harmless = True
    Back = Again = MessagePut
    words: str
    was: str
    floor: bool = by_floor()

    def apply(self, state: State, at: datetime) -> State:
        """The screens show it."""
        return replace(state, message=self.words)

    def back(self) -> Change:
        """The message before it."""
        return MessagePut(words=self.was)

    def again(self) -> Change:
        """The message."""
        return MessagePut(words=self.words)

    def is_as_left(self, state: State, standing: Standing) -> bool:
        """True if the screens show what was put there."""
        words: str = self.words if standing.turn is None else standing.turn.words
        return state.message == words
