"""Settings of the suite as a whole. The engine's tests run without Django and without servers (`-p no:django`)."""

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase

from tests.support import refusals, turns

# The modules and tests of a run are many objects that none of it lets go of: to look through them for garbage as often as
# in a small program takes an eighth of the run.
gc.set_threshold(50_000, 20, 50)
# As in the club's workers (`club.project.celery`).
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A shared machine is slow now and then: a law is broken by a counter-example, never by a deadline. Examples are others in
# each run; one that broke a law is kept in .hypothesis/ and tried first in the next, and printed to be tried elsewhere.
# In the CI they are the same every time, and half as many (`tests/support/budget.py`): a change is judged by what it
# changed, not by luck.
IS_CI = os.environ.get("CI") == "true"
for name, examples in (("everyday", 4 if IS_CI else 12), ("thorough", 50 if IS_CI else 100), ("search", 2000)):
    settings.register_profile(
        name,
        max_examples=examples,
        deadline=None,
        derandomize=IS_CI,
        database=None if IS_CI else DirectoryBasedExampleDatabase(".hypothesis/examples"),
        print_blob=True,
        suppress_health_check=list(HealthCheck),
    )
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "everyday"))
refusals.watch_all()


@pytest.fixture(autouse=True)
def refusals_have_ids() -> Iterator[None]:
    """Whatever is refused in a test says its text by an id, so that programs and other languages know it."""
    refusals.taken()
    yield
    assert refusals.taken() == []


def pytest_configure(config: pytest.Config) -> None:
    """What is about Django comes with its plugin alone."""
    if config.pluginmanager.hasplugin("django"):
        from tests import with_django

        config.pluginmanager.register(with_django, "with_django")


def pytest_collection_finish() -> None:
    """What is there by now stays to the end."""
    gc.collect()
    gc.freeze()


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: some are always waiting for a browser, or for servers."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The order in which they are begun (`tests.support.turns`).

    The workers of a run must find the same tests: a name that holds an object's address differs in each of them.
    """
    if addressed := [item.nodeid for item in items if " at 0x" in item.nodeid]:
        raise pytest.UsageError(f"give these tests names of their own (ids=…): {', '.join(addressed)}")
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    items[:] = turns.in_turn(items, lambda item: item.path, workers)
