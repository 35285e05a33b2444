"""Naturals: hands of the classic game that win whole, before rows are compared.

The dragon and the pairs look at all thirteen cards, the three straights and the three flushes at the rows as they were
set. A joker stands for any card that completes the natural.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

from engine.cards import JOKERS
from engine.games.row_layout import Board
from engine.messages.message import _

RED = (1, 2)  # diamonds and hearts


class Natural(NamedTuple):
    """A natural: its name, the house rule that gives its points, and which boards are one."""

    name: str
    rule: str
    holds: Callable[[Board], bool]


def _plain(cards: Sequence[int]) -> list[int]:
    return [card for card in cards if card not in JOKERS]


def _some_counts(board: Board, fits: Callable[[list[int]], bool]) -> bool:
    """Whether the numbers of cards of each rank fit, with the jokers as cards of some rank."""
    cards = [card for row in board for card in row]
    plain = _plain(cards)
    counts = [0] * 13
    for card in plain:
        counts[card >> 2] += 1
    for ranks in combinations_with_replacement(range(13), len(cards) - len(plain)):
        filled = counts.copy()
        for rank in ranks:
            filled[rank] += 1
        if max(filled) <= 4 and fits(filled):
            return True
    return False


def _is_dragon(board: Board) -> bool:
    return _some_counts(board, lambda counts: min(counts) == 1)


def _is_six_pairs(board: Board) -> bool:
    return _some_counts(board, lambda counts: sum([count // 2 for count in counts]) == 6)


def _is_five_pairs_and_trips(board: Board) -> bool:
    return _some_counts(board, lambda counts: counts.count(3) == 1 and counts.count(1) == 0)


def _of_one_colour(board: Board) -> int:
    cards = [card for row in board for card in row]
    plain = _plain(cards)
    red = len([card for card in plain if card & 3 in RED])
    return max(red, len(plain) - red) + len(cards) - len(plain)


def is_straight(row: Sequence[int]) -> bool:
    """Whether the row is a straight of its own length, three cards in front; an ace is high or low."""
    plain = _plain(row)
    for ranks in ([card >> 2 for card in plain], [(card // 4 + 1) % 13 for card in plain]):
        if len(set(ranks)) == len(ranks) and (not ranks or max(ranks) - min(ranks) < len(row)):
            return True
    return False


def is_flush(row: Sequence[int]) -> bool:
    """Whether the row is of one suit."""
    return len({card & 3 for card in _plain(row)}) <= 1


# The strongest first: of two that are worth as much, a hand is called by the first.
NATURALS = (
    Natural(_("dragon"), "natural_dragon", _is_dragon),
    Natural(_("thirteen of one colour"), "natural_one_colour", lambda board: _of_one_colour(board) == 13),
    Natural(_("twelve of one colour"), "natural_twelve_of_one_colour", lambda board: _of_one_colour(board) >= 12),
    Natural(_("five pairs and trips"), "natural_five_pairs_and_trips", _is_five_pairs_and_trips),
    Natural(_("six pairs"), "natural_six_pairs", _is_six_pairs),
    Natural(_("three straights"), "natural_three_straights", lambda board: all(is_straight(row) for row in board)),
    Natural(_("three flushes"), "natural_three_flushes", lambda board: all(is_flush(row) for row in board)),
)


def natural_of(board: Board, played: Sequence[tuple[int, Natural]]) -> tuple[int, str]:
    """The points and the name of the best natural of a board among those played (points, natural); 0 and "" if none."""
    best = (0, "")
    for points, natural in played:
        if points > best[0] and natural.holds(board):
            best = (points, natural.name)
    return best
