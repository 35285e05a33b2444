"""Rankings: the best hand of 1 to 8 cards as one int, higher always better, 0 no hand (RULES.md S0.2, S0.3, S0.5, S1.9).

One integer a card holds a three-bit count of its rank and a four-bit count of its suit. The sum over the cards is the
multiset of ranks and the number in each suit at once, so one look-up ranks a hand that holds no flush, and one mask
tells whether it might. Tables fill as multisets are met: there are 49,205 of seven cards.

Values: a category, then up to five ranks as nibbles (1 the lowest), so that fewer cards of the same make rank below more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.cards import RANKS, UNKNOWN
from engine.errors import UnknownCard
from engine.words import Words

_RANK_BITS = 3 * 13
_RANK_MASK = (1 << _RANK_BITS) - 1
# Suits are counted from 3, so that the fifth card of a suit sets the highest bit of its nibble.
_SUITS_FROM = 0x3333 << _RANK_BITS
_FLUSH_MASK = 0x8888 << _RANK_BITS
KEYS: tuple[int, ...] = tuple((1 << 3 * (card >> 2)) + (1 << _RANK_BITS + 4 * (card & 3)) for card in range(52))

(HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH) = range(1, 10)
_ABOVE_ALL = 15 << 20  # lows are counted down from here


def _key(cards: Sequence[int]) -> int:
    try:
        return sum([KEYS[card] for card in cards], _SUITS_FROM)
    except IndexError:
        raise UnknownCard("a hand with a card that nobody knows cannot be ranked") from None


def _counts(key: int) -> list[int]:
    return [key >> 3 * rank & 7 for rank in range(13)]


def _nibbles(category: int, ranks: Sequence[int]) -> int:
    value = category
    for at in range(5):
        value = value << 4 | (ranks[at] + 1 if at < len(ranks) else 0)
    return value


def _straight_top(mask: int, *, wheel: bool = True) -> int:
    """The highest rank of a straight among the ranks of `mask`, or -1; the wheel's is the five."""
    for top in range(12, 3, -1):
        if mask >> top - 4 & 31 == 31:
            return top
    return 3 if wheel and mask & 0b1000000001111 == 0b1000000001111 else -1


def _high_of_ranks(counts: Sequence[int], *, wheel: bool = True) -> int:
    """The high value of the best five of those ranks, flushes apart."""
    by_count: dict[int, list[int]] = {1: [], 2: [], 3: [], 4: []}
    mask = 0
    for rank in range(12, -1, -1):
        if counts[rank]:
            by_count[min(counts[rank], 4)].append(rank)
            mask |= 1 << rank
    quads, trips, pairs = by_count[4], by_count[3], by_count[2]
    present = [rank for rank in range(12, -1, -1) if counts[rank]]
    if quads:
        return _nibbles(QUADS, [quads[0], *[rank for rank in present if rank != quads[0]][:1]])
    if trips and (len(trips) > 1 or pairs):
        return _nibbles(FULL_HOUSE, [trips[0], max(trips[1:] + pairs)])
    top = _straight_top(mask, wheel=wheel)
    if top >= 0:
        return _nibbles(STRAIGHT, [top])
    if trips:
        return _nibbles(TRIPS, [trips[0], *[rank for rank in present if rank != trips[0]][:2]])
    if len(pairs) > 1:
        return _nibbles(TWO_PAIR, [*pairs[:2], *[rank for rank in present if rank not in pairs[:2]][:1]])
    if pairs:
        return _nibbles(PAIR, [pairs[0], *[rank for rank in present if rank != pairs[0]][:3]])
    return _nibbles(HIGH_CARD, present[:5])


_high_memo: dict[int, int] = {}


def _flush(cards: Sequence[int], *, wheel: bool = True) -> int:
    """The value of the best flush among cards that hold five of a suit."""
    best = 0
    for suit in range(4):
        suited = sorted((card >> 2 for card in cards if card & 3 == suit), reverse=True)
        if len(suited) >= 5:
            top = _straight_top(sum(1 << rank for rank in suited), wheel=wheel)
            best = max(best, _nibbles(STRAIGHT_FLUSH, [top]) if top >= 0 else _nibbles(FLUSH, suited[:5]))
    return best


def rank_high(cards: Sequence[int]) -> int:
    """The high value of the best five of the cards."""
    key = _SUITS_FROM
    try:
        for card in cards:
            key += KEYS[card]
    except IndexError:
        raise UnknownCard("a hand with a card that nobody knows cannot be ranked") from None
    ranks = key & _RANK_MASK
    value = _high_memo.get(ranks)
    if value is None:
        value = _high_memo[ranks] = _high_of_ranks(_counts(key))
    if key & _FLUSH_MASK:
        flush = _flush(cards)
        return flush if flush > value else value
    return value


_low_memo: dict[int, int] = {}


def _paired_low(ranks: Sequence[int]) -> int:
    """How bad five or fewer cards are as an A-5 low (ace 0): category, then the ranks from the pair down."""
    counts = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = tuple(count for count, _ in counts)
    category = {4: QUADS, 3: FULL_HOUSE if 2 in shape else TRIPS, 2: TWO_PAIR if shape.count(2) == 2 else PAIR}.get(
        shape[0], HIGH_CARD
    )
    return _nibbles(category, [rank for _, rank in counts])


def _low_of_ranks(counts: Sequence[int]) -> int:
    low_first = [counts[12], *counts[:12]]
    ranks = [rank for rank, count in enumerate(low_first) for _ in range(count)]
    different = [rank for rank, count in enumerate(low_first) if count]
    if len(different) >= 5:
        return _ABOVE_ALL - _nibbles(HIGH_CARD, different[4::-1])
    size = min(5, len(ranks))
    return _ABOVE_ALL - min(_paired_low(chosen) for chosen in combinations(ranks, size))


def rank_ace_to_five(cards: Sequence[int]) -> int:
    """A-5 lowball: the ace is low, straights and flushes do not count (S0.5)."""
    key = _key(cards)
    ranks = key & _RANK_MASK
    value = _low_memo.get(ranks)
    if value is None:
        value = _low_memo[ranks] = _low_of_ranks(_counts(key))
    return value


def rank_eight_or_better(cards: Sequence[int]) -> int:
    """A-5 lowball with five different ranks of eight or lower, else no hand (S2.9)."""
    mask = 0
    for card in cards:
        if card == UNKNOWN:
            raise UnknownCard("a hand with a card that nobody knows cannot be ranked")
        mask |= 1 << (card >> 2)
    mask = (mask << 1 | mask >> 12) & 0xFF
    if mask.bit_count() < 5:
        return 0
    lows = [rank for rank in range(8) if mask >> rank & 1][4::-1]
    return _ABOVE_ALL - _nibbles(HIGH_CARD, lows)


def _high_27(cards: Sequence[int]) -> int:
    key = _key(cards)
    value = _high_of_ranks(_counts(key), wheel=False)
    return max(value, _flush(cards, wheel=False)) if key & _FLUSH_MASK else value


def rank_deuce_to_seven(cards: Sequence[int]) -> int:
    """2-7 lowball: the ace is high, straights and flushes count; 5-4-3-2-A is no straight (S0.5)."""
    if len(cards) <= 5:
        return _ABOVE_ALL - _high_27(cards)
    return _ABOVE_ALL - min(_high_27(chosen) for chosen in combinations(cards, 5))


def _badugi_cards(cards: Sequence[int]) -> tuple[int, ...]:
    """The ranks (ace 0) of the best badugi among the cards, from the highest."""
    best: tuple[int, tuple[int, ...]] = (0, ())
    for size in range(min(4, len(cards)), 0, -1):
        for chosen in combinations(cards, size):
            ranks = {(card // 4 + 1) % 13 for card in chosen}
            if len(ranks) == size and len({card & 3 for card in chosen}) == size:
                low = tuple(sorted(ranks, reverse=True))
                if not best[1] or low < best[1]:
                    best = (size, low)
        if best[1]:
            break
    return best[1]


def rank_badugi(cards: Sequence[int]) -> int:
    """Badugi: the most cards of different ranks and suits, the lowest of those; the ace is low."""
    if any(card >= 52 for card in cards):
        raise UnknownCard("a hand with a card that nobody knows cannot be ranked")
    ranks = _badugi_cards(cards)
    value = len(ranks)
    for at in range(4):
        value = value << 4 | (13 - ranks[at] if at < len(ranks) else 0)
    return value


# -- words ------------------------------------------------------------------------------------------------------------


def _ranks(value: int) -> list[int]:
    return [nibble - 1 for nibble in (value >> 4 * at & 15 for at in range(4, -1, -1)) if nibble]


def _say_high(value: int) -> Words:
    category, ranks = value >> 20, _ranks(value)
    if not value:
        return Words("no_hand", {})
    one = ranks[0]
    if category == STRAIGHT_FLUSH:
        return Words("royal_flush", {}) if one == 12 else Words("straight_flush", {"one": one})
    named = {HIGH_CARD: "high_card", STRAIGHT: "straight", FLUSH: "flush"}.get(category)
    if named:
        return Words(named, {"one": one})
    many = {PAIR: "pair", TRIPS: "trips", QUADS: "quads"}.get(category)
    if many:
        return Words(many, {"many": one})
    return Words("two_pair" if category == TWO_PAIR else "full_house", {"many": one, "many2": ranks[1]})


def _say_low(value: int, *, ace_low: bool) -> Words:
    if not value:
        return Words("no_low", {})
    high = _ABOVE_ALL - value
    ranks = _ranks(high)
    if ace_low:
        ranks = [(rank - 1) % 13 for rank in ranks]
    if high >> 20 == HIGH_CARD:
        return Words("low", {"ranks": "-".join(RANKS[rank] for rank in ranks)})
    return _say_high(_nibbles(high >> 20, ranks))


def _say_badugi(value: int) -> Words:
    ranks = [13 - nibble for nibble in (value >> 4 * at & 15 for at in range(3, -1, -1)) if nibble]
    text = "-".join(RANKS[(rank - 1) % 13] for rank in ranks)
    return Words("badugi", {"count": len(ranks), "ranks": text})


@dataclass(frozen=True, slots=True)
class Ranking:
    """A way to compare hands. `rank` maps 1–8 cards to an int, higher better, 0 no hand; it raises `UnknownCard`."""

    key: str
    rank: Callable[[Sequence[int]], int]
    say: Callable[[int], Words]

    def describe(self, cards: Sequence[int]) -> Words:
        """The best hand of the cards in words. Raises `UnknownCard`."""
        return self.say(self.rank(cards))


HIGH = Ranking("high", rank_high, _say_high)
ACE_TO_FIVE = Ranking("ace-to-five", rank_ace_to_five, lambda value: _say_low(value, ace_low=True))
EIGHT_OR_BETTER = Ranking("eight-or-better", rank_eight_or_better, lambda value: _say_low(value, ace_low=True))
DEUCE_TO_SEVEN = Ranking("deuce-to-seven", rank_deuce_to_seven, lambda value: _say_low(value, ace_low=False))
BADUGI = Ranking("badugi", rank_badugi, _say_badugi)

RANKINGS: dict[str, Ranking] = {
    ranking.key: ranking for ranking in (HIGH, ACE_TO_FIVE, EIGHT_OR_BETTER, DEUCE_TO_SEVEN, BADUGI)
}
