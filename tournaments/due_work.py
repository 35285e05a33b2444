"""What the sweep of the tournaments has to do at an instant, as queries of which one finds a row; beat asks them all at once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db.models import QuerySet

from tournaments.models import Tournament
from tournaments.running import runner


def sweep(now: datetime) -> Iterator[QuerySet[Tournament]]:
    """Tournaments that the clock runs; and a demo club's, which is kept going."""
    yield runner.waiting(now)
    yield Tournament.objects.filter(is_demo=True)
