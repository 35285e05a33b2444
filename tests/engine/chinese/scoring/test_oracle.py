"""The engine beside a slow, plain oracle: random deals of many houses come out the same (S3.1 to S3.5, S3.8 to S3.11)."""

from __future__ import annotations

import pytest

from tests.engine.chinese.soak import HOUSES, WITH_JOKERS, compare
from tests.support.budget import sampled, sweep


@sweep("house", HOUSES)
def test_random_deals_come_out_as_the_oracle_says(house):
    agreed = compare(house, 1500, jokers=0, seed=1)
    assert agreed.legal > 1000  # the deals do try what matters
    assert agreed.fantasylands > 5


@sweep("house", WITH_JOKERS)
def test_s3_8_random_deals_with_jokers_come_out_as_the_oracle_says(house):
    assert compare(house, 12, jokers=2, seed=2).legal > 4
    assert compare(house, 150, jokers=1, seed=3).legal > 50


@pytest.mark.slow
@pytest.mark.sweep
@pytest.mark.parametrize("house", sampled(HOUSES, "ten thousand boards", one_of=6))
def test_ten_thousand_boards_of_each_house(house):
    assert compare(house, 3_400, jokers=0, seed=5).legal > 1_000
