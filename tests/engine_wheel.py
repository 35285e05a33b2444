"""The engine's wheel in a folder, with the engine's tests as they would ask for it; ``just compiled-tests`` runs them there.

That builds the compiled wheel in a folder that is thrown away, makes certain that each module that should be compiled is, holds
thousands of hands against the same of the source, and runs all tests of the engine and the examples of its modules, without
Django and without servers. Arguments are pytest's.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from engine.compiling import compiled_modules
from engine.hatch_build import COMPILED, IMPORT_NAME, renamed
from tests import mutants
from tests.support import budget
from tests.support.shared import SHARED

ROOT = mutants.ROOT
# They build the wheel, or change the source.
OF_THE_SOURCE = ("test_alone.py", "test_library.py", "test_compilable.py")
HANDS = 300  # of each game, compared
WHERE = "import importlib, sys\nfor name in sys.argv[1:]:\n    print(importlib.import_module(name).__file__)\n"


def install(folder: Path, *, compiled: bool = False) -> Path:
    """Build the wheel, put into `folder` what it installs, and the engine's tests beside it. Raises `RuntimeError`."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    environment = {**os.environ, COMPILED: str(int(compiled))}
    ran = subprocess.run(command, cwd=ROOT / "engine", env=environment, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise RuntimeError(ran.stdout[-2000:] + ran.stderr[-4000:])
    (wheel,) = folder.glob(f"{IMPORT_NAME}-*.whl")
    zipfile.ZipFile(wheel).extractall(folder)
    for path in (ROOT / "tests").rglob("*.py"):
        if {"engine", "support", "bench"} & set(path.parts) or path.parent == ROOT / "tests":
            copy = folder / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(renamed(path.read_text(encoding="utf-8")), encoding="utf-8")
    shutil.copy(ROOT / "pyproject.toml", folder)  # whose markers the tests have
    data = Path("tests", "engine", "data")
    shutil.copytree(ROOT / data, folder / data, dirs_exist_ok=True)
    return folder


def places(folder: Path) -> list[str]:
    """The files from which an interpreter in that folder imports the modules that are to be compiled."""
    paths = [Path(IMPORT_NAME, path) for path in compiled_modules(ROOT / "engine")]
    command = [sys.executable, "-c", WHERE, *[".".join(path.with_suffix("").parts) for path in paths]]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.split()


def told_hands(folder: Path) -> str:
    """The digest of hands of every game (`tests.engine.told_hands`) that the engine found from that folder plays."""
    command = [sys.executable, "-m", "tests.engine.told_hands", str(HANDS)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def main(arguments: list[str]) -> int:
    """Build, look, run; returns pytest's exit code."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "installed")
        folder.mkdir()
        if SHARED.is_dir():  # published hands and their results, which tests look for beside the project
            Path(name, "shared").symlink_to(SHARED)
        install(folder, compiled=True)
        found = places(folder)
        plain = [place for place in found if place.endswith(".py") or not place.startswith(str(folder))]
        if plain or not found:
            print("not compiled:", *plain)
            return 1
        print(f"{len(found)} modules are compiled")
        if told_hands(folder) != told_hands(ROOT):
            print(f"{HANDS} hands of each game are not what they are in Python")
            return 1
        print(f"{HANDS} hands of each game are the same")
        for one in OF_THE_SOURCE:
            (folder / "tests" / "engine" / one).unlink()
        profile = os.environ.get("HYPOTHESIS_PROFILE", "everyday")
        asked = arguments or ["tests/engine", "-n", "auto"]
        print(f"{budget.SAMPLE}={budget.choose_sample()}")  # the same one in all workers
        return mutants.run_alone(folder, *asked, profile=profile, is_shown=True).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
