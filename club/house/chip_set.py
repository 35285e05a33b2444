"""The chips a club owns: their colours and values (S0.7), and what a count of them comes to.

>>> count(parse("white 1, red 5"), {5: 3, 1: 2})
17
>>> [chip.pieces for chip in parse("white 25 x 300, red 100")]
[300, None]
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from club.base.errors import ClubError
from club.text.rule_texts import ClubRuleText
from engine.house_rules import BadRule

STANDARD = "white 1, red 5, blue 10, green 25, purple 100"
MOST_OF_A_KIND = 10**9
LARGEST_VALUE = 10**9
# A colour, a value, and pieces: ``white 25 x 300``.
_CHIP = re.compile(r"(\S.*?) +(\d{1,10})(?: *[x×*] *(\d{1,7}))?", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class Chip:
    """A colour, what a chip of it is worth, and how many pieces the club owns, where it says so."""

    colour: str
    value: int
    pieces: int | None = None


def parse(text: Any) -> tuple[Chip, ...]:
    """The set written as ``white 1, red 5``, or with its pieces as ``white 1 x 300``, smallest value first.

    Raises `BadRule` for a text that is none.
    """
    chips = []
    for part in unicodedata.normalize("NFKC", str(text)).replace("、", ",").split(","):
        chip = _CHIP.fullmatch(part.strip())
        value, pieces = (0, None) if chip is None else (int(chip[2]), int(chip[3]) if chip[3] else None)
        if chip is None or not 1 <= value <= LARGEST_VALUE or pieces == 0:
            raise BadRule(ClubRuleText.NO_CHIP(part=part.strip(), set=STANDARD))
        chips.append(Chip(chip[1], value, pieces))
    for what in ({chip.colour for chip in chips}, {chip.value for chip in chips}):
        if len(what) != len(chips):
            raise BadRule(ClubRuleText.SAME_CHIPS())
    return tuple(sorted(chips, key=lambda chip: chip.value))


def check_whole(chips: tuple[Chip, ...], counted: Mapping[int, int]) -> None:
    """Raise `ClubError` unless every chip of the set was counted: one that was left blank is not taken for none."""
    missing = [chip for chip in chips if chip.value not in counted]
    if missing:
        named = ", ".join(f"{chip.colour} {chip.value:,}" for chip in missing)
        words = ClubRuleText.NOT_COUNTED(chips=named)
        raise ClubError("not_counted", words, 422, missing=[chip.value for chip in missing])


def count(chips: tuple[Chip, ...], counted: Mapping[int, int]) -> int:
    """What so many of each value come to, in chips. Raises `ClubError` for a value that is not in the set."""
    known = {chip.value for chip in chips}
    for value, number in counted.items():
        if value not in known:
            words = ClubRuleText.UNKNOWN_CHIP(value=value, known=sorted(known))
            raise ClubError("unknown_chip", words, 422, known=sorted(known))
        if type(number) is not int or not 0 <= number <= MOST_OF_A_KIND:
            raise ClubError("bad_count", ClubRuleText.COUNT(), 422)
    return sum(value * number for value, number in counted.items())
