"""What a record tells of a hand besides its play: when it began, who sat there, what was shown when it was over.

Anybody may have written the record: what cannot be so is taken as not told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from engine.notation.phh import Record

MOST_DIGITS = 15  # after the point of an amount
_SHOWN = re.compile(r"p([1-9]\d?) ((?:[2-9TJQKA][cdhs])+)")


def began_at(fields: Mapping[str, Any]) -> datetime | None:
    """When the hand began, in UTC; None where nobody has written it down."""
    at = fields.get("time")
    if not isinstance(at, time) or not all(type(fields.get(name)) is int for name in ("year", "month", "day")):
        return None
    try:
        zone = ZoneInfo(str(fields.get("time_zone", "UTC")))
        local = datetime.combine(date(fields["year"], fields["month"], fields["day"]), at, tzinfo=zone)
        began = local.astimezone(UTC)
    except (ValueError, OverflowError, ZoneInfoNotFoundError, OSError):
        return None
    return began if 1970 <= began.year < 9999 else None  # whatever the reader's zone


def names_of(record: Record, players: int) -> list[str]:
    """The players' names in the order of their places; empty ones where not each of them is told."""
    told = record.fields.get("players")
    if not isinstance(told, list) or len(told) != players:
        return [""] * players
    return [str(name) for name in told]


def shown_later(record: Record, seats: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Cards that were shown of one's own will when the hand was over: the seat, and its cards in one text (``AsKd``)."""
    told = record.fields.get("_shown", ())
    for one in told if isinstance(told, list | tuple) else ():
        found = _SHOWN.fullmatch(str(one))
        if found and int(found[1]) <= len(seats):
            yield seats[int(found[1]) - 1], found[2]


def units_of(fields: Mapping[str, Any]) -> int:
    """How many of the record's chips were 1 where it came from, as its `_per` tells: 100 where they are cents; else 1."""
    told = fields.get("_per")
    return told if type(told) is int and told in [10**digits for digits in range(MOST_DIGITS + 1)] else 1
