"""A part of the club that nobody reaches for a while, and that knows nothing of it: what a network that fails looks like."""

from __future__ import annotations

import random
import signal
import threading

import psutil
from django.utils import timezone

from tests.faults.club import BEAT_SECONDS, Club
from tests.faults.strikes import Struck, well_since

# Up to longer than a lock is waited for, a statement may take, or a transaction may be idle (3, 10 and 10 s).
SECONDS = (1.0, 20.0)


def cut_off(opened: Club, rng: random.Random) -> Struck:
    """All processes of a program or server are stopped, whatever they do just then, and go on some seconds later.

    To all others it is silent: their connections stay open and bring nothing. What it held in the database may have been taken
    from it meanwhile.
    """
    name = rng.choice(sorted(opened.layout.programs))
    stopped = opened.family(name)
    heals = threading.Timer(rng.uniform(*SECONDS), _send, (stopped, signal.SIGCONT))
    _send(stopped, signal.SIGSTOP)
    heals.start()
    while heals.is_alive():  # who looks after the club may be held up itself, by PostgreSQL
        opened.rest(BEAT_SECONDS)
    return Struck(len(stopped), well_since(opened, timezone.now()), (), {f"processes of {name}": len(stopped)})


def _send(processes: list[psutil.Process], sign: signal.Signals) -> None:
    for process in processes:
        try:
            process.send_signal(sign)
        except psutil.NoSuchProcess:  # a connection's that has ended
            continue
