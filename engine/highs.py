"""High hands: the best five of up to twelve cards on a scale of categories (RULES.md S0.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.sums import FLUSH_MASK, KEYS, RANKS_MASK, SUITS_FROM, counts_of, suited, unknown
from engine.values import Scale, of_ranks, of_suited


def high_ranker(scale: Scale) -> Callable[[Sequence[int]], int]:
    """A function that ranks 1–12 different cards on that scale; what ranks are worth is learnt as they are met."""
    memo: dict[int, int] = {}

    def rank(cards: Sequence[int]) -> int:
        key = SUITS_FROM
        try:
            for card in cards:
                key += KEYS[card]
        except IndexError:
            raise unknown() from None
        ranks = key & RANKS_MASK
        value = memo.get(ranks)
        if value is None:
            value = memo[ranks] = of_ranks(counts_of(key), scale)
        if key & FLUSH_MASK:
            return max(value, *[of_suited(mask, scale) for mask in suited(cards)])
        return value

    return rank
