"""What to look at twice in a structure sheet. Values in, values out.

A sheet that has findings can be played; the editor shows them beside the level.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.messages.message import Message
from tournaments.base.field_words import named
from tournaments.messages.structures import FindingText
from tournaments.structures import chips_in_play, levels_and_breaks

AMOUNTS = ("sb", "bb", "ante", "bring_in", "small_bet", "big_bet", "point")
STEEP = 2.0  # a level that more than doubles the blinds, or a point's worth


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing: the level's number, what about (a field of the level), the amount, and a key of `TEXTS`."""

    level: int
    field: str
    amount: int
    kind: str
    chip: int = 0

    @property
    def message(self) -> Message:
        """The finding as it is told to people."""
        return TEXTS[self.kind](level=self.level, field=named(self.field), amount=self.amount, chip=self.chip)

    def __str__(self) -> str:
        return str(self.message)


TEXTS = {
    "not payable": FindingText.NOT_PAYABLE,
    "falls": FindingText.FALLS,
    "steep": FindingText.STEEP,
    "small above big": FindingText.SMALL_ABOVE_BIG,
    "above stack": FindingText.ABOVE_STACK,
    "chip not in play": FindingText.CHIP_NOT_IN_PLAY,
}


def lint(sheet: Mapping[str, Any], chips: Sequence[int] = ()) -> list[Finding]:
    """The findings of a sheet that `levels_and_breaks.items` takes, in order of its items.

    chips: the values in play at the start; else the sheet's own `chips`; else those its breaks remove and the larger of the
    usual ones. Each break's `remove` takes chips out; every amount must be a multiple of the smallest left.
    """
    left = sorted(chips or chips_in_play.chip_set(sheet))
    found: list[Finding] = []
    before: Mapping[str, Any] = {}
    stack = sheet.get("starting_chips") or 0
    for item in sheet["items"]:
        if item.get("type") == "break":
            for chip in item.get("remove") or ():
                if chip in left:
                    left.remove(chip)
                else:
                    found.append(
                        Finding(levels_and_breaks.numbered(before)[0] or 0, "remove", chip, "chip not in play")
                    )
            continue
        found += _of_level(item, before, left[0] if left else 1, stack)
        before = item
    return found


def _of_level(level: Mapping[str, Any], before: Mapping[str, Any], chip: int, stack: int) -> list[Finding]:
    found = []
    bets = max(level.get("bb") or 0, level.get("small_bet") or 0)
    for field in AMOUNTS:
        amount, last = level.get(field) or 0, before.get(field) or 0
        kinds = {
            "not payable": amount % chip != 0,
            "falls": field in ("sb", "bb", "small_bet", "big_bet", "point") and 0 < amount < last,
            "steep": field in ("bb", "small_bet", "point") and last > 0 and amount > STEEP * last,
            "above stack": field == "ante" and 0 < stack < amount > bets,
            "small above big": field == "sb" and amount > (level.get("bb") or amount),
        }
        found += [
            Finding(levels_and_breaks.numbered(level)[0], field, amount, kind, chip)
            for kind, is_so in kinds.items()
            if is_so
        ]
    return found
