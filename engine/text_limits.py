"""What a text may be before a parser sees it: how long, how deep, of how many parts.

A parser may need much more memory than its text is long: `tomli` keeps every beginning of a key of many names, which is
quadratic, and both it and `json` call themselves once for each bracket. So whoever reads what
people send looks at the text first, in one pass that keeps nothing, and refuses with `BeyondBounds` what is beyond `Limits`.

>>> check_json('{"a": [1, 2]}', JSON)
>>> check_json("[" * 100, JSON)
Traceback (most recent call last):
    ...
engine.text_limits.BeyondBounds: the text is nested too deeply: at most 64 levels are read
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.errors import EngineError
from engine.messages.cards import BoundsText


class BeyondBounds(EngineError):
    """A text larger, deeper or of more parts than is read; the message says the most."""

    code = "beyond_bounds"


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that a text may have."""

    size: int  # characters
    depth: int = 64  # brackets inside one another
    parts: int = 100_000  # values, as far as commas and brackets tell
    keys: int = 25_000  # of TOML, outside inline tables: each costs the parser near a kilobyte
    names: int = 8  # of TOML: joined by dots in one key
    word: int = 80  # characters of one bare word or number of TOML


JSON = Limits(size=2_500_000)
CASE = Limits(size=200_000, parts=20_000)  # one case for the floor
HANDS = Limits(size=1_000_000, parts=200_000)
# Files of hands that the operator names on the command line may be longer: whoever can run commands needs no guard.
FILES = Limits(size=64_000_000, parts=8_000_000, keys=2_000_000)

# Each pattern takes what it begins to the end and gives nothing back, so the pass is linear whatever the text.
_JSON = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+\\?"?|[\[{]|[\]}]|,', re.S)
_TOML = re.compile(
    r'"""[^"\\]*+(?:(?:\\.|"{1,2}(?!"))[^"\\]*+)*+\\?"{0,5}'
    r"|'''(?:[^']++|'{1,2}(?!'))*+'{0,5}"
    r'|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+\\?"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+"
    r"|[-+:\w]++"
    r"|[\[\]{}.,=\n]",
    re.S,
)


def check_json(text: str, limits: Limits) -> None:
    """Raise `BeyondBounds` for a text of JSON beyond the limits; one that is no JSON is left to the parser."""
    check_size(text, limits)
    depth = parts = 0
    for found in _JSON.finditer(text):
        sign = text[found.start()]
        if sign == ",":
            parts += 1
        elif sign in "[{":
            depth += 1
            parts += 1
            _check_depth(depth, limits)
        elif sign in "]}":
            depth -= 1
        _check_parts(parts, limits.parts)


def read_json(
    text: str,
    limits: Limits = JSON,
    parse_constant: Callable[[str], Any] | None = None,
    object_pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None,
) -> Any:
    """The value that a text of JSON tells. Raises `BeyondBounds`, or ValueError for a text that is no JSON."""
    check_json(text, limits)
    return json.loads(text, parse_constant=parse_constant, object_pairs_hook=object_pairs_hook)


def check_toml(text: str, limits: Limits) -> None:
    """Raise `BeyondBounds` for a text of TOML beyond the limits; one that is no TOML is left to the parser."""
    check_size(text, limits)
    depth = parts = keys = names = 0
    for found in _TOML.finditer(text):
        sign = text[found.start()]
        if sign == ".":
            names += 1
            _check_names(names + 1, limits)
            continue
        if sign not in "[]{},=\n":
            if sign not in "\"'#":
                _check_word(found.end() - found.start(), limits)
            continue
        names = 0
        if depth == 0 and sign in "[=":
            keys += 1
            _check_parts(keys, limits.keys)
        if sign in "[{":
            depth += 1
            _check_depth(depth, limits)
        elif sign in "]}":
            depth = max(0, depth - 1)
        if sign in "[{,=":
            parts += 1
            _check_parts(parts, limits.parts)


def whole(text: str, most: int = 18) -> int | None:
    """The whole number that a text of 1 to `most` digits tells, None for any other text.

    Python reads no more than 4,300 digits at once, and calls some signs digits that it does not read, such as ².

    >>> whole("007"), whole("9" * 5000), whole("-1")
    (7, None, None)
    """
    return int(text) if text.isdecimal() and len(text) <= most else None


def check_size(text: str, limits: Limits) -> None:
    """Raise `BeyondBounds` for a text longer than the limits allow."""
    if len(text) > (most := limits.size):
        raise BeyondBounds(BoundsText.TOO_LONG(most=most), most=most)


def _check_depth(depth: int, limits: Limits) -> None:
    if depth > (most := limits.depth):
        raise BeyondBounds(BoundsText.TOO_DEEP(most=most), most=most)


def _check_parts(parts: int, most: int) -> None:
    if parts > most:
        raise BeyondBounds(BoundsText.TOO_MANY_PARTS(most=most), most=most)


def _check_names(names: int, limits: Limits) -> None:
    if names > (most := limits.names):
        raise BeyondBounds(BoundsText.TOO_MANY_NAMES(most=most), most=most)


def _check_word(length: int, limits: Limits) -> None:
    if length > (most := limits.word):
        raise BeyondBounds(BoundsText.LONG_WORD(most=most), most=most)
