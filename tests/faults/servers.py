"""What befalls the two servers while they live: emptied, connections cut, a full disk, a port that another program has."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import redis

from tests.faults.club import Club
from tests.faults.strikes import Struck, well_since

CUTS = """
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE backend_type = 'client backend' AND datname = current_database() AND pid <> pg_backend_pid()
"""
DISK = "size=1200m,mode=700"  # holds the books of a soak, and a gigabyte of PostgreSQL's own log
LEFT = (200_000, 3_000_000)  # bytes that are free when the disk begins to be full
FULL_SECONDS = (3.0, 12.0)  # how long it stays full after the first who was told so


def emptied(opened: Club, rng: random.Random) -> Struck:
    """Valkey forgets everything: queues, what workers hold, counts of wrong passwords, cached answers."""
    with contextlib.closing(redis.Redis.from_url(os.environ["REDIS_URL"])) as broker:
        count = broker.dbsize()
        broker.flushall()
    return Struck(int(count), well_since(opened))


def cut(opened: Club, rng: random.Random) -> Struck:
    """Every connection to PostgreSQL is cut, whatever it does just then, twenty times in some two seconds."""
    count = 0
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"], autocommit=True) as owner:
        for _time in range(20):
            found = owner.execute(CUTS).fetchone()
            count += found[0] if found else 0
            time.sleep(rng.uniform(0, 0.2))
    return Struck(count, well_since(opened))


def port_taken(opened: Club, rng: random.Random) -> Struck:
    """A program dies, and another has its port for some seconds before it is started again."""
    ports = {"web": opened.layout.web[0], "streams": opened.layout.streams[0]}
    ports |= {name: urlsplit(os.environ[address]).port or 0 for name, address in ADDRESSES.items()}
    name = rng.choice(sorted(ports))
    shot = opened.family(name)
    for process in shot:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)
    with _taken(ports[name]) as is_ours:
        opened.rest(rng.uniform(1.0, 5.0))
    return Struck(len(shot) if is_ours else 0, well_since(opened))


ADDRESSES = {"postgres": "DATABASE_URL", "valkey": "REDIS_URL"}


@contextlib.contextmanager
def _taken(port: int) -> Iterator[bool]:
    """The port is somebody else's within the block; False if its program was back before."""
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        until = time.monotonic() + 5.0
        while True:
            try:
                other.bind(("127.0.0.1", port))
                other.listen(200)
            except OSError:
                if time.monotonic() > until:
                    yield False
                    return
                time.sleep(0.01)
            else:
                break
        yield True


# -- a full disk -------------------------------------------------------------------------------------------------------


def lacks_small_disk() -> str:
    """What is missing for a disk that is full soon."""
    return "" if os.geteuid() == 0 else "only root may mount a small disk"


def mount_small_disk(folder: Path) -> None:
    """A small disk for the servers' folder; one that an earlier soak left goes. Raises `subprocess.CalledProcessError`."""
    unmount_small_disk(folder)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", DISK, "cardhouse-faults", str(folder)], check=True)


def unmount_small_disk(folder: Path) -> None:
    while folder.is_mount():
        subprocess.run(["umount", str(folder)], check=True)


def disk_full(opened: Club, rng: random.Random) -> Struck:
    """The disk of both servers fills up while tables play, and stays full for seconds after players were told; then there is room.

    In half of the runs PostgreSQL is made to begin a new file of its log, without which it stops.
    """
    ballast = opened.servers.directory / "ballast"
    told = _told(opened)
    try:
        room = os.statvfs(ballast.parent)
        with ballast.open("wb") as out:
            os.posix_fallocate(out.fileno(), 0, max(1, room.f_bavail * room.f_frsize - rng.randint(*LEFT)))
        if rng.random() < 0.5:
            _begin_a_file_of_the_log()
        opened.wait(lambda: _told(opened) > told, "nobody is told that the disk is full")
        opened.rest(rng.uniform(*FULL_SECONDS))
    finally:
        ballast.unlink(missing_ok=True)
    return Struck(_told(opened) - told, well_since(opened))


def _told(opened: Club) -> int:
    """How many answers said what is wrong: no room, or a server that is away for want of it."""
    return sum(one.told.troubles["disk_full"] + one.told.troubles["away"] for one in opened.clients)


def _begin_a_file_of_the_log() -> None:
    with (
        contextlib.suppress(psycopg.Error),
        psycopg.connect(os.environ["DATABASE_OWNER_URL"], autocommit=True) as owner,
    ):
        for _time in range(80):  # some are there already, to be used again
            owner.execute("SELECT pg_switch_wal() FROM pg_logical_emit_message(true, 'faults', 'x')")
