"""A payout above the house's limit is made by somebody who has proved lately who they are."""

from __future__ import annotations

from club.house.club_rules import in_force
from club.people import recent_proof


def check(chips: int) -> None:
    """Raises as `recent_proof.demand` for a payout of more chips than the house rule `payout_asks_again` has it."""
    if chips > in_force().payout_asks_again:
        recent_proof.demand()
