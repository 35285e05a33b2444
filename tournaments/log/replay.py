"""A tournament is its log of decisions; its state is the replay of the log. Values in, values out.

The log keeps what was decided and what fell out of a draw, never an amount that the ledger holds: a stack is the balance
of its account.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from tournaments.log import floor_orders as ordered
from tournaments.log import prize_state
from tournaments.log.flight_places import Gathered, falls
from tournaments.log.state import BAGGED, CANCELLED, FINISHED, RUNNING, Deciding, EndRequest, Place, State
from tournaments.seating.brackets import Stage
from tournaments.seating.knockouts import Fall, in_round
from tournaments.structures.clock import Clock, at_rest, held, released, rest_cut


class Event(NamedTuple):
    """One line of the log: what, with which particulars, and when."""

    kind: str
    data: Mapping[str, Any]
    at: datetime


def apply(state: State, event: Event) -> State:
    """The state after one line of the log. Raises `KeyError` for a kind that is none."""
    if event.kind in prize_state.APPLY:
        return replace(state, purse=prize_state.APPLY[event.kind](state.purse, event.data))
    return _APPLY[event.kind](state, event.data, event.at)


class _Draft(dict[int, Place]):
    """Entries that only one batch of lines can see: changed in place, where a copy a line would cost their number each time."""


def _put(entries: Mapping[int, Place], changed: Mapping[int, Place]) -> Mapping[int, Place]:
    if isinstance(entries, _Draft):
        entries.update(changed)
        return entries
    return {**entries, **changed}


def apply_all(state: State, events: Iterable[Event]) -> State:
    """`apply` for one line after another; the state that is given stays as it was."""
    state = replace(state, entries=_Draft(state.entries))
    for event in events:
        state = apply(state, event)
    return replace(state, entries=dict(state.entries))


def replay(events: Iterable[Event]) -> State:
    """The state after all of them."""
    return apply_all(State(), events)


def _without(mapping: Mapping[int, Any], key: int) -> dict[int, Any]:
    return {k: v for k, v in mapping.items() if k != key}


def _dropped(entries: Mapping[int, Place], entry: int) -> Mapping[int, Place]:
    if isinstance(entries, _Draft):
        del entries[entry]
        return entries
    return _without(entries, entry)


def _registered(state: State, data: Mapping[str, Any], at: datetime) -> State:
    return _ranked(replace(state, entries=_put(state.entries, {data["entry"]: Place()})))


def _unregistered(state: State, data: Mapping[str, Any], at: datetime) -> State:
    entry = data["entry"]
    return _ranked(replace(state, entries=_dropped(state.entries, entry), orders=state.orders.without_stack(entry)))


def _seated(state: State, data: Mapping[str, Any], at: datetime) -> State:
    made = replace(state, entries=_put(state.entries, {data["entry"]: Place(data["table"], data["seat"])}))
    if "chips" in data:  # a stack that was counted at the end of a flight, before real cards
        made = replace(made, orders=replace(made.orders, counts={**made.orders.counts, data["entry"]: data["chips"]}))
    return made


def _table_opened(state: State, data: Mapping[str, Any], at: datetime) -> State:
    number, orders = data["table"], state.orders
    if data.get("physical"):
        orders = replace(orders, physical=orders.physical | {number})
    if data.get("recorded"):
        orders = replace(orders, recorded=orders.recorded | {number})
    if data.get("floor"):
        orders = replace(orders, opened={**orders.opened, number: len(state.alive)})
    last = max(state.last_table, number)
    return replace(state, tables={**state.tables, number: data["id"]}, last_table=last, orders=orders)


def _rebuy_offered(state: State, data: Mapping[str, Any], at: datetime) -> State:
    hunters = data.get("hunters")
    won = None if hunters is None else tuple(hunters)
    offered = Deciding(datetime.fromisoformat(data["until"]), data["fell"], won)
    deciding = {**state.deciding, data["entry"]: offered}
    orders = state.orders.without_count(data["entry"])
    return replace(state, deciding=deciding, falls=max(state.falls, data["fell"]), orders=orders)


def _rebought(state: State, data: Mapping[str, Any], at: datetime) -> State:
    return replace(state, deciding=_without(state.deciding, data["entry"]))


def _registration_set(is_closed: bool) -> Callable[[State, Mapping[str, Any], datetime], State]:
    return lambda state, data, at: replace(state, is_closed=is_closed)


def _kept(state: State, data: Mapping[str, Any], at: datetime) -> State:
    """A line about what rows hold: who is where stays as it is."""
    return state


def _started(state: State, data: Mapping[str, Any], at: datetime) -> State:
    entries = _put(state.entries, {entry: Place(table, seat) for entry, table, seat in data["seats"]})
    tables = {int(number): pk for number, pk in data["tables"].items()}
    counts = {int(entry): chips for entry, chips in data.get("counts", {}).items()}
    orders = replace(state.orders, physical=frozenset(data.get("physical", ())), counts=counts)
    last = max(tables, default=0)
    clock = Clock.from_json(data["clock"]) if "clock" in data else Clock(began=at)
    made = replace(state, status=RUNNING, entries=entries, tables=tables, clock=clock, orders=orders)
    made = replace(made, level_began=at, rests=_rests(data))
    stage = Stage.from_json(data["stage"]) if "stage" in data else None
    return replace(made, last_table=last, stage=stage)


def _round_drawn(state: State, data: Mapping[str, Any], at: datetime) -> State:
    entries = _put(state.entries, {entry: Place(table, seat) for entry, table, seat in data["seats"]})
    tables = {int(number): pk for number, pk in data["tables"].items()}
    orders = replace(state.orders.elsewhere(), held={}, order=(), buttons={}, waived=frozenset())
    if state.orders.real:
        numbers, is_entered = frozenset(tables), bool(data.get("recorded"))
        none = frozenset[int]()
        orders = replace(orders, physical=none if is_entered else numbers, recorded=numbers if is_entered else none)
    stacks = {int(entry): chips for entry, chips in data.get("stacks", {}).items()}
    orders = replace(orders, counts={} if data["is_fresh"] else {**orders.counts, **stacks})
    made = replace(state, entries=entries, tables=tables, orders=orders, stage=Stage.from_json(data["stage"]))
    made = replace(made, last_table=max(tables))
    return replace(made, clock=Clock.from_json(data["clock"])) if "clock" in data else made


def _dealt(state: State, data: Mapping[str, Any], at: datetime) -> State:
    hands = {**state.hands, data["table"]: data["hand"]}
    return replace(state, hands=hands, rounds=data["round"], level=data["level"])


def _hand_taken(state: State, data: Mapping[str, Any], at: datetime) -> State:
    orders = state.orders
    if orders.last_hands is not None:
        orders = replace(orders, last_hands=orders.last_hands.taken(data["table"], is_void=data["void"]))
    hands = _without(state.hands, data["table"])
    return replace(state, hands=hands, played=state.played + (not data["void"]), orders=orders)


def _knocked_out(state: State, data: Mapping[str, Any], at: datetime) -> State:
    best, worst = data["best"], data["worst"]
    if "round" in data:
        return _fell_in_round(state, data["entry"], Fall(*data["round"]))
    if state.deciding or (state.stage is not None and "fell" in data):
        # Whoever still decides stands in between, or is the one; in a round others fall in the same rank at other tables.
        # The places follow from the order of the falls.
        fell = data.get("fell", state.falls + 1)
        made = replace(
            state,
            entries=_put(state.entries, {data["entry"]: Place(best=1, worst=1, fell=fell)}),
            deciding=_without(state.deciding, data["entry"]),
            falls=max(state.falls, fell),
            orders=state.orders.without_stack(data["entry"]),
        )
        return _ranked(made)
    tied = (
        [one.fell for one in state.entries.values() if (one.best, one.worst) == (best, worst)] if best < worst else []
    )
    fell = tied[0] if tied else state.falls + 1
    out = Place(best=best, worst=worst, fell=fell)
    falls = state.falls if tied else state.falls + 1
    orders = state.orders.without_stack(data["entry"])
    return replace(state, entries=_put(state.entries, {data["entry"]: out}), falls=falls, orders=orders)


def _fell_in_round(state: State, entry: int, fall: Fall) -> State:
    """A knock-out of a round played hand for hand: those of one round are ranked among themselves."""
    made = replace(
        state,
        entries=_put(state.entries, {entry: Place(best=1, worst=1, fell=fall.base + 1)}),
        deciding=_without(state.deciding, entry),
        falls=max(state.falls, fall.base + fall.room),
        orders=state.orders.without_stack(entry).fell(entry, fall),
    )
    return _round_ranked(made, fall.round)


def _round_ranked(state: State, number: int) -> State:
    """The same with the knock-outs of that round in the order that their stacks make."""
    falls = state.orders.of_round(number)
    groups, _wanted = in_round(falls)
    base = max((fall.base for fall in falls.values()), default=0)
    order = {entry: base + at for at, group in enumerate(groups, 1) for entry in group}
    placed = {entry: replace(state.entries[entry], fell=fell) for entry, fell in order.items()}
    return _ranked(replace(state, entries=_put(state.entries, placed)))


def _ranked(state: State) -> State:
    """The same with the places counted anew, for when somebody has come back, or in: last out is best placed."""
    if not state.falls and not state.gathered:
        return state  # nobody is out yet
    groups: dict[int, list[int]] = {}
    for entry, place in state.entries.items():
        if place.fell is not None:
            groups.setdefault(place.fell, []).append(entry)
    placed, better = dict[int, Place](), len(state.alive)
    for fell in sorted(groups, reverse=True):
        worst = better + len(groups[fell])
        placed |= {entry: Place(best=better + 1, worst=worst, fell=fell) for entry in groups[fell]}
        better = worst
    return replace(state, entries=_put(state.entries, placed))


def _clock_set(state: State, data: Mapping[str, Any], at: datetime) -> State:
    return replace(state, clock=Clock.from_json(data["clock"]))


def _structure_changed(state: State, data: Mapping[str, Any], at: datetime) -> State:
    """The sheet itself is the tournament's; here is which edition it is, and when a level without an end now ends."""
    clock = state.clock
    if "lasts" in data:
        index, seconds = data["lasts"]
        clock = replace(clock, extra={**clock.extra, index: seconds})
    return replace(state, edition=data["edition"], clock=clock)


def _put_back(state: State, data: Mapping[str, Any], at: datetime) -> State:
    """A floor action undone, or done again: what it was about is as the line says."""
    if "edition" in data:
        return _structure_changed(state, data, at)
    if "clock" in data:
        return _clock_set(state, data, at)
    if "order" in data:
        return _ordered(state, data["order"], at, data["kind"])
    if "words" in data:
        return _message_shown(state, data, at)
    if "closed" in data:
        made = _table_broken(state, {"table": data["closed"], "last": data["last"]}, at)
        return replace(made, orders=replace(made.orders, physical=made.orders.physical - {data["closed"]}))
    if "id" in data:
        return _table_opened(state, data, at)
    if "offer" in data:
        offer = data["offer"]
        return _rebought(state, data, at) if offer is None else _rebuy_offered(state, offer, at)
    was = state.entries[data["entry"]]
    # Those still in are counted by `best`, so who is out again needs one before the places are counted.
    fell = data.get("fell")
    now = Place(data.get("table"), data.get("seat"), best=fell and 1, worst=fell and 1, fell=fell)
    orders = state.orders.moved(data["entry"], now.table, data.get("stack"))
    before = orders.fallen.get(data["entry"])
    if fell is not None and data.get("fall"):
        made = replace(state, entries=_put(state.entries, {data["entry"]: now}), orders=orders)
        return _fell_in_round(made, data["entry"], Fall(*data["fall"]))
    orders = orders.fell(data["entry"], None) if before is not None else orders
    made = replace(state, entries=_put(state.entries, {data["entry"]: now}), orders=orders)
    if before is not None:
        made = _round_ranked(made, before.round)
    return _ranked(made) if was.is_out != now.is_out else made


def _moved(state: State, data: Mapping[str, Any], at: datetime) -> State:
    entries = _put(state.entries, {data["entry"]: Place(data["to_table"], data["to_seat"])})
    return replace(
        state, entries=entries, orders=state.orders.moved(data["entry"], data["to_table"], data.get("stack"))
    )


def _table_broken(state: State, data: Mapping[str, Any], at: datetime) -> State:
    """`last`: the highest number that a table had before this one, where its opening is taken back."""
    number, orders = data["table"], state.orders
    buttons, opened = _without(orders.buttons, number), _without(orders.opened, number)
    orders = replace(orders, recorded=orders.recorded - {number}, buttons=buttons, opened=opened)
    last = data.get("last", state.last_table)
    return replace(state, tables=_without(state.tables, number), orders=orders, last_table=last)


def _final_table(state: State, data: Mapping[str, Any], at: datetime) -> State:
    entries = _put(state.entries, {entry: Place(data["table"], seat) for entry, seat in data["seats"]})
    physical = frozenset({data["table"]} if data.get("physical") else ())
    recorded = frozenset({data["table"]} if data.get("recorded") else ())
    stacks = {int(entry): chips for entry, chips in data.get("stacks", {}).items()}
    orders = replace(state.orders.elsewhere(), physical=physical, recorded=recorded)
    orders = replace(orders, counts={**orders.counts, **stacks})
    last = max(state.last_table, data["table"])
    return replace(state, entries=entries, tables={data["table"]: data["id"]}, orders=orders, last_table=last)


def _paused(state: State, data: Mapping[str, Any], at: datetime) -> State:
    return replace(state, clock=replace(rest_cut(state.clock, at), paused=at))


def _resumed(state: State, data: Mapping[str, Any], at: datetime) -> State:
    clock = state.clock
    stood = 0.0 if clock.paused is None or clock.held is not None else (at - clock.paused).total_seconds()
    return replace(state, clock=replace(clock, paused=None, stood=clock.stood + stood))


def _rest_began(state: State, data: Mapping[str, Any], at: datetime) -> State:
    return replace(state, clock=at_rest(state.clock, at, datetime.fromisoformat(data["until"])))


def _break_ended(state: State, data: Mapping[str, Any], at: datetime) -> State:
    if data.get("is_rest"):
        return replace(state, clock=rest_cut(state.clock, at))
    ended = {**state.clock.ended, data["index"]: state.clock.seconds(at)}
    return replace(state, clock=replace(state.clock, ended=ended))


def _break_began(state: State, data: Mapping[str, Any], at: datetime) -> State:
    """A break belongs to the level before it."""
    return replace(state, item=data["index"])


def _level_began(state: State, data: Mapping[str, Any], at: datetime) -> State:
    return replace(state, item=data["index"], level_began=at, rests=_rests(data))


def _rests(data: Mapping[str, Any]) -> tuple[int, int] | None:
    """What a level's first line says of the break of all tournaments."""
    told = data.get("rests")
    return None if told is None else (told[0], told[1])


def _message_shown(state: State, data: Mapping[str, Any], at: datetime) -> State:
    return replace(state, message=data["words"])


def _bagged(state: State, data: Mapping[str, Any], at: datetime) -> State:
    """A flight is over: who is left has a bag and no seat, the clock stands."""
    bags = {int(entry): chips for entry, chips in data["bags"].items()}
    orders = replace(state.orders.elsewhere(), held={}, order=(), buttons={}, waived=frozenset(), hand_for_hand=None)
    orders = replace(orders, last_hands=None)
    clock = released(state.clock, at)
    clock = clock if clock.paused else replace(clock, paused=at)
    entries = _put(state.entries, {entry: Place() for entry in bags})
    return replace(state, status=BAGGED, entries=entries, tables={}, hands={}, bags=bags, orders=orders, clock=clock)


def _bag_undone(state: State, data: Mapping[str, Any], at: datetime) -> State:
    """Everybody is back in the own seat, at tables opened anew; the clock stands until it is started."""
    entries = _put(state.entries, {entry: Place(table, seat) for entry, table, seat in data["seats"]})
    tables = {int(number): pk for number, pk in data["tables"].items()}
    recorded = frozenset(data.get("recorded", ()))
    orders = replace(state.orders, physical=frozenset(data["physical"]), recorded=recorded)
    clock = state.clock
    if data.get("last_hands"):  # all of them are played: the stacks are bagged again once the clock is started
        hands, level, is_own = data["last_hands"]
        last = ordered.LastHands(hands, dict.fromkeys(tables, hands), level, is_own)
        orders, clock = replace(orders, last_hands=last), held(clock, at)
    made = replace(state, status=RUNNING, entries=entries, tables=tables, bags={}, orders=orders, clock=clock)
    return replace(made, last_table=max(state.last_table, *tables))


def _gathered(state: State, data: Mapping[str, Any], at: datetime) -> State:
    """A flight was bagged: its survivors are in, and who was out there is placed below everybody here."""
    one = Gathered.from_json(data)
    entries = _put(state.entries, {entry: Place() for entry in one.through})
    made = replace(state, entries=entries, gathered=(*state.gathered, one), purse=state.purse.joined(one.purse, 1))
    return _flights_ranked(made)


def _gather_undone(state: State, data: Mapping[str, Any], at: datetime) -> State:
    gone = next(one for one in state.gathered if one.flight == data["flight"])
    entries = {e: place for e, place in state.entries.items() if e not in {*gone.through, *gone.fallen}}
    left = tuple(one for one in state.gathered if one is not gone)
    return _flights_ranked(replace(state, entries=entries, gathered=left, purse=state.purse.joined(gone.purse, -1)))


def _flights_ranked(state: State) -> State:
    fallen = {entry: Place(best=1, worst=1, fell=fell) for entry, fell in falls(state.gathered).items()}
    return _ranked(replace(state, entries=_put(state.entries, fallen)))


def _finished(state: State, data: Mapping[str, Any], at: datetime) -> State:
    clock = state.clock if state.clock.paused else replace(state.clock, paused=at)
    return replace(state, status=FINISHED, tables={}, hands={}, clock=clock)


def _cancelled(state: State, data: Mapping[str, Any], at: datetime) -> State:
    return replace(state, status=CANCELLED)


def _asked(state: State, data: Mapping[str, Any], at: datetime, act: str) -> State:
    """The event waits for a second person; a clock that runs is stopped."""
    request = EndRequest(act, data["why"], data["by"], data.get("how", ""))
    clock = state.clock if state.clock.paused else replace(rest_cut(state.clock, at), paused=at)
    return replace(state, request=request, clock=clock)


def _decided(state: State, data: Mapping[str, Any], at: datetime) -> State:
    return replace(state, request=None)


def _reopened(state: State, data: Mapping[str, Any], at: datetime) -> State:
    """As it was before its end; the clock stands until it is started."""
    before = State.from_json(data["state"])
    clock = before.clock if before.clock.paused else replace(rest_cut(before.clock, at), paused=at)
    return replace(before, clock=clock, is_reopened=True, last_table=max(before.last_table, state.last_table))


def _called_off(state: State, data: Mapping[str, Any], at: datetime) -> State:
    """A running event is over without an end: nobody has a seat, the clock stands, the money has gone back."""
    orders = replace(state.orders, called={}, held={}, order=(), buttons={}, waived=frozenset(), hand_for_hand=None)
    orders = replace(orders, physical=frozenset(), recorded=frozenset(), last_hands=None, owing=frozenset())
    entries = _put(state.entries, dict.fromkeys(state.alive, Place()))
    returned = {int(entry): chips for entry, chips in data["returned"].items()}
    made = replace(state, status=CANCELLED, entries=entries, tables={}, hands={}, deciding={}, orders=orders)
    clock = released(state.clock, at)
    return replace(made, request=None, returned=returned, clock=clock)


def _ordered(state: State, data: Mapping[str, Any], at: datetime, kind: str) -> State:
    """An order of the floor; hand-for-hand play holds the clock, and each of its hands is charged to it."""
    clock = state.clock
    if kind == "last_hands":
        clock = held(Clock.from_json(data["clock"]) if "clock" in data else clock, at)
        clock = clock if data["hands"] else released(clock, at)
    elif kind == "hand_for_hand":
        clock = held(clock, at) if data["is_on"] else released(clock, at)
    elif kind == "hand_played" and "seconds" in data:
        clock = held(clock, at) if "reopens" in data else clock
        clock = replace(clock, stood=clock.stood - data["seconds"])
    made = replace(state, clock=clock, orders=ordered.APPLY[kind](state.orders, data, at))
    if kind == "start_stacks_told":
        fallen = made.orders.fallen
        for number in sorted({fallen[int(entry)].round for entry in data["stacks"] if int(entry) in fallen}):
            made = _round_ranked(made, number)
    return made


_APPLY: dict[str, Callable[[State, Mapping[str, Any], datetime], State]] = {
    **{kind: partial(_ordered, kind=kind) for kind in ordered.APPLY},
    "registered": _registered,
    "reentered": _registered,
    "unregistered": _unregistered,
    "withdrawn": _unregistered,
    "seated": _seated,
    "table_opened": _table_opened,
    "rebuy_offered": _rebuy_offered,
    "rebought": _rebought,
    "rebuy_declined": _kept,
    "added_on": _kept,
    "chips_issued": _kept,
    "purchase_taken_back": _kept,
    "checked_in": _kept,
    "check_in_undone": _kept,
    "absent_removed": _kept,
    "queued": _kept,
    "left_list": _kept,
    "passed_over": _kept,
    "registration_closed": _registration_set(True),
    "registration_opened": _registration_set(False),
    "terms_changed": _kept,
    "started": _started,
    "bagged": _bagged,
    "bag_undone": _bag_undone,
    "gathered": _gathered,
    "gather_undone": _gather_undone,
    "round_drawn": _round_drawn,
    "dealt": _dealt,
    "hand_taken": _hand_taken,
    "knocked_out": _knocked_out,
    "moved": _moved,
    "table_broken": _table_broken,
    "final_table": _final_table,
    "paused": _paused,
    "resumed": _resumed,
    "rest_began": _rest_began,
    "break_ended": _break_ended,
    "clock_adjusted": _clock_set,
    "level_set": _clock_set,
    "structure_changed": _structure_changed,
    "level_changed": _level_began,
    "break_began": _break_began,
    "message_shown": _message_shown,
    "undone": _put_back,
    "redone": _put_back,
    "finished": _finished,
    "cancelled": _cancelled,
    "call_off_asked": partial(_asked, act="call-off"),
    "request_approved": _decided,
    "request_refused": _decided,
    "called_off": _called_off,
    "reopen_asked": partial(_asked, act="reopen"),
    "reopened": _reopened,
}
KINDS = (*_APPLY, *prize_state.APPLY)
