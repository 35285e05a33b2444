"""Whether a part of a pot is won whole, chopped, or quartered."""

from __future__ import annotations

from collections.abc import Sequence

from engine.betting.pots_and_results.pots import Share

WIN, CHOP, QUARTER = "win", "chop", "quarter"


def kind_of(share: Share, halves: Sequence[Share]) -> str:
    winners = [place for place, _chips in share[2]]
    if len(winners) == 1:
        return WIN
    others = [{place for place, _chips in half[2]} for half in halves if half[1] != share[1]]
    return QUARTER if len(winners) == 2 and others and others != [set(winners)] else CHOP
