"""Flights: bagged and taken back; merged into their Day 2."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.utils.translation import gettext_noop as _

from tournaments.log.entry_places import flights_ranked, put
from tournaments.log.events.draws_and_hands import Seats
from tournaments.log.events.log_event import LogEvent
from tournaments.log.flight_places import MergedFlight
from tournaments.log.orders_in_force import LastHands
from tournaments.log.prize_state import PrizeState
from tournaments.log.state import BAGGED, RUNNING, Place, State
from tournaments.structures.clock import held, released

Ordered = tuple[int, int | None, bool]  # last hands: how many, the level that was played out, by the event itself


@dataclass(frozen=True, slots=True, kw_only=True)
class Bagged(LogEvent):
    """A flight is over: every stack is a bag.

    bags: chips by entry; level: where play goes on; difference: how many more chips were counted than given out. For taking
    it back: seats, sizes of tables by number, tables with real cards, last hands that were ordered, `waited` for a seat (by
    primary key). n: how many go on. paid: prizes by entry that the flight paid itself.
    """

    kind = "bagged"
    narration = _("Stacks bagged: %(n)s go on to Day 2")
    decision = _("Flight bagged")
    no_inverse = "taken back by `bag_undone`: everyone returns to their seat, at tables opened anew"
    bags: Mapping[int, int]
    level: int
    difference: int
    why: str
    seats: tuple[tuple[int, int | None, int | None], ...]
    sizes: Mapping[int, int]
    physical: tuple[int, ...]
    recorded: tuple[int, ...]
    n: int
    waited: tuple[int, ...]
    paid: Mapping[int, int] = field(default_factory=dict)
    last_hands: Ordered | None = None

    def apply(self, state: State, at: datetime) -> State:
        """Who is left has a bag and no seat, the clock stands."""
        orders = replace(state.orders.elsewhere(), held={}, order=(), buttons={}, waived=frozenset())
        orders = replace(orders, hand_for_hand=None, last_hands=None)
        clock = released(state.clock, at)
        clock = clock if clock.paused else replace(clock, paused=at)
        entries, bags = put(state.entries, {entry: Place() for entry in self.bags}), dict(self.bags)
        made = replace(state, status=BAGGED, entries=entries, tables={}, hands={}, bags=bags)
        return replace(made, orders=orders, clock=clock)


@dataclass(frozen=True, slots=True, kw_only=True)
class BagUndone(LogEvent):
    """The bags of a flight are taken back: seats at tables opened anew, as they were."""

    kind = "bag_undone"
    narration = _("Bags taken back, everybody in the own seat")
    decision = _("Bags of a flight taken back")
    no_inverse = "the flight is bagged again, by the stacks of then"
    seats: Seats
    tables: Mapping[int, int]
    physical: tuple[int, ...]
    recorded: tuple[int, ...]
    why: str
    last_hands: Ordered | None = None

    def apply(self, state: State, at: datetime) -> State:
        """Everyone returns to their seat; the clock stands until it is started."""
        entries = put(state.entries, {entry: Place(table, seat) for entry, table, seat in self.seats})
        tables = dict(self.tables)
        orders = replace(state.orders, physical=frozenset(self.physical), recorded=frozenset(self.recorded))
        clock = state.clock
        if self.last_hands is not None:  # all of them are played: the stacks are bagged again once the clock is started
            hands, level, is_own = self.last_hands
            last = LastHands(hands, dict.fromkeys(tables, hands), level, is_own)
            orders, clock = replace(orders, last_hands=last), held(clock, at)
        made = replace(state, status=RUNNING, entries=entries, tables=tables, bags={}, orders=orders, clock=clock)
        return replace(made, last_table=max(state.last_table, *tables))


@dataclass(frozen=True, slots=True, kw_only=True)
class FlightMerged(LogEvent):
    """Day 2 takes over a flight that was bagged; the fields are those of `MergedFlight`. event: its name; n: who go on."""

    kind = "flight_merged"
    narration = _("%(event)s is over: %(n)s go on")
    decision = _("Flight merged into Day 2")
    flight: int
    entered: int
    level: int
    policy: str
    through: tuple[int, ...]
    eliminated: Mapping[int, int]
    paid: Mapping[int, int]
    prize_state: PrizeState | None
    event: str
    n: int

    @property
    def merged(self) -> MergedFlight:
        """The flight as Day 2 keeps it."""
        whose = (self.flight, self.entered, self.level, self.policy, self.through)
        return MergedFlight(*whose, dict(self.eliminated), dict(self.paid), self.prize_state or PrizeState())

    def apply(self, state: State, at: datetime) -> State:
        """The survivors are in, and who was out there is placed below everybody here."""
        one = self.merged
        entries = put(state.entries, {entry: Place() for entry in one.through})
        prize_state = state.prize_state.joined(one.prize_state, 1)
        return flights_ranked(
            replace(state, entries=entries, merged_flights=(*state.merged_flights, one), prize_state=prize_state)
        )

    def inverse(self, before: State) -> LogEvent:
        """The flight is taken back."""
        return MergeUndone(flight=self.flight, event=self.event, why="")


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeUndone(LogEvent):
    """A flight goes on after all. event: its name."""

    kind = "merge_undone"
    narration = _("%(event)s goes on after all")
    decision = _("Flight taken back from Day 2")
    no_inverse = "the flight is bagged and merged again, by the stacks of then"
    flight: int
    event: str
    why: str

    def apply(self, state: State, at: datetime) -> State:
        """Nobody of the flight is here."""
        gone = next(one for one in state.merged_flights if one.flight == self.flight)
        entries = {e: place for e, place in state.entries.items() if e not in {*gone.through, *gone.eliminated}}
        left = tuple(one for one in state.merged_flights if one is not gone)
        prize_state = state.prize_state.joined(gone.prize_state, -1)
        return flights_ranked(replace(state, entries=entries, merged_flights=left, prize_state=prize_state))
