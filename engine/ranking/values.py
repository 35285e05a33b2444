"""What a hand is worth, as one int: higher is better, 0 is no hand, and equal hands are equal (RULES.md S0.2, S0.3, S1.9).

A value is a category, then up to five ranks as nibbles (1 the deuce … 13 the ace; 0 where a card is missing), so that
of two hands of the same make the one with more cards is worth more: A-2 beats A (S2.14). A `Scale` says in which order
the categories stand and which straights there are; lows are counted down from `ABOVE_ALL` by how good they are as highs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

(
    NO_HAND,
    HIGH_CARD,
    PAIR,
    TWO_PAIR,
    TRIPS,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    QUADS,
    STRAIGHT_FLUSH,
    FIVE_OF_A_KIND,
) = range(11)
ABOVE_ALL = 15 << 20
ACE = 12


class Scale(NamedTuple):
    """The order of the categories (`places[category]`), and the straights from the best: ranks as a mask, and the top."""

    places: tuple[int, ...]
    straights: tuple[tuple[int, int], ...]

    def placed(self, value: int) -> int:
        """A value of the usual order, moved to where this scale has its category."""
        return self.places[value >> 20] << 20 | value & 0xFFFFF

    def category(self, value: int) -> int:
        """The category of a value of this scale."""
        return self.places.index(value >> 20)


_RUNS = tuple((0b11111 << top - 4, top) for top in range(ACE, 3, -1))
_USUAL = tuple(range(11))
_SHORT_RUNS = (*_RUNS[:5], (1 << ACE | 0b1111 << 4, 7))  # A-6-7-8-9 is the lowest, a nine-high


def _swapped(places: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
    moved = list(places)
    moved[one], moved[other] = places[other], places[one]
    return tuple(moved)


_FLUSH_UP = _swapped(_USUAL, FLUSH, FULL_HOUSE)

USUAL = Scale(_USUAL, (*_RUNS, (1 << ACE | 0b1111, 3)))
ACE_ALWAYS_HIGH = Scale(_USUAL, _RUNS)  # 5-4-3-2-A is no straight (S0.5)
NO_STRAIGHTS = Scale(_USUAL, ())
SHORT = Scale(_FLUSH_UP, _SHORT_RUNS)
SHORT_TRIPS_UP = Scale(_swapped(_FLUSH_UP, STRAIGHT, TRIPS), _SHORT_RUNS)
SHORT_USUAL = Scale(_USUAL, _SHORT_RUNS)


_HIGH_FIRST = range(ACE, -1, -1)


def nibbles(category: int, ranks: Sequence[int]) -> int:
    """The value of a category with up to five ranks, 0 (deuce) to 12 (ace)."""
    value = category
    for rank in ranks:
        value = value << 4 | rank + 1
    return value << 4 * (5 - len(ranks))


def ranks_of(value: int) -> list[int]:
    """The ranks that `nibbles` was given."""
    return [nibble - 1 for nibble in (value >> 4 * at & 15 for at in range(4, -1, -1)) if nibble]


def straight_top(mask: int, straights: Sequence[tuple[int, int]]) -> int:
    """The top of the best straight among the ranks of `mask`, or -1."""
    for shape, top in straights:
        if mask & shape == shape:
            return top
    return -1


def mask_of(counts: Sequence[int]) -> int:
    """The ranks that are there at all, as a mask."""
    return sum([1 << rank for rank, count in enumerate(counts) if count])


def ranks_in(mask: int) -> list[int]:
    """The ranks of a mask, the highest first."""
    return [rank for rank in _HIGH_FIRST if mask >> rank & 1]


def of_a_kind(counts: Sequence[int]) -> int:
    """The best five by equal ranks alone, in the usual order; fewer cards make what they make."""
    ranks = [rank for rank in _HIGH_FIRST if counts[rank]]
    most = max(counts)
    if most <= 1:
        return nibbles(HIGH_CARD, ranks[:5]) if most else 0
    lead = next(rank for rank in ranks if counts[rank] == most)
    ranks.remove(lead)
    if most >= 5:
        return nibbles(FIVE_OF_A_KIND, [lead])
    if most == 4:
        return nibbles(QUADS, [lead, *ranks[:1]])
    paired = next((rank for rank in ranks if counts[rank] >= 2), -1)
    if most == 3:
        return nibbles(TRIPS, [lead, *ranks[:2]]) if paired < 0 else nibbles(FULL_HOUSE, [lead, paired])
    if paired < 0:
        return nibbles(PAIR, [lead, *ranks[:3]])
    ranks.remove(paired)
    return nibbles(TWO_PAIR, [lead, paired, *ranks[:1]])


def of_ranks(counts: Sequence[int], scale: Scale) -> int:
    """The best five of the ranks on that scale, flushes apart."""
    top = straight_top(mask_of(counts), scale.straights)
    kind = scale.placed(of_a_kind(counts))
    return kind if top < 0 else max(kind, scale.placed(nibbles(STRAIGHT, [top])))


def of_suited(mask: int, scale: Scale) -> int:
    """The best five of cards of one suit, given by their ranks; 0 for fewer than five."""
    if mask.bit_count() < 5:
        return 0
    top = straight_top(mask, scale.straights)
    if top >= 0:
        return scale.placed(nibbles(STRAIGHT_FLUSH, [top]))
    return scale.placed(nibbles(FLUSH, ranks_in(mask)[:5]))
