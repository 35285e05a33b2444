"""Programs that share what they have imported are started, die, come back and end like any others."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from club.project.processes import Child, Household, leftovers, program
from tests.patience import PATIENCE

pytestmark = pytest.mark.slow
LINE = "tests.support.forked_program --port 7 'two words'"


@pytest.fixture
def household(tmp_path: Path, monkeypatch) -> Iterator[Household]:
    monkeypatch.setenv("DATABASE_OWNER_URL", "postgresql://owner@nowhere/none")
    monkeypatch.setattr("club.project.processes.RESTART_SECONDS", 0.0)
    one = Household(tmp_path, [Child("one", program(LINE)), Child("two", program(LINE))], forks={})
    yield one
    one.stop()
    assert leftovers(tmp_path) == []


def said(household: Household, name: str, times: int = 1) -> dict[str, object]:
    """The last of so many lines in the log of a child; the others are of those before it."""
    until = time.monotonic() + PATIENCE
    while True:
        path = household.log(name)
        lines = path.read_text().splitlines() if path.exists() else []
        if len(lines) >= times:
            return json.loads(lines[times - 1])
        assert time.monotonic() < until, f"{name} says nothing: {lines}"
        time.sleep(0.05)


def wait_until(condition) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)


def has_ended(process: psutil.Process) -> bool:
    """True also while its end has not been asked for by whoever started it."""
    return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE


def fork_server(household: Household) -> psutil.Process:
    (number,) = {psutil.Process(child.process.pid).ppid() for child in household.children}
    return psutil.Process(number)


def test_a_program_is_born_with_the_club_in_it_in_a_session_of_its_own_and_does_not_know_the_owner(household):
    household.start()
    assert (
        said(household, "one")
        == said(household, "two")
        == {
            "arguments": ["--port", "7", "two words"],
            "leads": True,
            "shares": True,
            "knows_the_owner": False,
            "has_input": False,
        }
    )
    names = [psutil.Process(child.process.pid).name() for child in household.children]
    assert names == ["cardhouse-one", "cardhouse-two"]


def test_one_that_was_killed_is_noticed_and_starts_again(household):
    household.start()
    said(household, "one")
    first = household.children[0].process.pid
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: household.dead() == ["one"])
    assert household.revive() == ["one"]
    assert said(household, "one", times=2)["shares"]
    assert household.dead() == []


def test_when_the_fork_server_is_killed_its_children_go_on_and_another_one_forks_the_next(household):
    household.start()
    said(household, "one")
    said(household, "two")
    server = fork_server(household)
    server.kill()
    wait_until(lambda: has_ended(server))
    assert household.dead() == []
    assert household.revive() == []
    os.kill(household.children[0].process.pid, signal.SIGKILL)
    wait_until(lambda: household.dead() == ["one"])
    assert household.revive() == ["one"]
    said(household, "one", times=2)
    household.stop()
    assert leftovers(household.directory) == []


def test_one_that_cannot_be_forked_runs_by_itself(household, monkeypatch):
    monkeypatch.setattr("club.project.processes.FORK_SERVER", "tests.no_such_program")
    household.start()
    assert not said(household, "one")["shares"]
    assert said(household, "two")["arguments"] == ["--port", "7", "two words"]


def test_what_is_told_later_is_known_to_whoever_starts_from_then_on_and_is_shared_again(household):
    household.start()
    said(household, "one")
    said(household, "two")
    household.tell({"CARDHOUSE_TOLD": "later"})
    assert household.dead() == []
    os.kill(household.children[0].process.pid, signal.SIGKILL)
    wait_until(lambda: household.dead() == ["one"])
    household.revive()
    assert said(household, "one", times=2)["shares"]
    assert psutil.Process(fork_server_of(household.children[0])).environ()["CARDHOUSE_TOLD"] == "later"


def fork_server_of(child: Child) -> int:
    return psutil.Process(child.process.pid).ppid()
