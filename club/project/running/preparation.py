"""While `up` has the database made ready, other commands of the same installation wait: their tables are not there yet.

Told by a lock on a file beside the servers, which the kernel releases however the process that prepares has ended.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

SAY_SECONDS = 15.0  # whoever waits is told for what, this often
NOT_PREPARED = (
    "the database of this club is not prepared: `manage.py up` prepares it and opens the club, `manage.py migrate` "
    "prepares it alone; then try this again"
)
_LOCK = "preparing.lock"


@contextlib.contextmanager
def preparing(directory: Path) -> Iterator[None]:
    """Inside the block the database of the club in `directory` is being made ready, and `wait_until_prepared` waits."""
    with _opened(directory) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def wait_until_prepared(directory: Path, say: Callable[[str], object]) -> None:
    """Return when nobody prepares the database of the club in `directory`, however long that takes; `say` is told the reason."""
    since, said = time.monotonic(), float("-inf")
    with _opened(directory) as lock:
        while True:
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
                return
            now = time.monotonic()
            if now - said >= SAY_SECONDS:
                say(f"waiting for `up`, which prepares the database of this club, {now - since:.0f} s so far …")
                said = now
            time.sleep(0.1)


@contextlib.contextmanager
def _opened(directory: Path) -> Iterator[int]:
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(directory / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        yield lock
    finally:
        os.close(lock)
