"""`manage.py night`: the same seed is the same evening, and no kill changes how it ends."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest

from club.project import processes, servers
from tests.patience import PATIENCE
from tests.support.budget import sampled

ROOT = Path(__file__).parents[3]
PLAYERS, SEED = 8, 5
# What is killed, and after how many hands: everyday one of them, another in each run.
KILLED = sampled((("worker", 2), ("postgres", 4), ("command", 6)), "night", one_of=3)
pytestmark = pytest.mark.slow


def environment(var: Path) -> dict[str, str]:
    """A user's shell: none of the addresses that the suite itself runs on."""
    ours = {
        "DATABASE_URL",
        "DATABASE_OWNER_URL",
        "REDIS_URL",
        "CARDHOUSE_TESTING",
        "CARDHOUSE_EMBEDDED",
        "SECRET_KEY",
        processes.MARK,
    }
    return {name: value for name, value in os.environ.items() if name not in ours} | {"CARDHOUSE_VAR": str(var)}


def begin(var: Path, *more: str) -> subprocess.Popen[str]:
    line = [sys.executable, "manage.py", "night", "--players", str(PLAYERS), "--seed", str(SEED), "--json", *more]
    return subprocess.Popen(
        line, cwd=ROOT, env=environment(var), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def end(process: subprocess.Popen[str]) -> dict[str, Any]:
    """What an evening that ends by itself prints: one JSON value on standard output, nothing else."""
    out, err = process.communicate(timeout=2 * PATIENCE)
    assert process.returncode == 0, err
    return json.loads(out)


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    directory = tmp_path_factory.mktemp("night")
    yield directory
    processes.stop_leftovers(directory / "night")
    servers.Servers(directory).stop()


@pytest.fixture(scope="module")
def evening(var: Path) -> dict[str, Any]:
    """An evening that nobody disturbed."""
    return end(begin(var))


def test_an_evening_is_told_as_promised(evening: dict[str, Any]) -> None:
    assert list(evening) == ["seed", "structure", "players", "hands", "standings", "audit"]
    assert (evening["seed"], evening["players"]) == (SEED, PLAYERS)
    assert evening["audit"] == {"ok": True, "differences": []}
    assert evening["hands"] > PLAYERS - 2
    standings = evening["standings"]
    assert all(list(line) == ["place", "player", "prize"] for line in standings)
    assert len({line["player"] for line in standings}) == PLAYERS
    assert standings[0]["place"] == 1
    assert [line["place"] for line in standings] == sorted(line["place"] for line in standings)
    assert sum(line["prize"] for line in standings) == PLAYERS * 1000
    prizes = [line["prize"] for line in standings]
    assert prizes == sorted(prizes, reverse=True)


def inside(var: Path) -> list[psutil.Process]:
    """The processes of the evening's own club: the inner command and its workers."""
    return [process for process in processes.leftovers(var / "night") if process.is_running()]


def is_worker(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.Error):
        return "celery" in " ".join(process.cmdline())
    return False


def until(condition: Any, seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


def hands_settled(var: Path) -> int:
    """How far the evening of that directory is; 0 while its database is being made."""
    with contextlib.suppress(psycopg.Error, OSError, ValueError, KeyError):
        port = json.loads((var / "servers.json").read_text())["postgres"]["port"]
        password = (var / "servers.secret").read_text()
        address = f"postgresql://cardhouse:{password}@127.0.0.1:{port}/cardhouse_night"
        with psycopg.connect(address, connect_timeout=60, autocommit=True) as connection:
            row = connection.execute("SELECT count(*) FROM tables_hand WHERE state = 'settled'").fetchone()
            return 0 if row is None else int(row[0])
    return 0


def kill(victim: str, process: subprocess.Popen[str], var: Path) -> None:
    """As `kill -9` of all the processes of that kind."""
    if victim == "postgres":
        known = json.loads((var / "servers.json").read_text())
        psutil.Process(int(known[victim]["pid"])).kill()
        return
    if victim == "command":
        process.send_signal(signal.SIGKILL)
    for one in inside(var):
        if is_worker(one) == (victim == "worker"):
            one.kill()


def until_played(hands: int, process: subprocess.Popen[str], var: Path) -> None:
    """Wait for so many hands, played by workers that run; or for the end of the command."""
    until(lambda: process.poll() is not None or (hands_settled(var) >= hands and any(map(is_worker, inside(var)))))


@pytest.mark.sweep
def test_killed_and_resumed_and_with_one_worker_it_ends_the_same(var: Path, evening: dict[str, Any]) -> None:
    """One evening, and a kill in it; of each kind in a thorough run. Valkey is killed in `tests/test_faults.py`."""
    process = begin(var, "--workers", "1")
    try:
        for victim, hands in KILLED:
            # A fresh run drops the last one's database first; until then its hands would be counted.
            until_played(hands, process, var)
            if process.poll() not in (None, 0):
                process = begin(var, "--resume")
                until_played(hands, process, var)
            assert process.poll() is None, f"the evening was over before its {victim} could be killed"
            kill(victim, process, var)
        out, _err = process.communicate(timeout=2 * PATIENCE)
        told = json.loads(out) if process.returncode == 0 else end(begin(var, "--resume"))
    finally:
        if process.poll() is None:
            process.kill()
    assert told == evening
