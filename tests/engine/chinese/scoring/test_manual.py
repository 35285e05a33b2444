"""The examples in the manual are true."""

from __future__ import annotations

import doctest

import pytest

from engine.chinese.play import foul_warnings
from engine.chinese.rows import chinese_games, rows, royalties
from engine.chinese.scoring import payment, proportional_shares, scoring
from engine.games import row_layout
from engine.play import any_game


@pytest.mark.parametrize(
    "module",
    [
        any_game,
        foul_warnings,
        chinese_games,
        row_layout,
        payment,
        royalties,
        rows,
        scoring,
        proportional_shares,
    ],
)
def test_the_examples_of_a_module_are_true(module):
    failed, tried = doctest.testmod(module)
    assert (failed, tried > 0) == (0, True)
