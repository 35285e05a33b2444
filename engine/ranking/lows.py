"""Low hands: ace-to-five, with and without the qualifier, and deuce-to-seven (RULES.md S0.5, S2.9).

How bad a hand is, is its value as a high; a low's value is counted down from `ABOVE_ALL` by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from engine.ranking.lookup import lookup
from engine.ranking.sums import suited, unknown
from engine.ranking.values import (
    ABOVE_ALL,
    ACE_ALWAYS_HIGH,
    HIGH_CARD,
    NO_STRAIGHTS,
    Scale,
    nibbles,
    of_a_kind,
    of_ranks,
    of_suited,
    ranks_in,
    ranks_of,
    straight_top,
)


def ace_low(counts: Sequence[int]) -> list[int]:
    """The counts with the ace (0) below the deuce (1)."""
    return [counts[12], *counts[:12]]


def least_bad(counts: Sequence[int], scale: Scale) -> int:
    """How bad the best low of those ranks is, as a high on that scale; flushes apart."""
    size = sum(counts)
    if size <= 5:
        return of_ranks(counts, scale) if size == 5 else of_a_kind(counts)
    low_first = [rank for rank, count in enumerate(counts) if count]
    if len(low_first) >= 5:
        lowest = low_first[4::-1]
        if straight_top(sum([1 << rank for rank in lowest]), scale.straights) < 0:
            return nibbles(HIGH_CARD, lowest)
        if len(low_first) > 5:  # the next lowest top makes no straight of them
            return nibbles(HIGH_CARD, [low_first[5], *lowest[1:]])
    every = [rank for rank, count in enumerate(counts) for _ in range(count)]
    return min(of_ranks([chosen.count(rank) for rank in range(13)], scale) for chosen in set(combinations(every, 5)))


def _ace_to_five(counts: Sequence[int]) -> int:
    bad = least_bad(ace_low(counts), NO_STRAIGHTS)
    return ABOVE_ALL - bad if bad else 0


# A-5 lowball: the ace is low, straights and flushes do not count (S0.5).
ACE_TO_FIVES = lookup(_ace_to_five)

# The ranks of a low that qualifies: the ace is bit 0, the eight bit 7.
LOW_BITS: Final = tuple(1 << (card // 4 + 1) % 13 & 0xFF for card in range(52))


def low_value(mask: int) -> int:
    """The value of the best five of those ranks (the ace bit 0), none paired; 0 for fewer than five."""
    return 0 if mask.bit_count() < 5 else ABOVE_ALL - nibbles(HIGH_CARD, ranks_in(mask)[::-1][4::-1])


EIGHT_OR_BETTERS: Final = tuple(low_value(mask) for mask in range(256))


def rank_eight_or_better(cards: Sequence[int]) -> int:
    """A-5 lowball with five different ranks of eight or lower, else no hand (S2.9)."""
    mask = 0
    try:
        for card in cards:
            mask |= LOW_BITS[card]
    except IndexError:
        raise unknown() from None
    return EIGHT_OR_BETTERS[mask]


def _deuce_to_seven(counts: Sequence[int]) -> int:
    bad = least_bad(counts, ACE_ALWAYS_HIGH)
    return ABOVE_ALL - bad if bad else 0


def _beside_flush(cards: Sequence[int], value: int, suit: int) -> int:
    masks = suited(cards)
    if len(cards) == 5:
        return ABOVE_ALL - of_suited(max(masks), ACE_ALWAYS_HIGH)
    bad = ABOVE_ALL - value
    best = sum(1 << rank for rank in ranks_of(bad))
    if bad >> 20 != HIGH_CARD or sum(mask & best > 0 for mask in masks) > 1:
        return value  # a pair, or a rank of another suit, is no flush
    return max(DEUCE_TO_SEVENS.rank(chosen) for chosen in combinations(cards, 5))


# 2-7 lowball: the ace is high, straights and flushes count; 5-4-3-2-A is no straight (S0.5).
DEUCE_TO_SEVENS = lookup(_deuce_to_seven, _beside_flush)
