"""Slips: every transfer made at the desk has a number, without gaps, and belongs to a shift and a business day."""

from __future__ import annotations

from django.db.models import Max

from club.house.club_rules import ClubRules
from club.models import Shift, Slip, Transfer


def issue(made: Transfer, *, shift: Shift | None, rules: ClubRules, cash: int = 0) -> Slip:
    """Number a transfer, for which so much cash went into the drawer (below 0: out of it). The caller holds `lock`."""
    last = Slip.objects.aggregate(last=Max("number"))["last"] or 0
    day = rules.calendar.day_of(made.recorded_at)
    return Slip.objects.create(number=last + 1, transfer=made, shift=shift, business_day=day, cash=cash)
