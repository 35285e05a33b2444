"""A kept connection is looked at before it is used again, without asking the server; one that breaks says so."""

from __future__ import annotations

import select
from types import TracebackType

import psycopg
from django.db import OperationalError
from django.db.backends.postgresql import base
from django.db.utils import DatabaseErrorWrapper
from django.utils.functional import cached_property


class BrokenConnections(DatabaseErrorWrapper):
    """Django's own, with what the driver calls an internal error of its protocol told as what it is: the connection broke.

    Every error that PostgreSQL tells has a state (SQLSTATE). One without comes where a pooler's last word and the end of the
    connection arrive together as the answer to ``BEGIN``.
    """

    def __exit__(
        self, exc_type: type[BaseException] | None, exc_value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if isinstance(exc_value, psycopg.InternalError) and exc_value.sqlstate is None:
            self.wrapper.errors_occurred = True  # type: ignore[attr-defined]  # the stubs leave it out
            raise OperationalError(*exc_value.args).with_traceback(traceback) from exc_value
        super().__exit__(exc_type, exc_value, traceback)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django asks the server `SELECT 1` at the first statement of every request and task. A connection that its server has closed,
    or a server that has died, is seen here on this side: there is something to read on a connection that asked nothing."""

    @cached_property
    def wrap_database_errors(self) -> DatabaseErrorWrapper:
        """Around everything that the driver is asked to do."""
        return BrokenConnections(self)

    def is_usable(self) -> bool:
        """True if nothing has come in since the last answer, or if the server then answers."""
        own = self.connection
        if own is not None and not own.closed:
            poll = select.poll()
            poll.register(own.fileno(), select.POLLIN)
            if not poll.poll(0):
                return True
        return bool(super().is_usable())
