"""Which programs make up the club that is shot at: those of one machine, or two of each behind a pooler as on several."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from club.management.commands.up import addresses, family, serving
from club.project.processes import Child, Household, program
from club.project.running.queues import queues
from club.project.servers import UNPRIVILEGED, free_port

SERVERS = ("postgres", "valkey")
WORKERS = 4
POOLER = "pgbouncer"
# Read as docs/deployment/pgbouncer.ini, with this club's addresses.
SAMPLE = Path(__file__).parents[2] / "docs" / "deployment" / "pgbouncer.ini"


@dataclass(frozen=True)
class Layout:
    """The programs, the ports of web and streams, and by a worker's name that of its node."""

    household: Household
    web: Sequence[int]
    streams: Sequence[int]
    nodes: Mapping[str, str]

    @property
    def programs(self) -> set[str]:
        """The names of everything that must run."""
        return {*(child.name for child in self.household.children), *SERVERS}

    def streams_of(self, name: str) -> Sequence[int]:
        """The ports of that program, if it is one of the event streams."""
        if not name.startswith("streams"):
            return ()
        return self.streams if name == "streams" else [self.streams[int(name.removeprefix("streams")) - 1]]


def one_machine(directory: Path) -> Layout:
    """The programs of `up`, with one worker process."""
    port = free_port()
    told = addresses("127.0.0.1", port)
    household = Household(directory, family("127.0.0.1", port, 1, told), forks=serving(told))
    return Layout(household, (port,), (port + 1,), {"worker": "quick", "thinker": "slow"})


def several(directory: Path) -> Layout:
    """Two web, two streams, four workers and a thinker, each a program of its own; one beat; PgBouncer before PostgreSQL."""
    ports = [free_port() for _pair in range(2)]
    pooler = free_port()
    told = addresses("127.0.0.1", ports[0]) | {
        "DATABASE_URL": address_at(os.environ["DATABASE_URL"], pooler),
        "DATABASE_POOLED": "true",
        "DATABASE_DIRECT_URL": os.environ["DATABASE_URL"],
    }
    hands, quick, slow = queues()
    celery = "celery -A club.project --quiet"
    children = [Child(POOLER, _pooler(directory, pooler))]
    for number, port in enumerate(ports, 1):
        web, streams, *_others = family("127.0.0.1", port, 1, told, web=1)
        children += [_apart(web, f"web{number}"), _apart(streams, f"streams{number}")]
    for number in range(1, WORKERS + 1):
        line = f"{celery} worker -Q {hands},{quick} --concurrency 1 --loglevel warning -n quick{number}@%h"
        children.append(Child(f"worker{number}", program(line), serving(told)))
    line = f"{celery} worker -Q {slow} --concurrency 1 --loglevel warning -n slow@%h"
    children.append(Child("thinker", program(line), serving(told)))
    children.append(Child("beat", program(f"{celery} beat --loglevel warning"), serving(told)))
    nodes = {f"worker{number}": f"quick{number}" for number in range(1, WORKERS + 1)} | {"thinker": "slow"}
    household = Household(directory, children, forks=serving(told))
    return Layout(household, ports, [port + 1 for port in ports], nodes)


def address_at(address: str, port: int) -> str:
    """The same address with another port."""
    parts = urlsplit(address)
    return parts._replace(netloc=f"{parts.netloc.rpartition(':')[0]}:{port}").geturl()


def lacks_pooler() -> str:
    """What is missing for several machines."""
    return "" if shutil.which(POOLER) else "PgBouncer is not installed (apt-get install pgbouncer)"


def _apart(child: Child, name: str) -> Child:
    return Child(name, child.command, child.environment)


def _pooler(directory: Path, port: int) -> list[str]:
    """The command of a PgBouncer with the project's own file of settings, at that port."""
    here = urlsplit(os.environ["DATABASE_URL"])
    users, settings = directory / "userlist.txt", directory / "pgbouncer.ini"
    users.write_text(f'"{here.username}" "{here.password}"\n')
    text = SAMPLE.read_text()
    for before, after in {
        "host=db port=5432": f"host=127.0.0.1 port={here.port}",
        "listen_port = 6432": f"listen_port = {port}",
        "/etc/pgbouncer/userlist.txt": str(users),
    }.items():
        assert before in text, f"{SAMPLE.name} has no more {before}"
        text = text.replace(before, after)
    settings.write_text(text)
    users.chmod(0o600)
    as_nobody = UNPRIVILEGED if os.geteuid() == 0 else ()  # it refuses to run as root, as PostgreSQL does
    return [*as_nobody, shutil.which(POOLER) or POOLER, str(settings)]
