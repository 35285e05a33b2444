"""What an open club takes in which nothing happens: memory, processor time, statements."""

from __future__ import annotations

import time
from collections.abc import Iterator

from django.db import connection

from club.base.sandbox import directory_of
from club.management.commands.up import addresses, family, serving
from club.project.processes import Household
from club.project.servers import Servers, free_port, var_directory
from tests.bench import Reading, Row
from tests.bench.clubhouse import wait_for_port
from tests.bench.footprints import memory, spent, tree

QUIET_SECONDS, LOOK_SECONDS = 15.0, 60.0


def measured() -> Iterator[Row]:
    """The programs that `up` starts and both servers; not `up` itself, which takes some thirty MiB more."""
    port = free_port()
    told = addresses("127.0.0.1", port)
    household = Household(directory_of("bench") / "idle", family("127.0.0.1", port, 2, told), forks=serving(told))
    household.directory.mkdir(parents=True, exist_ok=True)
    household.start()
    try:
        for at in (port, port + 1):
            wait_for_port(at)
        time.sleep(QUIET_SECONDS)
        servers = [one.pid for name in ("postgres", "valkey") if (one := Servers(var_directory()).process_of(name))]
        all_of_it = tree([*(one.process.pid for one in household.children if one.process), *servers])
        before, statements, at = spent(all_of_it), _transactions(), time.monotonic()
        time.sleep(LOOK_SECONDS)
        seconds = time.monotonic() - at
        used, asked = spent(all_of_it) - before, _transactions() - statements - 1
        yield Reading("idle: memory of all processes and both servers", memory(all_of_it), "MiB", 500)
        yield Reading("idle: processes", len(all_of_it), "")
        yield Reading("idle: of one processor", 100 * used / seconds, "%", 2)
        yield Reading("idle: transactions a second", asked / seconds, "/s", 2)
    finally:
        household.stop()


def _transactions() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])
