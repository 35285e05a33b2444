"""The draw for the button: one card to each seat, and who deals first by it (RULES.md S0.15)."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping

from engine.cards import rank_of, suit_of
from engine.errors import BadStart
from engine.messages.starts import StartText


def deal_for_button(live: Collection[int], rng: random.Random) -> dict[int, int]:
    """One card of a shuffled pack of 52 to each of the seats, for `first_dealer` (S0.15). Raises `BadStart` without seats."""
    if not live:
        raise BadStart(StartText.NO_CARD_FOR_BUTTON(), field="cards")
    return dict(zip(sorted(live), rng.sample(range(52), len(live)), strict=True))


def first_dealer(cards: Mapping[int, int], suit_order: str = "spades high") -> int:
    """The seat that deals first: the highest of one card each; equal ranks by suit, in the house's order (S0.15).

    Raises `BadStart` if no card was dealt.
    """
    if not cards:
        raise BadStart(StartText.NO_CARD_FOR_BUTTON(), field="cards")
    flip = 3 if suit_order == "clubs high" else 0
    return max(cards, key=lambda seat: (rank_of(cards[seat]), suit_of(cards[seat]) ^ flip))
