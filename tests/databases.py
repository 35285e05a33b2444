"""One migrated database, kept from run to run, of which every worker's test database is a copy.

A copy takes a moment; migrating takes a hundred times as long. The template's name holds a digest of all that migrations
are made of: change one, and the next run migrates anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from psycopg import Cursor, sql

from tests.support.owner import as_owner

PREFIX = "cardhouse_template_"
MADE_OF = ("migrations/*.py", "models.py", "models/**/*.py", "**/*.sql")
LOCK = 0x7E57  # an advisory lock of the server: one at a time makes, copies or drops


def digest(folders: Iterable[Path]) -> str:
    """Of the migrations, models and SQL of these apps, of the settings that name them, and of what the roles may do."""
    sources = {Path(settings.BASE_DIR, "club/project", name) for name in ("settings.py", "database_roles.py")}
    sources.update(path for folder in folders for pattern in MADE_OF for path in folder.glob(pattern))
    whole = hashlib.sha256()
    for path in sorted(sources):
        whole.update(f"{path.name} {path.stat().st_size}\n".encode() + path.read_bytes())
    return whole.hexdigest()[:16]


def copy_template() -> None:
    """Make the test database of this process, and use it from now on."""
    with _one_at_a_time() as cursor:
        template = PREFIX + digest(Path(app.path) for app in apps.get_app_configs())
        if not _exists(cursor, template):
            _make(cursor, template)
        name = connection.creation._get_test_db_name()
        _drop(cursor, name)
        cursor.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(template)))
        # Rights on a database itself are not copied with it.
        cursor.execute(sql.SQL("REVOKE TEMPORARY ON DATABASE {} FROM PUBLIC").format(sql.Identifier(name)))
        # Tests say what time it is.
        cursor.execute(sql.SQL("ALTER DATABASE {} SET cardhouse.clock = 'simulated'").format(sql.Identifier(name)))
    _use(name)


def drop_copy(name: str) -> None:
    """Drop the test database of this process, and use the one of that name again."""
    copy = connection.settings_dict["NAME"]
    _use(name)
    with _one_at_a_time() as cursor:
        _drop(cursor, copy)


@contextmanager
def empty(name: str) -> Iterator[None]:
    """An empty database of that name, in use inside the block, by its owner, and gone after it."""
    before = connection.settings_dict["NAME"]
    with _one_at_a_time() as cursor:
        _drop(cursor, name)
        cursor.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    _use(name)
    try:
        with as_owner():
            yield
    finally:
        drop_copy(before)


@contextmanager
def _one_at_a_time() -> Iterator[Cursor]:
    connection.close()
    with connection.creation._nodb_cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])  # released as the connection closes
        yield cursor


def _make(cursor: Cursor, template: str) -> None:
    """Migrate a draft and give it the name when it is whole; templates of other digests go."""
    before = connection.settings_dict["NAME"]
    cursor.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [PREFIX])
    for (old,) in cursor.fetchall():
        _drop(cursor, old)
    draft = f"{PREFIX}draft"
    cursor.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(draft)))
    _use(draft)
    call_command("migrate", verbosity=0, interactive=False, run_syncdb=True)
    _use(before)
    cursor.execute(sql.SQL("ALTER DATABASE {} RENAME TO {}").format(sql.Identifier(draft), sql.Identifier(template)))


def _exists(cursor: Cursor, name: str) -> bool:
    cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
    return cursor.fetchone() is not None


def _drop(cursor: Cursor, name: str) -> None:
    cursor.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def _use(name: str) -> None:
    connection.close()
    settings.DATABASES[connection.alias]["NAME"] = connection.settings_dict["NAME"] = name
