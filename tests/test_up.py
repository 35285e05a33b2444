"""`manage.py up` as its user knows it: it opens, survives a death in the family, closes, and starts after a kill."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest
from django.core.management.base import CommandError, OutputWrapper

from club.management.commands import up
from club.project import processes, servers
from tests.patience import PATIENCE
from tests.support.budget import sweep
from tests.support.opened_clubs import environment

ROOT = Path(__file__).parents[1]
WEB = "cardhouse-web"
pytestmark = pytest.mark.slow


def from_the_background() -> None:
    """As a shell starts what runs in the background; that the tests themselves were started by nohup is not handed on."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Club:
    """A club opened by `up` in a directory of its own; `close_all` ends whatever a test that failed has left."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.started: list[subprocess.Popen[str]] = []

    def start(self, port: int) -> subprocess.Popen[str]:
        """Start `up` as a shell does in the background: Ctrl-C is ignored."""
        process = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", str(port), "--workers", "1"],
            cwd=ROOT,
            env=environment(self.var),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=from_the_background,
        )
        self.started.append(process)
        return process

    def open(self, port: int, meanwhile: Callable[[], object] = bool) -> tuple[subprocess.Popen[str], str]:
        """Start `up` and wait for the address it prints; `meanwhile` is done while it prepares the database."""
        process = self.start(port)
        said = ""
        for line in process.stdout:
            said += line
            if line.startswith("Preparing"):
                meanwhile()
            if match := re.search(r"The club is open: (\S+)", line):
                return process, match.group(1)
        pytest.fail(f"up ended with {process.wait()}: {said}")

    def close(self, process: subprocess.Popen[str], sign: signal.Signals) -> str:
        """Ask `up` to close; returns what else it said."""
        process.send_signal(sign)
        said = process.stdout.read()
        process.wait()
        assert processes.leftovers(self.var) == []
        assert self.nobody_serves(), said
        return said

    def known(self) -> dict[str, dict[str, float]]:
        try:
            return json.loads((self.var / "servers.json").read_text())
        except FileNotFoundError:
            return {}

    def nobody_serves(self) -> bool:
        return all(servers.Servers(self.var).process_of(name) is None for name in self.known())

    def close_all(self) -> None:
        for process in self.started:  # first: they start again what dies
            process.kill()
            process.wait()
        processes.stop_leftovers(self.var)
        servers.Servers(self.var).stop()


def fetch(address: str) -> int:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return answer.status


def wait_for(condition, seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.1)


@pytest.fixture
def var(tmp_path: Path):
    yield tmp_path
    servers.Servers(tmp_path).stop()


@pytest.fixture
def club(tmp_path: Path):
    club = Club(tmp_path)
    yield club
    club.close_all()


def test_up_opens_revives_closes_and_starts_again_after_a_kill(club):
    port = servers.free_port()
    login = ["createsuperuser", "--noinput", "--username", "owner", "--email", "owner@example.org"]

    def impatient() -> None:  # in another terminal, before there is a table for logins
        secret = {"DJANGO_SUPERUSER_PASSWORD": "a long night of cards"}
        run = {"cwd": ROOT, "env": environment(club.var) | secret, "capture_output": True, "text": True}
        made = subprocess.run([sys.executable, "manage.py", *login], **run)
        assert made.returncode == 0, made.stderr
        assert "waiting for `up`" in made.stderr

    process, address = club.open(port, impatient)
    assert address == f"http://127.0.0.1:{port}/"
    assert fetch(address) == 200
    assert fetch(address + "healthz") == 200

    # A second `up` of the same club is refused: it would run a second beat.
    second = subprocess.run(
        [sys.executable, "manage.py", "up"], cwd=ROOT, env=environment(club.var), capture_output=True, text=True
    )
    assert second.returncode == 1
    assert "open already" in second.stderr

    # A dead web process, and a dead PostgreSQL, come back where they were.
    web = next(one for one in processes.leftovers(club.var) if one.name() == WEB and one.parent().name() != WEB)
    postgres = psutil.Process(int(club.known()["postgres"]["pid"]))
    web.kill()
    postgres.kill()
    wait_for(lambda: not web.is_running() and club.known()["postgres"]["pid"] != postgres.pid)

    def answers() -> bool:
        try:
            return fetch(address + "healthz") == 200
        except OSError:
            return False

    wait_for(answers)

    # Killed without a chance to clean up, it leaves nothing that stops the next start, or takes its port; the data stay.
    process.kill()
    process.wait()
    assert processes.leftovers(club.var)
    again, address = club.open(port)
    assert address == f"http://127.0.0.1:{port}/"
    assert fetch(address) == 200
    said = club.close(again, signal.SIGINT)
    assert again.returncode == 0, said
    assert "Closing the club" in said


def test_a_process_whose_parent_has_not_asked_how_it_ended_has_ended():
    ended = subprocess.Popen([sys.executable, "-c", ""])
    seen = psutil.Process(ended.pid)
    wait_for(lambda: seen.status() == psutil.STATUS_ZOMBIE)
    assert processes.has_ended(seen)
    ended.wait()
    assert processes.has_ended(seen)
    assert not processes.has_ended(psutil.Process())


@sweep(
    ("begun", "sign"),
    [("postgres", signal.SIGINT), ("valkey", signal.SIGTERM), ("up.lock", signal.SIGINT), ("postgres", signal.SIGHUP)],
    ids=["Ctrl-C at the servers", "TERM at the second server", "Ctrl-C at the database", "hung up at the servers"],
)
def test_who_is_closed_while_starting_says_no_traceback_and_leaves_nothing(club, begun, sign):
    process = club.start(servers.free_port())
    wait_for(lambda: (club.var / begun).exists() or process.poll() is not None)
    said = club.close(process, sign)
    assert process.returncode in (0, 128 + sign), said
    assert "Traceback" not in said


class Asked(BaseException):
    """What a signal's handler raises here."""


@pytest.mark.parametrize("server", ["postgres", "valkey"])
@sweep("sign", up.ENDING, one_of=3, ids=lambda sign: sign.name)
def test_a_server_is_stopped_that_was_started_as_the_signal_came(var, monkeypatch, server, sign):
    started: list[subprocess.Popen[bytes]] = []

    class Starts(subprocess.Popen):
        def __init__(self, command, *arguments, **named):
            super().__init__(command, *arguments, **named)
            if any(str(word).endswith((f"/{server}", f"/{server}-server")) for word in command):
                started.append(self)
                signal.raise_signal(sign)

    def ask(number, frame):
        raise Asked

    monkeypatch.setattr(subprocess, "Popen", Starts)
    before = signal.signal(sign, ask)
    try:
        with pytest.raises(Asked), servers.Servers(var).running():
            pytest.fail("it was asked to end while the servers were started")
        assert signal.getsignal(sign) is ask
    finally:
        signal.signal(sign, before)
    ended = started[0].poll() is not None
    started[0].kill()
    assert ended


@pytest.mark.parametrize("server", ["postgres", "valkey"])
def test_a_server_of_a_command_killed_before_it_was_noted_is_stopped_by_the_next(var, server):
    _, users = servers.Servers(var).enter()
    lost = servers.Servers(var).process_of(server)
    known = Club(var).known()
    del known[server]
    (var / "servers.json").write_text(json.dumps(known))
    with servers.Servers(var).running():
        assert not lost.is_running() or lost.status() == psutil.STATUS_ZOMBIE
    os.close(users)


class Slow:
    """A household of which a test says what becomes of it; its clock goes a minute each time somebody looks."""

    def __init__(self, dead: list[str], looks: int) -> None:
        self.names, self.looks, self.now = dead, looks, 0.0

    def dead(self) -> list[str]:
        return self.names

    def log(self, name: str) -> Path:
        return Path(f"{name}.log")

    def work_of(self, name: str) -> float:
        return min(self.now, 600.0)  # at work for ten minutes, then it stands

    def answers(self, address: str) -> bool:
        self.now += 60.0
        self.looks -= 1
        return self.looks <= 0


def wait_with(household: Slow, monkeypatch, until=lambda: False) -> list[str]:
    said: list[str] = []
    monkeypatch.setattr(up, "answers", household.answers)
    monkeypatch.setattr(up, "time", SimpleNamespace(monotonic=lambda: household.now, sleep=lambda seconds: None))
    up.wait_until_open(household, {"web": "http://x/"}, said.append, until=until)
    return said


def test_a_club_that_opens_slowly_is_waited_for_as_long_as_its_processes_live(monkeypatch):
    said = wait_with(Slow([], 100), monkeypatch)
    assert len(said) == 99  # an hour and a half
    assert "waiting for web to answer, 60 s so far: it is at work; its log is web.log" in said
    assert "done nothing" in said[-1]


def test_a_process_that_ends_while_the_club_opens_ends_the_wait_and_is_named(monkeypatch):
    with pytest.raises(CommandError, match=r"^streams ended while the club was being opened; its log is streams\.log$"):
        wait_with(Slow(["streams"], 100), monkeypatch)


def test_who_is_asked_to_close_waits_no_longer(monkeypatch):
    assert wait_with(Slow(["web"], 100), monkeypatch, until=lambda: True) == []


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
    assert Club(var).known()
    assert not Club(var).nobody_serves()
    ours.leave(second_users)
    assert Club(var).nobody_serves()


def test_a_stale_pid_file_that_names_another_process_does_not_stop_a_start(var):
    ours = servers.Servers(var)
    _, users = ours.enter()
    ours.leave(users)
    (ours.data / "postmaster.pid").write_text(f"{os.getpid()}\n{ours.data}\n")
    with ours.running() as addresses:
        assert addresses.database_url.startswith("postgresql://cardhouse_app:")


@pytest.mark.parametrize("server", ["postgres", "valkey"])
def test_a_server_whose_port_another_program_has_is_started_there_as_soon_as_it_is_free(var, server):
    ours = servers.Servers(var)
    addresses, users = ours.enter()
    try:
        lost, port = ours.process_of(server), int(Club(var).known()[server]["port"])
        with socket.socket() as other:
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            lost.kill()
            wait_for(lambda: bound(other, port) and ours.process_of(server) is None)
            assert f"another program has its port {port}" in ours.revive()
            assert ours.process_of(server) is None
        assert ours.revive() == ""
        again, further = ours.enter()
        assert again == addresses
        ours.leave(further)
    finally:
        ours.leave(users)


def bound(other: socket.socket, port: int) -> bool:
    """True if the port is that socket's, from the first time on that nobody else has it."""
    if other.getsockname()[1] == port:
        return True
    try:
        other.bind(("127.0.0.1", port))
        other.listen()
    except OSError:
        return False
    return True


@pytest.mark.parametrize("server", ["postgres", "valkey"])
def test_a_server_that_cannot_start_while_the_club_is_open_does_not_end_whoever_sees_to_it(var, monkeypatch, server):
    ours = servers.Servers(var)
    _, users = ours.enter()
    lost = ours.process_of(server)
    lost.kill()
    wait_for(lambda: ours.process_of(server) is None)

    def refused(*_command, **_named):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(subprocess, "Popen", refused)
        assert "No space left on device" in ours.revive()
    assert ours.revive() == ""
    assert ours.process_of(server) is not None
    ours.leave(users)


def test_up_takes_the_next_pair_of_ports_where_one_of_the_pair_is_taken_and_says_so():
    command, said = up.Command(), StringIO()
    command.stderr = OutputWrapper(said)
    with socket.socket() as other:
        port = servers.free_port()
        other.bind(("127.0.0.1", port + 1))
        other.listen()
        found = command._free_pair(port, "127.0.0.1")
    assert found > port
    assert (found - port) % 2 == 0
    assert f"port {port} or {port + 1} is taken: using {found}" in said.getvalue()
