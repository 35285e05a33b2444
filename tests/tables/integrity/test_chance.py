"""Tails of distributions, beside their definitions."""

from __future__ import annotations

import math
import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.integrity.chance import above, at_least, at_least_of_unlike, tighter


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=7), st.data())
def test_successes_of_unlike_tries_are_counted_as_all_ways_are(rates, data):
    count = data.draw(st.integers(0, len(rates)))
    ways = (way for way in product((0, 1), repeat=len(rates)) if sum(way) >= count)
    whole = sum(math.prod(rate if hit else 1 - rate for hit, rate in zip(way, rates, strict=True)) for way in ways)
    assert at_least_of_unlike(count, rates) == pytest.approx(whole, abs=1e-9)


@given(st.integers(0, 40), st.integers(1, 40), st.floats(0.01, 0.99))
def test_equal_tries_are_a_case_of_unlike_ones(count, of, rate):
    assert at_least(min(count, of), of, rate) == pytest.approx(
        at_least_of_unlike(min(count, of), [rate] * of), abs=1e-9
    )


def test_tails_of_the_normal_distribution():
    assert above(0.0) == 0.5
    assert above(1.6448536) == pytest.approx(0.05, rel=1e-5)


def test_a_variance_is_as_rarely_so_small_as_it_is_in_samples():
    rng = random.Random(3)
    ratios = []
    for _sample in range(4000):
        values = [rng.gauss(0, 1) for _ in range(31)]
        mean = sum(values) / 31
        ratios.append(sum((value - mean) ** 2 for value in values) / 30)
    seen = sum(ratio <= 0.6 for ratio in ratios) / 4000
    assert tighter(0.6, 30) == pytest.approx(seen, abs=0.01)
