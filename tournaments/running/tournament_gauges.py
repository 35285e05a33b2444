"""Figures of tournaments for monitoring."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from club.base.registry import Gauge
from tournaments.models import Tournament


def gauges(now: datetime) -> Iterator[Gauge]:
    """How many tournaments are in each state that is not over."""
    for status in (Tournament.Status.REGISTERING, Tournament.Status.RUNNING, Tournament.Status.BAGGED):
        count = Tournament.objects.filter(status=status).count()
        yield Gauge("cardhouse_tournaments", count, "tournaments by state", {"state": str(status.value)})
