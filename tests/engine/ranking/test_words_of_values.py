"""Whatever number a row or a file holds as the value of a hand, there are words for it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ranking.rankings import HIGH, RANKINGS
from engine.ranking.values import ABOVE_ALL, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, nibbles

VALUES = st.integers(-(2**63), 2**63 - 1) | st.integers(-1, 16 << 20) | st.integers(0, 2**16).map(lambda one: one << 8)


@pytest.mark.parametrize("ranking", RANKINGS.values(), ids=RANKINGS)
@given(value=VALUES)
def test_law_every_number_is_said(ranking, value):
    assert str(ranking.say(value))


@pytest.mark.parametrize("value", [-1, 1, 5, 1 << 20, nibbles(FULL_HOUSE, ()), nibbles(QUADS, (14,)), ABOVE_ALL, 2**62])
def test_a_value_that_no_hand_has_is_said_to_be_none(value):
    assert HIGH.say(value).id == "no_hand"


def test_values_of_hands_are_said_as_ever():
    assert str(HIGH.say(nibbles(FULL_HOUSE, (12, 9)))) == "Aces full of Jacks"
    assert str(HIGH.say(nibbles(STRAIGHT_FLUSH, (12,)))) == "Royal flush"
