"""The clients are made from the schema as it is, and a small programme with each plays over HTTP."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from clients import make
from tests.support.answers import whole_schema
from tests.support.programs import play_out

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both clients, made as `just clients` makes them."""
    folder = tmp_path_factory.mktemp("clients")
    schema = folder / "openapi.json"
    schema.write_text(json.dumps(whole_schema()))
    make.python(schema, folder)
    make.typescript(schema, folder)
    return folder


def test_the_programme_in_typescript_is_of_the_types(made: Path):
    for name in ("tsconfig.json", "streams.js", "examples"):
        (made / name).symlink_to(ROOT / "clients" / "typescript" / name)
    (made / "node_modules").symlink_to(ROOT / "node_modules")
    line = ["npx", "--no-install", "tsc", "--preserveSymlinks", "-p", str(made)]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_programme_in_python_is_of_the_types(made: Path):
    line = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--config-file", os.devnull]
    program = ROOT / "clients" / "python" / "examples" / "one_hand.py"
    environment = {**os.environ, "MYPYPATH": str(made)}
    cache = ["--cache-dir", str(made / "mypy")]
    done = subprocess.run(
        [*line, *cache, str(program)], cwd=made, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.django_db(transaction=True)
def test_programmes_in_both_languages_play_a_hand_against_each_other(made: Path, live_server, settings):
    settings.ALLOWED_HOSTS = ["*"]
    runs = [
        [sys.executable, str(ROOT / "clients/python/examples/one_hand.py"), live_server.url],
        ["node", str(ROOT / "clients/typescript/examples/one_hand.js"), live_server.url],
    ]
    lines = [lambda token, table, seat, run=run: [*run, token, str(table.pk), str(seat), "5000"] for run in runs]
    play_out(lines * 2, {**os.environ, "PYTHONPATH": str(made)})
