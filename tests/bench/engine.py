"""The engine's figures in one run: what a part yields is printed as it comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.bench import Row, footprint, games, hands, rankings

PARTS: tuple[Callable[[], Iterator[Row]], ...] = (
    rankings.one_at_a_time,
    rankings.many_at_once,
    games.played,
    hands.replayed,
    footprint.measured,
)


def measured() -> Iterator[Row]:
    """Every part in turn."""
    for part in PARTS:
        yield from part()
