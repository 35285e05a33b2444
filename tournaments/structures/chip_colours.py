"""The colours of an event's chips, where they are others than the club's: told wherever people handle chips.

>>> colours("white 25, red 100")
{25: 'white', 100: 'red'}
>>> named([25, 500], "white 25, red 100")
'25 (white), 500'
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from club.house import chip_set
from tournaments.structures import chips_in_play


def colours(text: str) -> dict[int, str]:
    """The colour of each value, of a text such as ``white 25, red 100``. Raises `engine.house_rules.BadRule`."""
    return {chip.value: chip.colour for chip in chip_set.parse(text)} if text.strip() else {}


def named(chips: Collection[int], text: str) -> str:
    """The chips in words, each with its colour if it has one: ``25 (white), 100 (red)``."""
    known = colours(text)
    return ", ".join(f"{chip:,} ({known[chip]})" if chip in known else f"{chip:,}" for chip in chips)


def without_colour(text: str, sheet: Mapping[str, Any]) -> tuple[int, ...]:
    """The chips in play by that sheet for which the text has no colour, by value; none if it names none at all."""
    known = colours(text)
    return tuple(chip for chip in chips_in_play.chip_set(sheet) if chip not in known) if known else ()
