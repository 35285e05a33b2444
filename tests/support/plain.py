"""Plain rankings that know nothing of the engine's: every five cards, every meaning of every wild card, and the best.

Cards are pairs (rank, suit), rank 0 the deuce and 12 the ace, and may repeat. All choices are laid out as rows of an
array and each row is told by counting; the answer is (category, ranks), the ranks in the order in which they decide.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

USUAL = ("high card", "pair", "two pair", "trips", "straight", "flush", "full house", "quads", "straight flush", "five")
SHORT = ("high card", "pair", "two pair", "trips", "straight", "full house", "flush", "quads", "straight flush", "five")
RUNS = ("straight", "flush", "straight flush")
SHORT_TRIPS = (*SHORT[:3], "straight", "trips", *SHORT[5:])


class Way(NamedTuple):
    """How to rank: `lowest` is the rank below all others, `wheel` the straight that an ace begins."""

    order: tuple[str, ...] = USUAL
    lowest: int = 0
    is_low: bool = False
    has_runs: bool = True  # whether straights and flushes count
    wheel: tuple[int, ...] = ()
    deck_from: int = 0
    qualifier: int = 12


WAYS = {
    "high": Way(wheel=(0, 1, 2, 3, 12)),
    "short-deck": Way(SHORT, wheel=(4, 5, 6, 7, 12), deck_from=16),
    "short-deck-trips": Way(SHORT_TRIPS, wheel=(4, 5, 6, 7, 12), deck_from=16),
    "short-deck-classic": Way(wheel=(4, 5, 6, 7, 12), deck_from=16),
    "ace-to-five": Way(lowest=12, is_low=True, has_runs=False),
    "eight-or-better": Way(lowest=12, is_low=True, has_runs=False, qualifier=7),
    "deuce-to-seven": Way(is_low=True),
}
BADUGIS = {"badugi": 12, "badugi-ace-high": 0}


def rows(cards: list[int], spent: int, size: int, deck: range) -> NDArray[np.int64]:
    """Every hand of `size` that holds `spent` wild cards, each of which stands for any card of the deck."""
    kept = min(size - spent, len(cards))
    own = np.array([*combinations(cards, kept)], dtype=np.int64)
    meant = np.array([*combinations_with_replacement(deck, spent)], dtype=np.int64)
    return np.hstack([np.repeat(own, len(meant), axis=0), np.tile(meant, (len(own), 1))])


def five_best(key: str, cards: list[int], wild: int = 0) -> tuple[str, list[int]] | None:
    """The best hand of five or fewer: its category and ranks (counted from the lowest); None if none qualifies."""
    way = WAYS[key]
    # A wild card left out could stand for a card that plays, so as many as can play do.
    names, ranks, codes = told(rows(cards, min(wild, 5), 5, range(way.deck_from, 52)), way)
    if way.qualifier < 12:
        fits = (ranks.max(axis=1) <= way.qualifier) & (names == USUAL.index("high card")) & (ranks.shape[1] == 5)
        names, ranks, codes = names[fits], ranks[fits], codes[fits]
    if not len(codes):
        return None
    best = codes.argmin() if way.is_low else codes.argmax()
    name = way.order[names[best]]
    return name, decisive(name, ranks[best].tolist())


def five_best_with_bugs(key: str, cards: list[int], bugs: int) -> tuple[str, list[int]]:
    """The best high hand if all bugs are aces, or complete a straight, a flush or a straight flush; some may not play."""
    way = WAYS[key]
    runs = [way.order.index(name) for name in RUNS]
    found = []
    for spent in range(min(bugs, 5) + 1):
        for deck, only_runs in ((range(48, 52), False), (range(way.deck_from, 52), True)):
            if spent + len(cards) < min(5, bugs + len(cards)):
                continue  # more cards make the better hand
            names, ranks, codes = told(rows(cards, spent, 5, deck), way)
            codes[~np.isin(names, runs) & only_runs] = -1
            best = codes.argmax()
            name = way.order[names[best]]
            found.append((codes[best], name, decisive(name, ranks[best].tolist())))
    _code, name, ranks_of_best = max(found)
    return name, ranks_of_best


def told(hands: NDArray[np.int64], way: Way) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """For each row its category's place, its ranks by how many there are of each, and a number to compare by."""
    ranks, suits = (hands // 4 - way.lowest) % 13, hands % 4
    size = hands.shape[1]
    counts = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    by_count = np.argsort(-(counts * 16 + ranks), axis=1)
    ranks = np.take_along_axis(ranks, by_count, axis=1)
    most, total = counts.max(axis=1), counts.sum(axis=1)
    names = np.zeros(len(hands), dtype=np.int64)
    for name, which in {
        "pair": (most == 2) & (total == size + 2),
        "two pair": (most == 2) & (total == size + 4),
        "trips": (most == 3) & (total == size + 6),
        "full house": (most == 3) & (total == 13),
        "quads": most == 4,
        "five": most == 5,
    }.items():
        names[which] = way.order.index(name)
    if size == 5 and way.has_runs:
        ordered = np.sort(ranks, axis=1)
        wheel = (ordered == np.array(way.wheel)).all(axis=1) if way.wheel else np.zeros(len(hands), dtype=bool)
        straight = (most == 1) & ((ordered[:, 4] - ordered[:, 0] == 4) | wheel)
        flush = (suits == suits[:, :1]).all(axis=1)
        # A hand with a card twice may be a flush and three of a kind: the better counts.
        for name, which in (("straight", straight), ("flush", flush), ("straight flush", straight & flush)):
            better = which & (names < way.order.index(name))
            names[better] = way.order.index(name)
            if name == "flush":
                ranks[better] = ordered[better, ::-1]
        ranks[wheel & straight] = ordered[wheel & straight][:, [3, 2, 1, 0, 4]]
    codes = names
    for column in ranks.T:
        codes = codes * 16 + column
    return names, ranks, codes


def decisive(name: str, ranks: list[int]) -> list[int]:
    """The ranks that tell a hand of that category from another: a straight's top; of equal ranks each once."""
    if name in ("straight", "straight flush"):
        return ranks[:1]
    return ranks if name == "flush" else list(dict.fromkeys(ranks))


def badugi_best(key: str, cards: list[int], wild: int = 0) -> list[int]:
    """The ranks of the best badugi, the highest first, 0 the best rank."""
    for size in range(min(4, len(cards) + wild), 0, -1):
        hands = rows(cards, min(wild, size), size, range(52))
        ranks = np.sort((hands // 4 - BADUGIS[key]) % 13, axis=1)[:, ::-1]
        suits = np.sort(hands % 4, axis=1)
        fits = (np.diff(ranks, axis=1) != 0).all(axis=1) & (np.diff(suits, axis=1) != 0).all(axis=1)
        if fits.any():
            return list(min(ranks[fits].tolist()))
    return []
