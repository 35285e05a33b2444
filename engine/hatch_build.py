"""Builds the wheel `cardhouse-engine`: this folder under the import name ``cardhouse_engine``.

``engine`` is too common a name to claim in somebody else's environment; the club, where nothing else has it, keeps it. So
modules are copied into the wheel with every mention of their package renamed. With `CARDHOUSE_ENGINE_COMPILED` set to 1 those that
play and rank hands lie in it compiled as well (`compiling.py`), and the wheel is of one platform and one version of Python.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

IMPORT_NAME = "cardhouse_engine"
COMPILED = "CARDHOUSE_ENGINE_COMPILED"
# What compiles: the versions that the club pins (`constraint-dependencies`), since another mypyc is another compiler.
COMPILERS = ("mypy==2.4.1", "setuptools==84.2.1")
BUILDS = (Path("hatch_build.py"), Path("compiling.py"))  # what makes the wheel, and is not in it

# A module's dotted name, a bare import of the package, and the command that runs it.
_NAMED = re.compile(
    r"(?<![.\w])engine(?=\.[a-z_]+)|(?<=from )engine(?= import\b)|(?<=import )engine\b|(?<=-m )engine\b"
)


def renamed(source: str) -> str:
    """That source with the package's name as the wheel has it.

    >>> renamed("from engine.cards import parse_cards  # see `engine.ranking`, not any engine")
    'from cardhouse_engine.cards import parse_cards  # see `cardhouse_engine.ranking`, not any engine'
    """
    return _NAMED.sub(IMPORT_NAME, source)


def modules(root: Path) -> list[Path]:
    """The modules of the package, by their path below it."""
    found = (path.relative_to(root) for path in root.rglob("*.py") if "dist" not in path.relative_to(root).parts)
    return sorted(path for path in found if path not in BUILDS)


def learned(root: Path) -> list[Path]:
    """What modules read that lies beside them: what computer players learned."""
    return sorted(path.relative_to(root) for path in (root / "chinese").rglob("*.npz"))


def copy_renamed(root: Path, target: Path) -> None:
    """Write the package of `root` to the folder `target`, renamed, and say there that its types can be relied on."""
    for path in modules(root):
        written = target / path
        written.parent.mkdir(parents=True, exist_ok=True)
        written.write_text(renamed((root / path).read_text(encoding="utf-8")), encoding="utf-8")
    for path in learned(root):
        shutil.copyfile(root / path, target / path)
    (target / "py.typed").touch()


def is_compiled() -> bool:
    """True if the wheel is to hold compiled modules."""
    return os.environ.get(COMPILED) == "1"


class RenamingHook(BuildHookInterface[Any]):
    """What hatchling asks before it packs the wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What must be there besides hatchling."""
        return [*COMPILERS] if is_compiled() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Have the renamed package packed; the copy is kept until the wheel is built. Raises `CalledProcessError`."""
        self._copy = tempfile.TemporaryDirectory()
        folder = Path(self._copy.name)
        copy_renamed(Path(self.root), folder / IMPORT_NAME)
        if is_compiled():
            command = [sys.executable, str(Path(self.root).resolve() / "compiling.py"), IMPORT_NAME]
            subprocess.run(command, cwd=folder, check=True)
            build_data["pure_python"], build_data["infer_tag"] = False, True
        # What compiled modules share lies beside the package.
        build_data["force_include"].update({str(path): path.name for path in folder.iterdir()})

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the copy."""
        self._copy.cleanup()
