"""What processes take: memory shared out among those that share it (PSS), and processor time."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable

import psutil


def tree(roots: Iterable[int]) -> list[psutil.Process]:
    """Those processes and all that descend from them, as far as they live."""
    found = {}
    for number in roots:
        with contextlib.suppress(psutil.Error):
            root = psutil.Process(number)
            found |= {one.pid: one for one in (root, *root.children(recursive=True))}
    return list(found.values())


def memory(processes: Iterable[psutil.Process]) -> float:
    """MiB of them all (Linux)."""
    total = 0
    for process in processes:
        with contextlib.suppress(psutil.Error):
            total += process.memory_full_info().pss
    return total / 2**20


def spent(processes: Iterable[psutil.Process]) -> float:
    """Seconds of processor time, since each began."""
    total = 0.0
    for process in processes:
        with contextlib.suppress(psutil.Error):
            times = process.cpu_times()
            total += times.user + times.system
    return total
