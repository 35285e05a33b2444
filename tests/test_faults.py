"""The soak of faults in short: web and Valkey killed once each while tables play (`manage.py faults`).

Workers and PostgreSQL are killed in the middle of an evening in `tests/tournaments/test_night.py`, and all of them in the soak.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from club.project import processes, servers
from tests.faults.house import wrongs
from tests.faults.players import Told
from tests.faults.soak import kind_of
from tests.test_up import ROOT, environment

pytestmark = pytest.mark.slow
SEED, KILLED = 3, {"web", "valkey"}


def test_killed_at_a_random_moment_each_comes_back_and_no_chip_and_no_decision_is_lost(tmp_path):
    assert {kind_of(SEED, number) for number in range(1, 3)} == KILLED
    try:
        done = subprocess.run(
            [sys.executable, "manage.py", "faults", "--runs", "2", "--seed", str(SEED), "--json", "--patience", "90"],
            cwd=ROOT,
            env=environment(tmp_path),
            capture_output=True,
            text=True,
            timeout=400,
        )
        runs = [json.loads(line) for line in done.stdout.splitlines()]
        assert [run["wrongs"] for run in runs] == [[]] * 2, done.stderr
        assert done.returncode == 0
        assert {run["kind"] for run in runs} == KILLED
        assert sum(run["hands"] for run in runs) > 2, "hands were in play when it happened"
        assert processes.leftovers(tmp_path / "faults") == []
    finally:
        processes.stop_leftovers(tmp_path / "faults")
        servers.Servers(tmp_path / "faults" / "servers").stop()


@pytest.mark.django_db
def test_the_look_at_the_books_finds_a_decision_and_a_top_up_that_are_gone():
    told = Told(decisions={(7, 3): "call"}, top_ups={"key"}, asked_top_ups={"key"}, faults=["500"])
    assert wrongs([told]) == [
        "fault: 500",
        "hand 7, ask 3: call was accepted and is gone",
        "top-up key was accepted and is gone",
    ]
