"""What hands with wild cards are worth, found by trying every card."""

from __future__ import annotations

from engine.ranking.values import ABOVE_ALL, ranks_of
from tests.support import plain


def unfolded(key: str, value: int) -> object:
    """A value as the plain rankings say it."""
    if key in plain.BADUGIS:
        assert value >> 16 == sum(nibble > 0 for nibble in (value >> 4 * at & 15 for at in range(4)))
        return [13 - nibble for nibble in (value >> 4 * at & 15 for at in range(3, -1, -1)) if nibble]
    way = plain.WAYS[key]
    if not value:
        return None
    value = ABOVE_ALL - value if way.is_low else value
    return way.order[(value >> 20) - 1], ranks_of(value)


def expected(key: str, cards: list[int], wild: int) -> object:
    if key in plain.BADUGIS:
        return plain.badugi_best(key, cards, wild)
    return plain.five_best(key, cards, wild)
