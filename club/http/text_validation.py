"""Text that no page, row or file can hold is refused at the door: NUL, half of a surrogate pair, JSON without end."""

from __future__ import annotations

import re
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from club.base.phrases import gettext as _
from engine import text_limits

_IMPOSSIBLE = re.compile("[\x00\ud800-\udfff]")


class ImpossibleText(ValueError):
    """Text with a NUL or half a surrogate pair in it."""


def is_impossible(text: str) -> bool:
    """True if the text holds a character that neither PostgreSQL nor UTF-8 can hold."""
    return _IMPOSSIBLE.search(text) is not None


def read_json(text: str) -> Any:
    """The value that the JSON tells. Raises `ImpossibleText` and `BeyondBounds`, or ValueError for text that is no JSON."""
    value = text_limits.read_json(text, text_limits.JSON, _refuse_constant)
    _check(value)
    return value


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON")


def _check(value: Any) -> None:
    if isinstance(value, str):
        if is_impossible(value):
            raise ImpossibleText("this text holds a character that cannot be kept")
    elif isinstance(value, dict):
        for name, one in value.items():
            _check(name)
            _check(one)
    elif isinstance(value, list):
        for one in value:
            _check(one)


class PlainJSONParser(JSONParser):
    """JSON in UTF-8 (RFC 8259) within `text_limits.JSON`; anything else, and what could never be kept, is refused (400)."""

    def parse(self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None) -> Any:
        data = stream.read(text_limits.JSON.size + 1)
        if len(data) > text_limits.JSON.size:
            raise ParseError(_beyond())
        try:
            return read_json(data.decode("utf-8"))
        except (text_limits.BeyondBounds, ImpossibleText) as wrong:
            raise ParseError(_beyond()) from wrong
        except ValueError as wrong:
            raise ParseError(_("This is no JSON in UTF-8: %(why)s") % {"why": wrong}) from wrong


def _beyond() -> str:
    words = _(
        "Send JSON of ordinary text: no NUL, no half of a surrogate pair; at most %(size)d bytes, %(depth)d levels and "
        "%(parts)d values."
    )
    return words % {"size": text_limits.JSON.size, "depth": text_limits.JSON.depth, "parts": text_limits.JSON.parts}
