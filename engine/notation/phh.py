"""Published hands as text: PHH (one hand a file) and PHHS (one hand a table), read and written without loss.

The format is TOML with the fields of the PHH specification. Numbers keep their exact decimals; fields that this reader
does not know are kept as they are, those that PHH has no word for are written with a leading underscore.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from math import lcm
from typing import Any

import tomli

from engine.errors import EngineError
from engine.messages.message import Message, Quoted
from engine.messages.records import ActionText, RecordText
from engine.text_limits import HANDS, Limits, check_toml

REQUIRED = ("variant", "antes", "starting_stacks", "actions")
AMOUNTS = (
    "antes", "blinds_or_straddles", "bring_in", "small_bet", "big_bet", "min_bet",
    "starting_stacks", "finishing_stacks", "winnings",
)  # fmt: skip
# Each pattern takes what it begins to the end and gives nothing back, so the time grows with the text alone.
_LITERAL = re.compile(r'"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"|\'([^\'\n]*+)\'|(#[^\n]*+)|(\])')
_HEAD = re.compile(r"^[ \t]*+\[[ \t]*+([\"']?)([^\]\"'\n]++)\1[ \t]*+\]", re.M)
_ACTIONS = re.compile(r"^[ \t]*+actions[ \t]*+=[ \t]*+\[", re.M)
# An amount: at most 25 digits before the point and 15 after it, so that none takes more than a line to write out.
LONGEST_AMOUNT = 25 + 15 + 2 * 99  # digits, with the most that an exponent of two digits moves the point
_AMOUNT = re.compile(r"[-+]?[0-9]{1,25}(?:\.[0-9]{0,15})?(?:[eE][-+]?[0-9]{1,2})?")


class BrokenRecord(EngineError):
    """A text that is no hand, or a hand that cannot have been played; the message names the line where it can."""

    code = "broken_record"


@dataclass(frozen=True, slots=True)
class Record:
    """One published hand: its name in the file ("1" in a PHH file), its fields, and the line of each action."""

    name: str
    fields: Mapping[str, Any]
    lines: tuple[int, ...] = ()

    def line(self, at: int) -> Message:
        """Where action number `at` stands, in words."""
        if at < len(self.lines):
            return RecordText.LINE(line=self.lines[at])
        return RecordText.ACTION(number=at + 1)


def amount(text: str) -> Fraction:
    """The number of chips that a text says. Raises `BrokenRecord` for one that is no decimal number of ordinary length.

    >>> amount("12.50")
    Fraction(25, 2)
    """
    if not _AMOUNT.fullmatch(text):
        raise BrokenRecord(ActionText.NO_AMOUNT(amount=Quoted(text[:40])))
    return Fraction(text)


def decimal_of(text: str) -> Decimal:
    """A number with a point, as TOML and JSON have them. Raises `BrokenRecord` for one that nobody could write out."""
    if text.lstrip("+-") not in ("inf", "nan"):
        amount(text.replace("_", ""))
    return Decimal(text)


def read(text: str, limits: Limits = HANDS) -> tuple[Record, ...]:
    """The hands of a PHH or PHHS text.

    Raises `BrokenRecord`, with the line, for text that is neither, and `BeyondBounds` for one beyond the limits.
    """
    check_toml(text, limits)
    try:
        data = tomli.loads(text, parse_float=decimal_of)
    except ValueError as wrong:  # TOML's own error, those of numbers, and those of dates
        raise BrokenRecord(RecordText.NO_PHH(why=_told(wrong))) from None
    if "variant" in data or "actions" in data:
        return (_record("1", data, text, 0),)
    if not data:
        raise BrokenRecord(RecordText.EMPTY(fields=REQUIRED))
    heads = {found.group(2).strip(): found.end() for found in _HEAD.finditer(text)}
    records = []
    for name, fields in data.items():
        if not isinstance(fields, dict):
            raise BrokenRecord(RecordText.OUTSIDE(name=Quoted(name)))
        records.append(_record(name, fields, text, heads.get(name, 0)))
    return tuple(records)


def _told(wrong: ValueError) -> Message | str:
    """Where the reader of TOML stopped, and at what."""
    if isinstance(wrong, EngineError):
        return wrong.message
    if not isinstance(wrong, tomli.TOMLDecodeError):
        return str(wrong)
    if wrong.pos >= len(wrong.doc):
        return RecordText.AT_END(what=wrong.msg)
    return RecordText.AT_PLACE(what=wrong.msg, line=wrong.lineno, column=wrong.colno)


def _record(name: str, fields: dict[str, Any], text: str, begin: int) -> Record:
    missing = [field for field in REQUIRED if field not in fields]
    if missing:
        raise BrokenRecord(RecordText.LACKS(hand=name, fields=[*missing]), hand=name, missing=missing)
    for field in ("antes", "starting_stacks", "actions"):
        if not isinstance(fields[field], list):
            raise BrokenRecord(RecordText.LIST(field=field, hand=name), hand=name, field=field)
    if not all(isinstance(action, str) for action in fields["actions"]):
        raise BrokenRecord(RecordText.ACTIONS(hand=name), hand=name, field="actions")
    return Record(name, fields, _action_lines(text, begin))


def _action_lines(text: str, begin: int) -> tuple[int, ...]:
    """The line of each text in the first list called actions after `begin`."""
    start = _ACTIONS.search(text, begin)
    if start is None:
        return ()
    lines, counted, line = [], 0, 1
    for found in _LITERAL.finditer(text, start.end()):
        if found.group(4):
            break
        if found.group(3) is None:
            line += text.count("\n", counted, found.start())
            counted = found.start()
            lines.append(line)
    return tuple(lines)


# -- numbers ----------------------------------------------------------------------------------------------------------


def _numbers(record: Record) -> Iterable[Fraction]:
    for field in AMOUNTS:
        value = record.fields.get(field, ())
        for number in value if isinstance(value, list) else [value] if value != () else []:
            if isinstance(number, int | Decimal) and not isinstance(number, bool) and _is_finite(number):
                yield Fraction(number)
    for action in record.fields["actions"]:
        words = action.split("#")[0].split()
        if len(words) == 3 and words[1] == "cbr":
            try:
                yield amount(words[2])
            except ValueError:
                continue  # said when the hand is played


def _is_finite(number: int | Decimal) -> bool:
    return isinstance(number, int) or number.is_finite()


def scale(records: Iterable[Record]) -> int:
    """How many of the smallest unit of these hands' numbers make 1: 1, 2 for half chips, 4 for quarters, 100 for cents."""
    return lcm(*(number.denominator for record in records for number in _numbers(record)))


def units(records: Sequence[Record]) -> list[int]:
    """How many of the smallest unit make 1 in each record: as many in all of them, so that they can be compared.

    But a record with stakes of our own for betting is in the smallest unit already, as those and its rules are, whatever stands
    beside it in a file: there it is 1.
    """
    is_ours = [_is_in_units(record) for record in records]
    common = scale([record for record, ours in zip(records, is_ours, strict=True) if not ours])
    return [1 if ours else common for ours in is_ours]


def _is_in_units(record: Record) -> bool:
    stakes = record.fields.get("_stakes")
    return isinstance(stakes, Mapping) and stakes.get("limit") != "points"


def shown(chips: int, per: int) -> int | float:
    """Chips of the smallest unit in the file's own numbers."""
    return chips // per if chips % per == 0 else chips / per


def exact(chips: int, per: int) -> int | Decimal:
    """Chips of the smallest unit in the file's own numbers, to the last digit; `per` divides a power of ten.

    >>> exact(201, 20), exact(40, 20)
    (Decimal('10.05'), 2)
    """
    if chips % per == 0:
        return chips // per
    with localcontext(prec=LONGEST_AMOUNT):
        return Decimal(chips) / Decimal(per)


def written_out(number: int | Decimal) -> str:
    """A number written out, without an exponent.

    >>> written_out(Decimal("1E+3")), written_out(20), written_out(Decimal("0.00000005"))
    ('1000', '20', '0.00000005')
    """
    return str(number) if isinstance(number, int) else format(number, "f")


# -- writing ----------------------------------------------------------------------------------------------------------


def write(records: Iterable[Record] | Record) -> str:
    """The text of one hand (PHH), or of several (PHHS, a table each)."""
    if isinstance(records, Record):
        return _write_fields(records.fields)
    return "\n".join(f"[{_key(record.name)}]\n{_write_fields(record.fields)}" for record in records)


def _write_fields(fields: Mapping[str, Any]) -> str:
    """Fields of a table; what TOML has no word for (a null of JSON) is left out."""
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in fields.items() if value is not None)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _text(key)


def _text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda found: f"\\u{ord(found.group()):04x}", escaped) + '"'


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _value(Decimal(repr(value)))
    if isinstance(value, Decimal):
        if not value.is_finite():
            return "nan" if value.is_nan() else ("-inf" if value < 0 else "inf")
        plain = format(value, "f")
        return plain if "." in plain else plain + ".0"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(one) for one in value if one is not None) + "]"
    if isinstance(value, Mapping):
        told = [f"{_key(key)} = {_value(one)}" for key, one in value.items() if one is not None]
        return "{" + ", ".join(told) + "}"
    return str(value)  # dates and times are written as they are read
