"""Tests ask the database by the role of the club's own processes; what only its owner may do, they do here."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import psycopg
from django.db import connection

AS_THE_PROGRAM = 'SET ROLE "{}_app"'
_owners: list[object] = []  # one for each block that is open


def become_the_program(connection: Any, **_more: Any) -> None:
    """Of a connection that was just made to a test's own database."""
    if not _owners and (connection.settings_dict["NAME"] or "").startswith("test_"):
        # By the driver itself: no statement of the test's, nor of what watches statements.
        connection.connection.execute(AS_THE_PROGRAM.format(connection.settings_dict["USER"]))


@contextlib.contextmanager
def as_owner() -> Iterator[None]:
    """Inside the block this connection, and whichever is made, may forge what it likes."""
    _owners.append(object())
    _say("RESET ROLE")
    try:
        yield
    finally:
        _owners.pop()
        if not _owners:
            with contextlib.suppress(
                psycopg.Error
            ):  # where a transaction broke off, its end takes the role back as well
                _say(AS_THE_PROGRAM.format(connection.settings_dict["USER"]))


def _say(statement: str) -> None:
    if connection.connection is not None and (connection.settings_dict["NAME"] or "").startswith("test_"):
        connection.connection.execute(statement)
