"""Tables: decisions over HTTP, hands settled by a worker, spectators of one table, news after a hand and after a cut."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench import Row, deciding, live, settlement, spectating


def measured() -> Iterator[Row]:
    """Every part of it."""
    yield from deciding.measured()
    yield from settlement.settled()
    yield from spectating.measured()
    yield from live.measured()
