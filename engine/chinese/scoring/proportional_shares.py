"""Whole chips shared in proportion, none lost: the largest remainder takes the odd chips."""

from __future__ import annotations

from collections.abc import Sequence


def share(total: int, weights: Sequence[int], order: Sequence[int]) -> list[int]:
    """`total` chips (0 or more) shared by those weights (0 or more, not all 0 if there is anything to share).

    Each gets the whole chips of its part; the chips left over go one each to the largest remainders, equal ones in
    `order`, which names every index once, the first to be served first.

    >>> share(15, [10, 10, 0], order=[0, 1, 2])
    [8, 7, 0]
    """
    if not total:
        return [0] * len(weights)
    whole = sum(weights)
    parts = [total * weight // whole for weight in weights]
    by_remainder = sorted(order, key=lambda at: -(total * weights[at] % whole))
    for at in by_remainder[: total - sum(parts)]:
        parts[at] += 1
    return parts
