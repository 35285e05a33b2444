"""The order in which a run begins its tests: what takes long first, shared out among the workers.

pytest-xdist cuts the list into one piece a worker, and whoever is done takes over from the end of another's piece. So each
piece begins with its share of what is long, and what is left at the end is short.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

# About how many seconds of a processor the files take that start servers, play evenings or try laws on them.
LONG = {
    "test_night.py": 120,
    "test_clients.py": 60,
    "test_floor_laws.py": 40,
    "test_compose_runs.py": 40,
    "test_signs.py": 30,
    "test_looks.py": 30,
    "test_faults.py": 30,
    "test_slow_clients.py": 25,
    "test_spectators_law.py": 25,
    "test_evenings.py": 20,
    "test_leaks_pages.py": 20,
    "test_light_processes.py": 20,
    "test_fork_server.py": 20,
    "test_up.py": 20,
    "test_database_roles.py": 20,
    "test_calling_off.py": 15,
    "test_phh_import.py": 15,
    "test_wide_order_laws.py": 15,
    "test_guardian.py": 15,
    "test_bot.py": 10,
    "test_parsers.py": 10,
    "test_simulated_evening.py": 10,
    "test_tray_law.py": 10,
    "test_servers.py": 10,
}
BROWSER, BROWSER_SECONDS = "browser", 2  # the folder of tests in a browser, and what one of them takes
FEW = 30  # tests of another file, below which one of them takes long as a rule; what is left at the end comes of files with more


def seconds(path: Path, tests: int) -> int:
    """About how long a file of so many tests takes if it is one of the long ones, otherwise 0."""
    return BROWSER_SECONDS * tests if path.parent.name == BROWSER else LONG.get(path.name, 0)


def in_turn(tests: Sequence[T], file_of: Callable[[T], Path], workers: int) -> list[T]:
    """The tests in the order in which that many workers begin them. A file's own order stays."""
    files: dict[Path, list[T]] = {}
    for test in tests:
        files.setdefault(file_of(test), []).append(test)
    shared = {path: seconds(path, len(own)) or 1 for path, own in files.items() if seconds(path, 1) or len(own) < FEW}
    many = sorted(set(files) - set(shared), key=lambda path: (len(files[path]), str(path)))
    others = iter([test for path in many for test in files[path]])
    ordered: list[T] = []
    for at, share in enumerate(_shares(shared, workers)):
        piece = (len(tests) - len(ordered)) // (workers - at)  # as pytest-xdist cuts them
        own = [test for path in share for test in files[path]]
        ordered += own + list(islice(others, max(0, piece - len(own))))
    return ordered + list(others)


def _shares(taking: dict[Path, int], workers: int) -> list[list[Path]]:
    """The files, by the seconds they take, for each worker: the long ones, those in a browser, which is opened once for all of
    them, then the others."""
    shares: list[list[Path]] = [[] for _each in range(workers)]
    taken = [0] * workers
    for path in sorted(taking, key=lambda path: (-taking[path], str(path))):
        least = taken.index(min(taken))
        shares[least].append(path)
        taken[least] += taking[path]
    return [sorted(share, key=lambda path: (path.name not in LONG, path.parent.name != BROWSER)) for share in shares]
