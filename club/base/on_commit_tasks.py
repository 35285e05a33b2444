"""Tasks for the workers, sent when the transaction is committed; by name, so that whoever sends one imports no task.

A lost task costs a second at most: the sweep finds the same work in the database.
"""

from __future__ import annotations

import logging

from celery import current_app
from django.db import transaction

log = logging.getLogger(__name__)


def send(task: str, *arguments: object) -> None:
    """Have a worker run the task of that name (`tables.tasks.play_hand`) once this transaction is committed."""

    def publish() -> None:
        current_app.send_task(task, arguments)

    # Robust: a broker that is away must not turn a committed bet into an error.
    transaction.on_commit(publish, robust=True)
