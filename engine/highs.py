"""High hands: the best five of up to twelve cards on a scale of categories (RULES.md S0.3).

Seven cards, the hand that is ranked most, have keys of their own: integers so small that their sum is an index. A
card's key is a number of `SEVENS` for its rank above three octal digits that count the suits (clubs are the rest).
What a multiset of ranks is worth is worked out when it is first met, 49,205 times at most; nothing is built beforehand.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from engine.sums import FLUSH_MASK, KEYS, RANKS_MASK, SUITS_FROM, counts_of, key_of, suited, unknown
from engine.values import USUAL, Scale, of_ranks, of_suited

# Each the least number with which all sums of seven, none taken more than four times, stay different.
SEVENS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
SUIT_BITS = 9
SUIT_DIGITS = (0, 1, 8, 64)
SEVEN_KEYS: tuple[int, ...] = tuple(SEVENS[card >> 2] << SUIT_BITS | SUIT_DIGITS[card & 3] for card in range(52))
# Two cards at a time: fewer sums to make.
_TWO = tuple(tuple(one + other for other in SEVEN_KEYS) for one in SEVEN_KEYS)
_SUITS = (1 << SUIT_BITS) - 1


def flush_suit(digits: int, size: int) -> int:
    """1 (clubs) to 4 (spades) for the suit of which `size` cards, 5 to 7, hold five, by their octal digits; 0 for none."""
    counts = [digits >> 3 * at & 7 for at in range(3)]
    return next((at + 1 for at, count in enumerate([size - sum(counts), *counts]) if count >= 5), 0)


# How far to shift the cards by suit for that of the flush; 0 for no flush.
_FLUSH_AT = tuple(13 * flush_suit(digits, 7) for digits in range(1 << SUIT_BITS))
_BY_SUIT = tuple(1 << 13 * ((card & 3) + 1) + (card >> 2) for card in range(52))
_suited: list[int] = [0] * (1 << 13)
# Places in `VALUES`, a byte pair for each sum of seven; 0 is not met yet.
PLACES = array("H", [0]) * (4 * SEVENS[12] + 3 * SEVENS[11] + 1)
VALUES = [0]
_place: dict[int, int] = {}


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


_rank_any = high_ranker(USUAL)


def rank_high(cards: Sequence[int]) -> int:
    """The high value of the best five of 1–12 different cards (S0.3). Raises `UnknownCard`."""
    if len(cards) != 7:
        return _rank_any(cards)
    a, b, c, d, e, f, g = cards
    try:
        key = _TWO[a][b] + _TWO[c][d] + _TWO[e][f] + SEVEN_KEYS[g]
    except IndexError:
        raise unknown() from None
    flush_at = _FLUSH_AT[key & _SUITS]
    if flush_at:  # five of a suit and two cards more make no full house and no four of a kind
        mask = sum([_BY_SUIT[card] for card in cards]) >> flush_at & 0x1FFF
        return _suited[mask] or _learn_flush(mask)
    value = VALUES[PLACES[key >> SUIT_BITS]]
    return value or _learn(cards, key >> SUIT_BITS)


def _learn(cards: Sequence[int], ranks: int) -> int:
    place = PLACES[ranks] = place_of(counts_of(key_of(cards)))
    return VALUES[place]


def place_of(counts: Sequence[int]) -> int:
    """Where in `VALUES` the value of those ranks stands, flushes apart."""
    value = of_ranks(counts, USUAL)
    place = _place.get(value)
    if place is None:
        place = _place[value] = len(VALUES)
        VALUES.append(value)
    return place


def _learn_flush(mask: int) -> int:
    value = _suited[mask] = of_suited(mask, USUAL)
    return value
