"""Amounts as pages write them."""

from __future__ import annotations

import pytest

from club.templatetags.amounts import signed


@pytest.mark.parametrize(("amount", "words"), [(1200, "+1,200"), (-350, "−350"), (-1_000_000, "−1,000,000"), (0, "0")])
def test_what_was_won_or_lost_is_written_with_its_sign(amount, words):
    assert signed(amount) == words
