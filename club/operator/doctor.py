"""What is wrong with this installation, and what to do: each check says one thing in plain words."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from urllib.parse import urlsplit

from cryptography import x509
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from club.accounts.factors import factor_secrets
from club.database import sql_files
from club.house import health
from club.ledger import audit
from club.models import AuditRun, User
from club.operator import backups
from club.project import database_roles
from club.project.servers import var_directory

LEAST_SPACE = 2_000_000_000  # bytes free where the club's data lie
OLDEST_AUDIT = timedelta(days=2)
OLDEST_BACKUP = timedelta(days=2)
MOST_DRIFT = timedelta(seconds=5)  # of this machine's clock from the database's
ENDS_SOON = timedelta(days=21)


class State(Enum):
    """How bad it is: a fault keeps the club from working as it should, a warning may cost something one day."""

    WELL = "ok"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: what is so, and what to do about it if it is not well."""

    state: State
    words: str
    remedy: str = ""


def well(words: str) -> Finding:
    return Finding(State.WELL, words)


def warning(words: str, remedy: str) -> Finding:
    return Finding(State.WARNING, words, remedy)


def fault(words: str, remedy: str) -> Finding:
    return Finding(State.FAULT, words, remedy)


def examine(*, now: datetime, is_open: bool) -> Iterator[Finding]:
    """Everything, the servers first: without them the checks that ask them are left out. `is_open`: `up` runs here."""
    servers = list(_servers())
    yield from servers
    if any(one.state is State.FAULT for one in servers):
        return
    schema = list(_schema())
    yield from schema
    if not any(one.state is State.FAULT for one in schema):
        for check in (_people, _books, _clock):
            yield from check(now)
        yield from _factors()
        yield from _rights()
        yield from _workers(now, is_open)
    yield from _space()
    yield from _backups(now)
    yield from _addresses()
    yield from _safety()
    yield from _certificate(now)


def _servers() -> Iterator[Finding]:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SHOW server_version")
            version = cursor.fetchone()[0]
    except Exception as wrong:
        yield fault(f"PostgreSQL does not answer: {wrong}", "see DATABASE_URL, or var/postgres.log of embedded servers")
        return
    yield well(f"PostgreSQL {version} answers")
    try:
        health.servers_answer()
    except Exception as wrong:
        yield fault(f"Valkey (Redis) does not answer: {wrong}", "see REDIS_URL, or var/valkey.log of embedded servers")
        return
    yield well("Valkey (Redis) answers")


def _schema() -> Iterator[Finding]:
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if waiting:
        yield fault(
            f"the database is of an older version: {len(waiting)} migrations wait",
            "`manage.py backup`, then `manage.py migrate`; `up` does both by itself",
        )
        return
    yield well("the database is of this version")
    differing = list(sql_files.differences())
    if differing:
        yield fault(
            f"the database's own functions are not as they should be: {differing[0]}", "`manage.py audit` names all"
        )


def _rights() -> Iterator[Finding]:
    """What the program might do to its own books, if somebody came to command it."""
    with connection.cursor() as cursor:
        found = database_roles.excesses(cursor)
    if found:
        yield warning(
            f"the program asks the database as a role that could rewrite the books: it {found[0]}",
            "`manage.py database_roles` says how it gets a role of its own",
        )
    else:
        yield well("the program's role in the database cannot rewrite what happened")


def _people(now: datetime) -> Iterator[Finding]:
    if (
        User.objects.filter(is_superuser=True, is_active=True).exists()
        or User.objects.filter(groups__name="owner", is_active=True).exists()
    ):
        yield well("somebody may set up the club")
    else:
        yield fault("nobody may set up the club yet", "`manage.py createsuperuser` makes the first login")


def _books(now: datetime) -> Iterator[Finding]:
    last = AuditRun.objects.order_by("-pk").first()
    if audit.is_failing() and last is not None:
        yield fault(
            f"the books did not balance at the audit of {last.at:%Y-%m-%d %H:%M}: {', '.join(last.differences[:1])}",
            "give no chips out and take none back; the page /books/audits/ says what to do",
        )
    elif last is None or last.at < now - OLDEST_AUDIT:
        yield warning(
            "the books were not audited in the last two days", "`manage.py audit`; an open club does it each night"
        )
    else:
        yield well(f"the books balanced at the last audit, {last.at:%Y-%m-%d %H:%M} UTC")
    for one in health.standstills():
        yield fault(f"a person must act: {one.plain}", f"see {settings.WEB_ORIGIN}{one.address}")


def _clock(now: datetime) -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        drift = abs(cursor.fetchone()[0] - datetime.now(UTC))
    if drift > MOST_DRIFT:
        yield fault(
            f"the clocks of this machine and of the database are {drift.total_seconds():.0f} s apart",
            "let both set their clocks by the network (NTP): blinds, shifts and logins go by them",
        )


def _workers(now: datetime, is_open: bool) -> Iterator[Finding]:
    if health.workers_are_alive(now=now):
        yield well("beat and workers are at work")
    elif is_open or "CARDHOUSE_EMBEDDED" not in os.environ:
        yield fault(
            "no heartbeat came through beat and worker within 30 seconds: nothing is settled, no clock goes on",
            "see var/beat.log and var/worker.log; close the club and open it again",
        )
    else:
        yield well("the club is closed, so no workers are at work")


def _space() -> Iterator[Finding]:
    directory = var_directory()
    place = directory if directory.exists() else directory.parent
    free = shutil.disk_usage(place).free
    if free < LEAST_SPACE:
        yield fault(f"only {free / 1e9:.1f} GB are free where the club's data lie ({place})", "make room, or move var/")
    else:
        yield well(f"{free / 1e9:.0f} GB are free where the club's data lie")


def _backups(now: datetime) -> Iterator[Finding]:
    if "CARDHOUSE_EMBEDDED" not in os.environ:
        yield warning(
            "this program backs up only a club with embedded servers by itself",
            "have your PostgreSQL backed up, or call `manage.py backup PATH` each night",
        )
        return
    found = backups.nightlies()
    newest = datetime.fromtimestamp(found[0].stat().st_mtime, UTC) if found else None
    if newest is None or newest < now - OLDEST_BACKUP:
        yield warning(
            f"the newest nightly backup is {'missing' if newest is None else f'of {newest:%Y-%m-%d}'}",
            "`manage.py backup`; an open club makes one each night",
        )
    else:
        yield well(f"{len(found)} nightly backups, the newest of {newest:%Y-%m-%d}: {found[0]}")


def _addresses() -> Iterator[Finding]:
    web, streams = urlsplit(settings.WEB_ORIGIN), urlsplit(settings.STREAMS_URL)
    if web.hostname not in settings.ALLOWED_HOSTS and not {"*", f".{web.hostname}"} & set(settings.ALLOWED_HOSTS):
        yield fault(
            f"pages at {web.hostname} (WEB_ORIGIN) would be refused: it is not among ALLOWED_HOSTS",
            f"add {web.hostname} to ALLOWED_HOSTS",
        )
    if web.hostname != streams.hostname:
        yield fault(
            f"pages at {web.hostname} and streams at {streams.hostname}: the login does not reach the streams",
            "put both on one host name, at two ports (WEB_ORIGIN, STREAMS_URL)",
        )
    if web.scheme != streams.scheme:
        yield fault(
            f"pages by {web.scheme}, streams by {streams.scheme}: browsers refuse that",
            "let both begin with https:// (WEB_ORIGIN, STREAMS_URL)",
        )


def _factors() -> Iterator[Finding]:
    if count := factor_secrets.unreadable():
        yield fault(
            f"{count} second factors were sealed by another SECRET_KEY: their logins come in by no code",
            "add the former key to SECRET_KEY_FALLBACKS (var/secret_key of the machine that the club came from)",
        )


def _safety() -> Iterator[Finding]:
    if settings.DEBUG:
        yield fault("DEBUG is on: faults show the club's secrets to everybody", "leave DEBUG out, or set it to false")
    if "consolemail" in os.environ.get("EMAIL_URL", "consolemail"):
        yield warning(
            "no mail server is set: mails are written to a log and sent to nobody", "set EMAIL_URL and EMAIL_FROM"
        )
    directory = var_directory()
    key = directory / "secret_key"
    if key.exists() and key.stat().st_mode & 0o077:
        yield fault(f"others on this machine may read {key}, which signs logins", f"chmod 600 {key}")


def _certificate(now: datetime) -> Iterator[Finding]:
    file = var_directory() / "tls" / "server.pem"
    if not file.exists():
        return
    ends = x509.load_pem_x509_certificate(file.read_bytes()).not_valid_after_utc
    if ends < now + ENDS_SOON:
        yield warning(
            f"the club's certificate is good until {ends:%Y-%m-%d}", "`up --https` makes a new one when it starts"
        )
