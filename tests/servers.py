"""A pytest plugin that has PostgreSQL and Valkey running before Django's settings are read.

Loaded by ``-p tests.servers``: pytest-django imports the settings before any conftest and before the first hook, so
the servers start when this module is imported. They live in ``var/test``, apart from the club's own; the workers of
pytest-xdist inherit the addresses. They are stopped, with whatever else the run has started, however it ends
(`tests.guardian`).
"""

from __future__ import annotations

import atexit
import contextlib
import os
import sys

import pytest

from club.project import servers
from tests import guardian
from tests.support import budget

_running = contextlib.ExitStack()

# Dozens of processes start in a run: what one has compiled, the others need not.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

os.environ["CARDHOUSE_TESTING"] = "1"
budget.choose_sample()
os.environ.setdefault("SECRET_KEY", "only for tests")
try:
    _directory = None if servers.chosen_by_environment() else servers.var_directory() / "test"
    _running.callback(guardian.guard(_directory))  # the last thing that is ended
    _embedded = _running.enter_context(servers.environment(servers.var_directory() / "test", is_durable=False))
    if (
        _embedded is not None
    ):  # which makes databases; a test itself then goes by the program's role (`tests.with_django`)
        os.environ["DATABASE_URL"] = os.environ.pop("DATABASE_OWNER_URL")
except servers.ServersError as refusal:
    raise pytest.UsageError(str(refusal)) from refusal
atexit.register(_running.close)  # a run that is refused for its arguments is never unconfigured


def pytest_report_header() -> str:
    return f"sample: {budget.SAMPLE}={budget.choose_sample()}"


def pytest_unconfigure() -> None:
    _running.close()
