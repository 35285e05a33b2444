"""A pytest plugin that has PostgreSQL and Valkey running before Django's settings are read.

Loaded by ``-p tests.servers``: pytest-django imports the settings before any conftest and before the first hook, so
the servers start when this module is imported. They live in ``var/test``, apart from the club's own; the workers of
pytest-xdist inherit the addresses.
"""

from __future__ import annotations

import contextlib
import os

import pytest

from club.project import servers

_running = contextlib.ExitStack()

os.environ["CARDHOUSE_TESTING"] = "1"
os.environ.setdefault("SECRET_KEY", "only for tests")
try:
    _running.enter_context(servers.environment(servers.var_directory() / "test", is_durable=False))
except servers.ServersError as refusal:
    raise pytest.UsageError(str(refusal)) from refusal


def pytest_unconfigure() -> None:
    _running.close()
