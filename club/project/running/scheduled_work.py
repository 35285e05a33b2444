"""Which tasks of the schedule have something to do, asked by one statement that is put together once.

Most seconds of most evenings a sweep finds nothing; to have it sent, taken and run to learn that costs a hundred times as much as
to ask. What an app names here for a task may be more than the task will do, never less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.db import connection

if TYPE_CHECKING:
    from django.db.models import QuerySet

Rows = Callable[[datetime], "Iterable[QuerySet[Any]]"]


@dataclass(frozen=True)
class FromNow:
    """An instant, by how far it lies from now."""

    distance: timedelta


class ScheduledWork:
    """`rows`: by a task's name, the rows of which one at least is there, at an instant, when the task has something to do.

    Every instant in them must be told from the one that is given (`now`, `now - ten seconds`), and no query may be sliced or
    depend on anything else that changes: the statement stands from the first time on.
    """

    def __init__(self, rows: Mapping[str, Rows]) -> None:
        self.rows = rows

    def at(self, now: datetime) -> set[str]:
        """The names of the tasks that have something to do. Raises `django.db.Error` if the database does not answer."""
        if not self.rows:
            return set()
        statement, values = self._standing
        with connection.cursor() as cursor:
            cursor.execute(statement, [now + one.distance if isinstance(one, FromNow) else one for one in values])
            answers = cursor.fetchone()
        return {task for task, is_there in zip(self.rows, answers, strict=True) if is_there}

    @cached_property
    def _standing(self) -> tuple[str, list[Any]]:
        """The statement, and its values."""
        now = datetime(2000, 1, 1, tzinfo=UTC)
        columns, values = [], []
        for rows in self.rows.values():
            parts = []
            for query in rows(now):
                text, given = query.order_by().values("pk").query.sql_with_params()
                parts.append(f"EXISTS ({text})")
                values += [FromNow(one - now) if isinstance(one, datetime) else one for one in given]
            columns.append(f"({' OR '.join(parts)})")
        return f"SELECT {', '.join(columns)}", values
