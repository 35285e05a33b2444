"""Who comes while the database of a club is being prepared, or before that, is told so."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from club.project.running import preparation
from tests.patience import PATIENCE
from tests.support.opened_clubs import environment

ROOT = Path(__file__).parents[3]


def test_who_comes_while_it_is_prepared_waits_and_is_told_why(tmp_path):
    said: list[str] = []
    told = threading.Event()

    def say(words: str) -> None:
        said.append(words)
        told.set()

    waiting = threading.Thread(target=preparation.wait_until_prepared, args=(tmp_path, say))
    with preparation.preparing(tmp_path):
        waiting.start()
        assert told.wait(PATIENCE)
        assert waiting.is_alive()
    waiting.join(PATIENCE)
    assert not waiting.is_alive()
    assert len(said) == 1
    assert "prepares the database" in said[0]


def test_nobody_waits_where_nobody_prepares(tmp_path):
    said: list[str] = []
    preparation.wait_until_prepared(tmp_path / "new", said.append)
    assert said == []


@pytest.mark.slow
def test_a_command_before_the_first_migration_says_what_prepares_the_database(tmp_path):
    command = [
        sys.executable,
        "manage.py",
        "createsuperuser",
        "--noinput",
        "--username",
        "a",
        "--email",
        "a@example.org",
    ]
    ended = subprocess.run(command, cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True)
    assert ended.returncode == 1
    assert preparation.NOT_PREPARED in ended.stderr
    assert "Traceback" not in ended.stderr
