"""The pieces of a chip set: read as people write them, dealt out in starting stacks, changed up as small ones go. Values in,
values out.

>>> read("25 x 300, 100 x 300")
{25: 300, 100: 300}
>>> stack_of(1500, {25: 300, 100: 300, 500: 100}, stacks=20)
{25: 8, 100: 8, 500: 1}
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from club.base.errors import ClubError
from tournaments.messages.structures import GeneratorText

USUAL = 8  # pieces of each smaller chip that a stack has, where the set has so many: enough to pay and change with
MOST_PIECES = 10**6
LARGEST_CHIP = 10**9
_PIECES = re.compile(r"(\d{1,10})(?:\s*[x×*]\s*(\d{1,7}))?", re.IGNORECASE)

Pieces = Mapping[int, int | None]  # by value; None: as many as are needed


@dataclass(frozen=True, slots=True)
class ColourUp:
    """A chip that goes: at the end of which level, how many pieces come off the tables, the pieces of larger chips that
    take their place by value, and how many of those the set has too few of."""

    level: int
    chip: int
    pieces: int
    into: Mapping[int, int]
    missing: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class ChipPlan:
    """The pieces of one starting stack by value, of all stacks together (rebuys and add-ons with them), and what goes when.

    missing: pieces that the set has too few of, by value.
    """

    stack: Mapping[int, int]
    together: Mapping[int, int]
    missing: Mapping[int, int]
    colour_ups: tuple[ColourUp, ...]


def read(text: str) -> dict[int, int | None]:
    """Chips with the pieces there are, as ``25 x 300, 100 x 300``, or values alone. Raises `ClubError` for another text."""
    found: dict[int, int | None] = {}
    plain = unicodedata.normalize("NFKC", text).replace("、", ",")
    for part in filter(None, (one.strip() for one in plain.split(","))):
        chip = _PIECES.fullmatch(part)
        value, pieces = (0, None) if chip is None else (int(chip[1]), None if chip[2] is None else int(chip[2]))
        if not 1 <= value <= LARGEST_CHIP or value in found or not (pieces is None or 1 <= pieces <= MOST_PIECES):
            raise ClubError("bad_plan", GeneratorText.NO_CHIPS(part=part), 422, field="chips")
        found[value] = pieces
    return dict(sorted(found.items()))


def written(pieces: Pieces) -> str:
    """The chips as `read` reads them."""
    return ", ".join(f"{value}" if count is None else f"{value} x {count}" for value, count in pieces.items())


def stack_of(stack: int, pieces: Pieces, stacks: int) -> dict[int, int] | None:
    """The pieces of one of so many equal stacks: about `USUAL` of each smaller chip, the rest in the largest; never more than
    the set has for all of them. None if the stack cannot be made of these chips."""
    values = tuple(sorted(pieces))
    most = {value: stack // value if (n := pieces[value]) is None else n // max(1, stacks) for value in values}

    @cache
    def fill(at: int, left: int) -> tuple[int, ...] | None:
        value = values[at]
        if at == len(values) - 1:
            return (left // value,) if left % value == 0 and left // value <= most[value] else None
        able = range(min(most[value], left // value) + 1)
        for count in sorted(able, key=lambda count: (abs(count - USUAL), count))[: 4 * USUAL]:
            rest = fill(at + 1, left - count * value)
            if rest is not None:
                return (count, *rest)
        return None

    found = fill(0, stack) if values else None
    return None if found is None else dict(zip(values, found, strict=True))


def plan(
    sheet: Mapping[str, Any], pieces: Pieces, *, players: int, extra: int = 0, stack: int | None = None
) -> ChipPlan | None:
    """The chips of a sheet from `structures`: its starting stacks from the pieces there are, and what becomes of those that
    its breaks take out. extra: chips that rebuys and add-ons bring, in the largest that make them up. None where the stack
    cannot be made of the set."""
    chips = {value: pieces.get(value) for value in sheet["chips"]}
    of_one = stack_of(stack or sheet["starting_chips"], chips, players)
    if of_one is None:
        return None
    out = {value: count * players for value, count in of_one.items()}
    for value in sorted(out, reverse=True):
        out[value] += extra // value
        extra %= value
    together = dict(out)
    ups: list[ColourUp] = []
    level = 0
    for item in sheet["items"]:
        if item["type"] == "level":
            level = item["n"]
            continue
        for chip in item.get("remove", ()):
            gone = out.pop(chip, 0)
            into = _into(gone * chip, [value for value in sorted(out) if value > chip], out, chips)
            for value, count in into.items():
                out[value] += count
            ups.append(ColourUp(level, chip, gone, into, _missing({value: out[value] for value in into}, chips)))
    return ChipPlan(of_one, together, _missing(together, chips), tuple(ups))


def _into(worth: int, larger: Sequence[int], out: Mapping[int, int], chips: Pieces) -> dict[int, int]:
    """The larger chips for what goes: the next one, as far as the set has it, then those above; a rest that is no whole chip
    is one more of the next, as a race or rounding up may make it."""
    into: dict[int, int] = {}
    for value in larger:
        had = chips[value]
        count = worth // value if had is None else min(worth // value, max(0, had - out[value]))
        if count:
            into[value] = count
            worth -= count * value
    if worth and larger:
        into[larger[0]] = into.get(larger[0], 0) + -(-worth // larger[0])
    return into


def _missing(used: Mapping[int, int], chips: Pieces) -> dict[int, int]:
    found = {value: count - had for value, count in used.items() if (had := chips[value]) is not None and count > had}
    return dict(sorted(found.items()))
