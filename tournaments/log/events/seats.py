"""Seats and tables: moves called and made, tables opened and broken, the seats of the final table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime

from django.utils.translation import gettext_noop as _

from tournaments.base.json_fields import Fields
from tournaments.log.entry_places import eliminated_in_round, put, ranked, round_ranked, without
from tournaments.log.events.log_event import Change, LogEvent, Order, Ordered, OrderPut, Standing, Undoable
from tournaments.log.events.purchases import Asked
from tournaments.log.orders_in_force import Called, Orders
from tournaments.log.state import Place, State
from tournaments.seating.places_of_knockouts import RoundRank


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPut(Change):
    """An entry is at a seat again: its move is turned, or its knock-out undone.

    stack: chips on record that count as counted from now on. opened: the table that was opened for it; last: the highest
    number that a table had before. rank: the knock-out that was undone, of a round played hand for hand. asked: the question
    on a rebuy that it had answered with no, and is asked once more.
    """

    entry: int
    table: int
    seat: int
    stack: int | None = None
    opened: int | None = None
    last: int | None = None
    rank: RoundRank | None = None
    asked: Asked | None = None

    def apply(self, state: State, at: datetime) -> State:
        """The entry sits there, and the others are placed anew if it was out."""
        return placed(state, self.entry, Place(self.table, self.seat), self.stack, self.asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class OutPut(Change):
    """An entry is out again, in the place of the first time."""

    entry: int
    elimination_number: int
    rank: RoundRank | None = None

    def apply(self, state: State, at: datetime) -> State:
        """The entry is out, and the others are placed anew."""
        # Those still in are counted by `best`, so who is out again needs one before the places are counted.
        out = Place(best=1, worst=1, elimination_number=self.elimination_number)
        if self.rank is None:
            return placed(state, self.entry, out)
        orders = state.orders.moved(self.entry, None)
        made = replace(state, entries=put(state.entries, {self.entry: out}), orders=orders)
        return eliminated_in_round(made, self.entry, self.rank)


def placed(state: State, entry: int, place: Place, stack: int | None = None, asked: Asked | None = None) -> State:
    """The state with an entry at another place; who was or is out changes the places of the others. asked: as in `SeatPut`."""
    was_out, orders = state.entries[entry].is_out, state.orders.moved(entry, place.table, stack)
    before = orders.round_ranks.get(entry)
    orders = orders if before is None else orders.ranked_in_round(entry, None)
    made = replace(state, entries=put(state.entries, {entry: place}), orders=orders)
    if asked is not None:
        made = asked.put_to(made, entry)
    elif place.is_out:
        made = replace(made, deciding=without(made.deciding, entry))
    if before is not None:
        made = round_ranked(made, before.round)
    return ranked(made) if was_out != place.is_out else made


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Undoable):
    """A move to another seat. stack: as in `SeatPut`; card: that of a two-step draw (TDA 9)."""

    kind = "moved"
    narration = _("%(name)s moved to table %(to_table)s, seat %(to_seat)s")
    decision = _("Moved by hand")
    title = _("Player moved")
    Back = Again = SeatPut
    entry: int
    table: int
    seat: int
    to_table: int
    to_seat: int
    stack: int | None = None
    card: str = ""
    why: str | None = None
    floor: bool = False

    def apply(self, state: State, at: datetime) -> State:
        """The entry sits there; what was called or held for it is done with."""
        entries = put(state.entries, {self.entry: Place(self.to_table, self.to_seat)})
        return replace(state, entries=entries, orders=state.orders.moved(self.entry, self.to_table, self.stack))

    def back(self) -> Change:
        """At the seat it came from."""
        return SeatPut(entry=self.entry, table=self.table, seat=self.seat)

    def again(self) -> Change:
        """At the seat it was moved to."""
        return SeatPut(entry=self.entry, table=self.to_table, seat=self.to_seat, stack=self.stack)

    def is_as_left(self, state: State, standing: Standing) -> bool:
        """True if the entry sits where it was put."""
        place, turn = state.entries[self.entry], standing.turn
        to = (self.to_table, self.to_seat) if turn is None else (turn.table, turn.seat)
        return (place.table, place.seat) == to


def move_of(entry: int, place: Place, to: tuple[int, int], stack: int | None = None) -> Moved:
    """The move of an entry from its place to a table and seat; `stack` as in `SeatPut`."""
    table, seat = place.table or 0, place.seat or 0
    return Moved(entry=entry, table=table, seat=seat, to_table=to[0], to_seat=to[1], stack=stack)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallDrop(Order):
    """A call that is dropped; with `is_off` by the floor, by that line, so that it is not called again, or with False it may
    be, the `call` as it was."""

    entry: int
    is_off: bool | None = None
    line: int | None = None
    call: Called | None = None

    def put(self, orders: Orders) -> Orders:
        """The entry is not called, or as `call` says."""
        called, off = without(orders.called, self.entry), without(orders.off, self.entry)
        if self.call is not None:
            called[self.entry] = self.call
        if self.is_off and self.line is not None:
            off[self.entry] = self.line
        return replace(orders, called=called, off=orders.off if self.is_off is None else off)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallDropped(CallDrop, Ordered):
    """A move that was called is not made after all. was: by the floor, the call."""

    kind = "call_dropped"
    narration = _("%(name)s stays after all")
    decision = _("Call to another table dropped")
    Order = CallDrop
    Back = Again = OrderPut[CallDrop]
    why: str | None = None
    was: CallDrop | None = None
    floor: bool = False

    def is_as_left(self, state: State, standing: Standing) -> bool:
        """True if the move is called off still, or may be once more: its player is in."""
        if standing.is_standing:
            return self.entry in state.orders.off
        return self.entry not in state.orders.off and not state.entries[self.entry].is_out


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveCalled(LogEvent):
    """A player at real cards is called to another seat. line: this one; breaks: because the table breaks."""

    kind = "move_called"
    narration = _("%(name)s called to table %(to_table)s, seat %(to_seat)s")
    title = _("Player called to another table")
    entry: int
    table: int
    seat: int
    card: str
    to_table: int
    to_seat: int
    line: int
    breaks: bool = False

    def apply(self, state: State, at: datetime) -> State:
        """The entry is called."""
        move = Called(self.to_table, self.to_seat, self.line, self.card, breaks=self.breaks)
        called = {**state.orders.called, self.entry: move}
        return replace(state, orders=replace(state.orders, called=called))

    def inverse(self, before: State) -> LogEvent:
        """The call dropped."""
        return CallDropped(entry=self.entry)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSeen(LogEvent):
    """A player knows of the move."""

    kind = "call_seen"
    decision = _("Move seen by the player")
    is_harmless = True
    no_inverse = "it says that a player knows of a move, which nobody forgets"
    entry: int

    def apply(self, state: State, at: datetime) -> State:
        """The call is seen."""
        called = state.orders.called
        seen = {**called, self.entry: called[self.entry]._replace(is_seen=True)}
        return replace(state, orders=replace(state.orders, called=seen))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShut(Change):
    """A table that was opened is closed again. last: the highest number that a table had before."""

    closed: int
    last: int

    def apply(self, state: State, at: datetime) -> State:
        """The table is not there any more."""
        made = broken(state, self.closed, self.last)
        return replace(made, orders=replace(made.orders, physical=made.orders.physical - {self.closed}))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableReopened(Change):
    """A table is opened once more, under its number. id: of the table's row, another than before."""

    table: int
    id: int
    physical: bool = False
    recorded: bool = False

    def apply(self, state: State, at: datetime) -> State:
        """The table is there, and stays as long as nobody is out since."""
        return opened(state, self, is_kept=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened(Undoable):
    """A table opened while play goes on. physical: real cards whose stacks nobody records; recorded: whose hands are entered.

    By the floor it stays as long as nobody is out since; last: the highest number that a table had before.
    """

    kind = "table_opened"
    narration = _("Table %(table)s opened")
    decision = _("Table opened")
    Back = TableShut
    Again = TableReopened
    table: int
    id: int
    physical: bool = False
    recorded: bool = False
    last: int | None = None
    why: str | None = None
    floor: bool = False

    def apply(self, state: State, at: datetime) -> State:
        """The table is there."""
        return opened(state, self, is_kept=self.floor)

    def back(self) -> Change:
        """The table closed."""
        assert self.last is not None
        return TableShut(closed=self.table, last=self.last)

    def again(self) -> Change:
        """The table opened."""
        return TableReopened(table=self.table, id=self.id, physical=self.physical, recorded=self.recorded)

    def is_as_left(self, state: State, standing: Standing) -> bool:
        """True if the table can be closed since nobody sits there, or opened once more."""
        if not standing.is_standing:
            return self.table not in state.tables and state.stage is None
        return self.table in state.orders.opened and not state.seated(self.table)


def opened(state: State, table: TableOpened | TableReopened, *, is_kept: bool) -> State:
    """The state with one table more; `is_kept`: though nobody sits there."""
    number, orders = table.table, state.orders
    orders = replace(orders, physical=orders.physical | {number}) if table.physical else orders
    orders = replace(orders, recorded=orders.recorded | {number}) if table.recorded else orders
    orders = replace(orders, opened={**orders.opened, number: len(state.alive)}) if is_kept else orders
    last = max(state.last_table, number)
    return replace(state, tables={**state.tables, number: table.id}, last_table=last, orders=orders)


def broken(state: State, number: int, last: int | None) -> State:
    """The state without a table; `last`: the highest number that a table had before it, where its opening is taken back."""
    orders = state.orders
    buttons, kept = without(orders.buttons, number), without(orders.opened, number)
    orders = replace(orders, recorded=orders.recorded - {number}, buttons=buttons, opened=kept)
    last = state.last_table if last is None else last
    return replace(state, tables=without(state.tables, number), orders=orders, last_table=last)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableBroken(LogEvent):
    """A table closed, since nobody sits there. last: as in `TableShut`, where its opening is taken back."""

    kind = "table_broken"
    narration = _("Table %(table)s broken")
    title = _("Table broken up")
    no_inverse = "its players have gone to other tables; another table is opened instead"
    table: int
    last: int | None = None

    def apply(self, state: State, at: datetime) -> State:
        """The table is not there any more."""
        return broken(state, self.table, self.last)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalDraw(Fields):
    """Seats at one table for everybody left. id: of its row; seats: entry and seat; stacks: chips by entry that were on
    record, and count as counted here."""

    table: int
    id: int
    seats: tuple[tuple[int, int], ...]
    physical: bool = False
    recorded: bool = False
    stacks: Mapping[int, int] = field(default_factory=dict)

    def put_into(self, state: State) -> State:
        """All sit there, and no other table is left."""
        entries = put(state.entries, {entry: Place(self.table, seat) for entry, seat in self.seats})
        physical = frozenset({self.table} if self.physical else ())
        recorded = frozenset({self.table} if self.recorded else ())
        orders = replace(state.orders.elsewhere(), physical=physical, recorded=recorded)
        orders = replace(orders, counts={**orders.counts, **self.stacks})
        last = max(state.last_table, self.table)
        return replace(state, entries=entries, tables={self.table: self.id}, orders=orders, last_table=last)


@dataclass(frozen=True, slots=True, kw_only=True)
class Room(Fields):
    """Who sat where at which tables before the draw: entry, table and seat; rows of tables by number; the orders of then."""

    seats: tuple[tuple[int, int | None, int | None], ...]
    tables: Mapping[int, int]
    orders: Orders

    @classmethod
    def of(cls, state: State) -> Room:
        """The room as it is."""
        seats = tuple((entry, state.entries[entry].table, state.entries[entry].seat) for entry in sorted(state.alive))
        return cls(seats=seats, tables=dict(sorted(state.tables.items())), orders=state.orders)

    def put_into(self, state: State) -> State:
        """Everyone is at the table and in the seat of before."""
        entries, was = {entry: Place(table, seat) for entry, table, seat in self.seats}, self.orders
        orders = replace(state.orders, physical=was.physical, recorded=was.recorded)
        orders = replace(orders, counts=was.counts, opened=was.opened)
        return replace(state, entries=put(state.entries, entries), tables=dict(self.tables), orders=orders)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomPut(Change):
    """The draw of the final table is taken back."""

    room: Room

    def apply(self, state: State, at: datetime) -> State:
        """Everyone is where they were."""
        return self.room.put_into(state)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalPut(Change):
    """Everyone sits at the final table again, as it was drawn."""

    final: FinalDraw

    def apply(self, state: State, at: datetime) -> State:
        """All sit there."""
        return self.final.put_into(state)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalTable(FinalDraw, Undoable):
    """The final table is drawn. By the floor, which may take it back: `rounds`, how often hands were dealt by then, and the
    room as it `was`."""

    kind = "final_table"
    narration = _("Seats of the final table drawn")
    decision = _("Final table drawn")
    no_inverse = "undone, everyone is where they were; but the number of the final table is not given twice"
    Back = RoomPut
    Again = FinalPut
    rounds: int | None = None
    was: Room | None = None
    floor: bool = False

    def apply(self, state: State, at: datetime) -> State:
        """All sit there."""
        return self.put_into(state)

    def back(self) -> Change:
        """The room as it was."""
        assert self.was is not None
        return RoomPut(room=self.was)

    def again(self) -> Change:
        """The same draw."""
        final = FinalDraw(**{one.name: getattr(self, one.name) for one in fields(FinalDraw)})
        return FinalPut(final=final)

    def is_as_left(self, state: State, standing: Standing) -> bool:
        """True if everybody sits as drawn and no hand was dealt since, or again as before the draw."""
        assert self.was is not None
        tables: Mapping[int, int] = {self.table: self.id} if standing.is_standing else self.was.tables
        drawn = [(entry, self.table, seat) for entry, seat in self.seats]
        seats = drawn if standing.is_standing else sorted(self.was.seats)
        places = [(entry, state.entries[entry].table, state.entries[entry].seat) for entry in sorted(state.alive)]
        is_unplayed = state.rounds == self.rounds and not state.hands
        return is_unplayed and state.tables == dict(tables) and places == sorted(seats)
