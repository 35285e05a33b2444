"""The best setting where a joker may stand only for a card that nobody sees, so that its rows depend on one another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations

from engine.cards import FULL_DECK, JOKERS
from engine.chinese.arranger.row_worths import POINT
from engine.chinese.arranger.search import Setting, Terms, best_setting
from engine.games.row_layout import Board


def best_unseen(
    cards: Sequence[int], terms: Terms, visible: Collection[int], score: Callable[[Board], int | None]
) -> Setting | None:
    """The setting of 13 to 17 cards with jokers that is worth most points as `score` has it; None if all are fouled.

    Each joker is tried as every card that it may stand for, among them cards that are then discarded. No setting can be
    worth more than the best of those, and mostly the house reads that setting's jokers in the same way. Where it reads
    them otherwise, every setting that might be worth more than what its reading is worth is scored.
    """
    plain = [card for card in cards if card not in JOKERS]
    jokers = [card for card in cards if card in JOKERS]
    taken = {*plain, *visible}
    free = [card for card in FULL_DECK if card not in taken]
    bound, chosen = -1, None
    for stands_for in _readings(len(jokers), len(plain), free):
        setting = best_setting([*plain, *stands_for], terms, above=bound)
        if setting is not None:
            bound, chosen = setting.value, (setting.board, stands_for)
    if chosen is None:
        return None
    board = _with_jokers(*chosen, jokers, plain)
    value = score(board)
    found = None if value is None else Setting(value, board)
    if found is not None and found.value // POINT == bound // POINT:
        return found
    return best_setting(cards, terms, score, above=found.value if found else -1) or found


def _readings(jokers: int, plain: int, free: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The cards that jokers may stand for. One that stands for a discarded card adds none; thirteen must be left."""
    for count in range(jokers, max(-1, 12 - plain), -1):
        yield from combinations(free, count)


def _with_jokers(board: Board, stands_for: Sequence[int], jokers: Sequence[int], plain: Sequence[int]) -> Board:
    """The board with jokers again for the cards that are not in the hand."""
    joker_of = dict(zip(stands_for, jokers, strict=False))
    front, middle, back = (tuple([joker_of.get(card, card) for card in row]) for row in board)
    return Board(front, middle, back)
