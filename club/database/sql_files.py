"""What the database does by itself, functions and triggers, stands in `.sql` files beside the code it serves: `*/sql/*.sql`.

A migration installs a file as it is (`install`). What is installed is compared with the files (`differences`) by the
audit, by `manage.py check --database default` and by the tests. A file holds `CREATE OR REPLACE FUNCTION` and
`CREATE OR REPLACE TRIGGER` in the words by which PostgreSQL tells them again; only spaces and comments around them are
the file's own.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.db import connection, connections, migrations
from django.db.migrations.executor import MigrationExecutor

_FUNCTION = re.compile(
    r"^CREATE OR REPLACE (FUNCTION (\w+)\(.*?AS \$function\$)(.*?)\$function\$;", re.DOTALL | re.MULTILINE
)
_TRIGGER = re.compile(r"^CREATE OR REPLACE (TRIGGER (\w+) [^;]*? ON (\w+)\s[^;]*);", re.MULTILINE)
_COMMENT = re.compile(r"--.*$", re.MULTILINE)
_FUNCTIONS = """
SELECT proname, pg_get_functiondef(oid) FROM pg_proc
WHERE pronamespace = current_schema()::regnamespace AND proname = ANY(%s) ORDER BY oid
"""
_TRIGGERS = """
SELECT tgname, relname, pg_get_triggerdef(trigger.oid, true), tgenabled = 'O'
FROM pg_trigger trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace AND relname = ANY(%s) ORDER BY relname, tgname
"""


def install(path: str) -> migrations.RunSQL:
    """The step of a migration that installs the file of that path, as it is now. Raises `OSError` if there is none."""
    return migrations.RunSQL((settings.BASE_DIR / path).read_text(encoding="utf-8"), migrations.RunSQL.noop)


def paths() -> list[Path]:
    """Every file of the project's apps, in order."""
    own = [Path(app.path) for app in apps.get_app_configs() if Path(app.path).parent == settings.BASE_DIR]
    return sorted(path for folder in own for path in folder.rglob("sql/*.sql"))


def read(text: str) -> dict[str, str]:
    """What a file's text makes: name to definition, in plain form.

    Raises `ValueError` if the text says anything that is neither a function, nor a trigger, nor a comment.
    """
    found = {f"function {made[2]}": _plain(made[1]) + made[3] for made in _FUNCTION.finditer(text)}
    rest = _FUNCTION.sub("", text)
    found |= {f"trigger {made[2]} of {made[3]}": _plain(made[1]) for made in _TRIGGER.finditer(rest)}
    if other := _COMMENT.sub("", _TRIGGER.sub("", rest)).strip():
        raise ValueError(f"neither a function nor a trigger: {other}")
    return found


def differences() -> list[str]:
    """Sentences that name what the database has otherwise than the files."""
    wanted = {name: (made, path) for path, text in _texts().items() for name, made in read(text).items()}
    found = installed(wanted)
    told = [
        f"{name} is not as {path} has it" if name in found else f"{name} of {path} is not there"
        for name, (made, path) in wanted.items()
        if found.get(name) != made
    ]
    return told + [f"{name} stands in no file" for name in found if name not in wanted]


def installed(names: Any) -> dict[str, str]:
    """The database's functions of those names, and every trigger of the project's tables, in the form of `read`."""
    with connection.cursor() as cursor:
        cursor.execute(_FUNCTIONS, [[name.split()[1] for name in names if name.startswith("function ")]])
        found: dict[str, str] = {}
        for name, definition in cursor.fetchall():
            head, body, _end = re.split(r"(?<=\$function\$)(.*)\$function\$", definition, maxsplit=1, flags=re.DOTALL)
            key = f"function {name}"
            found[key if key not in found else f"{key}, with other arguments,"] = _plain(head) + body
        cursor.execute(_TRIGGERS, [[model._meta.db_table for model in _models()]])
        for name, table, definition, is_on in cursor.fetchall():
            found[f"trigger {name} of {table}"] = _plain(definition) if is_on else "switched off"
    return found


def check(*, app_configs: Any, databases: Any = None, **_more: Any) -> list[CheckMessage]:
    """`differences` as errors of `manage.py check --database default`; none while migrations are waiting."""
    if "default" not in (databases or []) or _is_behind():
        return []
    return [Error(one, hint="See club/database/sql_files.py.", id="club.E001") for one in differences()]


def _is_behind() -> bool:
    executor = MigrationExecutor(connections["default"])
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _models() -> Iterator[Any]:
    for app in apps.get_app_configs():
        if Path(app.path).parent == settings.BASE_DIR:
            yield from app.get_models()


@functools.cache
def _texts() -> dict[Path, str]:
    return {path.relative_to(settings.BASE_DIR): path.read_text(encoding="utf-8") for path in paths()}


def _plain(definition: str) -> str:
    """A definition with one space where there are several, and without what PostgreSQL adds of its own."""
    words = " ".join(_COMMENT.sub("", definition).split())
    words = words.removeprefix("CREATE ").removeprefix("OR REPLACE ").replace(" public.", " ")
    return words.replace("( ", "(").replace(" )", ")")
