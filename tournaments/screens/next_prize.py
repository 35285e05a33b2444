"""What is played for next, as the big screen says it: the money, and the next larger prize."""

from __future__ import annotations

from collections.abc import Sequence


def next_pay(prizes: Sequence[int], left: int) -> dict[str, int | None]:
    """Places paid; how many must still leave before the money (0: in it); the next prize that is larger than what the next
    one to leave gets, with its place. None where there is none."""
    paid = sum(1 for prize in prizes if prize)
    sure = prizes[left - 1] if 0 < left <= len(prizes) else 0
    place = next((at for at in range(min(left, len(prizes)), 0, -1) if prizes[at - 1] > sure), None)
    return {
        "places_paid": paid,
        "to_the_money": max(0, left - paid) if paid else None,
        "next_place": place,
        "next_prize": None if place is None else prizes[place - 1],
    }
