"""The rake of a deal that is settled in points: what each seat pays the house (RULES.md S3.7)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.scoring.proportional_shares import share

_WHOLE = 10_000  # hundredths of a per cent


def rakes_of(
    moved: Sequence[int],
    left: Sequence[int] | None,
    order: Sequence[int],
    rules: ChineseRules,
    point_value: int = 1,
) -> list[int]:
    """The rake of each seat in chips.

    moved: chips won or lost by seat. left: chips each holds once they have moved, which nobody's rake exceeds; None
    where the house gives credit. order: the seats from the button's left, who bear the odd chips. point_value: chips a
    point, for a rake per point.
    """
    if rules.rake == "flat":
        return [min(rules.rake_chips, stack) for stack in left] if left is not None else [rules.rake_chips] * len(moved)
    winnings = [max(0, won) for won in moved]
    if not any(winnings):
        return [0] * len(moved)
    if rules.rake_payers == "each winner":
        return [_of_winnings(won, rules, point_value) for won in winnings]
    total = _of_winnings(sum(winnings), rules, point_value)
    if rules.rake_payers == "winners":
        return share(total, winnings, order)
    return _evenly(total, left, order)


def _of_winnings(won: int, rules: ChineseRules, point_value: int) -> int:
    """The rake on chips won: by the house's rate, not below its floor nor above its cap, nor above what was won."""
    if rules.rake == "per point":
        due, rate = won // point_value * rules.rake_chips, rules.rake_chips
    else:
        rate = rules.rake_hundredths
        up = {"down": 0, "nearest": _WHOLE // 2, "up": _WHOLE - 1}[rules.rake_rounding]
        due = (won * rate + up) // _WHOLE
    if not rate:
        return 0
    due = max(due, rules.rake_floor)
    if rules.rake_cap:
        due = min(due, rules.rake_cap)
    return min(due, won)


def _evenly(total: int, left: Sequence[int] | None, order: Sequence[int]) -> list[int]:
    """The same from everyone dealt in, odd chips from the button's left; who has too little pays that, the rest more."""
    rakes = [0] * len(order)
    can_pay = list(order)
    while total and can_pay:
        parts = share(total, [int(seat in can_pay) for seat in range(len(order))], order)
        for seat in tuple(can_pay):
            part = parts[seat] if left is None else min(parts[seat], left[seat] - rakes[seat])
            rakes[seat] += part
            total -= part
            if part < parts[seat]:
                can_pay.remove(seat)
    return rakes
