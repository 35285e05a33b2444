"""Badugi: the most cards of different ranks and suits, and the lowest of those.

Sets of ranks that can be given different suits, each from the cards held, are the independent sets of a matroid (a
transversal matroid: ranks matched to suits). So taking the ranks from the lowest, each that still fits, gives the most
ranks, and rank by rank the lowest ones there are. What fits is known from the sets of suits that the ranks taken so
far can be matched to: sixteen sets, so one small integer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from engine.sums import unknown

_NOTHING_TAKEN = 1  # only the empty set of suits


@cache
def _matched(families: int, suits: int) -> int:
    """The sets of suits (bit n: set n is one) after a further rank held in `suits`; 0 if it cannot be matched."""
    found = 0
    for taken in range(16):
        if families >> taken & 1:
            for suit in range(4):
                if suits >> suit & 1 and not taken >> suit & 1:
                    found |= 1 << (taken | 1 << suit)
    return found


@cache
def _two_ranks(families: int, suits: int) -> tuple[int, int]:
    """Two ranks next to each other at once, four suits each: the families after, and which of the two were taken."""
    taken = 0
    for at in range(2):
        of_rank = suits >> 4 * at & 15
        after = _matched(families, of_rank) if of_rank else 0
        if after:
            families, taken = after, taken | 1 << at
    return families, taken


def badugi_value(taken: int) -> int:
    """The value of a badugi of those ranks (bit 0 the best): more cards first, then the lower ones. 0 for none."""
    ranks = [rank for rank in range(12, -1, -1) if taken >> rank & 1]
    value = len(ranks)
    for at in range(4):
        value = value << 4 | (13 - ranks[at] if at < len(ranks) else 0)
    return value


def badugi_takers(ace_high: bool) -> tuple[Callable[[Sequence[int]], int], Callable[[Sequence[int]], int]]:
    """Two functions of any number of cards: the ranks of their best badugi as a mask (bit 0 the best), and its value."""
    first = 0 if ace_high else 1
    bits = tuple(1 << (card // 4 + first) % 13 * 4 + (card & 3) for card in range(52))
    values: dict[int, int] = {}

    def ranks(cards: Sequence[int]) -> int:
        held = 0
        try:
            for card in cards:
                held |= bits[card]
        except IndexError:
            raise unknown() from None
        families, taken, at = _NOTHING_TAKEN, 0, 0
        for suits in held.to_bytes(7, "little"):
            if suits:
                families, two = _two_ranks(families, suits)
                taken |= two << at
            at += 2
        return taken

    def rank(cards: Sequence[int]) -> int:
        taken = ranks(cards)
        value = values.get(taken)
        if value is None:
            value = values[taken] = badugi_value(taken)
        return value

    return ranks, rank


badugi_ranks, rank_badugi = badugi_takers(ace_high=False)
badugi_ranks_ace_high, rank_badugi_ace_high = badugi_takers(ace_high=True)
