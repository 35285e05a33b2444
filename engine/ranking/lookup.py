"""Ranking by look-up: the sum of the cards' keys is where the value stands.

For five, six and seven cards, the hands that are ranked most, a card's key is a number for its rank above three octal digits
that count its suit (clubs are the rest). The numbers are so small that the sum of the ranks is an index into
`Places.of_sum`, which all rankings share; there stands which of the 49,205 multisets of seven ranks (6,175 of five) it
is, and that is the index into the values of each ranking. Other numbers of cards use a dict.

What a multiset is worth is worked out when it is first met: nothing is built beforehand. Nor is there room for it before a
hand of that size is ranked: the room for seven cards takes 20 MB, and most of the club's processes rank nothing.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Final, NamedTuple

from engine.ranking.sums import FLUSH_MASK, KEYS, RANKS_MASK, SUITS_FROM, are_of_one_deck, counts_of, unknown

SUIT_BITS: Final = 9  # three octal digits
SUITS_MASK: Final = 0o777
_SUIT_DIGITS = (0, 1, 8, 64)
_one_at_a_time = Lock()  # room is made once, whichever thread needs it first

# What the ranks of a hand are worth, given how many there are of each; suits do not count.
OfCounts = Callable[[Sequence[int]], int]
# What cards with five or more of a suit are worth, given what they would be worth if suits did not count, and the suit,
# 1 (clubs) to 4 (spades), where it is known and the only one, else 0.
OfFlush = Callable[[Sequence[int], int, int], int]
# What the cards of a suit are worth, given their ranks as a mask.
OfSuited = Callable[[int], int]


def flush_suit(digits: int, size: int) -> int:
    """1 (clubs) to 4 (spades) for the suit of which 5 to 7 cards hold five, by their octal digits; 0 for none."""
    counts = [digits >> 3 * at & 7 for at in range(3)]
    return next((at + 1 for at, count in enumerate([size - sum(counts), *counts]) if count >= 5), 0)


class Places:
    """The multisets of so many ranks, numbered from 1 as they are met.

    `numbers` are the ranks' numbers: each the least with which all sums of `size`, none taken more than four times,
    stay different. `one` and `two` are the keys of a card and of two; `flushes` tells a flush by the suits' digits.
    """

    def __init__(self, size: int, numbers: Sequence[int], multisets: int) -> None:
        self.size = size
        self.numbers = numbers
        self.one = tuple(numbers[card >> 2] << SUIT_BITS | _SUIT_DIGITS[card & 3] for card in range(52))
        self.two = tuple(tuple(one + other for other in self.one) for one in self.one)
        self.flushes = tuple(flush_suit(digits, size) for digits in range(1 << SUIT_BITS))
        self.of_sum = array("H")  # empty until `make_room`
        self.sums = 4 * numbers[12] + (size - 4) * numbers[11] + 1
        self.multisets = multisets
        self.met = 0

    def place(self, total: int) -> int:
        """The place of the ranks whose numbers sum to `total`."""
        found = self.of_sum[total]
        if not found:
            self.met += 1
            found = self.of_sum[total] = self.met
        return found

    def make_room(self, values: array[int]) -> None:
        """Make room for the places of all sums, and for the value of every multiset, unless there is; 0 is not known yet.

        The arrays stay the same objects: rankings hold them.
        """
        with _one_at_a_time:
            if not self.of_sum:
                self.of_sum.frombytes(bytes(self.sums * self.of_sum.itemsize))
            if not values:
                values.frombytes(bytes((self.multisets + 1) * values.itemsize))


FIVE: Final = Places(5, (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415), 6_175)
SIX: Final = Places(6, (0, 1, 5, 22, 98, 422, 1734, 5760, 14270, 37951, 90838, 206930, 436437), 18_395)
SEVEN: Final = Places(7, (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181), 49_205)
_NO_FLUSH: Final = (0,) * (1 << SUIT_BITS)
PLACES: Final = {places.size: places for places in (FIVE, SIX, SEVEN)}


class Lookup(NamedTuple):
    """A ranking by look-up. `rank` takes 1–12 different cards and raises `UnknownCard`; the rest is for whole batches.

    `values` are by the number of cards those of `PLACES`, as far as they have been met, and empty where no hand of that
    size was ranked (`Places.make_room`). `of_suited` is there if a
    flush among five to seven cards is what they are worth; `has_flushes` if suits count at all.
    """

    rank: Callable[[Sequence[int]], int]
    of_counts: OfCounts
    values: dict[int, array[int]]
    of_suited: OfSuited | None
    has_flushes: bool


_TWO_5: Final = FIVE.two
_ONE_5: Final = FIVE.one
_PLACES_5: Final = FIVE.of_sum
_TWO_6: Final = SIX.two
_PLACES_6: Final = SIX.of_sum
_TWO_7: Final = SEVEN.two
_ONE_7: Final = SEVEN.one
_PLACES_7: Final = SEVEN.of_sum


def lookup(of_counts: OfCounts, of_flush: OfFlush | None = None, of_suited: OfSuited | None = None) -> Lookup:
    """The ranking that says so of ranks, and of cards with five of a suit; without `of_flush` suits do not count."""
    # What a function finds around it is copied at each call, so `rank` has seven cards and little else around it. The
    # shift and the mask stand as they are for the same reason: a name read costs a fiftieth of a hand.
    values_7 = array("I")
    flushes_7 = SEVEN.flushes if of_flush else _NO_FLUSH
    flush_value = of_flush or _suits_do_not_count

    def rank(cards: Sequence[int]) -> int:
        match cards:  # the number of cards is told and they are taken apart at once
            case [a, b, c, d, e, f, g]:
                pass
            case _:
                return rank_others(cards)
        try:
            key = _TWO_7[a][b] + _TWO_7[c][d] + _TWO_7[e][f] + _ONE_7[g]
            value = values_7[_PLACES_7[key >> 9]] or learn(cards, SEVEN, values_7, key)
        except IndexError:
            return rank_first(cards)
        if flushes_7[key & 0o777]:
            return flush_value(cards, value, flushes_7[key & 0o777])
        return value

    values_5, values_6 = array("I"), array("I")
    flushes_5, flushes_6 = (FIVE.flushes, SIX.flushes) if of_flush else (_NO_FLUSH, _NO_FLUSH)
    flush_mask = FLUSH_MASK if of_flush else 0
    memo: dict[int, int] = {}
    values = {5: values_5, 6: values_6, 7: values_7}

    def rank_others(cards: Sequence[int]) -> int:
        try:
            match cards:
                case [a, b, c, d, e]:
                    key = _TWO_5[a][b] + _TWO_5[c][d] + _ONE_5[e]
                    value = values_5[_PLACES_5[key >> 9]] or learn(cards, FIVE, values_5, key)
                    suit = flushes_5[key & 0o777]
                    return flush_value(cards, value, suit) if suit else value
                case [a, b, c, d, e, f]:
                    key = _TWO_6[a][b] + _TWO_6[c][d] + _TWO_6[e][f]
                    value = values_6[_PLACES_6[key >> 9]] or learn(cards, SIX, values_6, key)
                    suit = flushes_6[key & 0o777]
                    return flush_value(cards, value, suit) if suit else value
            key = SUITS_FROM
            for card in cards:
                key += KEYS[card]
        except IndexError:
            return rank_first(cards)
        found = memo.get(key & RANKS_MASK)
        if found is None:
            found = memo[key & RANKS_MASK] = of_counts(counts_of(key))
        return flush_value(cards, found, 0) if key & flush_mask else found

    def rank_first(cards: Sequence[int]) -> int:
        """The value of a hand for whose size there was no room. Raises `UnknownCard` for one that cannot be looked up at all."""
        if len(cards) not in PLACES or not are_of_one_deck(cards):
            raise unknown()
        PLACES[len(cards)].make_room(values[len(cards)])
        return rank(cards)

    def learn(cards: Sequence[int], places: Places, known: array[int], key: int) -> int:
        counts = [0] * 13
        for card in cards:
            counts[card >> 2] += 1
        value = known[places.place(key >> SUIT_BITS)] = of_counts(counts)
        return value

    return Lookup(rank, of_counts, values, of_suited, of_flush is not None)


def _suits_do_not_count(cards: Sequence[int], value: int, suit: int) -> int:
    return value
