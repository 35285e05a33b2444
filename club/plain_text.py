"""Text that no page, row or file can hold is refused at the door: NUL, half of a surrogate pair, JSON without a bottom."""

from __future__ import annotations

import json
import re
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

_IMPOSSIBLE = re.compile("[\x00\ud800-\udfff]")


class ImpossibleText(ValueError):
    """Text with a NUL or half a surrogate pair in it, or JSON nested too deeply to be read."""


def is_impossible(text: str) -> bool:
    """True if the text holds a character that neither PostgreSQL nor UTF-8 can hold."""
    return _IMPOSSIBLE.search(text) is not None


def read_json(text: str) -> Any:
    """The value that the JSON tells. Raises `ImpossibleText`, or ValueError for text that is no JSON."""
    try:
        value = json.loads(text)
        _check(value)
    except RecursionError as wrong:
        raise ImpossibleText("this JSON is nested too deeply") from wrong
    return value


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
    """REST framework's parser, which also refuses (400) what could never be kept."""

    def parse(self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None) -> Any:
        try:
            value = super().parse(stream, media_type, parser_context)
            _check(value)
        except (RecursionError, ImpossibleText) as wrong:
            words = _("Send JSON of ordinary text: no NUL, no half of a surrogate pair, not nested without end.")
            raise ParseError(words) from wrong
        return value
