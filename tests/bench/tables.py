"""Tables: decisions over HTTP, hands settled by a worker, spectators of one table."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench import Row, deciding, settlement, spectating


def measured() -> Iterator[Row]:
    """Every part of it."""
    yield from deciding.measured()
    yield from settlement.settled()
    yield from spectating.measured()
