"""The chips in play by a structure sheet: at the start, taken out at breaks, and the smallest that is left."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

USUAL_CHIPS = (1, 5, 25, 100, 500, 1_000, 5_000, 25_000, 100_000, 500_000)


def chip_set(sheet: Mapping[str, Any]) -> tuple[int, ...]:
    """The chips in play at the start, by value: the sheet's own `chips`, else those its breaks remove and the larger of
    the usual ones. Empty if it says nothing of chips."""
    listed = sheet.get("chips")
    own = {chip for chip in listed if type(chip) is int and chip > 0} if isinstance(listed, list) else set()
    gone = removed(sheet, len(sheet["items"]) - 1)
    return tuple(sorted(own or {*gone, *(chip for chip in USUAL_CHIPS if gone and chip > gone[0])}))


def removed(sheet: Mapping[str, Any], index: int) -> tuple[int, ...]:
    """The chips that the breaks up to an item take out of play, by value."""
    begun = sheet["items"][: index + 1]
    return tuple(sorted({chip for item in begun if item.get("type") == "break" for chip in item.get("remove") or ()}))


def smallest_chip(sheet: Mapping[str, Any], gone: Collection[int]) -> int:
    """The smallest chip in play once those are gone; 1 if the sheet says nothing of chips."""
    return next((chip for chip in chip_set(sheet) if chip not in gone), 1)
