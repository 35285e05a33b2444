"""What a case expects beside what was found: numbers as finely as they were printed, everything else exactly."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from types import NoneType
from typing import Any

COARSEST = 0.005  # a number printed whole is not taken to stand for anything but itself
FINEST = 1e-9  # relative


class NotACase(Exception):
    """A case that does not say what it should; the message says what is missing."""


class Check:
    """Collects what differs. `compared` counts what was compared; `notes` say how, where that is not plain."""

    def __init__(self) -> None:
        self.differences: list[str] = []
        self.notes: list[str] = []
        self.compared = 0

    def same(self, name: str, expected: Any, found: Any, tolerance: float | None = None) -> bool:
        """Compare one thing; numbers within the tolerance, or by default as finely as `expected` is printed."""
        self.compared += 1
        if is_same(expected, found, tolerance):
            return True
        self.differences.append(f"{name}: {_told(expected)} expected, {_told(found)} found")
        return False

    def expected(self, case: Mapping[str, Any], found: Mapping[str, Any], tolerance: float | None = None) -> None:
        """Compare all of those that the case expects."""
        for name, value in found.items():
            if name in case:
                self.same(name, case[name], value, tolerance)


def is_same(expected: Any, found: Any, tolerance: float | None = None) -> bool:
    """True if they are the same; numbers within the tolerance (default: half of the last place printed)."""
    if tolerance is None:
        # A list is printed alike: 32.75 beside 38.392857 stands for 32.750000.
        tolerance = min((precision(one) for one in _numbers_in(expected)), default=0.0)
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        left, right = ({str(key): value for key, value in one.items()} for one in (expected, found))
        return left.keys() == right.keys() and all(is_same(left[key], right[key], tolerance) for key in left)
    if _is_list(expected) and _is_list(found):
        pairs = zip(expected, found, strict=False)
        return len(expected) == len(found) and all(is_same(one, other, tolerance) for one, other in pairs)
    if is_number(expected) and is_number(found):
        return abs(float(expected) - float(found)) <= tolerance + FINEST * abs(float(expected))
    return bool(expected == found) and isinstance(expected, bool) == isinstance(found, bool)


def is_number(value: Any) -> bool:
    """True for numbers, truth values not among them."""
    return isinstance(value, int | float | Fraction) and not isinstance(value, bool)


def precision(value: Any) -> float:
    """Half of the last place a number is printed with, and a little for rounding; whole numbers are exact to 0.005."""
    text = repr(float(value))
    if "e" in text:
        return abs(float(value)) * 1e-6
    decimals = len(text.partition(".")[2])
    return min(COARSEST, 0.6 * 10.0**-decimals)


def rounded(value: Any) -> float:
    """Half of the last place of numbers that were rounded for print, whole ones too: 618 stands for 617.857."""
    places = [len(repr(float(one)).partition(".")[2].rstrip("0")) for one in _numbers_in(value)]
    return 0.5 * 10.0 ** -max(places, default=0)


def scale_of(amounts: Iterable[Any], least: int = 1) -> int:
    """By what amounts with decimals are multiplied to be whole: 50 → 1, 0.3 → 10; a multiple of `least`."""
    return math.lcm(least, *(Fraction(str(amount)).denominator for amount in amounts))


def whole(amounts: Sequence[Any], scale: int) -> list[int]:
    """The amounts in units of 1/scale."""
    return [int(Fraction(str(amount)) * scale) for amount in amounts]


def need(case: Mapping[str, Any], *names: str) -> tuple[Any, ...]:
    """Those members of the case. Raises `NotACase`, naming those that are missing."""
    missing = [name for name in names if name not in case]
    if missing:
        raise NotACase(f"the case has no {', '.join(missing)}; it has {', '.join(case)}")
    return tuple(case[name] for name in names)


def numbers(case: Mapping[str, Any], name: str) -> list[Any]:
    """A list of numbers of the case. Raises `NotACase`."""
    (listed,) = need(case, name)
    if not isinstance(listed, list) or not all(is_number(one) for one in listed):
        raise NotACase(f"{name} must be a list of numbers, not {_told(listed)}")
    return listed


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _numbers_in(value: Any) -> Iterable[Any]:
    if is_number(value):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _numbers_in(one)
    elif _is_list(value):
        for one in value:
            yield from _numbers_in(one)


def _told(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_told(one)}" for key, one in value.items()) + "}"
    if _is_list(value):
        listed = [_told(one) for one in value]
        return "[" + ", ".join([*listed[:12], *(["…"] if len(listed) > 12 else [])]) + "]"
    if isinstance(value, float | Fraction):
        return f"{float(value):.9g}"
    return str(_WORDS.get(value, value)) if isinstance(value, bool | NoneType) else str(value)


_WORDS = {None: "none", True: "true", False: "false"}
