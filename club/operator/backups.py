"""A backup is one file: a tar that holds the whole database (pg_dump's own format), what `var/` keeps, and what it is.

It is written beside its name and renamed when whole, so a file that is there is complete. Restoring needs a club that is
empty; whatever goes wrong leaves it empty.
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

import environ
from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from club.database import database_owner
from club.house.club_rules import in_force
from club.ledger import audit
from club.project.servers import postgres_programs, var_directory
from engine import text_limits

KIND = "cardhouse backup"
NIGHTLY = re.compile(r"^nightly-\d{4}-\d{2}-\d{2}\.tar$")
KEPT = 14
COUNTED = {"club_user": "logins", "club_player": "players", "club_transfer": "transfers", "club_entry": "ledger lines"}
DATABASE, ABOUT = "database.dump", "about.json"
# Of what `var/` keeps: the key that signs logins, and the authority that phones trust.
FILES = ("secret_key", "tls/authority.pem", "tls/authority.key")
LARGEST_ABOUT = 1_000_000

# Of a connection, what PostgreSQL's own programs are told by variables: PGHOST and so on.
PLACE = ("host", "port", "user", "password", "sslmode", "sslrootcert", "sslcert", "sslkey")


class BackupError(RuntimeError):
    """No backup can be made of this club, or none restored into it. The text says why, and what would help."""


@dataclass(frozen=True)
class About:
    """What a backup says of itself."""

    made_at: str
    club: str
    counts: dict[str, int]
    migrations: list[str]
    is_in_balance: bool | None  # at the last audit before; None if there was none


def make(path: Path, *, now: datetime) -> About:
    """Write a backup of the club to that file. Raises `BackupError` if it cannot be written or read again."""
    if path.exists():
        raise BackupError(f"{path} is there already: choose another name")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    about = about_now(now)
    draft = path.with_name(f".{path.name}.new")
    try:
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            dump = Path(folder) / DATABASE
            _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={dump}", _database())
            _run("pg_restore", "--list", str(dump))  # that it can be read is found out now, not in need
            with _private(draft) as out, tarfile.open(fileobj=out, mode="w") as tar:
                _add(tar, ABOUT, json.dumps({"kind": KIND, **vars(about)}, indent=1, ensure_ascii=False).encode())
                tar.add(dump, DATABASE)
                for name in FILES:
                    if (var_directory() / name).is_file():
                        tar.add(var_directory() / name, f"var/{name}")
        draft.replace(path)
    except OSError as fault:
        raise BackupError(f"{path} cannot be written: {fault}") from fault
    finally:
        draft.unlink(missing_ok=True)
    return about


def restore(path: Path, *, now: datetime) -> audit.Report:
    """Put a backup into this empty club, bring it up to this version, and audit it.

    Raises `BackupError` for what is no backup, one of a newer version, and a club that is not empty; it then is as it was.
    """
    with _opened(path) as tar:
        about = read_about(tar)
        if unknown := sorted(set(about.migrations) - _known_migrations()):
            raise BackupError(
                f"{path} is of a newer version of the program, which this one does not know ({unknown[0]}): "
                "upgrade first, then restore"
            )
        refuse_unless_empty()
        try:
            _put_in(_member(tar, DATABASE).read())
            call_command("migrate", interactive=False, verbosity=0)  # it becomes the owner by itself
        except BaseException:
            with database_owner.as_owner():
                _emptied()
            call_command("migrate", interactive=False, verbosity=0)
            raise
        for name in FILES:
            if f"var/{name}" in tar.getnames():
                _put(var_directory() / name, _member(tar, f"var/{name}").read())
    cache.clear()
    return audit.run(now=now)


def _put_in(dumped: bytes) -> None:
    """The dump instead of all there is, as the database's owner."""
    with database_owner.as_owner(), tempfile.TemporaryDirectory() as folder:
        dump = Path(folder) / DATABASE
        dump.write_bytes(dumped)
        _emptied()
        _run(
            "pg_restore",
            "--no-owner",
            "--no-privileges",
            "--single-transaction",
            "--exit-on-error",
            f"--dbname={_database()}",
            str(dump),
        )


def nightly(*, now: datetime) -> Path | None:
    """A backup of an embedded club in `var/backups`, once in each business day; the oldest beyond fourteen go.

    None where there was one in this business day, or the database is not ours to keep.
    """
    if "CARDHOUSE_EMBEDDED" not in os.environ:
        return None
    path = folder() / f"nightly-{in_force().calendar.day_of(now):%Y-%m-%d}.tar"
    if path.exists():
        return None
    make(path, now=now)
    for old in nightlies()[KEPT:]:
        old.unlink()
    return path


def before_upgrade(*, now: datetime) -> Path | None:
    """A backup of an embedded club that is of an older version, before `migrate`; None if it is of this one, or new.

    It can be restored by the older version, and by this one.
    """
    executor = MigrationExecutor(connection)
    applied = executor.loader.applied_migrations
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if "CARDHOUSE_EMBEDDED" not in os.environ or not applied or not waiting:
        return None
    path = folder() / f"before-upgrade-{now:%Y-%m-%d-%H%M%S}.tar"
    make(path, now=now)
    return path


def folder() -> Path:
    """Where backups of an embedded club lie."""
    return var_directory() / "backups"


def nightlies() -> list[Path]:
    """The nightly backups, the newest first."""
    return sorted((one for one in folder().glob("nightly-*.tar") if NIGHTLY.match(one.name)), reverse=True)


def about_now(now: datetime) -> About:
    """What a backup made now would say of itself. Asked in SQL: the database may be of an older version."""
    counts = {table: int(_first(f"SELECT count(*) FROM {table}") or 0) for table in COUNTED}
    name = _first(
        "SELECT value FROM club_rulevalue WHERE scope = 'club' AND key = 'ClubRules.name' ORDER BY version DESC"
    )
    return About(
        made_at=now.isoformat(),
        club=str(name or ""),
        counts=counts,
        migrations=sorted(".".join(one) for one in MigrationRecorder(connection).applied_migrations()),
        is_in_balance=_first("SELECT ok FROM club_auditrun ORDER BY id DESC"),
    )


def read_about(tar: tarfile.TarFile) -> About:
    """What the opened backup says of itself. Raises `BackupError` for a file that is none."""
    try:
        told: Any = text_limits.read_json(_member(tar, ABOUT).read(LARGEST_ABOUT).decode())
        if told.pop("kind") != KIND:
            raise ValueError
        return About(**told)
    except (text_limits.BeyondBounds, KeyError, ValueError, TypeError, AttributeError) as wrong:
        raise BackupError("this file is no backup of this program") from wrong


def refuse_unless_empty() -> None:
    """Raise `BackupError` if anybody is known to this club, or a chip was ever moved."""
    if "club_player" not in connection.introspection.table_names():
        return
    counts = {table: _first(f"SELECT count(*) FROM {table}") for table in COUNTED}
    if some := [f"{count} {COUNTED[table]}" for table, count in counts.items() if count]:
        raise BackupError(
            f"this club is not empty ({', '.join(some)}): restore into an empty one; `manage.py backup`, then "
            "`manage.py reset --yes`, makes an embedded club empty"
        )


# -- the pieces -------------------------------------------------------------------------------------------------------


def _first(question: str) -> Any:
    """The first value of the first row, or None."""
    with connection.cursor() as cursor:
        cursor.execute(f"{question} LIMIT 1")
        row = cursor.fetchone()
    return row[0] if row else None


def _emptied() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")


def _known_migrations() -> set[str]:
    return {".".join(one) for one in MigrationLoader(None).disk_migrations}


def _database() -> str:
    return str(connection.get_connection_params()["dbname"])


def _past_the_pooler() -> dict[str, Any]:
    """Where PostgreSQL itself is. pg_dump empties the search path of its session, and the pooler would give that session to the
    pages: every table would be gone for them. Raises `BackupError` if nobody said where it is."""
    if not settings.DATABASE_DIRECT_URL:
        raise BackupError("a backup is not made through PgBouncer: set DATABASE_DIRECT_URL to PostgreSQL's own address")
    direct = environ.Env.db_url_config(settings.DATABASE_DIRECT_URL)
    options: dict[str, Any] = direct.get("OPTIONS", {})
    return options | {name: direct[name.upper()] for name in PLACE[:4]}


def _run(program: str, *arguments: str) -> None:
    told = connection.get_connection_params()
    if settings.DATABASE_POOLED and told["user"] != urlsplit(settings.DATABASE_OWNER_URL).username:
        told = _past_the_pooler()  # the owner's address is PostgreSQL's own
    where = {f"PG{name.upper()}": str(told[name]) for name in PLACE if told.get(name)}
    file = postgres_programs() / program
    done = subprocess.run(
        [str(file), *arguments], env={**os.environ, **where}, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    if done.returncode:
        raise BackupError(f"{program}: {done.stderr.strip() or done.stdout.strip()}")


def _private(path: Path) -> IO[bytes]:
    """A new file that its owner alone may read: a backup holds everything that the club knows."""
    return open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _private(path) as out:
        out.write(content)


def _add(tar: tarfile.TarFile, name: str, content: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size = len(content)
    tar.addfile(member, io.BytesIO(content))


def _member(tar: tarfile.TarFile, name: str) -> IO[bytes]:
    found = tar.extractfile(name)
    if found is None:
        raise KeyError(name)
    return found


@contextmanager
def _opened(path: Path) -> Iterator[tarfile.TarFile]:
    try:
        tar = tarfile.open(path, "r:")  # noqa: SIM115 - closed below
    except FileNotFoundError:
        raise BackupError(f"there is no file {path}") from None
    except (tarfile.TarError, OSError) as wrong:
        raise BackupError(f"{path} is no backup of this program: {wrong}") from wrong
    with tar:
        yield tar
