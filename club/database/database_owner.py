"""What only the owner of the database may do: the program itself goes by a role that cannot rewrite what happened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import environ
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

_PLACE = ("USER", "PASSWORD", "HOST", "PORT")


@contextmanager
def as_owner() -> Iterator[None]:
    """Inside the block the database is asked as its owner, where DATABASE_OWNER_URL says who that is.

    Not within a transaction: the connection is another one.
    """
    if not settings.DATABASE_OWNER_URL:
        yield
        return
    owner = environ.Env.db_url_config(settings.DATABASE_OWNER_URL)
    before = {name: connection.settings_dict[name] for name in _PLACE}
    _connect_as({name: owner[name] for name in _PLACE})
    try:
        yield
    finally:
        _connect_as(before)


def is_prepared() -> bool:
    """Whether every migration of this version stands in the database."""
    with as_owner():
        executor = MigrationExecutor(connection)
        return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _connect_as(place: dict[str, str]) -> None:
    connection.close()
    connection.settings_dict.update(place)
