"""What every kind of line is: a value with a name, words, a change of the state, and a way back or why there is none."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from django.utils.translation import gettext

from tournaments.base.json_fields import Fields
from tournaments.log.orders_in_force import Orders
from tournaments.log.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEvent(Fields):
    """One line of the log: what was decided, or what fell out of a draw.

    A class says its `kind` (as it is stored), its `narration` in the list of what happened (with its fields and `name`, the
    player of `entry`; empty: not told), the words of a person's `decision` in the club's record (empty: nobody decides it),
    and its `title` for other programs where that is another. All are marked for translation. `inverse` takes it back;
    a class that has none says why in `no_inverse`.
    """

    kind: ClassVar[str]
    narration: ClassVar[str] = ""
    decision: ClassVar[str] = ""
    title: ClassVar[str] = ""
    no_inverse: ClassVar[str] = ""
    is_quiet: ClassVar[bool] = False  # other programs are not told
    is_harmless: ClassVar[bool] = False  # moves no chips, places or money: written even while an end waits for approval

    def apply(self, state: State, at: datetime) -> State:
        """The state after this line of that instant."""
        raise NotImplementedError

    def inverse(self, before: State) -> LogEvent:
        """The line that takes this one back: applied to the state after this one, it gives `before`.

        Raises `NotImplementedError` for a class that has none; `no_inverse` says why.
        """
        raise NotImplementedError

    @property
    def is_free(self) -> bool:
        """True if it may be written while somebody has to approve that the event ends."""
        return self.is_harmless

    @property
    def reason(self) -> str:
        """Why, in the words of whoever decided it; empty where nobody said."""
        return str(getattr(self, "why", None) or "")

    @property
    def whose(self) -> int | None:
        """The number of the entry that it is about; None if it is about none, or several."""
        entry: int | None = getattr(self, "entry", None)
        return entry

    def facts(self) -> dict[str, Any]:
        """What it says, as JSON, without lists and objects: the draws that followed from it are in the log."""
        return {name: value for name, value in self.as_json().items() if not isinstance(value, list | dict)}

    def in_words(self, name: str) -> str:
        """What happened, in the reader's language; `name`: the player whose it is."""
        return gettext(self.narration) % {**self.as_json(), "name": name}


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept(LogEvent):
    """A line about what rows hold: who is where stays as it is."""

    def apply(self, state: State, at: datetime) -> State:
        """The same state."""
        return state


# -- what undo takes back ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Change(Fields):
    """What a line of undo or redo says, besides which line it turns: how things are from then on."""

    def apply(self, state: State, at: datetime) -> State:
        """The state after it."""
        raise NotImplementedError


class Standing(NamedTuple):
    """Whether an act of the floor stands, and the change of the last line that undid it or did it again, if any did."""

    is_standing: bool = True
    turn: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Undoable(LogEvent):
    """A line of the floor that undo takes back and redo does again; `Back` and `Again` are the changes by which they do."""

    Back: ClassVar[Any]
    Again: ClassVar[Any]

    def back(self) -> Change:
        """The change that takes it back, as far as the line alone tells. Seats may be taken by then, and tables closed."""
        raise NotImplementedError

    def again(self) -> Change:
        """The change that does it again."""
        raise NotImplementedError

    def is_as_left(self, state: State, standing: Standing) -> bool:
        """True if what it is about is still as its last line left it: only then can it be turned."""
        raise NotImplementedError


# -- orders ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Order(Fields):
    """What a line sets among the orders of the floor: set once more, it changes nothing."""

    def put(self, orders: Orders) -> Orders:
        """The orders with this one."""
        raise NotImplementedError

    def put_into(self, state: State, at: datetime) -> State:
        """The state with this order."""
        return replace(state, orders=self.put(state.orders))

    @classmethod
    def of(cls, event: Any) -> Self:
        """The order alone of an event that is more."""
        return cls(**{one.name: getattr(event, one.name) for one in fields(cls)})


O = TypeVar("O", bound=Order)  # noqa: E741 - an order


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderPut(Change, Generic[O]):
    """The order as it was, or as it is again."""

    order: O

    def apply(self, state: State, at: datetime) -> State:
        """The state with that order."""
        return self.order.put_into(state, at)


def is_set(order: Order, state: State) -> bool:
    """True if that order is in force."""
    return order.put(state.orders) == state.orders


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered(Undoable):
    """A line of the floor that is an `Order`, and keeps the order `was` that it took the place of."""

    Order: ClassVar[type[Any]]

    def order(self) -> Any:
        """The order alone."""
        return self.Order.of(self)

    def apply(self, state: State, at: datetime) -> State:
        """The state with this order."""
        made: State = self.order().put_into(state, at)
        return made

    def back(self) -> Change:
        """The order that was in force before."""
        return OrderPut(order=self.was)  # type: ignore[attr-defined]  # every line of an order has `was`

    def again(self) -> Change:
        """The same order."""
        return OrderPut(order=self.order())

    def is_as_left(self, state: State, standing: Standing) -> bool:
        """True if the order is in force."""
        return is_set(self.order() if standing.turn is None else standing.turn.order, state)
