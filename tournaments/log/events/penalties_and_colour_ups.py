"""Hands to miss under a penalty; small chips that leave play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Generic

from django.utils.translation import gettext_noop as _

from tournaments.base.json_fields import Fields, by_floor
from tournaments.log.events.log_event import Change, O, Order, OrderPut, Standing, Undoable, is_set
from tournaments.log.orders_in_force import Orders, switched
from tournaments.log.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Misses(Order):
    """So many hands more, or with a minus fewer, that an entry has to miss.

    incident: the record of conduct that they come from, which is acted on with it; is_withdrawn: it was taken back.
    """

    entry: int
    hands: int
    incident: int | None = None
    is_withdrawn: bool = False

    def put(self, orders: Orders) -> Orders:
        """The orders with these hands."""
        misses = {**orders.misses, self.entry: orders.misses.get(self.entry, 0) + self.hands}
        enforced = orders.enforced
        if self.incident is not None:
            enforced = switched(enforced, self.incident, is_in=not self.is_withdrawn)
        return replace(orders, misses={one: hands for one, hands in misses.items() if hands > 0}, enforced=enforced)


@dataclass(frozen=True, slots=True, kw_only=True)
class MissesPut(OrderPut[Misses]):
    """The hands are given back, or taken off again. left: how many the entry has to miss from then on."""

    order: Misses
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsToMiss(Misses, Undoable):
    """Hands to miss. left: by the floor, how many are left."""

    kind = "hands_to_miss"
    narration = _("%(name)s: %(hands)s hands to miss")
    decision = _("Hands to miss")
    Back = Again = MissesPut
    left: int | None = None
    why: str | None = None
    floor: bool = False

    def apply(self, state: State, at: datetime) -> State:
        """The entry has so many to miss."""
        return self.put_into(state, at)

    def turned(self, state: State, sign: int) -> MissesPut:
        """The change of that state that does it again (`sign` 1), or takes it back (-1)."""
        hands = sign * self.hands
        left = state.orders.misses.get(self.entry, 0) + hands
        return MissesPut(order=Misses(entry=self.entry, hands=hands), left=left)

    def back(self) -> Change:
        """As many to miss as before."""
        return MissesPut(order=Misses(entry=self.entry, hands=-self.hands), left=(self.left or 0) - self.hands)

    def again(self) -> Change:
        """The same hands once more."""
        return MissesPut(order=Misses(entry=self.entry, hands=self.hands), left=self.left or 0)

    def is_as_left(self, state: State, standing: Standing) -> bool:
        """True if the entry is in, and has as many to miss as were left."""
        left = self.left if standing.turn is None else standing.turn.left
        is_in = not state.entries[self.entry].is_out
        return is_in and state.orders.misses.get(self.entry, 0) == left


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsPut(OrderPut[O], Generic[O]):
    """Small chips are in play again, or out of it. round: how often hands were dealt by then."""

    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsInPlay(Order):
    """Denominations that are `gone`, or `kept` in play by the floor; the tables with real cards that are `owing` the change,
    since the line `coloured`."""

    gone: tuple[int, ...]
    kept: tuple[int, ...]
    owing: tuple[int, ...]
    coloured: int

    def put(self, orders: Orders) -> Orders:
        """The orders with these chips."""
        gone, kept, owing = frozenset(self.gone), frozenset(self.kept), frozenset(self.owing)
        return replace(orders, gone=gone, kept=kept, owing=owing, coloured=self.coloured)


@dataclass(frozen=True, slots=True, kw_only=True)
class Race(Fields):
    """What came of the small chips of one table: entries that `won` a larger one, those `saved` from having none, cards of
    the race by entry."""

    table: int
    low: int
    high: int
    cards: Mapping[int, str]
    won: tuple[int, ...]
    saved: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ColouredUp(ChipsInPlay, Undoable):
    """Small chips leave play. words: which, as people read it; change: of all stacks together, in chips."""

    kind = "coloured_up"
    narration = _("Chips of %(words)s out of play")
    title = _("Small chips out of play")
    no_inverse = "undone, the chips stay in play by the floor's word until it is done again"
    Back = Again = ChipsPut[ChipsInPlay]
    chips: tuple[int, ...]
    words: str
    method: str
    races: tuple[Race, ...]
    change: int
    round: int
    was: ChipsInPlay
    floor: bool = by_floor()

    def apply(self, state: State, at: datetime) -> State:
        """The chips are out of play."""
        return self.put_into(state, at)

    def back(self) -> Change:
        """The chips stay in play."""
        kept = tuple(sorted({*self.was.kept, *self.chips}))
        return ChipsPut(order=replace(self.was, kept=kept), round=self.round)

    def again(self) -> Change:
        """The chips are out of play."""
        return ChipsPut(order=ChipsInPlay.of(self), round=self.round)

    def is_as_left(self, state: State, standing: Standing) -> bool:
        """True if no hand was dealt with these stacks, and the chips are as they were put."""
        dealt, turn = self.round if standing.turn is None else standing.turn.round, standing.turn
        if state.hands or state.rounds != dealt:
            return False
        return is_set(ChipsInPlay.of(self) if turn is None else turn.order, state)


@dataclass(frozen=True, slots=True, kw_only=True)
class Owing(Order):
    """If a table with real cards has yet to change its small chips."""

    table: int
    is_in: bool

    def put(self, orders: Orders) -> Orders:
        """The orders with the table owing, or not."""
        return replace(orders, owing=switched(orders.owing, self.table, is_in=self.is_in))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableColoured(Owing, Undoable):
    """A table with real cards has changed its small chips. entries: who won a chip; change: of the table, in chips."""

    kind = "table_coloured"
    narration = _("Small chips of table %(table)s changed")
    decision = _("Small chips changed at a table")
    Back = Again = ChipsPut[Owing]
    entries: tuple[int, ...]
    change: int
    was: Owing
    floor: bool = by_floor()

    def apply(self, state: State, at: datetime) -> State:
        """The table owes nothing."""
        return self.put_into(state, at)

    def back(self) -> Change:
        """The table has yet to change them."""
        return ChipsPut(order=self.was, round=0)

    def again(self) -> Change:
        """The table owes nothing."""
        return ChipsPut(order=Owing.of(self), round=0)

    def is_as_left(self, state: State, standing: Standing) -> bool:
        """True if the table is as it was put."""
        return is_set(Owing.of(self) if standing.turn is None else standing.turn.order, state)
