"""Badugi: the most cards of different ranks and suits, and the lowest of those.

Sets of ranks that can be given different suits, each from the cards held, are the independent sets of a matroid (a
transversal matroid: ranks matched to suits). So taking the ranks from the lowest, each that still fits, gives the most
ranks, and rank by rank the lowest ones there are. What fits is known from the sets of suits to which the ranks taken so
far can be matched: there are sixteen sets of suits, so that is a small integer, and no more than 68 of them occur.

Hands of four cards, ranked most, are looked up: two cards make a row, two a column. What stands there is worked out
when it is first met.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from threading import Lock
from typing import Final, NamedTuple

from engine.ranking.sums import are_of_one_deck, unknown

_PAIRS: Final = 52 * 51 // 2
_PLACE_OF_TWO = {two: place for place, two in enumerate(combinations(range(52), 2))}
# Which of `_values` four cards have, by the places of two and of the other two; 0 is not known yet. The cards are
# counted from the best rank, so that badugis with the ace low and high are the same. It is empty until four cards are ranked.
_places: Final = array("H")
_values: Final = [0]
_place_of: Final[dict[int, int]] = {}  # by the ranks taken


_one_at_a_time = Lock()


def _make_room() -> None:
    with _one_at_a_time:
        if not _places:
            _places.frombytes(bytes(_PAIRS * _PAIRS * _places.itemsize))


def _by_two(numbers: Sequence[int], step: int) -> tuple[tuple[int, ...], ...]:
    """For two cards in either order the place of the pair, times `step`; `numbers` counts the cards."""
    return tuple(
        tuple(_PLACE_OF_TWO.get((min(one, other), max(one, other)), 0) * step for other in numbers) for one in numbers
    )


@cache
def _matched(families: int, suits: int) -> int:
    """The sets of suits (bit n: the set n is one) after a further rank held in `suits`; 0 if it cannot be matched."""
    found = 0
    for taken in range(16):
        if families >> taken & 1:
            for suit in range(4):
                if suits >> suit & 1 and not taken >> suit & 1:
                    found |= 1 << (taken | 1 << suit)
    return found


class _After(dict[int, "tuple[_After, int]"]):
    """What follows two more ranks, held in four suits each (a byte): where one is then, and which of the two were taken."""

    def __init__(self, families: int) -> None:
        super().__init__()
        self.families = families

    def __missing__(self, suits: int) -> tuple[_After, int]:
        families, taken = self.families, 0
        for at in range(2):
            of_rank = suits >> 4 * at & 15
            after = _matched(families, of_rank) if of_rank else 0
            if after:
                families, taken = after, taken | 1 << at
        following = self[suits] = _after(families), taken
        return following


@cache
def _after(families: int) -> _After:
    return _After(families)


_NOTHING_TAKEN: Final = _after(1)  # only the empty set of suits


def badugi_value(taken: int) -> int:
    """The value of a badugi of those ranks (bit 0 the best): more cards first, then the lower ones. 0 for none."""
    ranks = [rank for rank in range(12, -1, -1) if taken >> rank & 1]
    value = len(ranks)
    for at in range(4):
        value = value << 4 | (13 - ranks[at] if at < len(ranks) else 0)
    return value


def _place(taken: int) -> int:
    found = _place_of.get(taken)
    if found is None:
        found = _place_of[taken] = len(_values)
        _values.append(badugi_value(taken))
    return found


class Badugi(NamedTuple):
    """`taken` gives the ranks of the best badugi of any cards as a mask (bit 0 the best), `rank` its value."""

    taken: Callable[[Sequence[int]], int]
    rank: Callable[[Sequence[int]], int]


def _badugi(best_rank: int) -> Badugi:
    """Badugi with that rank the best: 12, the ace below the deuce, or 0, the ace above the king."""
    numbers = tuple((card - 4 * best_rank) % 52 for card in range(52))
    bits = tuple(1 << number for number in numbers)
    row, column = _by_two(numbers, _PAIRS), _by_two(numbers, 1)

    def taken(cards: Sequence[int]) -> int:
        held = 0
        try:
            for card in cards:
                held |= bits[card]
        except IndexError:
            raise unknown() from None
        after, ranks, at = _NOTHING_TAKEN, 0, 0
        for suits in held.to_bytes(7, "little"):
            if suits:
                after, two = after[suits]
                ranks |= two << at
            at += 2
        return ranks

    def rank(cards: Sequence[int]) -> int:
        match cards:  # the number of cards is told and they are taken apart at once
            case [a, b, c, d]:
                pass
            case _:
                return _values[_place(taken(cards))]
        try:
            return _values[_places[row[a][b] + column[c][d]]] or learn(a, b, c, d)
        except IndexError:
            if not are_of_one_deck(cards):
                raise unknown() from None
            _make_room()
            return rank(cards)

    def learn(a: int, b: int, c: int, d: int) -> int:
        place = _place(taken((a, b, c, d)))
        for (one, other), (third, fourth) in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))):
            _places[row[one][other] + column[third][fourth]] = place
            _places[row[third][fourth] + column[one][other]] = place
        return _values[place]

    return Badugi(taken, rank)


ACE_LOW = _badugi(12)
ACE_HIGH = _badugi(0)
