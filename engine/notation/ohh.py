"""Open Hand History files as text: one JSON object a hand, with an empty line between two."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NoReturn

from engine.messages.message import Quoted
from engine.messages.records import OhhText, RecordText
from engine.notation.ohh_to_phh import record_of_ohh
from engine.notation.phh import BrokenRecord, Record, decimal_of
from engine.text_limits import HANDS, Limits, check_json

_SPACE = re.compile(r"[\ufeff \t\r\n]*+")


def is_ohh(text: str) -> bool:
    """True for a text that begins as a file of the standard does; PHH is TOML, which cannot begin so."""
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def read_ohh(text: str, limits: Limits = HANDS) -> tuple[Record, ...]:
    """The hands of a text, as PHH. Raises `BrokenRecord`, `BeyondBounds` for one beyond the limits, and `Unsupported`."""
    return tuple(record_of_ohh(hand, at) for at, hand in enumerate(hands_of(text, limits), 1))


def hands_of(text: str, limits: Limits = HANDS) -> Iterator[Mapping[str, Any]]:
    """The standard's objects of a text. Raises `BrokenRecord` and `BeyondBounds`."""
    check_json(text, limits)
    decoder = json.JSONDecoder(parse_float=decimal_of, parse_int=_whole, parse_constant=_no_constant)
    at, end = _after_space(text, 0), len(text)
    while at < end:
        try:
            value, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as wrong:
            raise BrokenRecord(OhhText.NO_JSON(line=wrong.lineno, column=wrong.colno)) from None
        if not isinstance(value, Mapping) or not isinstance(value.get("ohh"), Mapping):
            raise BrokenRecord(OhhText.NO_OHH())
        _check_text(value)
        yield value["ohh"]
        at = _after_space(text, at)


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return at if found is None else found.end()


def _check_text(value: Any) -> None:
    """Raise `BrokenRecord` for escapes of characters that no text can have: halves of one, and NUL."""
    plain = json.dumps(value, ensure_ascii=False, default=str)
    try:
        plain.encode()
    except UnicodeEncodeError:
        raise BrokenRecord(OhhText.NO_TEXT()) from None
    if "\\u0000" in plain:
        raise BrokenRecord(OhhText.NO_TEXT())


def _whole(text: str) -> int:
    decimal_of(text)  # no number longer than anybody could write out
    return int(text)


def _no_constant(text: str) -> NoReturn:
    raise BrokenRecord(RecordText.NO_CHIPS(field="amount", value=Quoted(text)))


def write_ohh(hands: Iterable[Mapping[str, Any]]) -> str:
    """The text of the standard's objects, ready for a file whose name ends in .ohh."""
    return "\n".join(json.dumps({"ohh": hand}, ensure_ascii=False) + "\n" for hand in hands)
