"""The draw of seats and of rounds, hands dealt and taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.utils.translation import gettext_noop as _

from tournaments.base.json_fields import Fields
from tournaments.log.entry_places import put, without
from tournaments.log.events.log_event import LogEvent
from tournaments.log.events.seats import Room
from tournaments.log.orders_in_force import Orders
from tournaments.log.state import RUNNING, Place, State
from tournaments.seating.brackets import Stage
from tournaments.structures.clock import Clock

Seats = tuple[tuple[int, int, int], ...]  # entry, number of the table, seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(LogEvent):
    """Seats are drawn and the clock runs.

    tables: their rows by number; physical: those with real cards. stage: the first round, where tables play for themselves.
    rests: the break of all tournaments, minute of the hour (UTC) and minutes. clock and counts: of a Day 2, which goes on at
    a level, with stacks before real cards as they were bagged.
    """

    kind = "started"
    narration = _("Seats drawn, clock started")
    decision = _("Tournament started")
    no_inverse = "seats are drawn by lot before everybody: an event that began is called off"
    seats: Seats
    tables: Mapping[int, int]
    physical: tuple[int, ...] = ()
    stage: Stage | None = None
    rests: tuple[int, int] | None = None
    clock: Clock | None = None
    counts: Mapping[int, int] = field(default_factory=dict)

    def apply(self, state: State, at: datetime) -> State:
        """Everybody sits, and play begins."""
        entries = put(state.entries, {entry: Place(table, seat) for entry, table, seat in self.seats})
        orders = replace(state.orders, physical=frozenset(self.physical), counts=dict(self.counts))
        clock = Clock(began=at) if self.clock is None else self.clock
        made = replace(state, status=RUNNING, entries=entries, tables=dict(self.tables), clock=clock, orders=orders)
        last = max(self.tables, default=0)
        return replace(made, level_began=at, rests=self.rests, last_table=last, stage=self.stage)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBefore(Fields):
    """What the draw of a round replaces: who sat where (in no seat: who had a bye), the round and the clock of then."""

    room: Room
    stage: Stage
    clock: Clock

    def put_into(self, state: State) -> State:
        """All is as before the draw."""
        made, then = self.room.put_into(state), self.room.orders
        orders = replace(made.orders, held=then.held, order=then.order, buttons=then.buttons, waived=then.waived)
        return replace(made, orders=orders, stage=self.stage, clock=self.clock)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDrawn(LogEvent):
    """The next round of a shoot-out or a bracket.

    is_fresh: everybody has the starting chips again. recorded: the hands of its real cards are entered. stacks: chips by entry
    that were on record, and count as counted where they are not. clock: where it starts again. was: with real cards, what a wrong
    knock-out before it takes back.
    """

    kind = "round_drawn"
    narration = _("Next round drawn")
    title = _("Next round drawn")
    no_inverse = "taken back by `round_taken_back` with a knock-out that was wrong; no number of a table is given twice"
    stage: Stage
    seats: Seats
    tables: Mapping[int, int]
    is_fresh: bool
    recorded: bool = False
    stacks: Mapping[int, int] = field(default_factory=dict)
    clock: Clock | None = None
    was: RoundBefore | None = None

    def apply(self, state: State, at: datetime) -> State:
        """Everybody who is left sits at a table of the round."""
        entries = put(state.entries, {entry: Place(table, seat) for entry, table, seat in self.seats})
        made = replace(state, entries=entries, tables=dict(self.tables), orders=self._orders(state), stage=self.stage)
        made = replace(made, last_table=max(self.tables))
        return made if self.clock is None else replace(made, clock=self.clock)

    def _orders(self, state: State) -> Orders:
        orders = replace(state.orders.elsewhere(), held={}, order=(), buttons={}, waived=frozenset())
        if state.orders.real:
            numbers, none = frozenset(self.tables), frozenset[int]()
            physical, recorded = (none, numbers) if self.recorded else (numbers, none)
            orders = replace(orders, physical=physical, recorded=recorded)
        return replace(orders, counts={} if self.is_fresh else {**orders.counts, **self.stacks})


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTakenBack(LogEvent):
    """The draw of a round is taken back, since a knock-out before it was wrong and nothing was done in it."""

    kind = "round_taken_back"
    narration = _("Draw of the round taken back")
    title = _("Draw of the round taken back")
    no_inverse = "once its tables have played down the round is drawn anew"
    was: RoundBefore

    def apply(self, state: State, at: datetime) -> State:
        """Everybody is where they were."""
        return self.was.put_into(state)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt(LogEvent):
    """A hand began. hand: its primary key; number: of the hand at its table; round: how often hands were dealt so far."""

    kind = "dealt"
    is_quiet = True
    no_inverse = "a hand that was dealt is played, or called off at its table"
    table: int
    hand: int
    number: int
    round: int
    level: int

    def apply(self, state: State, at: datetime) -> State:
        """The hand is in play there."""
        return replace(state, hands={**state.hands, self.table: self.hand}, rounds=self.round, level=self.level)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTaken(LogEvent):
    """A hand is over. void: it was called off, and does not count."""

    kind = "hand_taken"
    is_quiet = True
    no_inverse = "a hand that was played stands, and what came of it"
    table: int
    hand: int
    void: bool

    def apply(self, state: State, at: datetime) -> State:
        """No hand is in play there."""
        orders = state.orders
        if orders.last_hands is not None:
            orders = replace(orders, last_hands=orders.last_hands.taken(self.table, is_void=self.void))
        played = state.played + (not self.void)
        return replace(state, hands=without(state.hands, self.table), played=played, orders=orders)
