"""Events that run at once, up to 2,000 clocks: what a sweep of them takes, and by how much a level of the last is late.

`manage.py bench running-events`; `EVENTS=200` for fewer. One event of 27 with real cards at three tables is started as a club does,
and copied with its state: of all only the clock goes on, as in most seconds of an evening. Milliseconds of processor time of this
process and of its PostgreSQL.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone

from tests.bench import Reading, Remark, Row
from tests.bench.crowds import announced
from tests.bench.populous import copies, owner_does
from tests.bench.whole_club import Spent, processor_time
from tournaments import tasks
from tournaments.models import Tournament
from tournaments.running import event_start

PLAYERS, TIMES = 27, 3
MOST_SECONDS = 1.0  # between two sweeps


def measured() -> Iterator[Row]:
    """A sweep in which nothing is due, and one in which a level of every event has ended."""
    events = int(os.environ.get("EVENTS", "2000"))
    now = timezone.now()
    row = announced(PLAYERS, now=now, is_computer=False, cards=Tournament.Cards.PHYSICAL)
    event_start.start(row.pk, now=now)
    tasks.direct_at(row.pk, timezone.now())
    yield from _swept("one event, nothing due", 1)
    owner_does([copies("tournaments.Tournament", row.pk, f"generate_series(2, {events}) n", {"name": "'Copy ' || n"})])
    yield from _swept(f"{events:,} events, nothing due", events)
    row.refresh_from_db()
    clock, minutes = row.snapshot["clock"], row.sheet["items"][0]["minutes"]
    clock["began"] = (datetime.fromisoformat(clock["began"]) - timedelta(minutes=minutes)).isoformat()
    Tournament.objects.filter(status=Tournament.Status.RUNNING).update(snapshot=row.snapshot)
    yield from _swept(f"{events:,} events, a level ends in each", events, times=1)


def _swept(what: str, events: int, *, times: int = TIMES) -> Iterator[Row]:
    found = []
    for _time in range(times):
        spent, began, by_the_clock = Spent(), processor_time(), time.perf_counter()
        with connection.execute_wrapper(spent):
            tasks.sweep()
        spent.took = 1000 * (processor_time() - began)
        found.append((spent.took, time.perf_counter() - by_the_clock, spent))
    took, passed, spent = min(found, key=lambda one: one[0])
    yield Reading(what, took / 1000, "s", MOST_SECONDS)
    yield Remark(
        f"    {took / events:.2f} ms an event; {spent.statements} statements, {spent.asked:.0f} ms waited for them; "
        f"{passed:.1f} s by the clock; longest: {spent.longest[:300]}"
    )
