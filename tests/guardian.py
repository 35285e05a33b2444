"""A process that ends what a run of the suite has started, however the run ends: also by a signal that leaves it no time.

Everything a run starts inherits a mark in its environment. The guardian holds the other end of a pipe; when the run is gone
it stops the servers the run was the last to use, and whatever still carries the mark.
"""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
import uuid
from collections.abc import Callable
from pathlib import Path

import psutil

from club.project.servers import Servers, ServersError

MARK = "CARDHOUSE_TEST_RUN"
LOOK_SECONDS = 1.0
GO_SECONDS = 5.0  # for who is asked to go; then it is killed


def guard(directory: Path | None) -> Callable[[], None]:
    """Have whatever this process starts from now on ended with it; returns what ends it now, and waits until it is done.

    `directory`: where the run's own servers keep their data, or None if it uses others'.
    """
    if MARK in os.environ:  # a part of a run that is guarded
        return lambda: None
    os.environ[MARK] = uuid.uuid4().hex
    line = [sys.executable, "-m", "tests.guardian", str(os.getpid()), os.environ[MARK], str(directory or "")]
    guardian = subprocess.Popen(
        line, cwd=Path(__file__).parents[1], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True
    )

    def end() -> None:
        if guardian.stdin is not None and not guardian.stdin.closed:
            guardian.stdin.close()
            guardian.wait()

    return end


def marked(run: str) -> list[psutil.Process]:
    """The living processes that carry the mark of that run; the asking one excepted."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):  # gone meanwhile, or another user's
            if process.pid != os.getpid() and process.environ().get(MARK) == run:
                found.append(process)
    return found


def main(owner: int, run: str, directory: str) -> None:
    _wait_until_gone(owner)
    servers = Servers(Path(directory)) if directory else None
    shared = set() if servers is None else {one.pid for one in map(servers.process_of, ("postgres", "valkey")) if one}
    ended = [process for process in marked(run) if process.pid not in shared]
    for process in ended:
        with contextlib.suppress(psutil.Error):
            process.terminate()
    psutil.wait_procs(ended, timeout=GO_SECONDS)
    # Until none is left: one that is slow to go may start another meanwhile.
    while alive := [process for process in marked(run) if process.pid not in shared]:
        for process in alive:
            with contextlib.suppress(psutil.Error):
                process.kill()
        psutil.wait_procs(alive, timeout=GO_SECONDS)
    if servers is not None and servers.directory.exists():
        with contextlib.suppress(ServersError):
            servers.leave(os.open(servers.directory / "users.lock", os.O_RDWR | os.O_CREAT, 0o600))


def _wait_until_gone(owner: int) -> None:
    """Until the pipe's other end is closed, or its owner is gone though a child of its has inherited that end."""
    with contextlib.suppress(psutil.NoSuchProcess):
        process = psutil.Process(owner)
        while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
            if select.select([sys.stdin], [], [], LOOK_SECONDS)[0]:
                return


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3])
