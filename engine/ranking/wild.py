"""Wild cards and jokers: a ranking in which some cards stand for any card (RULES.md S0.4).

A wild card may stand for a card that is also held: five of a kind is the highest hand, and a flush may hold two aces.
The bug is an ace, or completes a straight, a flush or a straight flush; for lows it is what any wild card is.

What wild cards are worth does not depend on which they are, so a hand is its other cards and a number. That number is
never better spent than so: for equal ranks all on one rank, in a flush as aces, in a straight on what is missing, in a
low on the lowest ranks that are missing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import combinations

from engine.cards import FULL_DECK, JOKERS
from engine.errors import BadStart
from engine.messages.message import Quoted
from engine.messages.starts import StartText
from engine.ranking import badugi
from engine.ranking.lows import ace_low, low_value
from engine.ranking.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    BADUGI_ACE_HIGH,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    SHORT_DECK,
    SHORT_DECK_CLASSIC,
    SHORT_DECK_TRIPS,
    UP_CARDS,
    Ranking,
)
from engine.ranking.sums import KEYS, RANKS_MASK, SUITS_FROM, counts_of, suited, unknown
from engine.ranking.values import (
    ABOVE_ALL,
    ACE,
    ACE_ALWAYS_HIGH,
    FLUSH,
    HIGH_CARD,
    NO_STRAIGHTS,
    SHORT,
    SHORT_TRIPS_UP,
    SHORT_USUAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    USUAL,
    Scale,
    mask_of,
    nibbles,
    of_a_kind,
    of_ranks,
    ranks_in,
)

# The value of the cards that are not wild (their key, and themselves) with 1 or more wild ones, which may be bugs.
WithWild = Callable[[int, Sequence[int], int, bool], int]
_WILD_FROM = 60  # where the number of wild cards stands in a key, above ranks and suits
_KEPT = 1 << 15  # hands remembered by each of the slow parts


@cache
def wild_ranking(base: Ranking, wild: frozenset[int], bug: bool = False) -> Ranking:
    """The ranking `base` with those cards wild (card ints, jokers too), or bugs.

    It has the key and the words of `base`, and ranks 1–12 cards; an unknown card, or a joker that is not wild, raises
    `UnknownCard`. Raises `BadStart` for a ranking without a meaning for wild cards, for a wild card that is neither in
    the deck nor a joker, and where every card of the deck is wild.
    """
    with_wild = _WITH_WILD.get(base)
    if not wild:
        return base
    if with_wild is None:
        raise BadStart(StartText.NO_WILD_CARDS(ranking=Quoted(base.key)), ranking=base.key)
    strange = sorted(wild.difference(FULL_DECK, JOKERS))
    if strange:
        raise BadStart(StartText.STRANGE_WILD_CARDS(cards=Quoted(strange)), cards=strange)
    if wild.issuperset(card for card in FULL_DECK if card >= _LOWEST.get(base, 0)):
        raise BadStart(StartText.ALL_WILD(), cards=sorted(wild))
    keys = dict(enumerate(KEYS)) | dict.fromkeys(wild, 1 << _WILD_FROM)
    rank_without = base.rank

    def rank(cards: Sequence[int]) -> int:
        key = SUITS_FROM
        try:
            for card in cards:
                key += keys[card]
        except KeyError:
            raise unknown() from None
        count = key >> _WILD_FROM
        if not count:
            return rank_without(cards)
        return with_wild(key, [card for card in cards if card not in wild], count, bug)

    return Ranking(base.key, rank, base.say)


# -- high -------------------------------------------------------------------------------------------------------------


def _straight_top(mask: int, wild: int, scale: Scale) -> int:
    """The top of the best straight that so many wild cards complete, or -1."""
    for shape, top in scale.straights:
        if (shape & ~mask).bit_count() <= wild:
            return top
    return -1


@lru_cache(_KEPT)
def _by_ranks(ranks: int, wild: int, bug: bool, scale: Scale) -> int:
    """The best five with wild cards, flushes apart; `ranks` is that part of a key."""
    counts = counts_of(ranks)
    best = 0
    for rank in (ACE,) if bug else {ACE, *ranks_in(mask_of(counts))}:
        tried = list(counts)
        tried[rank] += wild
        best = max(best, scale.placed(of_a_kind(tried)))
    top = _straight_top(mask_of(counts), wild, scale)
    return best if top < 0 else max(best, scale.placed(nibbles(STRAIGHT, [top])))


@lru_cache(_KEPT)
def _by_suit(mask: int, wild: int, scale: Scale) -> int:
    """The best flush or straight flush of one suit's ranks with wild cards; 0 for none."""
    if mask.bit_count() + wild < 5:
        return 0
    top = _straight_top(mask, wild, scale)
    if top >= 0:
        return scale.placed(nibbles(STRAIGHT_FLUSH, [top]))
    return scale.placed(nibbles(FLUSH, [*[ACE] * wild, *ranks_in(mask)][:5]))


def _high(scale: Scale) -> WithWild:
    def with_wild(key: int, others: Sequence[int], wild: int, bug: bool) -> int:
        value = _by_ranks(key & RANKS_MASK, wild, bug, scale)
        if len(others) + wild < 5:
            return value
        return max(value, *[_by_suit(mask, wild, scale) for mask in suited(others)])

    return with_wild


def _kinds(key: int, others: Sequence[int], wild: int, bug: bool) -> int:
    return _by_ranks(key & RANKS_MASK, wild, bug, NO_STRAIGHTS)


# -- low --------------------------------------------------------------------------------------------------------------


def _with_lowest(mask: int, kept: int, wild: int) -> int:
    """The `kept` lowest ranks of `mask`, and the `wild` lowest ranks that are missing then, as a mask."""
    held = sum(1 << rank for rank in ranks_in(mask)[::-1][:kept])
    for _ in range(wild):
        held |= ~held & held + 1
    return held


# The lows that neither pair nor make a straight, the best first.
_UNSPOILT = tuple(
    sorted(
        (
            mask
            for mask in (sum(1 << rank for rank in ranks) for ranks in combinations(range(13), 5))
            if not any(mask == shape for shape, _top in ACE_ALWAYS_HIGH.straights)
        ),
    )
)


@lru_cache(_KEPT)
def _low_by_ranks(ranks: int, wild: int, is_ace_low: bool) -> int:
    """The best low with wild cards. Flushes need no thought: a wild card is of another suit."""
    counts = ace_low(counts_of(ranks)) if is_ace_low else counts_of(ranks)
    mask = mask_of(counts)
    size = min(5, sum(counts) + wild)
    wild = min(wild, size)
    kept = size - wild
    if mask.bit_count() >= kept:
        lowest = _with_lowest(mask, kept, wild)
        if size == 5 and not is_ace_low:
            lowest = next(low for low in _UNSPOILT if (low & ~mask).bit_count() <= wild)
        return ABOVE_ALL - nibbles(HIGH_CARD, ranks_in(lowest))
    every = [rank for rank, count in enumerate(counts) for _ in range(count)]
    return ABOVE_ALL - min(
        of_ranks([(chosen.count(rank) or filled >> rank & 1) for rank in range(13)], NO_STRAIGHTS)
        for chosen in set(combinations(every, kept))
        for filled in [_with_lowest(sum(1 << rank for rank in set(chosen)), kept, wild)]
    )


def _low(is_ace_low: bool) -> WithWild:
    def with_wild(key: int, others: Sequence[int], wild: int, bug: bool) -> int:
        return _low_by_ranks(key & RANKS_MASK, wild, is_ace_low)

    return with_wild


def _eight_or_better(key: int, others: Sequence[int], wild: int, bug: bool) -> int:
    mask = mask_of(ace_low(counts_of(key))) & 0xFF
    wild = min(wild, 5)
    return low_value(_with_lowest(mask, 5 - wild, wild)) if mask.bit_count() + wild >= 5 else 0


def _badugi(way: badugi.Badugi) -> WithWild:
    def with_wild(key: int, others: Sequence[int], wild: int, bug: bool) -> int:
        wild = min(wild, 4)
        return badugi.badugi_value(_with_lowest(way.taken(others), 4 - wild, wild))

    return with_wild


_WITH_WILD: dict[Ranking, WithWild] = {
    HIGH: _high(USUAL),
    UP_CARDS: _kinds,
    SHORT_DECK: _high(SHORT),
    SHORT_DECK_TRIPS: _high(SHORT_TRIPS_UP),
    SHORT_DECK_CLASSIC: _high(SHORT_USUAL),
    ACE_TO_FIVE: _low(is_ace_low=True),
    DEUCE_TO_SEVEN: _low(is_ace_low=False),
    EIGHT_OR_BETTER: _eight_or_better,
    BADUGI: _badugi(badugi.ACE_LOW),
    BADUGI_ACE_HIGH: _badugi(badugi.ACE_HIGH),
}
_LOWEST = dict.fromkeys((SHORT_DECK, SHORT_DECK_TRIPS, SHORT_DECK_CLASSIC), 16)  # the first six
