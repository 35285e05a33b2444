"""The processes of a running club: started together, restarted when one dies, stopped together.

Every child carries a mark in its environment, so that what a killed `up` left behind is found by the mark and stopped,
whatever became of its parent or its process number.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import psutil

MARK = "CARDHOUSE_UP"
FORK_SERVER = "club.project.running.fork_server"
PYTHON = [sys.executable, "-m"]
STOP_SECONDS = 20.0
GONE_SECONDS = 60.0  # a killed process goes for certain, but on a busy machine not at once
RESTART_SECONDS = 1.0  # a child that cannot live is tried again once a second, not in a hot loop


class Running(Protocol):
    """A process that was started, by whatever."""

    @property
    def pid(self) -> int: ...

    def poll(self) -> int | None:
        """None as long as it runs."""

    def wait(self, timeout: float | None = None) -> int:
        """Until it has ended. Raises `subprocess.TimeoutExpired`."""

    def send_signal(self, sig: int) -> None:
        """Nothing happens to one that has ended."""


@dataclass
class Child:
    """One program that must be running."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    process: Running | None = None
    started: float = 0.0


class Household:
    """The children of one `up`, all marked with its directory.

    `forks`: they share what they have imported, as far as a program of Python is started with the environment of all
    (`club.project.running.fork_server`).
    """

    def __init__(self, directory: Path, children: Sequence[Child], *, forks: Mapping[str, str] | None = None) -> None:
        self.directory = directory
        self.children = children
        self._forks = None if forks is None else ForkServer(directory, marked(directory, forks))

    def preload(self) -> None:
        """Begin to import what the children will share, while whoever starts them does something else."""
        if self._forks is not None:
            self._forks.begin()

    def tell(self, environment: Mapping[str, str]) -> None:
        """What every child is told besides, from its next start on."""
        for child in self.children:
            child.environment = {**child.environment, **environment}
        if self._forks is not None:
            self._forks = self._forks.told(environment)

    def start(self) -> None:
        """Start every child; whatever an earlier, killed run left alive is stopped first."""
        stop_leftovers(self.directory, but=self._forks)
        for child in self.children:
            self._start(child)

    def dead(self) -> list[str]:
        """The names of the children that have ended."""
        return [child.name for child in self.children if child.process is None or child.process.poll() is not None]

    def log(self, name: str) -> Path:
        """Where a child writes what it has to say."""
        return self.directory / f"{name}.log"

    def work_of(self, name: str) -> float:
        """The seconds of processor time that a child and its own children have spent so far."""
        spent = 0.0
        for child in self.children:
            if child.name == name and child.process is not None:
                with contextlib.suppress(psutil.Error):
                    own = psutil.Process(child.process.pid)
                    for process in (own, *own.children(recursive=True)):
                        times = process.cpu_times()
                        spent += times.user + times.system
        return spent

    def revive(self) -> list[str]:
        """Start again the children that have died; returns their names."""
        dead = [
            child
            for child in self.children
            if (child.process is None or child.process.poll() is not None)
            and time.monotonic() - child.started >= RESTART_SECONDS
        ]
        for child in dead:
            self._clear(child)
            self._start(child)
        return [child.name for child in dead]

    def stop(self) -> None:
        """Stop every child, asking first; nothing that carries the mark is left."""
        for child in self.children:
            if child.process is not None and child.process.poll() is None:
                child.process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + STOP_SECONDS
        for child in self.children:
            if child.process is not None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    child.process.wait(max(0.1, deadline - time.monotonic()))
        stop_leftovers(self.directory)

    def _clear(self, child: Child) -> None:
        """End what a child that was killed left behind: its own children would keep its port, and its place in the queue."""
        group = None if child.process is None else child.process.pid
        for process in leftovers(self.directory):
            with contextlib.suppress(psutil.Error, ProcessLookupError):
                if os.getpgid(process.pid) == group:
                    process.kill()

    def _start(self, child: Child) -> None:
        child.started = time.monotonic()
        if self._forks is not None and self._forks.may_start(child):
            child.process = self._forks.start(child, self.log(child.name))
        else:
            child.process = _started(child.command, marked(self.directory, child.environment), self.log(child.name))


class ForkServer:
    """`club.project.running.fork_server` as its household sees it: started when it is needed, and again when it has died."""

    def __init__(self, directory: Path, environment: Mapping[str, str]) -> None:
        self._directory, self._environment = directory, environment
        self._process: subprocess.Popen[bytes] | None = None
        self._asks: socket.socket | None = None

    @property
    def pid(self) -> int | None:
        """The process's number, None before it was needed."""
        return None if self._process is None else self._process.pid

    def told(self, environment: Mapping[str, str]) -> ForkServer:
        """Another that forks programs which are told this besides; the former ends, and what it started goes on."""
        if self._asks is not None:
            self._asks.close()
        return ForkServer(self._directory, {**self._environment, **environment})

    def may_start(self, child: Child) -> bool:
        """True for a program of this interpreter, whose environment is that of all."""
        ours = list(child.command[: len(PYTHON)]) == PYTHON
        return ours and all(self._environment.get(name) == value for name, value in child.environment.items())

    def begin(self) -> None:
        """Have it running; it imports first."""
        if self._process is not None and self._process.poll() is None:
            return
        own, its = socket.socketpair()
        with its:
            self._asks = own
            command = program(f"{FORK_SERVER} {its.fileno()}")
            log = self._directory / "fork-server.log"
            self._process = _started(command, self._environment, log, pass_fds=[its.fileno()])

    def start(self, child: Child, log: Path) -> Running:
        """The program in a process of its own; by itself, sharing nothing, where it cannot be forked."""
        self.begin()
        assert self._asks is not None
        wanted = {"name": child.name, "command": list(child.command[len(PYTHON) :]), "log": str(log)}
        try:
            self._asks.sendall(f"{json.dumps(wanted)}\n".encode())
            return Forked(psutil.Process(json.loads(self._answer())["pid"]))
        except (OSError, ValueError, psutil.Error):  # it has died; the next is started with the next child
            return _started(child.command, self._environment, log)

    def _answer(self) -> bytes:
        """The line that comes back, as soon as all is imported; empty from one that has died."""
        assert self._asks is not None
        said = b""
        while not said.endswith(b"\n"):
            more = self._asks.recv(4096)
            if not more:
                return b""
            said += more
        return said


class Forked:
    """A process that was forked for us, and is waited for by whoever forked it: with what code it ended nobody knows."""

    def __init__(self, process: psutil.Process) -> None:
        self._process = process
        self.pid = process.pid

    def poll(self) -> int | None:
        """None as long as it runs, then 0."""
        return 0 if has_ended(self._process) else None

    def wait(self, timeout: float | None = None) -> int:
        """0 when it has ended. Raises `subprocess.TimeoutExpired`."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while self.poll() is None:
            if deadline is not None and time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
            time.sleep(0.02)
        return 0

    def send_signal(self, sig: int) -> None:
        """Nothing happens to one that has ended."""
        with contextlib.suppress(psutil.NoSuchProcess):
            self._process.send_signal(sig)


def has_ended(process: psutil.Process) -> bool:
    """True for one that is gone, or whose parent has yet to ask how it ended."""
    try:
        return not process.is_running() or bool(process.status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def marked(directory: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """The environment of a child: no program that serves knows the owner of the database."""
    told = {**os.environ, **environment, MARK: str(directory)}
    return {name: value for name, value in told.items() if name != "DATABASE_OWNER_URL"}


def _started(
    command: Sequence[str], environment: Mapping[str, str], path: Path, *, pass_fds: Sequence[int] = ()
) -> subprocess.Popen[bytes]:
    with open(path, "ab") as log:
        return subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            pass_fds=pass_fds,
            start_new_session=True,  # Ctrl-C reaches `up` alone, which stops its children in order
        )


def leftovers(directory: Path, *, but: ForkServer | None = None) -> list[psutil.Process]:
    """The living processes that an `up` of this directory started, itself and the fork server `but` excepted."""
    spared = {os.getpid(), None if but is None else but.pid}
    found = []
    for process in psutil.process_iter():
        try:
            if process.pid not in spared and process.environ().get(MARK) == str(directory):
                found.append(process)
        except psutil.Error:  # gone meanwhile, or another user's
            continue
    return found


def stop_leftovers(directory: Path, *, but: ForkServer | None = None) -> None:
    """Stop them: asked at first, killed if they do not go within five seconds."""
    found = leftovers(directory, but=but)
    for process in found:
        with contextlib.suppress(psutil.Error):
            process.terminate()
    _, alive = psutil.wait_procs(found, timeout=5.0)
    for process in alive:
        with contextlib.suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(alive, timeout=GONE_SECONDS)


def program(line: str) -> list[str]:
    """The command line of a Python module run by this very interpreter: the module's name and its arguments."""
    return [*PYTHON, *shlex.split(line)]
