"""A module that is named in a text (a command that is run, a comment in a template, a page of the docs) is there.

Types are checked of what is imported; what only names a module is followed by this.
"""

from __future__ import annotations

import re
import subprocess

from tests.folders import ROOT

PACKAGES = ("engine", "club", "tables", "tournaments", "tests")
NAMED = re.compile(rf"\b(?:{'|'.join(PACKAGES)})(?:\.[a-z_][a-z_0-9]*){{2,}}")
TEXTS = ("*.py", "*.html", "*.md", "*.toml", "*.yml", "*.js", "*.css", "justfile", ".ci/run")
OF_THEIR_TIME = re.compile(r"/migrations/|^CHANGELOG\.md$")  # these tell what was
NO_MODULES = ("club.example.org", "club.watch.")  # a host, and a variable's method


def tracked(*patterns: str) -> list[str]:
    listed = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, check=True, capture_output=True, text=True)
    return listed.stdout.split()


def missing(named: str) -> str:
    """The first part of a dotted name that its folder neither holds nor exports; empty if all is there, or is a module's own."""
    place = ROOT
    for part in named.split("."):
        if (place / f"{part}.py").is_file():
            return ""
        if not (place / part).is_dir():
            door_plate = place / "__init__.py"
            is_exported = door_plate.is_file() and re.search(rf"\b{part}\b", door_plate.read_text())
            return "" if is_exported else part
        place /= part
    return ""


def test_every_module_that_is_named_is_there():
    texts = {name: (ROOT / name).read_text() for name in tracked(*TEXTS) if not OF_THEIR_TIME.search(name)}
    gone = [
        f"{name}: {named}"
        for name, text in texts.items()
        for named in NAMED.findall(text)
        if not named.startswith(NO_MODULES) and missing(named)
    ]
    assert not gone, "\n".join(gone)


def test_what_is_gone_is_found():
    assert missing("engine.ranking.rankings") == missing("engine.ranking.rankings.HIGH") == ""
    assert missing(".".join(["engine", "ranking", "no_such"])) == "no_such"
    assert NAMED.findall("run `tests.bench.engine:measured`, not engine.py") == ["tests.bench.engine"]
