"""What a seat of a Chinese hand may see."""

from __future__ import annotations


def may_see(hand, viewer):
    """What is open, by the rules alone: own cards; rows set in turn; rows set at once when everybody has set (S3.10)."""
    seen = set()
    for event in hand.events:
        if event.kind in ("down", "discard") and event.seat == viewer is not None:
            seen.update(event.cards)
    for place, seat in enumerate(hand.seats):
        if hand.is_over and hand.result.hands[seat].is_surrendered:
            continue  # a hand given up is never shown
        if hand.is_over or not hand.plan.dealt[place]:
            seen.update(card for row in hand.rows[seat] for card in row)
    return seen
