"""Every kind of fault, each a value of one list."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from club.base.sandbox import INSIDE
from club.project.processes import stop_leftovers
from club.project.servers import Servers
from tests.faults import clocks, doubles, kills, partitions, servers, standbys, upgrades
from tests.faults.layouts import WORKERS, lacks_pooler
from tests.faults.strikes import Fault

PROGRAMS = ("web", "streams", "worker", "postgres", "valkey", "thinker", "beat")
FAULTS = (
    *(Fault(name, kills.kill(name)) for name in PROGRAMS),
    Fault("out-of-memory", kills.out_of_memory),
    Fault("postgres-in-a-loop", kills.in_a_loop),
    Fault("valkey-emptied", servers.emptied),
    Fault("connections-cut", servers.cut),
    Fault("port-taken", servers.port_taken),
    Fault("disk-full", servers.disk_full, lacks=servers.lacks_small_disk),
    Fault("clock-stepped", clocks.stepped, lacks=clocks.lacks_compiler),
    Fault("two-beats", doubles.two_beats),
    Fault("upgrade-killed", upgrades.killed_half_way),
    Fault("partition", partitions.cut_off),
)
BY_NAME = {one.name: one for one in FAULTS}
# Of a club of several machines: each of its programs is killed, and what befalls servers.
OF_SEVERAL = (
    *(f"{name}{number}" for name in ("web", "streams") for number in (1, 2)),
    *(f"worker{number}" for number in range(1, WORKERS + 1)),
    *("pgbouncer", "thinker", "beat", "postgres", "valkey", "connections-cut", "valkey-emptied", "postgres-in-a-loop"),
    *("partition", "standby-promoted", "standby-behind"),
)
STANDBYS = {"standby-promoted": standbys.promoted, "standby-behind": standbys.promoted_behind}
BY_NAME |= {name: Fault(name, strike, lacks_pooler) for name, strike in STANDBYS.items()}
BY_NAME |= {name: Fault(name, kills.kill(name), lacks_pooler) for name in OF_SEVERAL if name not in BY_NAME}


@contextmanager
def set_up(kinds: Sequence[str], directory: Path, *, fresh: bool) -> Iterator[None]:
    """What these faults need around the club apart of that directory: a small disk for its servers, a clock that can be stepped.

    In the inner process of the soak nothing: it was set up around it.
    """
    if os.environ.get(INSIDE) is not None:
        yield
        return
    folder = directory / "servers"
    directory.mkdir(parents=True, exist_ok=True)
    if fresh:
        stop_leftovers(directory)
        Servers(folder).stop()
        servers.unmount_small_disk(folder)
    if "disk-full" in kinds and not folder.is_mount():
        servers.mount_small_disk(folder)
    if "clock-stepped" in kinds:
        os.environ.update(clocks.environment(directory))
    try:
        yield
    finally:
        if "disk-full" in kinds:
            subprocess.run(["umount", str(folder)], check=False)  # busy, if a server was left: the next soak sees to it
