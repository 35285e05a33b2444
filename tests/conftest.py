"""Settings of the suite as a whole."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.db.backends.postgresql.operations import DatabaseOperations
from django.utils import translation
from hypothesis import HealthCheck, settings

# Files that wait (for a browser, for servers to start) rather than work: begun first, they leave no long tail.
LONG = (
    "browser",
    "test_night.py",
    "test_up.py",
    "test_faults.py",
    "test_recorded.py",
    "test_bot.py",
    "test_servers.py",
)

# A shared machine is slow now and then: a law is broken by a counter-example, never by a deadline. Runs are the same
# every time; a search of its own is `--hypothesis-profile=search`.
settings.register_profile("suite", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.register_profile("search", deadline=None, max_examples=2000, suppress_health_check=list(HealthCheck))
settings.load_profile("suite")


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: some are always waiting for a browser, or for servers."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole files in turn: those that wait, then the others by their number of tests."""
    tests = Counter(item.path for item in items)

    def turn(path: Path) -> tuple[bool, int, str]:
        is_long = path.name in LONG or path.parent.name in LONG
        return (not is_long, -tests[path], str(path))

    items.sort(key=lambda item: turn(item.path))  # stable: a file's own order stays


def delete_rows(self: DatabaseOperations, _style: object, tables: Iterable[str], **_choices: object) -> list[str]:
    """Empty only the tables that hold anything, without their triggers: truncating all of them takes forty times as long."""
    each = " UNION ALL ".join(
        f"(SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {self.quote_name(name)}))" for name in tables
    )
    with self.connection.cursor() as cursor:
        cursor.execute(each)
        full = [name for (name,) in cursor.fetchall()]
    deletes = [f"DELETE FROM {self.quote_name(name)};" for name in full]
    return ["SET LOCAL session_replication_role = replica;", *deletes] if full else []


@pytest.fixture(scope="session", autouse=True)
def quick_emptying() -> Iterator[None]:
    """What a test has committed is deleted after it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(connection.ops), "sql_flush", delete_rows)
        yield


@pytest.fixture(autouse=True)
def own_language() -> Iterator[None]:
    """The language of the last page asked for in a test is not that of the next test."""
    yield
    translation.deactivate()
