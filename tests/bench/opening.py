"""How long `manage.py up` and `down` take: a demo club in an empty folder, the same club again, and its end."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from club.project.servers import free_port
from tests.bench import Reading, Row
from tests.support.opened_clubs import ROOT, environment

MARKS = {"up --demo, an empty folder": 10.0, "up again": 4.0}


def measured() -> Iterator[Row]:
    """Seconds until the club says that it is open, and until `down` has ended."""
    with tempfile.TemporaryDirectory() as folder:
        for what, most in MARKS.items():
            yield Reading(what, _opened(Path(folder), *(["--demo"] if "demo" in what else [])), "s", most)
            begun = time.perf_counter()
            assert _command(Path(folder), "down").wait() == 0
            yield Reading("down", time.perf_counter() - begun, "s", 2)


def _opened(var: Path, *arguments: str) -> float:
    begun = time.perf_counter()
    process = _command(var, "up", "--port", str(free_port()), *arguments)
    assert process.stdout is not None
    for line in process.stdout:
        if "The club is open" in line:
            return time.perf_counter() - begun
    raise RuntimeError(f"the club did not open: {process.wait()}")


def _command(var: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env={**environment(var), "CARDHOUSE_APART": ""},
        stdout=subprocess.PIPE,
        text=True,
    )
