"""`manage.py up` as its user knows it: it opens, survives a death in the family, closes, and starts after a kill."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import psutil
import pytest

from club.project import processes, servers

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.slow


def environment(var: Path) -> dict[str, str]:
    """What a user's shell would have: none of the addresses that the suite itself runs on."""
    ours = {"DATABASE_URL", "REDIS_URL", "CARDHOUSE_TESTING", "CARDHOUSE_EMBEDDED", "SECRET_KEY", processes.MARK}
    return {name: value for name, value in os.environ.items() if name not in ours} | {"CARDHOUSE_VAR": str(var)}


def open_club(var: Path, *arguments: str) -> tuple[subprocess.Popen[str], str]:
    """Start `up` and wait for the address it prints."""
    port = servers.free_port()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "up", "--port", str(port), "--workers", "1", *arguments],
        cwd=ROOT,
        env=environment(var),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    said = ""
    for line in process.stdout:
        said += line
        if match := re.search(r"The club is open: (\S+)", line):
            return process, match.group(1)
    pytest.fail(f"up ended with {process.wait()}: {said}")


def fetch(address: str) -> int:
    with urllib.request.urlopen(address, timeout=20) as answer:
        return answer.status


def wait_for(condition, seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.1)


def close_club(process: subprocess.Popen[str], var: Path) -> None:
    process.send_signal(signal.SIGINT)
    assert process.wait(120) == 0
    assert processes.leftovers(var) == []
    assert nobody_serves(var)


def nobody_serves(var: Path) -> bool:
    known = json.loads((var / "servers.json").read_text())
    return not any(psutil.pid_exists(int(known[name]["pid"])) for name in ("postgres", "valkey"))


@pytest.fixture
def var(tmp_path: Path):
    yield tmp_path
    processes.stop_leftovers(tmp_path)
    servers.Servers(tmp_path).stop()


def test_up_opens_revives_closes_and_starts_again_after_a_kill(var):
    process, address = open_club(var)
    assert fetch(address) == 200
    assert fetch(address + "healthz") == 200

    # A second `up` of the same club is refused: it would run a second beat.
    second = subprocess.run(
        [sys.executable, "manage.py", "up"], cwd=ROOT, env=environment(var), capture_output=True, text=True
    )
    assert second.returncode == 1
    assert "open already" in second.stderr

    # A dead web process, and a dead PostgreSQL, come back where they were.
    web = next(one for one in processes.leftovers(var) if "granian" in one.cmdline() and one.ppid() == process.pid)
    web.kill()
    known = json.loads((var / "servers.json").read_text())
    os.kill(int(known["postgres"]["pid"]), signal.SIGKILL)

    def answers() -> bool:
        try:
            return fetch(address + "healthz") == 200
        except OSError:
            return False

    wait_for(lambda: not answers())
    wait_for(answers)

    # Killed without a chance to clean up, it leaves nothing that stops the next start, and the data stay.
    process.kill()
    process.wait()
    again, address = open_club(var)
    assert fetch(address) == 200
    close_club(again, var)


def test_a_single_address_in_the_environment_is_refused(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://x@localhost/x")
    monkeypatch.delenv("REDIS_URL")
    with pytest.raises(servers.ServersError, match="set both DATABASE_URL and REDIS_URL"):
        servers.chosen_by_environment()


def test_the_last_one_out_stops_the_servers(var):
    ours = servers.Servers(var)
    first, first_users = ours.enter()
    second, second_users = servers.Servers(var).enter()
    assert first == second
    ours.leave(first_users)
    assert not nobody_serves(var)
    ours.leave(second_users)
    assert nobody_serves(var)


def test_a_stale_pid_file_that_names_another_process_does_not_stop_a_start(var):
    ours = servers.Servers(var)
    _, users = ours.enter()
    ours.leave(users)
    (ours.data / "postmaster.pid").write_text(f"{os.getpid()}\n{ours.data}\n")
    with ours.running() as addresses:
        assert addresses.database_url.startswith("postgresql://cardhouse@127.0.0.1:")
