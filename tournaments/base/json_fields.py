"""Dataclasses as JSON and back by their annotations. A field that is missing, unknown or of another type is refused.

JSON has fewer types: instants are ISO 8601 texts, tuples and named tuples are lists, and the keys of mappings are texts.
A field at its default is not written, unless it is declared with `by_floor`.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from datetime import datetime
from functools import cache
from typing import Any, Self, TypeVar, Union, get_args, get_origin, get_type_hints

Reader = Callable[[Any], Any]


class BadFields(ValueError):
    """JSON that is no value of a class: a field is missing, unknown, or of another type."""


def by_floor() -> Any:
    """A field of True that is written always: the line is an act of the floor, which `acts_of` finds by it."""
    return field(default=True, metadata={"is_always_written": True})


def named(name: str) -> Any:
    """A field that has another name in JSON."""
    return field(metadata={"name": name})


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """A value that can be written as a JSON object."""

    def as_json(self) -> dict[str, Any]:
        """The fields as JSON."""
        told: dict[str, Any] = {}
        own: Any = type(self)
        for name, one in _written(own):
            value = getattr(self, one.name)
            if one.metadata.get("is_always_written") or not _is_default(one, value):
                told[name] = _as_json(value)
        return told

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The value of that JSON. Raises `BadFields`."""
        made: Self = read(cls, data)
        return made


def read(what: Any, data: Mapping[str, Any]) -> Any:
    """The value of a class, or of one with its type argument (``Order[SeatHold]``). Raises `BadFields`."""
    if not isinstance(data, Mapping):
        raise BadFields(f"{_name(what)} is a JSON object, not {data!r}")
    readers, needed = _readers(what)
    if unknown := data.keys() - readers.keys():
        raise BadFields(f"{_name(what)} has no field {', '.join(sorted(unknown))}")
    if missing := needed - data.keys():
        raise BadFields(f"{_name(what)} lacks {', '.join(sorted(missing))}")
    given: dict[str, Any] = {}
    for name, value in data.items():
        field_name, reader = readers[name]
        try:
            given[field_name] = reader(value)
        except (TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
            raise BadFields(f"{name} of {_name(what)} is not {value!r}: {error}") from error
    return (get_origin(what) or what)(**given)


def _name(what: Any) -> str:
    return str((get_origin(what) or what).__name__)


@cache
def _written(cls: Any) -> tuple[tuple[str, Field[Any]], ...]:
    return tuple((one.metadata.get("name", one.name), one) for one in fields(cls))


def _is_default(one: Field[Any], value: Any) -> bool:
    if one.default_factory is not MISSING:
        return bool(value == one.default_factory())
    return one.default is not MISSING and bool(value == one.default) and type(value) is type(one.default)


def _as_json(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): _as_json(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_as_json(one) for one in value]
    if isinstance(value, str):  # of a phrase, the words: what is stored is read again as a str
        return str(value)
    return value.as_json() if hasattr(value, "as_json") else value


@cache
def _readers(what: Any) -> tuple[dict[str, tuple[str, Reader]], frozenset[str]]:
    """The readers of the fields by their names in JSON, and those without a default."""
    cls = get_origin(what) or what
    given: dict[Any, Any] = dict(zip(getattr(cls, "__parameters__", ()), get_args(what), strict=True))
    hints = get_type_hints(cls)
    readers = {name: (one.name, _reader(given.get(hints[one.name], hints[one.name]))) for name, one in _written(cls)}
    needed = [name for name, one in _written(cls) if one.default is MISSING and one.default_factory is MISSING]
    return readers, frozenset(needed)


def _reader(hint: Any) -> Reader:
    origin, parts = get_origin(hint), get_args(hint)
    if hint is Any:
        return _same
    if origin in (Union, types.UnionType):
        (inner,) = (one for one in parts if one is not type(None))
        return _or_none(_reader(inner))
    if origin is tuple:
        return _many(_reader(parts[0])) if parts[1:] == (...,) else _each([_reader(part) for part in parts])
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(int if parts[0] is int else str, _reader(parts[1]))
    if hint is datetime:
        return datetime.fromisoformat
    if hint in (int, str, bool, float):
        return _exactly(hint)
    if hasattr(hint, "from_json"):
        return hint.from_json  # type: ignore[no-any-return]  # the class is known only as it runs
    if isinstance(hint, type) and issubclass(hint, tuple):
        return _named_tuple(hint)
    assert not isinstance(hint, TypeVar), "give the type argument of a generic class"
    raise TypeError(f"{hint!r} has no JSON")


def _same(value: Any) -> Any:
    return value


def _or_none(reader: Reader) -> Reader:
    return lambda value: None if value is None else reader(value)


def _many(reader: Reader) -> Reader:
    def many(value: Any) -> tuple[Any, ...]:
        return tuple(reader(one) for one in _list(value))

    return many


def _each(readers: list[Reader]) -> Reader:
    def each(value: Any) -> tuple[Any, ...]:
        return tuple(reader(one) for reader, one in zip(readers, _list(value), strict=True))

    return each


def _named_tuple(cls: Any) -> Reader:
    hints = get_type_hints(cls)
    readers = [_reader(hints[name]) for name in cls._fields]
    return lambda value: cls(*(reader(one) for reader, one in zip(readers, _list(value), strict=True)))


def _list(value: Any) -> Any:
    if not isinstance(value, list | tuple):
        raise TypeError("a list is needed")
    return value


def _mapping(key: Callable[[str], Any], reader: Reader) -> Reader:
    return lambda value: {key(name): reader(one) for name, one in value.items()}


def _exactly(kind: type) -> Reader:
    kinds = (int, float) if kind is float else (kind,)

    def exactly(value: Any) -> Any:
        if not isinstance(value, kinds) or (isinstance(value, bool) and kind is not bool):
            raise TypeError(f"{kind.__name__} is needed")
        return value

    return exactly
