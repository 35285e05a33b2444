"""Many boards at once: every placing that a person could choose, and no other; and what the learned outlook looks at."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chinese.outlook.features import features, unseen_of
from engine.chinese.outlook.many_boards import EMPTY, STARTS, placed, together
from engine.chinese.outlook.row_prospects import added, placements
from engine.games.row_layout import SIZES, Board
from tests.support.budget import budget

SUITS = [[card for card in range(52) if card & 3 == suit] for suit in range(4)]


@st.composite
def boards(draw):
    """A board with some cards, and the cards that are in nobody's rows."""
    deck = draw(st.permutations(range(52)))
    counts = [draw(st.integers(0, size)) for size in SIZES]
    rows, at = [], 0
    for count in counts:
        rows.append(tuple(deck[at : at + count]))
        at += count
    return Board(*rows), tuple(deck[at:])


def read(cards):
    """Thirteen places as rows, in the order of their cards."""
    rows = [cards[start : start + size] for start, size in zip(STARTS, SIZES, strict=True)]
    return tuple([tuple(sorted(int(card) for card in row if card != EMPTY)) for row in rows])


def numbers(board, left):
    seen = np.ones((1, 52), dtype=np.bool_)
    seen[:, list(left)] = False
    return features(together([board]).cards, unseen_of(seen))[0]


@pytest.mark.parametrize(("cards", "keep"), [(5, 5), (3, 2), (1, 1)])
@settings(max_examples=budget(40), deadline=None)
@given(dealt=boards())
def test_the_ways_of_many_boards_are_the_placings_of_each(cards, keep, dealt):
    board, left = dealt
    fresh = left[:cards]
    after, has_room = placed(together([board]), np.array([fresh], dtype=np.uint8), keep)
    found = [read(cards) for cards in after.cards[0][has_room[0]]]
    wanted = [tuple([tuple(sorted(row)) for row in added(board, layout)]) for layout in placements(board, fresh, keep)]
    assert sorted(found) == sorted(wanted)
    assert [tuple(map(len, one)) for one in found] == [tuple(one) for one in after.held[0][has_room[0]].tolist()]


@settings(max_examples=budget(60), deadline=None)
@given(dealt=boards(), suits=st.permutations(range(4)), rng=st.randoms(use_true_random=False))
def test_neither_which_suit_is_which_nor_the_order_of_a_row_is_looked_at(dealt, suits, rng):
    board, left = dealt
    turned = Board(*[tuple(rng.sample([card & ~3 | suits[card & 3] for card in row], len(row))) for row in board])
    others = [card & ~3 | suits[card & 3] for card in left]
    assert np.allclose(numbers(board, left), numbers(turned, others), atol=1e-5)


@settings(max_examples=budget(60), deadline=None)
@given(dealt=boards())
def test_all_numbers_are_small_whatever_lies_where(dealt):
    found = numbers(*dealt)
    assert np.isfinite(found).all()
    assert abs(found).max() <= 20
