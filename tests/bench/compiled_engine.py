"""The engine's hot folders compiled by mypyc, beside the same source as it is: `just compiled`.

A copy is compiled in a folder of its own (a C compiler is needed, and a minute of patience), and both play every game that PokerKit
knows with random legal decisions.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench import HEADING, Figure

ROOT = Path(__file__).resolve().parents[2]
# Prints hands a second of processor time by game, the best of three, of the engine that is found first.
RATES = """
import json, sys, time
sys.path[:0] = sys.argv[1:]
from tests.bench import games
import engine.betting.hand
def best(code):
    run = games.ours(code, 2000)
    run()
    found = []
    for _once in range(3):
        begun = time.process_time()
        run()
        found.append(2000 / (time.process_time() - begun))
    return max(found)
print(json.dumps([engine.betting.hand.__file__, {code: best(code) for code in games.GAMES}]))
"""


def build(copy: Path) -> None:
    """Compile a copy in that folder. Raises `CalledProcessError` where mypyc or the compiler refuses it."""
    shutil.copytree(ROOT / "engine", copy / "engine", ignore=shutil.ignore_patterns("__pycache__", "dist"))
    line = [sys.executable, str(ROOT / "engine" / "compiling.py"), "engine"]
    subprocess.run(line, cwd=copy, check=True, capture_output=True)


def hands_a_second(*first: Path) -> tuple[str, dict[str, float]]:
    """Where the engine was found, and its hands a second by game, with these folders searched first."""
    line = [sys.executable, "-c", RATES, *map(str, (*first, ROOT))]
    where, rates = json.loads(subprocess.run(line, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
    return where, rates


def measured() -> Iterator[Figure]:
    """Both engines, game by game. Raises `RuntimeError` if the copy was not the compiled one."""
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder))
        where, compiled = hands_a_second(Path(folder))
    if not where.endswith(".so"):
        raise RuntimeError(f"{where} is not compiled")
    _where, plain = hands_a_second()
    for code, rate in compiled.items():
        yield Figure(f"{code}, compiled", rate, plain[code], "the same source in Python", mark=2.0)


if __name__ == "__main__":
    print(HEADING)
    for figure in measured():
        print(figure)
