"""A sweep that writes anything was named as having work to do just before, in whatever test it runs."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db import connection
from django.utils import timezone

from club.base.registry import WORK
from club.project.celery import app
from club.project.running.scheduled_work import ScheduledWork

WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE)\b|.*\bledger_post\(", re.I | re.S)


def watch_all() -> None:
    """From now on."""
    app.loader.import_default_modules()  # tasks are known when their modules are imported
    for task in WORK:
        app.tasks[task].run = watched(task, app.tasks[task].run)


def watched(task: str, run: Callable[..., Any]) -> Callable[..., Any]:
    """Raises `AssertionError` where the run writes something though the task was said to have nothing to do.

    Where a test has a thread of its own for the sweeps, what the others do gives them work after they were asked.
    """

    @wraps(run)
    def runs(*arguments: Any, **named: Any) -> Any:
        if threading.current_thread() is not threading.main_thread():
            return run(*arguments, **named)
        had_work = task in ScheduledWork(WORK).at(timezone.now())
        written: list[str] = []

        def note(execute: Any, statement: Any, *others: Any) -> Any:
            words = statement if isinstance(statement, str) else statement.as_string(None)  # `psycopg.sql`
            if WRITES.match(words):
                written.append(words)
            return execute(statement, *others)

        with connection.execute_wrapper(note):
            result = run(*arguments, **named)
        assert had_work or not written, f"{task} was said to have nothing to do, and did {written[0]}"
        return result

    return runs
