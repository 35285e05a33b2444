"""The figure of looks over play for monitoring: how long ago the last one was."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from club.base.registry import Gauge
from tables.integrity_desk import looks


def gauges(now: datetime) -> Iterator[Gauge]:
    """Of this instant; 0 where play was never looked over, as in a club that opened today."""
    last = looks.latest()
    age = 0.0 if last is None else max(0.0, (now - last.at).total_seconds())
    yield Gauge("cardhouse_integrity_look_age_seconds", age, "since play was looked over")
