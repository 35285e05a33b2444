"""What the floor has ordered, and what is known of tables whose cards are real. Values in, values out.

Part of a tournament's state: moves that were called and not yet made, seats held, players who are not moved, the order in
which tables break, buttons and stacks as they were told, hand-for-hand play, hands to be missed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from tournaments.seating.knockouts import Fall


class Called(NamedTuple):
    """A move that is called: where to, the line that called it, the card of a two-step draw, if its player knows, and if it
    is called because the player's table breaks."""

    table: int
    seat: int
    line: int
    card: str = ""
    is_seen: bool = False
    breaks: bool = False


@dataclass(frozen=True, slots=True)
class HandForHand:
    """Every table plays one hand, then waits. `done` are the tables with real cards that have played theirs.

    It ends by itself when no more than `until` are left; 0: when the floor says so. The tables of `first` play the
    fantasyland that was earned there before the first round begins.
    """

    until: int = 0
    done: frozenset[int] = frozenset()
    first: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class LastHands:
    """Before a flight is bagged every table plays so many `hands` more, the one in play then not counted.

    played: hands that each table, by its number, has played since; -1 for one whose hand then is still in play. level: the
    level that was played out when the flight came to its end. is_own: ordered by itself, by the fields of the event.
    """

    hands: int
    played: Mapping[int, int] = field(default_factory=dict)
    level: int | None = None
    is_own: bool = False

    def left(self, table: int) -> int:
        """How many hands that table still begins, 0 or more."""
        return max(0, self.hands - max(0, self.played.get(table, 0)))

    def taken(self, table: int, *, is_void: bool) -> LastHands:
        """The same once a hand there is over; one that was called off does not count."""
        was = self.played.get(table, 0)
        return replace(self, played={**self.played, table: max(0, was) if is_void else was + 1})


@dataclass(frozen=True, slots=True)
class Orders:
    """The orders in force. Tables and seats by their numbers, players by their entries.

    `physical` are the tables with real cards whose stacks nobody records, `recorded` those whose hands are entered.
    `counts` are stacks as counted, in chips. `misses` are hands an entry still has to miss, `heeded` the records of
    conduct that were acted on. `buttons`: the seats of button and big blind, and the instant (ISO) they were told. `gone`
    are the chips that are out of play, `kept` those that the floor keeps in play; `owing` the tables with real cards that
    have yet to change theirs, since the line `coloured`. `off` are the entries whose move the floor has called off, with the
    line: they are not called again. `opened` are tables that the floor has opened, with how many were in then: they stay as
    long as nobody is out since. `round` numbers the rounds played hand for hand, `fallen` are those knocked out in one.
    """

    physical: frozenset[int] = frozenset()
    recorded: frozenset[int] = frozenset()
    called: Mapping[int, Called] = field(default_factory=dict)
    held: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    fixed: frozenset[int] = frozenset()
    dealers: frozenset[int] = frozenset()
    order: tuple[int, ...] = ()
    waived: frozenset[int] = frozenset()
    buttons: Mapping[int, tuple[int, int, str]] = field(default_factory=dict)
    counts: Mapping[int, int] = field(default_factory=dict)
    hand_for_hand: HandForHand | None = None
    last_hands: LastHands | None = None
    misses: Mapping[int, int] = field(default_factory=dict)
    heeded: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()
    kept: frozenset[int] = frozenset()
    owing: frozenset[int] = frozenset()
    coloured: int = 0
    off: Mapping[int, int] = field(default_factory=dict)
    opened: Mapping[int, int] = field(default_factory=dict)
    round: int = 0
    fallen: Mapping[int, Fall] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """For a snapshot."""
        play, last = self.hand_for_hand, self.last_hands
        return {
            "physical": sorted(self.physical),
            "recorded": sorted(self.recorded),
            "called": {str(entry): list(one) for entry, one in self.called.items()},
            "held": {str(table): {str(s): e for s, e in seats.items()} for table, seats in self.held.items()},
            "fixed": sorted(self.fixed),
            "dealers": sorted(self.dealers),
            "order": list(self.order),
            "waived": sorted(self.waived),
            "buttons": {str(table): list(told) for table, told in self.buttons.items()},
            "counts": {str(entry): chips for entry, chips in self.counts.items()},
            "hand_for_hand": None if play is None else [play.until, sorted(play.done), sorted(play.first)],
            "last_hands": None
            if last is None
            else [last.hands, {str(table): n for table, n in last.played.items()}, last.level, last.is_own],
            "misses": {str(entry): hands for entry, hands in self.misses.items()},
            "heeded": sorted(self.heeded),
            "chips": [sorted(self.gone), sorted(self.kept), sorted(self.owing), self.coloured],
            "off": {str(entry): line for entry, line in self.off.items()},
            "opened": {str(table): alive for table, alive in self.opened.items()},
            "round": self.round,
            "fallen": {str(entry): list(fall) for entry, fall in self.fallen.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Orders:
        """The orders of a snapshot; an empty one is the beginning."""
        if not data:
            return cls()
        play = data["hand_for_hand"]
        last = data.get("last_hands")
        gone, kept, owing, coloured = data.get("chips", ((), (), (), 0))
        return cls(
            physical=frozenset(data["physical"]),
            recorded=frozenset(data.get("recorded", ())),
            called={int(entry): Called(*one) for entry, one in data["called"].items()},
            held={int(table): {int(s): e for s, e in seats.items()} for table, seats in data["held"].items()},
            fixed=frozenset(data["fixed"]),
            dealers=frozenset(data["dealers"]),
            order=tuple(data["order"]),
            waived=frozenset(data["waived"]),
            buttons={int(table): (told[0], told[1], told[2]) for table, told in data["buttons"].items()},
            counts={int(entry): chips for entry, chips in data["counts"].items()},
            hand_for_hand=None if play is None else HandForHand(play[0], *map(frozenset, play[1:])),
            last_hands=None
            if last is None
            else LastHands(last[0], {int(table): n for table, n in last[1].items()}, last[2], last[3]),
            misses={int(entry): hands for entry, hands in data["misses"].items()},
            heeded=frozenset(data["heeded"]),
            gone=frozenset(gone),
            kept=frozenset(kept),
            owing=frozenset(owing),
            coloured=coloured,
            off={int(entry): line for entry, line in data.get("off", {}).items()},
            opened={int(table): alive for table, alive in data.get("opened", {}).items()},
            round=data.get("round", 0),
            fallen={int(entry): Fall(*fall) for entry, fall in data.get("fallen", {}).items()},
        )

    @property
    def real(self) -> frozenset[int]:
        """The tables with real cards, their hands entered or not: there moves are called."""
        return self.physical | self.recorded

    def without(self, entry: int) -> Orders:
        """The same once an entry has moved, or is out: no move is called for it or called off, and no seat held."""
        called = {one: move for one, move in self.called.items() if one != entry}
        off = {one: line for one, line in self.off.items() if one != entry}
        held = {table: {s: e for s, e in seats.items() if e != entry} for table, seats in self.held.items()}
        return replace(self, called=called, off=off, held={table: seats for table, seats in held.items() if seats})

    def elsewhere(self) -> Orders:
        """The same once everybody has been given a new seat, or none: nobody is called, and no table is kept."""
        return replace(self, called={}, off={}, opened={})

    def moved(self, entry: int, table: int | None, stack: int | None = None) -> Orders:
        """As `without`, once it sits at that table: where stacks are on record nothing is counted, and one that was on
        record, of so many chips, counts as counted where nobody records it."""
        made = self.without(entry)
        if stack is not None:
            return replace(made, counts={**made.counts, entry: stack})
        return made if table in self.physical else made.without_count(entry)

    def without_count(self, entry: int) -> Orders:
        """The same once an entry has no chips: its stack is counted no more."""
        return replace(self, counts={one: chips for one, chips in self.counts.items() if one != entry})

    def without_stack(self, entry: int) -> Orders:
        """The same once an entry is out: its stack counts no more, and it has nothing to miss."""
        misses = {one: hands for one, hands in self.misses.items() if one != entry}
        return replace(self.without(entry).without_count(entry), misses=misses)

    def fell(self, entry: int, fall: Fall | None) -> Orders:
        """The same once an entry is knocked out in a round; None: it was not."""
        fallen = {one: told for one, told in self.fallen.items() if one != entry}
        return replace(self, fallen=fallen if fall is None else {**fallen, entry: fall})

    def of_round(self, number: int) -> dict[int, Fall]:
        """Those knocked out in that round."""
        return {entry: fall for entry, fall in self.fallen.items() if fall.round == number}

    @property
    def is_round_open(self) -> bool:
        """True while, hand for hand with real cards, some have reported their hand or a knock-out, and not all tables have."""
        play = self.hand_for_hand
        return play is not None and bool(self.real) and (bool(play.done) or bool(self.of_round(self.round)))

    def is_pending(self, table: int) -> bool:
        """True if, hand for hand and where any cards are real, this table has not played its hand yet.

        Where the server deals everywhere a round is over when no hand is in play.
        """
        return self.hand_for_hand is not None and bool(self.real) and table not in self.hand_for_hand.done


def _called(orders: Orders, data: Mapping[str, Any], at: datetime) -> Orders:
    card, breaks = data.get("card", ""), data.get("breaks", False)
    move = Called(data["to_table"], data["to_seat"], data["line"], card, breaks=breaks)
    return replace(orders, called={**orders.called, data["entry"]: move})


def _call_dropped(orders: Orders, data: Mapping[str, Any], at: datetime) -> Orders:
    """By itself; `is_off`: by the floor, so that it is not called again, or with False it may be, `call` as it was."""
    entry = data["entry"]
    called = {one: move for one, move in orders.called.items() if one != entry}
    off = {one: line for one, line in orders.off.items() if one != entry}
    if data.get("call"):
        called[entry] = Called(*data["call"])
    if data.get("is_off"):
        off[entry] = data["line"]
    return replace(orders, called=called, off=off if "is_off" in data else orders.off)


def _call_seen(orders: Orders, data: Mapping[str, Any], at: datetime) -> Orders:
    seen = orders.called[data["entry"]]._replace(is_seen=True)
    return replace(orders, called={**orders.called, data["entry"]: seen})


def _seat_held(orders: Orders, data: Mapping[str, Any], at: datetime) -> Orders:
    """`entry` 0: nobody sits there; None: the seat is let go."""
    seats = {seat: entry for seat, entry in orders.held.get(data["table"], {}).items() if seat != data["seat"]}
    if data["entry"] is not None:
        seats[data["seat"]] = data["entry"]
    held = {**orders.held, data["table"]: seats}
    return replace(orders, held={table: one for table, one in held.items() if one})


def _with(one: frozenset[int], number: int, *, is_in: bool) -> frozenset[int]:
    return one | {number} if is_in else one - {number}


def _fixed(orders: Orders, data: Mapping[str, Any], at: datetime) -> Orders:
    return replace(orders, fixed=_with(orders.fixed, data["entry"], is_in=data["is_in"]))


def _dealing(orders: Orders, data: Mapping[str, Any], at: datetime) -> Orders:
    return replace(orders, dealers=_with(orders.dealers, data["entry"], is_in=data["is_in"]))


def _order_set(orders: Orders, data: Mapping[str, Any], at: datetime) -> Orders:
    return replace(orders, order=tuple(data["tables"]))


def _halt_waived(orders: Orders, data: Mapping[str, Any], at: datetime) -> Orders:
    return replace(orders, waived=_with(orders.waived, data["table"], is_in=data["is_in"]))


def _button_told(orders: Orders, data: Mapping[str, Any], at: datetime) -> Orders:
    """A `button` of None: it is not known."""
    buttons = {table: one for table, one in orders.buttons.items() if table != data["table"]}
    if data["button"] is not None:
        buttons[data["table"]] = (data["button"], data["big_blind"], data.get("at") or at.isoformat())
    return replace(orders, buttons=buttons)


def _counted(orders: Orders, data: Mapping[str, Any], at: datetime) -> Orders:
    counts = {**orders.counts, **{int(entry): chips for entry, chips in data["stacks"].items()}}
    return replace(orders, counts={entry: chips for entry, chips in counts.items() if chips is not None})


def _recorded(orders: Orders, data: Mapping[str, Any], at: datetime) -> Orders:
    """Where hands are entered stacks need no counting; once they are no more, the last ones count as counted."""
    number, is_on = data["table"], data["is_on"]
    stacks = {int(entry): chips for entry, chips in data["stacks"].items()}
    kept = {entry: chips for entry, chips in orders.counts.items() if entry not in stacks}
    return replace(
        orders,
        physical=_with(orders.physical, number, is_in=not is_on),
        recorded=_with(orders.recorded, number, is_in=is_on),
        counts=kept if is_on else {**kept, **stacks},
    )


def _hand_for_hand(orders: Orders, data: Mapping[str, Any], at: datetime) -> Orders:
    first = frozenset(data.get("first", ()))
    play = HandForHand(data["until"], first=first) if data["is_on"] else None
    number = orders.round + (data["is_on"] and orders.hand_for_hand is None)
    return replace(orders, hand_for_hand=play, round=number)


def _last_hands(orders: Orders, data: Mapping[str, Any], at: datetime) -> Orders:
    """More or fewer than were ordered before count from the same hands; none at all: play goes on."""
    if not data["hands"]:
        return replace(orders, last_hands=None)
    played = dict.fromkeys(data["in_play"], -1) if orders.last_hands is None else orders.last_hands.played
    made = LastHands(data["hands"], played, data.get("level"), data.get("is_own", False))
    return replace(orders, last_hands=made, hand_for_hand=None)


def _hand_played(orders: Orders, data: Mapping[str, Any], at: datetime) -> Orders:
    """`is_round`, or `closes`: every table has; `reopens` is how the round stood that is not closed after all."""
    play = orders.hand_for_hand or HandForHand()
    if "reopens" in data:
        was = data["reopens"]
        play = HandForHand(was["until"], frozenset(was["done"]), frozenset(was["first"]))
        return replace(orders, hand_for_hand=play, round=was["round"])
    if data["is_round"] or data.get("closes"):
        return replace(orders, hand_for_hand=replace(play, done=frozenset()), round=orders.round + 1)
    done = _with(play.done, data["table"], is_in=data.get("is_in", True))
    return replace(orders, hand_for_hand=replace(play, done=done))


def _start_stacks_told(orders: Orders, data: Mapping[str, Any], at: datetime) -> Orders:
    """The chips that who was knocked out had at the start of the hand; None: nobody has said."""
    told = {int(entry): chips for entry, chips in data["stacks"].items()}
    before = {int(entry): is_told for entry, is_told in data.get("is_told", {}).items()}
    fallen = {
        entry: fall._replace(start=told[entry], is_told=before.get(entry, True)) if entry in told else fall
        for entry, fall in orders.fallen.items()
    }
    return replace(orders, fallen=fallen)


def _to_miss(orders: Orders, data: Mapping[str, Any], at: datetime) -> Orders:
    """`hands` more, or with a minus fewer, that an entry has to miss; the record of conduct they come from."""
    left = orders.misses.get(data["entry"], 0) + data["hands"]
    misses = {**orders.misses, data["entry"]: left}
    heeded = orders.heeded
    if data.get("incident"):
        heeded = _with(heeded, data["incident"], is_in=not data.get("is_withdrawn"))
    return replace(orders, misses={one: hands for one, hands in misses.items() if hands > 0}, heeded=heeded)


def _coloured_up(orders: Orders, data: Mapping[str, Any], at: datetime) -> Orders:
    gone, kept, owing = (frozenset(data[name]) for name in ("gone", "kept", "owing"))
    return replace(orders, gone=gone, kept=kept, owing=owing, coloured=data["coloured"])


def _table_coloured(orders: Orders, data: Mapping[str, Any], at: datetime) -> Orders:
    return replace(orders, owing=_with(orders.owing, data["table"], is_in=data["is_in"]))


APPLY: dict[str, Callable[[Orders, Mapping[str, Any], datetime], Orders]] = {
    "move_called": _called,
    "call_dropped": _call_dropped,
    "call_seen": _call_seen,
    "seat_held": _seat_held,
    "player_fixed": _fixed,
    "player_deals": _dealing,
    "break_order_set": _order_set,
    "halt_waived": _halt_waived,
    "button_told": _button_told,
    "stacks_counted": _counted,
    "table_recorded": _recorded,
    "hand_for_hand": _hand_for_hand,
    "hand_played": _hand_played,
    "start_stacks_told": _start_stacks_told,
    "last_hands": _last_hands,
    "hands_to_miss": _to_miss,
    "coloured_up": _coloured_up,
    "table_coloured": _table_coloured,
}
