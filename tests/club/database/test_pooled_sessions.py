"""Behind PgBouncer in transaction mode a session is anybody's: nothing is kept in it, and no option is asked for."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest
from django.db import connection

from tests.folders import ROOT

LIMITS = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
# What outlives a transaction: locks, settings, temporary tables, cursors, statements that were prepared (but for those of
# `club.database.prepared_queries`), channels.
KEPT = re.compile(
    r"pg_(try_)?advisory_lock|execute\(\s*f?\"(SET (?!LOCAL)|RESET )|CREATE TEMP|WITH HOLD|\bLISTEN \w|execute\(\s*f?\"PREPARE"
    r"|set_config\([^)]*false\)"
)
SOURCES = [
    path
    for app in ("club", "tables", "tournaments")
    for path in sorted((ROOT / app).rglob("*"))
    if path.suffix in (".py", ".sql") and "migrations" not in path.parts
]


def database(**told: str) -> dict[str, object]:
    """The settings of the database of a process that serves."""
    code = "import json; from django.conf import settings; print(json.dumps(settings.DATABASES['default']))"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CARDHOUSE_")}
    environment |= {
        "SECRET_KEY": "x",
        "CARDHOUSE_SERVES": "1",
        "DJANGO_SETTINGS_MODULE": "club.project.settings",
        **told,
    }
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_behind_a_pooler_no_options_are_asked_for_and_no_cursor_outlives_its_transaction():
    alone, pooled = database(), database(DATABASE_POOLED="true")
    assert all(limit in alone["OPTIONS"]["options"] for limit in LIMITS)
    assert (pooled["OPTIONS"]["options"], pooled["DISABLE_SERVER_SIDE_CURSORS"]) == ("", True)
    assert alone["DISABLE_SERVER_SIDE_CURSORS"] is False


def test_the_poolers_sample_asks_for_the_limits_that_a_connection_of_its_own_has():
    sample = (ROOT / "docs" / "deployment" / "pgbouncer.ini").read_text()
    options = str(database()["OPTIONS"]["options"])
    for limit in LIMITS:
        (milliseconds,) = re.findall(rf"-c {limit}=(\d+)", options)
        assert f"SET {limit} = {milliseconds}" in sample
    assert "pool_mode = transaction" in sample


@pytest.mark.django_db
def test_the_driver_prepares_no_statement_by_itself():
    """What is prepared on purpose is not where a pooler is (`test_prepared_queries`)."""
    assert connection.get_connection_params()["prepare_threshold"] is None


def test_the_look_at_the_sources_finds_what_a_session_would_keep():
    for line in (
        'cursor.execute("SELECT pg_advisory_lock(1)")',
        'cursor.execute("SET statement_timeout = 0")',
        'cursor.execute("RESET statement_timeout")',
        "CREATE TEMP TABLE x()",
        "LISTEN news",
    ):
        assert KEPT.search(line), line
    for line in (
        'cursor.execute("SELECT pg_advisory_xact_lock(1)")',
        'cursor.execute("SET LOCAL statement_timeout = 0")',
    ):
        assert not KEPT.search(line), line


def test_nothing_is_kept_in_a_session():
    assert len(SOURCES) > 100
    found = [f"{path.relative_to(ROOT)}: {hit[0]}" for path in SOURCES for hit in KEPT.finditer(path.read_text())]
    assert found == []
