"""What is entered of a Chinese hand with real cards, and what it comes to: rows of cards, lines of a score sheet, or points.

Rows of cards are decisions of the hand. Lines and points stand in `Hand.expected`, under ``sheet``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.chinese.play import score_sheet_results
from engine.chinese.play.hand_result import ChineseResult
from engine.chinese.play.hand_start import ChineseStart
from engine.chinese.scoring.score_lines import ScoreLine

NONE: Mapping[int, int] = MappingProxyType({})


class Sheet(NamedTuple):
    """What is entered of a hand, by seat: `rows` (texts such as ``Ks Kh 4d / … / …`` or ``surrender``), `lines` or `points`; one
    of the three. With points alone, `fantasyland` are the cards that were earned for the next hand.

    `playing` says who plays this hand in fantasyland and with how many cards, where that is not as the club knows it; 0: nobody.
    """

    rows: Mapping[int, str] | None = None
    lines: Mapping[int, ScoreLine] | None = None
    points: Mapping[int, int] | None = None
    fantasyland: Mapping[int, int] = NONE
    playing: Mapping[int, int] = NONE

    @property
    def is_of_cards(self) -> bool:
        """True if rows of cards are entered."""
        return self.lines is None and self.points is None

    def as_json(self) -> dict[str, Any]:
        """Lines or points, for storage."""
        if self.lines is not None:
            return {"lines": {str(seat): line.as_json() for seat, line in sorted(self.lines.items())}}
        return {
            "points": {str(seat): points for seat, points in sorted((self.points or {}).items())},
            "fantasyland": {str(seat): cards for seat, cards in sorted(self.fantasyland.items()) if cards},
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Sheet:
        """The lines or points that `as_json` stored."""
        if "lines" in kept:
            return cls(lines={int(seat): ScoreLine.from_json(line) for seat, line in kept["lines"].items()})
        return cls(points=_by_seat(kept["points"]), fantasyland=_by_seat(kept["fantasyland"]))

    def result(self, start: ChineseStart) -> ChineseResult:
        """What lines or points come to in the hand that begins so. Raises `engine.errors.EngineError`."""
        if self.lines is not None:
            return score_sheet_results.of_lines(start, self.lines)
        return score_sheet_results.of_points(start, self.points or {}, self.fantasyland)


def _by_seat(kept: Mapping[str, int]) -> dict[int, int]:
    return {int(seat): number for seat, number in kept.items()}
