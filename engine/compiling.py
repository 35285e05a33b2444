"""Compiles the modules that play and rank hands by mypyc, in a copy of the engine: ``python compiling.py NAME`` in its folder.

NAME is what the package is called there. Compiled modules come to lie beside their sources, which Python then passes over, and
what they share beside the package. It needs mypy, setuptools and a C compiler, and a minute of one processor.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

# What each hand goes through. What else there is runs rarely, or computes with NumPy.
FOLDERS = ("betting", "betting/pots_and_results", "ranking", "deck")
MODULES = ("games/decisions.py", "games/compiled_game.py")
PLAIN = ("__init__.py", "batch.py")  # the second computes with NumPy's arrays


def compiled_modules(package: Path) -> list[Path]:
    """The modules that are compiled, by their path below the package."""
    named = [path.relative_to(package) for folder in FOLDERS for path in sorted((package / folder).glob("*.py"))]
    return [path for path in named if path.name not in PLAIN] + [Path(one) for one in MODULES]


def compile_in_place(name: str) -> None:
    """Compile the package of that name in the current folder. Raises `SystemExit` where mypyc or the compiler refuses it."""
    from mypyc.build import mypycify
    from setuptools import setup

    sources = [str(Path(name) / path) for path in compiled_modules(Path(name))]
    with tempfile.TemporaryDirectory() as work:
        # Its own settings, and not those of whatever lies around the folder.
        settings = Path(work) / "mypy.ini"
        settings.write_text("[mypy]\nignore_missing_imports = true\n", encoding="utf-8")
        options = [f"--config-file={settings}", f"--cache-dir={work}"]
        extensions = mypycify([*options, *sources], target_dir=work, group_name=name)
        sys.argv[1:] = ["--quiet", "build_ext", "--inplace", f"--build-temp={work}"]
        setup(name=name, packages=[], ext_modules=extensions)
    shutil.rmtree("build", ignore_errors=True)


if __name__ == "__main__":
    compile_in_place(sys.argv[1])
