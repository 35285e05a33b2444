"""A club apart: the same code on a database, a Redis number and workers of its own, so the club's books stay clean.

`night` and `replay` run in one. The command calls `enter_sandbox` first; the call returns twice, so to say: in the
outer process it runs the command again with other addresses and ends with that run's exit code, in the inner
process it returns at once, and the command goes on, in a world of its own.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis
from django.conf import settings
from django.core.management import call_command
from psycopg import sql

from club.project.processes import MARK, Child, Household, program, stop_leftovers
from club.project.running.queues import queues
from club.project.servers import Servers, var_directory

DATABASES = ("DATABASE_URL", "DATABASE_OWNER_URL")
INSIDE = "CARDHOUSE_APART"
# Redis numbers away from the club's own (0); a second club on the same Redis would be a second installation.
REDIS_NUMBERS = {"night": 8, "replay": 9, "bench": 10, "load": 11}


def directory_of(name: str) -> Path:
    """Where the club apart of that name keeps its logs, and finds what is handed over to it."""
    return var_directory() / name


def enter_sandbox(name: str, *, fresh: bool) -> Path:
    """Go on in the club apart called `name`; returns its directory for logs.

    fresh: make its database anew; otherwise the one of the last run goes on, and is made if there is none.
    In the outer process this does not return: it raises `SystemExit` with the inner run's exit code.
    Raises `psycopg.Error` if the database cannot be made.
    """
    directory = directory_of(name)
    if os.environ.get(INSIDE) == name:
        call_command("migrate", interactive=False, verbosity=0)
        return directory
    directory.mkdir(parents=True, exist_ok=True)
    stop_leftovers(directory)  # a killed run's workers, and its inner process
    addresses = {one: _beside(os.environ[one], name) for one in DATABASES if os.environ.get(one)}
    owner = os.environ.get("DATABASE_OWNER_URL") or os.environ["DATABASE_URL"]
    redis_url = urlunsplit(urlsplit(os.environ["REDIS_URL"])._replace(path=f"/{REDIS_NUMBERS[name]}"))
    _make_database(owner, urlsplit(addresses["DATABASE_URL"]).path.lstrip("/"), fresh=fresh)
    with contextlib.closing(redis.Redis.from_url(redis_url)) as broker:
        broker.flushdb()  # queued work is found again in the database
    environment = {
        **os.environ,
        **addresses,
        "REDIS_URL": redis_url,
        "CARDHOUSE_QUEUE": name,
        INSIDE: name,
        MARK: str(directory),
    }
    servers = Servers(var_directory()) if "CARDHOUSE_EMBEDDED" in os.environ else None
    raise SystemExit(_run_inside(environment, servers))


def step_apart_with_servers(name: str, *, fresh: bool) -> Path:
    """`enter_sandbox` with servers of the club apart's own, which may be killed: whoever has died is started again, where it was.

    fresh: with new data; otherwise those of the last run go on. Raises `ServersError` if they cannot be started.
    """
    if os.environ.get(INSIDE) == name:
        call_command("migrate", interactive=False, verbosity=0)
        return Path(os.environ[MARK])
    directory = directory_of(name)
    directory.mkdir(parents=True, exist_ok=True)
    stop_leftovers(directory)
    servers = Servers(directory / "servers")
    if fresh:
        servers.stop()
        shutil.rmtree(servers.directory, ignore_errors=True)
    with servers.running() as addresses:
        environment = {
            **os.environ,
            **addresses.environment(),
            "CARDHOUSE_VAR": str(directory),
            "CARDHOUSE_QUEUE": name,
            INSIDE: name,
            MARK: str(directory),
        }
        raise SystemExit(_run_inside(environment, servers))


@contextlib.contextmanager
def workers(directory: Path, count: int) -> Iterator[Household]:
    """So many worker processes of the club apart, stopped at the end; call `revive` on it now and then."""
    line = (
        f"celery -A club.project --quiet worker -Q {','.join(queues())} --pool solo --loglevel warning --without-gossip "
        "--without-mingle"
    )
    household = Household(
        directory,
        [Child(f"worker-{n}", program(f"{line} --hostname {directory.name}-{n}@%h")) for n in range(1, count + 1)],
    )
    household.start()
    try:
        yield household
    finally:
        household.stop()


def _beside(database_url: str, name: str) -> str:
    parts = urlsplit(database_url)
    return urlunsplit(parts._replace(path=f"{parts.path}_{name}"))


def _make_database(beside: str, name: str, *, fresh: bool) -> None:
    with psycopg.connect(beside, autocommit=True) as connection:
        if fresh:
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
        if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone() is None:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        # Evenings are played here faster than time goes: the ledger takes their dates (`ledger_post`).
        connection.execute(sql.SQL("ALTER DATABASE {} SET cardhouse.clock = 'simulated'").format(sql.Identifier(name)))


def _run_inside(environment: dict[str, str], servers: Servers | None) -> int:
    """Run this very command line again, inside; embedded servers that die meanwhile are started again."""
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), *sys.argv[1:]]
    trouble = ""
    with subprocess.Popen(command, env=environment) as process:
        while True:
            try:
                return process.wait(0.5)
            except subprocess.TimeoutExpired:
                if servers is not None:
                    before, trouble = trouble, servers.revive()
                    if trouble not in ("", before):
                        print(trouble, file=sys.stderr)
            except KeyboardInterrupt:  # the terminal told the inner process as well: let it clean up
                continue
            except SystemExit:
                process.terminate()
