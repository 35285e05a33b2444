"""The chips a club owns: their colours and values (S0.7), and what a count of them comes to.

>>> count(parse("white 1, red 5"), {5: 3, 1: 2})
17
"""

from __future__ import annotations

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


@dataclass(frozen=True)
class Chip:
    """A colour and what a chip of it is worth."""

    colour: str
    value: int


def parse(text: Any) -> tuple[Chip, ...]:
    """The set written as ``white 1, red 5``, smallest value first. Raises `BadRule` for a text that is none."""
    chips = []
    for part in unicodedata.normalize("NFKC", str(text)).replace("、", ",").split(","):
        colour, _space, value = part.strip().rpartition(" ")
        if not colour.strip() or not value.isdecimal() or len(value) > 10 or not 1 <= int(value) <= LARGEST_VALUE:
            raise BadRule(ClubRuleText.NO_CHIP(part=part.strip(), set=STANDARD))
        chips.append(Chip(colour.strip(), int(value)))
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
