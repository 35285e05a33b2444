"""The examples in the manual are true."""

from __future__ import annotations

import doctest

import pytest

from engine.chinese.play import fouls
from engine.chinese.rows import games, rows, royalties
from engine.chinese.scoring import payment, scoring, shares
from engine.games import layout
from engine.play import catalogue


@pytest.mark.parametrize("module", [catalogue, fouls, games, layout, payment, royalties, rows, scoring, shares])
def test_the_examples_of_a_module_are_true(module):
    failed, tried = doctest.testmod(module)
    assert (failed, tried > 0) == (0, True)
