"""Strengths of rows in numpy, beside the rankings and the readings of jokers one row at a time (S3.1, S3.8)."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine.chinese.arranger.row_strengths import low_places, lows, order, rows
from engine.chinese.rows.jokers import readings
from engine.chinese.rows.rows import made_low, rank_low, rank_row


def random_rows(size, count, seed):
    """Rows of 54 cards, and as many of ten of them, which make pairs, jokers and flushes."""
    rng = random.Random(seed)
    few = [0, 4, 8, 12, 16, 20, 21, 51, 52, 53]
    return [tuple(rng.sample(pool, size)) for _ in range(count) for pool in (range(54), few)]


def test_every_strength_has_one_place():
    strengths = order().strengths.tolist()
    assert strengths == sorted(set(strengths))
    assert len(strengths) == 7462 + 455
    assert [rank_row(cards) for cards in order().examples] == strengths


@pytest.mark.parametrize("size", [3, 5])
def test_S3_8_rows_are_read_as_jokers_are_read_one_at_a_time(size):
    dealt = random_rows(size, 4000, size)
    found = rows(np.array(dealt, dtype=np.uint8))
    strengths = order().strengths
    caps = np.array(random.Random(5).choices(range(len(strengths)), k=len(dealt)))
    at_most = found.at_most(np.arange(len(dealt)), caps)
    worths = np.array(random.Random(6).choices(range(1000), k=len(strengths)))
    most = found.most(worths, np.arange(len(dealt)))
    for at, cards in enumerate(dealt):
        values = [one.value for one in readings(cards)]
        assert [strengths[found.top[at]], strengths[found.lowest[at]]] == [values[0], values[-1]]
        below = [value for value in values if value <= strengths[caps[at]]]
        assert (strengths[at_most[at]] if at_most[at] >= 0 else None) == (below[0] if below else None)
        assert most[at] == max(worths[np.searchsorted(strengths, values)])


def test_S3_8_at_the_rows_maximum_a_joker_has_one_reading():
    dealt = np.array(random_rows(5, 500, 9), dtype=np.uint8)
    free, fixed = rows(dealt), rows(dealt, is_row_maximum=True)
    assert (fixed.top == free.top).all()
    assert (fixed.lowest == free.top).all()


def test_lows_are_read_as_one_at_a_time():
    dealt = random_rows(5, 4000, 7)
    for cards, place in zip(dealt, low_places(np.array(dealt, dtype=np.uint8)).tolist(), strict=True):
        best = readings(cards, is_low=True)[0].value
        plain = [card for card in cards if card < 52]
        is_low = made_low(cards) is not None if len(plain) == 5 else len({card >> 2 for card in plain}) == len(plain)
        assert (lows().strengths[place] == best) if is_low else place == 0
    assert [rank_low(cards) for cards in lows().examples[1:]] == lows().strengths.tolist()[1:]
