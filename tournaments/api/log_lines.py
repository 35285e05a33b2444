"""Lines of a log as the API tells them: one shape for every kind, made from the kind's class, told apart by `kind`."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from datetime import datetime
from typing import Any, Union, get_args, get_origin, get_type_hints

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from tournaments.base.json_fields import Fields
from tournaments.log.events.entries import TermsChanged
from tournaments.log.events.log_event import LogEvent
from tournaments.log.events.registry import CLASSES, event_of
from tournaments.log.events.undo_and_redo import UNDOABLE, Turn
from tournaments.models import LogEntry, Tournament

Shape = type[serializers.Serializer[Any]]
PLAIN: Mapping[Any, Any] = {
    int: serializers.IntegerField,
    str: serializers.CharField,
    bool: serializers.BooleanField,
    float: serializers.FloatField,
    datetime: serializers.CharField,
}
_SHAPES: dict[Any, Shape] = {}


def field_of(hint: Any, **how: Any) -> Any:
    """The field of an annotation (see `base.json_fields`): what JSON has for it."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        (inner,) = (one for one in parts if one is not type(None))
        return field_of(inner, allow_null=True, **how)
    if hint in PLAIN:
        return PLAIN[hint](**(how | {"allow_blank": True} if PLAIN[hint] is serializers.CharField else how))
    if origin is tuple and parts[1:] == (...,):
        return serializers.ListField(child=field_of(parts[0]), **how)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return serializers.DictField(child=field_of(parts[1]), **how)
    if isinstance(origin or hint, type) and issubclass(origin or hint, Fields):
        return shape_of(hint)(**how)
    if origin is tuple or (isinstance(hint, type) and issubclass(hint, tuple)):
        return serializers.ListField(**how)  # of several types, each at its place
    if hasattr(hint, "from_json"):
        return serializers.DictField(**how)
    return serializers.JSONField(**how)


def _constant(text: str) -> serializers.RegexField:
    """That text alone. (An enumeration of one would be a component of its own in the schema, for every kind of line.)"""
    return serializers.RegexField(f"^{text}$")


def shape_of(what: Any) -> Shape:
    """The fields of a class, or of one with its type argument (``OrderPut[SeatHold]``), as they stand in JSON."""
    if what not in _SHAPES:
        cls, parts = get_origin(what) or what, get_args(what)
        name = "Log" + cls.__name__ + "".join(part.__name__ for part in parts)
        _SHAPES[what] = _shape(name, _fields(cls, parts))
    return _SHAPES[what]


class Told(serializers.Serializer[Any]):
    """A line, or a part of one. A field at its default is not written, and not told."""

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """The fields that the line has."""
        return {name: value for name, value in super().to_representation(instance).items() if name in instance}


def _shape(name: str, told: Mapping[str, Any]) -> Shape:
    made: Any = type(name, (Told,), dict(told))
    return made  # type: ignore[no-any-return]


def _fields(cls: Any, parts: tuple[Any, ...] = ()) -> dict[str, Any]:
    given = dict(zip(getattr(cls, "__parameters__", ()), parts, strict=True))
    hints = {name: given.get(hint, hint) for name, hint in get_type_hints(cls).items()}
    return {
        one.metadata.get("name", one.name): field_of(hints[one.name], required=_is_written(one)) for one in fields(cls)
    }


def _is_written(one: Field[Any]) -> bool:
    """True if a line always has it; one at its default is left out."""
    has_default = one.default is not MISSING or one.default_factory is not MISSING
    return not has_default or bool(one.metadata.get("is_always_written"))


# -- lines of undo and redo: besides their own fields they have those of a change, by the kind of the line they turn -----


def _turned(cls: type[Turn]) -> dict[str, Shape]:
    own = {"line": field_of(int), "kind": field_of(str), "why": field_of(str), "floor": field_of(bool)}
    changes = {kind: getattr(undoable, cls.change_of) for kind, undoable in UNDOABLE.items()}
    found = {}
    for kind, change in changes.items():
        told = {**own, **_fields(get_origin(change) or change, get_args(change))}
        told["kind"] = _constant(kind)
        found[kind] = _shape(f"Log{cls.__name__}{UNDOABLE[kind].__name__}", told)
    return found


class ByKind(serializers.Field[Any, Any, Any, Any]):
    """One of several shapes, told apart by `kind`; only told, never read."""

    shapes: Mapping[str, Shape] = {}

    def to_representation(self, value: Any) -> dict[str, Any]:
        """The line, or what it says, in the shape of its kind."""
        told: dict[str, Any] = self.shapes[value["kind"]](value).data
        return told


def _by_kind(name: str, shapes: Mapping[str, Shape]) -> type[ByKind]:
    union = PolymorphicProxySerializer(component_name=name, serializers=dict(shapes), resource_type_field_name="kind")
    made: Any = type(name, (ByKind,), {"shapes": dict(shapes)})
    return extend_schema_field(union)(made)  # type: ignore[no-any-return]


def data_of(cls: type[LogEvent]) -> Any:
    """What lines of that class say."""
    if issubclass(cls, Turn):
        return _by_kind(f"Log{cls.__name__}", _turned(cls))()
    if cls is TermsChanged:
        return serializers.DictField(help_text="The fields of the event that were changed, and `names` and `why`.")
    return shape_of(cls)()


def line_of(cls: type[LogEvent]) -> Shape:
    """A line of that class."""
    told = {
        "seq": serializers.IntegerField(min_value=1, help_text="The number of the line in the log."),
        "kind": _constant(cls.kind),
        "data": data_of(cls),
        "by": serializers.CharField(allow_null=True, help_text="Who decided it; null: nobody did, it followed."),
        "source": serializers.CharField(allow_blank=True),
        "at": serializers.DateTimeField(),
    }
    return _shape(f"LogLine{cls.__name__}", told)


LINES: dict[str, Shape] = {cls.kind: line_of(cls) for cls in CLASSES}
LogLine = _by_kind("LogLine", LINES)


class LogLines(serializers.Serializer[Any]):
    """Lines of a log in their order."""

    log = serializers.ListField(child=LogLine())


def lines_of(tournament: Tournament, *, after: int = 0, limit: int = 200) -> dict[str, Any]:
    """The lines of the log after that number, as `LogLines`."""
    lines = LogEntry.objects.filter(tournament=tournament, seq__gt=after).select_related("by").order_by("seq")[:limit]
    told: dict[str, Any] = LogLines({"log": [line_told(line) for line in lines]}).data
    return told


def line_told(line: LogEntry) -> dict[str, Any]:
    """A stored line for `LogLine`."""
    return {
        "seq": line.seq,
        "kind": line.kind,
        "data": event_of(line).as_json(),
        "by": None if line.by is None else line.by.get_username(),
        "source": line.source,
        "at": line.at,
    }
