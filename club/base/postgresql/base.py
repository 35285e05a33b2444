"""A kept connection is looked at before it is used again, without asking the server."""

from __future__ import annotations

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Django asks the server `SELECT 1` at the first statement of every request and task. A connection that its server has closed,
    or a server that has died, is seen here on this side: there is something to read on a connection that asked nothing."""

    def is_usable(self) -> bool:
        """True if nothing has come in since the last answer, or if the server then answers."""
        own = self.connection
        if own is not None and not own.closed:
            poll = select.poll()
            poll.register(own.fileno(), select.POLLIN)
            if not poll.poll(0):
                return True
        return bool(super().is_usable())
