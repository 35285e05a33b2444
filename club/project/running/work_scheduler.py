"""Beat's scheduler: a tick for which there is nothing to do is not sent."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from celery.beat import PersistentScheduler
from django.db import Error, connection

from club.base.registry import WORK
from club.project.running.scheduled_work import ScheduledWork

log = logging.getLogger(__name__)
ASKED_SECONDS = 0.5  # an answer is that old at most: the ticks of one second share it
BACK = timedelta(seconds=1)  # a clock that is kept right is put back by less
ALWAYS_SECONDS = 60.0  # after so long a tick is sent whatever the answer is


class Ticks:
    """Which ticks are to be sent. `ask` tells the tasks that have something to do, at an instant.

    A tick of which nobody says when it has something to do is always sent; and so are all while the database does not answer.
    """

    def __init__(self, known: Callable[[], set[str]], ask: Callable[[datetime], set[str]]) -> None:
        self._known, self._ask = known, ask
        self._sent: dict[str, float] = {}
        self._answer: set[str] | None = None
        self._asked_at = float("-inf")

    def wants(self, task: str, *, now: datetime, clock: float) -> bool:
        """True if that task's tick is to be sent now; `clock`: seconds of a clock that only goes on."""
        if task in self._known() and clock - self._sent.get(task, float("-inf")) < ALWAYS_SECONDS:
            if clock - self._asked_at >= ASKED_SECONDS:
                self._answer, self._asked_at = self._look(now), clock
            if self._answer is not None and task not in self._answer:
                return False
        self._sent[task] = clock
        return True

    def _look(self, now: datetime) -> set[str] | None:
        try:
            return self._ask(now)
        except Error:
            log.warning("beat cannot ask what is to be done; all ticks are sent", exc_info=True)
            connection.close()  # the next look is by another
            return None


class WorkScheduler(PersistentScheduler):
    """Sends the ticks that have something to do, and all of them once a minute."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self._ticks = Ticks(lambda: set(WORK), ScheduledWork(WORK).at)
        self._latest = datetime.max.replace(tzinfo=UTC)
        super().__init__(*arguments, **named)

    def tick(self, *arguments: Any, **named: Any) -> Any:
        """One tick that is due. A clock that was put back, by hours perhaps, or was wrong when the schedule was kept, does not
        have every tick wait until it is that late again."""
        now = datetime.now(UTC)
        if now < self._latest - BACK:
            self._forget_the_future(now)
        self._latest = now
        return super().tick(*arguments, **named)

    def _forget_the_future(self, now: datetime) -> None:
        """What ran at a time that is still to come ran now."""
        for entry in self.schedule.values():
            if entry.last_run_at is not None and entry.last_run_at > now:
                entry.last_run_at = now
        self._heap = None  # made anew by the tick

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """Send the tick of an entry that is due, if there is anything to do."""
        if self._ticks.wants(entry.task, now=datetime.now(UTC), clock=time.monotonic()):
            super().apply_entry(entry, producer=producer)

    def schedules_equal(self, old_schedules: Any, new_schedules: Any) -> bool:
        """The schedule is of the source alone: what was compared in full thirty times a second never differs."""
        return old_schedules is not None and new_schedules is not None
