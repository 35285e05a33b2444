"""High hands: the best five of up to twelve cards on a scale of categories (RULES.md S0.3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from engine.ranking.lookup import Lookup, OfFlush, OfSuited, lookup
from engine.ranking.sums import suited
from engine.ranking.values import NO_STRAIGHTS, SHORT, SHORT_TRIPS_UP, SHORT_USUAL, USUAL, Scale, of_ranks, of_suited

_BY_SUIT: Final = tuple(1 << 13 * (card & 3) + (card >> 2) for card in range(52))


def _high(scale: Scale) -> Lookup:
    of_suit = partial(of_suited, scale=scale)
    return lookup(partial(of_ranks, scale=scale), _flushes(of_suit), of_suit)


def _flushes(of_suit: OfSuited) -> OfFlush:
    known: dict[int, int] = {}
    by_suit = _BY_SUIT.__getitem__

    def of_flush(cards: Sequence[int], value: int, suit: int) -> int:
        if not suit:
            return max(value, *map(of_suit, suited(cards)))
        # Five of a suit and two cards more make no full house and no four of a kind.
        mask = sum(map(by_suit, cards)) >> 13 * (suit - 1) & 0x1FFF
        found = known.get(mask)
        if found is None:
            found = known[mask] = of_suit(mask)
        return found

    return of_flush


HIGHS = _high(USUAL)
# Up-cards that decide who opens: pairs, trips and so on count, straights and flushes do not, however many show (S2.4).
KINDS = lookup(partial(of_ranks, scale=NO_STRAIGHTS))
SHORT_HIGHS, SHORT_TRIPS_UP_HIGHS, SHORT_USUAL_HIGHS = _high(SHORT), _high(SHORT_TRIPS_UP), _high(SHORT_USUAL)
