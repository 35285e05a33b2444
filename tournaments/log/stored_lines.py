"""Lines of a log as they are stored, read as their classes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeVar

from tournaments.log.events.log_event import LogEvent
from tournaments.log.events.registry import read
from tournaments.log.replay import Line
from tournaments.models import LogEntry, Tournament

E = TypeVar("E", bound=LogEvent)


class Numbered(NamedTuple, Generic[E]):
    """A line with its number in the log, from 1."""

    seq: int
    event: E
    at: datetime


def lines(tournament: Tournament | int, **which: Any) -> Iterator[Line]:
    """The lines of a tournament (or of its primary key) in their order; `which` as Django filters lines."""
    found = LogEntry.objects.filter(tournament=tournament, **which).order_by("seq")
    return read_all(found.values_list("kind", "data", "at").iterator(chunk_size=2000))


def read_all(stored: Iterable[tuple[str, Any, datetime]]) -> Iterator[Line]:
    """Kind, fields and instant of lines as lines."""
    return (Line(read(kind, data), at) for kind, data, at in stored)


def of_class(tournament: Tournament, cls: type[E], **which: Any) -> list[Numbered[E]]:
    """The lines of one class in their order; `which` as Django filters lines."""
    return list(_of_class(tournament, cls, "seq", which))


def last_of_class(tournament: Tournament, cls: type[E], **which: Any) -> Numbered[E] | None:
    """The last line of one class; None if there is none."""
    return next(_of_class(tournament, cls, "-seq", which), None)


def _of_class(tournament: Tournament, cls: type[E], order: str, which: dict[str, Any]) -> Iterator[Numbered[E]]:
    found = LogEntry.objects.filter(tournament=tournament, kind=cls.kind, **which).order_by(order)
    for seq, data, at in found.values_list("seq", "data", "at").iterator(chunk_size=500):
        yield Numbered(seq, cls.from_json(data), at)
