"""Amounts of the club's chips as the club writes them: with separators and its symbol, such as ``G1,200``."""

from __future__ import annotations

from club.house.club_rules import in_force


def written(chips: int) -> str:
    """An amount for a sentence, whose words say that it is chips."""
    return f"{'−' if chips < 0 else ''}{in_force().unit_symbol}{abs(chips):,}"
