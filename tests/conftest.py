"""Settings of the suite as a whole. The engine's tests run without Django and without servers (`-p no:django`)."""

import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Files that wait (for a browser, for servers to start) rather than work: begun first, they leave no long tail.
LONG = (
    "browser",
    "test_night.py",
    "test_up.py",
    "test_faults.py",
    "test_phh_import.py",
    "test_bot.py",
    "test_servers.py",
)

# A shared machine is slow now and then: a law is broken by a counter-example, never by a deadline. Runs are the same
# every time; a search of its own is `--hypothesis-profile=search`.
settings.register_profile("suite", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.register_profile("search", deadline=None, max_examples=2000, suppress_health_check=list(HealthCheck))
settings.load_profile("suite")


def pytest_configure(config: pytest.Config) -> None:
    """What is about Django comes with its plugin alone."""
    if config.pluginmanager.hasplugin("django"):
        from tests import with_django

        config.pluginmanager.register(with_django, "with_django")


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: some are always waiting for a browser, or for servers."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole files in turn: those that wait, then the others by their number of tests.

    The workers of a run must find the same tests: a name that holds an object's address differs in each of them.
    """
    if addressed := [item.nodeid for item in items if " at 0x" in item.nodeid]:
        raise pytest.UsageError(f"give these tests names of their own (ids=…): {', '.join(addressed)}")
    tests = Counter(item.path for item in items)

    def turn(path: Path) -> tuple[bool, int, str]:
        is_long = path.name in LONG or path.parent.name in LONG
        return (not is_long, -tests[path], str(path))

    items.sort(key=lambda item: turn(item.path))  # stable: a file's own order stays
