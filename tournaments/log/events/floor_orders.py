"""Orders of the floor: seats held, players fixed or dealing, the order of breaking, buttons and stacks as told, entered hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext_noop as _

from tournaments.base.json_fields import by_floor, named
from tournaments.log.entry_places import without
from tournaments.log.events.log_event import LogEvent, Order, Ordered, OrderPut
from tournaments.log.orders_in_force import Orders, switched
from tournaments.log.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatHold(Order):
    """A seat held for an entry, for nobody (0), or not held (None)."""

    table: int
    seat: int
    entry: int | None

    def put(self, orders: Orders) -> Orders:
        """The orders with the seat held, or let go."""
        seats = without(orders.held.get(self.table, {}), self.seat)
        if self.entry is not None:
            seats[self.seat] = self.entry
        held = {**orders.held, self.table: seats}
        return replace(orders, held={table: one for table, one in held.items() if one})


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatHeld(SeatHold, Ordered):
    """A seat is held, or let go."""

    kind = "seat_held"
    narration = _("Table %(table)s seat %(seat)s: held, or let go")
    decision = _("Seat held")
    Order = SeatHold
    Back = Again = OrderPut[SeatHold]
    was: SeatHold
    floor: bool = by_floor()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture(Order):
    """If a player keeps the seat when tables are balanced."""

    entry: int
    is_in: bool

    def put(self, orders: Orders) -> Orders:
        """The orders with the player fixed, or not."""
        return replace(orders, fixed=switched(orders.fixed, self.entry, is_in=self.is_in))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFixed(Fixture, Ordered):
    """A player keeps the seat, or no more."""

    kind = "player_fixed"
    narration = _("%(name)s keeps the seat, or no more")
    decision = _("Player keeps the seat")
    Order = Fixture
    Back = Again = OrderPut[Fixture]
    was: Fixture
    floor: bool = by_floor()


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing(Order):
    """If a player deals at the own table."""

    entry: int
    is_in: bool

    def put(self, orders: Orders) -> Orders:
        """The orders with the player dealing, or not."""
        return replace(orders, dealers=switched(orders.dealers, self.entry, is_in=self.is_in))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDeals(Dealing, Ordered):
    """A player deals, or no more."""

    kind = "player_deals"
    narration = _("%(name)s deals, or no more")
    decision = _("Player deals")
    Order = Dealing
    Back = Again = OrderPut[Dealing]
    was: Dealing
    floor: bool = by_floor()


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakOrder(Order):
    """In which order tables break, by their numbers; empty: by house rule."""

    tables: tuple[int, ...]

    def put(self, orders: Orders) -> Orders:
        """The orders with that one."""
        return replace(orders, order=self.tables)


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakOrderSet(BreakOrder, Ordered):
    """The order in which tables break is set."""

    kind = "break_order_set"
    narration = _("Order in which tables break set")
    decision = _("Order of breaking set")
    Order = BreakOrder
    Back = Again = OrderPut[BreakOrder]
    was: BreakOrder
    floor: bool = by_floor()


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiver(Order):
    """If a table plays on though it is short."""

    table: int
    is_in: bool

    def put(self, orders: Orders) -> Orders:
        """The orders with the halt waived, or not."""
        return replace(orders, waived=switched(orders.waived, self.table, is_in=self.is_in))


@dataclass(frozen=True, slots=True, kw_only=True)
class HaltWaived(Waiver, Ordered):
    """A short table plays on, or no more."""

    kind = "halt_waived"
    narration = _("Table %(table)s plays on though short, or no more")
    decision = _("Short table plays on")
    Order = Waiver
    Back = Again = OrderPut[Waiver]
    was: Waiver
    floor: bool = by_floor()


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonPlace(Order):
    """The seats of button and big blind at a table, and the instant they were told; None: they are not known."""

    table: int
    button: int | None
    big_blind: int | None
    told_at: str = named("at")

    def put(self, orders: Orders) -> Orders:
        """The orders with the button there."""
        buttons = without(orders.buttons, self.table)
        if self.button is not None and self.big_blind is not None:
            buttons[self.table] = (self.button, self.big_blind, self.told_at)
        return replace(orders, buttons=buttons)


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonTold(ButtonPlace, Ordered):
    """The floor says where the button of the last hand is, at real cards."""

    kind = "button_told"
    narration = _("Button of table %(table)s at seat %(button)s")
    decision = _("Button told")
    Order = ButtonPlace
    Back = Again = OrderPut[ButtonPlace]
    was: ButtonPlace
    floor: bool = by_floor()


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts(Order):
    """Stacks at real cards by entry, as counted; None: nobody has."""

    stacks: Mapping[int, int | None]

    def put(self, orders: Orders) -> Orders:
        """The orders with these stacks."""
        counts = {**orders.counts, **self.stacks}
        return replace(orders, counts={entry: chips for entry, chips in counts.items() if chips is not None})


@dataclass(frozen=True, slots=True, kw_only=True)
class StacksCounted(Counts, Ordered):
    """The floor has counted stacks."""

    kind = "stacks_counted"
    narration = _("Stacks counted")
    decision = _("Stacks counted")
    Order = Counts
    Back = Again = OrderPut[Counts]
    was: Counts
    why: str
    floor: bool = by_floor()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRecorded(LogEvent):
    """The hands of a table with real cards are entered from now on, or no more. id: of its row; stacks: chips by entry."""

    kind = "table_recorded"
    narration = _("Hands of table %(table)s are entered, or no more")
    decision = _("Hands of a table with real cards entered, or no more")
    no_inverse = "it is switched the other way by the same act, with the stacks of then"
    table: int
    id: int
    is_on: bool
    why: str
    floor: bool = by_floor()
    stacks: Mapping[int, int]

    def apply(self, state: State, at: datetime) -> State:
        """Where hands are entered stacks need no counting; once they are no more, the last ones count as counted."""
        orders = state.orders
        kept = {entry: chips for entry, chips in orders.counts.items() if entry not in self.stacks}
        orders = replace(
            orders,
            physical=switched(orders.physical, self.table, is_in=not self.is_on),
            recorded=switched(orders.recorded, self.table, is_in=self.is_on),
            counts=kept if self.is_on else {**kept, **self.stacks},
        )
        return replace(state, orders=orders)
