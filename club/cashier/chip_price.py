"""What chips cost at the desk in cash, and whether cash changes hands there at all."""

from __future__ import annotations

from club.house.club_rules import ClubRules
from club.models import Shift


def has_drawer(shift: Shift | None, rules: ClubRules) -> bool:
    """True if cash changes hands at this desk: not in an amusement room, nor in a shift that began without a drawer."""
    return not rules.is_amusement_room and (shift is None or shift.cash_opening is not None)


def price_of(chips: int, *, shift: Shift | None, rules: ClubRules) -> int:
    """What so many chips cost here, in the currency's smallest unit; 0 where there is no drawer."""
    if not has_drawer(shift, rules):
        return 0
    return chips * (rules.chip_price if shift is None else shift.chip_price)
