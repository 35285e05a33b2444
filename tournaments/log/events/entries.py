"""Entries: made, taken back, seated; who waits for a seat; who has come; registration closed and opened by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Self

from django.utils.translation import gettext_noop as _

from tournaments.log.entry_places import dropped, put, ranked
from tournaments.log.events.log_event import Kept, LogEvent
from tournaments.log.state import Place, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Registered(LogEvent):
    """A first entry. player: by primary key."""

    kind = "registered"
    narration = _("%(name)s registered")
    decision = _("Registered")
    entry: int
    player: int

    def apply(self, state: State, at: datetime) -> State:
        """The entry is in, without a seat."""
        return ranked(replace(state, entries=put(state.entries, {self.entry: Place()})))

    def inverse(self, before: State) -> LogEvent:
        """The registration taken back."""
        return Unregistered(entry=self.entry, player=self.player)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reentered(Registered):
    """An entry of a player whose last one is out."""

    kind = "reentered"
    narration = _("%(name)s entered again")
    decision = _("Entered again")


@dataclass(frozen=True, slots=True, kw_only=True)
class Unregistered(LogEvent):
    """An entry taken back before its player has played."""

    kind = "unregistered"
    narration = _("%(name)s took the registration back")
    decision = _("Registration taken back")
    no_inverse = "the price has gone back: the player registers anew, as another entry"
    entry: int
    player: int
    why: str | None = None

    def apply(self, state: State, at: datetime) -> State:
        """The entry is not in any more."""
        entries = dropped(state.entries, self.entry)
        return ranked(replace(state, entries=entries, orders=state.orders.without_stack(self.entry)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn(Unregistered):
    """The entry of a player who never came, paid back after the start."""

    kind = "withdrawn"
    narration = _("%(name)s never came and is paid back")
    title = _("Entry of a player who never came paid back")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated(LogEvent):
    """A seat by lot after the start. chips: a stack counted at the end of a flight, before real cards."""

    kind = "seated"
    narration = _("%(name)s seated at table %(table)s, seat %(seat)s")
    title = _("Player seated")
    no_inverse = "the seat was drawn by lot; a wrong one is put right by a move"
    entry: int
    table: int
    seat: int
    chips: int | None = None

    def apply(self, state: State, at: datetime) -> State:
        """The entry sits there."""
        made = replace(state, entries=put(state.entries, {self.entry: Place(self.table, self.seat)}))
        if self.chips is None:
            return made
        return replace(made, orders=replace(made.orders, counts={**made.orders.counts, self.entry: self.chips}))


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedIn(Kept):
    """A player has come."""

    kind = "checked_in"
    narration = _("%(name)s checked in")
    decision = _("Checked in")
    entry: int
    player: int

    def inverse(self, before: State) -> LogEvent:
        """The player has not come."""
        return CheckInUndone(entry=self.entry, player=self.player, why="")


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckInUndone(Kept):
    """Somebody else was checked in by mistake."""

    kind = "check_in_undone"
    narration = _("Check-in of %(name)s taken back")
    decision = _("Check-in taken back")
    entry: int
    player: int
    why: str

    def inverse(self, before: State) -> LogEvent:
        """The player has come."""
        return CheckedIn(entry=self.entry, player=self.player)


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsentRemoved(Kept):
    """The floor takes out a player who has not come, at once or after the hand."""

    kind = "absent_removed"
    narration = _("%(name)s has not come and leaves")
    decision = _("Absent player taken out")
    no_inverse = "the knock-out that follows is undone instead, for a player who has come after all"
    entry: int
    player: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Queued(Kept):
    """A player waits for a seat."""

    kind = "queued"
    narration = _("A player waits for a seat")
    decision = _("Waits for a seat")
    player: int

    def inverse(self, before: State) -> LogEvent:
        """The player waits no longer."""
        return LeftList(player=self.player)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftList(Kept):
    """A player waits no longer."""

    kind = "left_list"
    narration = _("A player left the waiting list")
    decision = _("Left the waiting list")
    is_harmless = True
    no_inverse = "the place on the list is gone: the player waits anew, as the last"
    player: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedOver(Kept):
    """A seat was free for one who may not enter."""

    kind = "passed_over"
    narration = _("A player on the waiting list was passed over")
    title = _("Player on the waiting list passed over")
    no_inverse = "the seat went to the next on the list"
    player: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationClosed(LogEvent):
    """Nobody enters any more, by the floor's word."""

    kind = "registration_closed"
    narration = _("Registration closed by hand")
    decision = _("Registration closed")
    why: str

    def apply(self, state: State, at: datetime) -> State:
        """Registration is closed."""
        return replace(state, is_closed=True)

    def inverse(self, before: State) -> LogEvent:
        """Registration opened again."""
        return RegistrationOpened(why="")


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationOpened(LogEvent):
    """Registration that was closed by hand goes on."""

    kind = "registration_opened"
    narration = _("Registration opened again")
    decision = _("Registration opened again")
    why: str

    def apply(self, state: State, at: datetime) -> State:
        """Registration is as the event has it."""
        return replace(state, is_closed=False)

    def inverse(self, before: State) -> LogEvent:
        """Registration closed by hand."""
        return RegistrationClosed(why="")


@dataclass(frozen=True, slots=True, kw_only=True)
class TermsChanged(Kept):
    """Fields of the event were changed. In JSON they stand beside `names` and `why`, as they are called in the event.

    fields: what they are now, as JSON can hold it; the entry code is never among them. names: all of them, with commas.
    """

    kind = "terms_changed"
    narration = _("Fields of the event changed: %(names)s")
    decision = _("Fields of the event changed")
    no_inverse = "the fields are changed once more, within what is still open to change"
    fields: Mapping[str, Any]
    names: str
    why: str

    def as_json(self) -> dict[str, Any]:
        """The fields, `names` and `why` side by side."""
        return {**self.fields, "names": self.names, "why": self.why}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The line of that JSON. Raises `BadFields` without `names` or `why`."""
        fields = {name: value for name, value in data.items() if name not in ("names", "why")}
        told = {name: data[name] for name in ("names", "why") if name in data}
        return super(TermsChanged, cls).from_json({**told, "fields": fields})
