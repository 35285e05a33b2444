"""The events of a betting hand with the cards that a reader may see: every notation writes these and no others."""

from __future__ import annotations

from collections.abc import Iterator

from engine.betting.events import Event
from engine.betting.hand import Hand
from engine.cards import UNKNOWN


def seen_events(hand: Hand, seat: int | None, *, everything: bool) -> Iterator[Event]:
    """The events in order, as a seat (None: the rail) may see them; a card that is not for it is `UNKNOWN`.

    With `everything` each card is told: for whoever may know the whole deal.
    """
    for event in hand.events:
        cards = event.cards if everything or (seat is not None and event.seat == seat) else event.public
        hidden = len(event.cards) - len(cards)
        yield event._replace(cards=(*cards, *[UNKNOWN] * hidden))
