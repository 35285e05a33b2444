"""Errands for the workers, sent when the transaction is committed.

A lost errand costs a second at most: the sweep finds the same work in the database.
"""

from __future__ import annotations

import logging

from celery import current_app
from django.db import transaction

log = logging.getLogger(__name__)


def send(task: str, *arguments: object) -> None:
    """Have a worker run the named task of `tables.tasks` once this transaction is committed."""

    def publish() -> None:
        current_app.send_task(f"tables.tasks.{task}", arguments)

    # Robust: a broker that is away must not turn a committed bet into an error.
    transaction.on_commit(publish, robust=True)
