"""Every registered payout divides every pool to the last chip."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.errors import ClubError
from tests.shared import needs_shared, shared
from tournaments import payouts

TABLES = shared("data/payout_tables.json")


@pytest.mark.parametrize("key", sorted(payouts.PAYOUTS))
@given(entries=st.integers(1, 3000), pool=st.integers(0, 10**9), unit=st.sampled_from([1, 5, 100]))
def test_prizes_sum_to_the_pool_and_never_rise_downwards(key: str, entries: int, pool: int, unit: int) -> None:
    paid = list(payouts.prizes(pool, entries, key, unit))
    assert sum(paid) == pool
    assert paid == sorted(paid, reverse=True)
    assert all(share > 0 for share in paid)
    assert len(paid) <= entries
    assert all(share % unit == 0 for share in paid[1:])


@given(st.integers(0, 10**6), st.lists(st.integers(0, 100), min_size=1, max_size=30).filter(any), st.integers(1, 50))
def test_nobody_is_a_unit_off_the_exact_share(pool: int, weights: list[int], unit: int) -> None:
    shares = payouts.divide(pool, weights, unit)
    assert sum(shares) == pool
    for share, weight in zip(shares[1:], weights[1:], strict=True):
        assert abs(share - Fraction(pool // unit * unit * weight, sum(weights))) < unit


def test_an_unknown_payout_is_refused_with_those_there_are() -> None:
    with pytest.raises(ClubError, match="winner-takes-all"):
        payouts.prizes(100, 3, "no such payout")


@needs_shared
@pytest.mark.parametrize("case", TABLES.get("rounding_examples", []), ids=lambda case: case["source"])
def test_published_rounding(case: dict[str, Any]) -> None:
    assert payouts.divide(case["pool"], case["p"], case.get("unit", 1)) == case["expected"]


@needs_shared
@pytest.mark.parametrize(
    ("key", "published"), [("barge-unified", "barge-unified-old"), ("barge-2025", "barge-2025-irata")]
)
def test_our_tables_are_the_published_ones(key: str, published: str) -> None:
    table = next(table for table in TABLES["tables"] if table["id"] == published)
    for row in table["rows"]:
        for entries in row["entries"]:
            assert [Fraction(points, 100) for points in payouts.PAYOUTS[key].shares(entries)] == [
                Fraction(str(share)) / (100 if table["unit"] == "basis_points" else 1) for share in row["p"]
            ]
