"""The processes of a running club: started together, restarted when one dies, stopped together.

Every child carries a mark in its environment, so that what a killed `up` left behind is found by the mark and stopped,
whatever became of its parent or its process number.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil

MARK = "CARDHOUSE_UP"
STOP_SECONDS = 20.0
GONE_SECONDS = 60.0  # a killed process goes for certain, but on a busy machine not at once
RESTART_SECONDS = 1.0  # a child that cannot live is tried again once a second, not in a hot loop


@dataclass
class Child:
    """One program that must be running."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0


class Household:
    """The children of one `up`, all marked with its directory."""

    def __init__(self, directory: Path, children: Sequence[Child]) -> None:
        self.directory = directory
        self.children = children

    def start(self) -> None:
        """Start every child; whatever an earlier, killed run left alive is stopped first."""
        stop_leftovers(self.directory)
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

    def _environment(self, child: Child) -> dict[str, str]:
        """No program that serves knows the owner of the database."""
        told = {**os.environ, **child.environment, MARK: str(self.directory)}
        return {name: value for name, value in told.items() if name != "DATABASE_OWNER_URL"}

    def _start(self, child: Child) -> None:
        log = open(self.log(child.name), "ab")  # noqa: SIM115 - handed to the child
        child.started = time.monotonic()
        child.process = subprocess.Popen(
            child.command,
            env=self._environment(child),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,  # Ctrl-C reaches `up` alone, which stops its children in order
        )
        log.close()


def leftovers(directory: Path) -> list[psutil.Process]:
    """The living processes that an `up` of this directory started, itself excepted."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.pid != os.getpid() and process.environ().get(MARK) == str(directory):
                found.append(process)
        except psutil.Error:  # gone meanwhile, or another user's
            continue
    return found


def stop_leftovers(directory: Path) -> None:
    """Stop them: asked at first, killed if they do not go within five seconds."""
    found = leftovers(directory)
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
    return [sys.executable, "-m", *shlex.split(line)]
