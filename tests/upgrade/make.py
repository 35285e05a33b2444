"""Dump a small club as today's code leaves it: `uv run pytest -n 0 tests/upgrade/make.py` writes new.sql.gz beside this file.

Give it the name of the version that made it. It has one of everything, a finished tournament and a running one.
"""

from __future__ import annotations

import gzip
import subprocess
from pathlib import Path

import pytest
from django.db import connection

from club.project import servers
from tests.support.world import World
from tests.tournaments.conftest import Evening
from tournaments.running import event_start

FILE = Path(__file__).parent / "new.sql.gz"
# As INSERT, which any client reads; of what belongs to a server and its users, nothing.
OPTIONS = ("--inserts", "--no-owner", "--no-privileges", "--exclude-table-data=django_session")


def dump() -> str:
    """The present database as SQL."""
    program = servers.postgres_programs() / "pg_dump"
    told = connection.get_connection_params()
    where = {f"PG{key.upper()}": str(told[key]) for key in ("host", "port", "user", "password") if told.get(key)}
    line = [str(program), *OPTIONS, told["dbname"]]
    text = subprocess.run(line, env=where, check=True, capture_output=True, text=True).stdout
    kept = [one for one in text.splitlines() if not one.startswith(("\\", "SET ", "SELECT pg_catalog.set_config"))]
    return "\n".join(kept) + "\n"


@pytest.mark.django_db(transaction=True)
def test_make() -> None:
    evening = Evening()
    players = evening.computers(4)
    evening.play(evening.entered(players, rebuys=1, rebuy_price=500, rebuy_chips=1000, rebuy_until_level=2))
    running = evening.entered(players, structure=evening.structure(id="slow", name="Slow"))
    event_start.start(running.pk, now=evening.now)
    for _round in range(3):
        evening.play_round(running)
    World()
    FILE.write_bytes(gzip.compress(dump().encode(), mtime=0))
