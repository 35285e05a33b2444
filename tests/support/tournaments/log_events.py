"""Any line of a log: strategies made from the classes of lines."""

from __future__ import annotations

import json
import types
from collections.abc import Mapping
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from django.core.serializers.json import DjangoJSONEncoder
from hypothesis import strategies as st

from tournaments.log.events import entries
from tournaments.log.events.log_event import LogEvent
from tournaments.log.events.undo_and_redo import UNDOABLE, Turn
from tournaments.log.orders_in_force import Orders
from tournaments.log.prize_state import PrizeState
from tournaments.seating.brackets import Stage
from tournaments.structures.clock import Clock

NOW = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
SMALL = st.integers(-(10**9), 10**9)
INSTANTS = st.integers(0, 10**6).map(lambda seconds: NOW + timedelta(seconds=seconds))
CLOCKS = st.builds(
    Clock, began=st.none() | INSTANTS, paused=st.none() | INSTANTS, stood=st.floats(0, 1e6),
    extra=st.dictionaries(st.integers(0, 9), st.floats(0, 99)), held=st.none() | INSTANTS,
    rest=st.none() | st.tuples(INSTANTS, INSTANTS),
)  # fmt: skip
MADE: dict[Any, st.SearchStrategy[Any]] = {
    int: SMALL,
    str: st.text(max_size=5),
    bool: st.booleans(),
    float: st.floats(-1e6, 1e6),
    datetime: INSTANTS,
    Clock: CLOCKS,
    Stage: st.builds(Stage, number=SMALL, groups=st.just(((1, 2), (3,))), advance=SMALL, base=SMALL),
    PrizeState: st.builds(
        PrizeState, won=st.just({1: 5}), settled=st.just(frozenset({2})), envelopes=st.none() | st.just((3,))
    ),
    Orders: st.builds(Orders, fixed=st.just(frozenset({1})), counts=st.just({1: 5})),
    Any: SMALL,
}


def of_hint(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of an annotation."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint in MADE:
        return MADE[hint]
    if origin in (Union, types.UnionType):
        return st.one_of(st.none(), *(of_hint(part) for part in parts if part is not type(None)))
    if origin is tuple:
        many = parts[1:] == (...,)
        return st.lists(of_hint(parts[0]), max_size=3).map(tuple) if many else st.tuples(*map(of_hint, parts))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return st.dictionaries(of_hint(parts[0]), of_hint(parts[1]), max_size=3)
    if isinstance(hint, type) and issubclass(hint, tuple):
        hints = get_type_hints(hint)
        return st.tuples(*(of_hint(hints[name]) for name in hints)).map(lambda given: hint(*given))
    return of_class(hint)


def of_class(what: Any) -> st.SearchStrategy[Any]:
    """Any value of a class, or of a generic one with its argument."""
    cls = get_origin(what) or what
    if cls is entries.TermsChanged:
        told = st.dictionaries(st.sampled_from(["buy_in", "late_until_level"]), SMALL)
        return st.builds(cls, fields=told, names=MADE[str], why=MADE[str])
    if issubclass(cls, Turn):
        return st.sampled_from(sorted(UNDOABLE)).flatmap(lambda kind: _turn(cls, kind))
    given_types: dict[Any, Any] = dict(zip(getattr(cls, "__parameters__", ()), get_args(what), strict=True))
    hints = {name: given_types.get(hint, hint) for name, hint in get_type_hints(cls).items()}
    assert not any(isinstance(hints[one.name], TypeVar) for one in fields(cls))
    always = {one.name for one in fields(cls) if one.metadata.get("is_always_written")}
    return st.builds(cls, **{one.name: of_hint(hints[one.name]) for one in fields(cls) if one.name not in always})


def _turn(cls: type[Turn], kind: str) -> st.SearchStrategy[Turn]:
    change = of_class(getattr(UNDOABLE[kind], cls.change_of))
    return st.builds(cls, line=SMALL, of=st.just(kind), why=MADE[str], change=change)


def stored(event: LogEvent) -> dict[str, Any]:
    """As the database gives it back."""
    told: dict[str, Any] = json.loads(json.dumps(event.as_json(), cls=DjangoJSONEncoder))
    return told
