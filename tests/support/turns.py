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

# About how many seconds of a processor the files take that start servers or play evenings.
LONG = {
    "test_night.py": 120,
    "test_clients.py": 60,
    "test_floor_laws.py": 40,
    "test_compose_runs.py": 40,
    "test_faults.py": 30,
    "test_slow_clients.py": 25,
    "test_spectators_law.py": 25,
    "test_fork_server.py": 20,
    "test_up.py": 20,
    "test_database_roles.py": 20,
    "test_phh_import.py": 15,
    "test_guardian.py": 15,
    "test_bot.py": 10,
    "test_servers.py": 10,
}
BROWSER, BROWSER_SECONDS = "browser", 2  # the folder of tests in a browser, and what one of them takes


def seconds(path: Path, tests: int) -> int:
    """About how long a file of so many tests takes if it is one of the long ones, otherwise 0."""
    return BROWSER_SECONDS * tests if path.parent.name == BROWSER else LONG.get(path.name, 0)


def in_turn(tests: Sequence[T], file_of: Callable[[T], Path], workers: int) -> list[T]:
    """The tests in the order in which that many workers begin them. A file's own order stays."""
    files: dict[Path, list[T]] = {}
    for test in tests:
        files.setdefault(file_of(test), []).append(test)
    short = sorted((path for path in files if not seconds(path, 1)), key=lambda path: (-len(files[path]), str(path)))
    others = iter([test for path in short for test in files[path]])
    ordered: list[T] = []
    for at, share in enumerate(_shares({path: seconds(path, len(files[path])) for path in files}, workers)):
        piece = (len(tests) - len(ordered)) // (workers - at)  # as pytest-xdist cuts them
        own = [test for path in share for test in files[path]]
        ordered += own + list(islice(others, max(0, piece - len(own))))
    return ordered + list(others)


def _shares(long: dict[Path, int], workers: int) -> list[list[Path]]:
    """The long files for each worker, those in a browser last: it is opened once for all of them."""
    shares: list[list[Path]] = [[] for _each in range(workers)]
    taken = [0] * workers
    for path in sorted(filter(long.get, long), key=lambda path: (-long[path], str(path))):
        least = taken.index(min(taken))
        shares[least].append(path)
        taken[least] += long[path]
    return [sorted(share, key=lambda path: path.parent.name == BROWSER) for share in shares]
