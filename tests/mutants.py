"""A few mutants of the engine, picked by hand: ``python -m tests.mutants``. Each must make a test fail.

It is a sample that every run of the CI can afford, so that the engine's tests go on running without Django and without
servers, which mutation testing as a whole (docs/mutation.md) cannot do without. A mutant is one text of a module in place
of another, in a copy of the engine and its tests; the tests named for it must pass there without it and fail with it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("engine", "tests/engine", "tests/__init__.py", "tests/conftest.py", "tests/support", "pyproject.toml")
# No plugins but the one that `tests.conftest` speaks of. What the engine may not know cannot be imported.
ALONE = (
    "import sys\n"
    "for name in ('django', 'club', 'tables', 'tournaments', 'psycopg', 'celery'):\n"
    "    sys.modules[name] = None\n"
    "import pytest\n"
    "quiet = ['-q', '-x', '-o', 'addopts=', '-p', 'xdist.plugin', '-p', 'no:cacheprovider']\n"
    "sys.exit(pytest.main([*quiet, *sys.argv[1:]]))\n"
)
PASSED, FAILED = 0, 1  # what pytest ends with


class Mutant(NamedTuple):
    """One text of a module of the engine, what it becomes, and the tests that must notice."""

    module: str
    text: str
    becomes: str
    tests: str

    def __str__(self) -> str:
        return f"{self.module}: {self.text!r} becomes {self.becomes!r}"


MUTANTS = (
    Mutant(
        "betting/pots_and_results/pots",
        "if live[at] and chips >= level",
        "if live[at] and chips > level",
        "betting/pots_and_results/test_pots.py",
    ),
    Mutant(
        "betting/pots_and_results/pots",
        "most - second) if most > second",
        "most) if most > second",
        "betting/pots_and_results/test_pots.py",
    ),
    Mutant("betting/pots_and_results/pots", "(at < odd)", "(at <= odd)", "betting/pots_and_results/test_pots.py"),
    Mutant(
        "betting/pots_and_results/pot_sharing",
        "if ranks[at] == best]))",
        "if ranks[at] >= 0]))",
        "betting/pots_and_results/test_results.py",
    ),
    Mutant(
        "betting/pots_and_results/outcome",
        'if kind == "uncalled"}',
        'if kind == "return"}',
        "betting/pots_and_results/test_outcome.py",
    ),
    Mutant(
        "betting/pots_and_results/outcome",
        "for place, chips in won\n",
        "for place, chips in won[:1]\n",
        "betting/pots_and_results/test_outcome.py",
    ),
    Mutant(
        "betting/betting_round",
        "if increase >= state.least_raise:",
        "if increase > state.least_raise:",
        "rulebook/test_limits.py",
    ),
    Mutant("betting/betting_round", "if wager * 2 >= size:", "if wager * 2 > size:", "rulebook/test_limits.py"),
    Mutant(
        "games/dealer_button",
        "return Positions(small, big, next_live(big, live))",
        "return Positions(big, big, next_live(big, live))",
        "games/test_dealer_button.py",
    ),
    Mutant("ranking/badugi", "range(12, -1, -1) if taken", "range(12, 0, -1) if taken", "ranking/test_values.py"),
    Mutant("deck/shuffle", "last + 1\n", "last\n", "deck/test_shuffle.py"),
    Mutant(
        "deck/sealed_deck",
        "sorted(words.items())",
        "words.items()",
        "deck/test_sealed_deck.py::test_words_change_the_order_and_whose_word_it_is_matters",
    ),
)


def run_alone(
    folder: Path, *arguments: str, profile: str = "thorough", is_shown: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run tests of a folder that has the engine in it, without Django and without servers.

    profile: Hypothesis's. What the tests say is kept, or shown.
    """
    outside = ("PYTHONPATH", "DJANGO_SETTINGS_MODULE", "PYTEST_ADDOPTS")
    environment = {name: value for name, value in os.environ.items() if name not in outside and "PYTEST_X" not in name}
    environment |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "HYPOTHESIS_PROFILE": profile}
    command = [sys.executable, "-c", ALONE, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=not is_shown, text=True, check=False)


def mutated(source: str, mutant: Mutant) -> str:
    """The module with the mutant in it. Raises `ValueError` unless its text stands there exactly once."""
    if source.count(mutant.text) != 1:
        raise ValueError(f"{mutant}: the text is there {source.count(mutant.text)} times: pick another")
    return source.replace(mutant.text, mutant.becomes)


def copy_to(folder: Path) -> Path:
    """A copy of the engine and its tests."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


def outcome(mutant: Mutant) -> str:
    """What is wrong with a mutant; empty if its tests noticed it."""
    with tempfile.TemporaryDirectory() as name:
        folder = copy_to(Path(name))
        module = folder / "engine" / f"{mutant.module}.py"
        module.write_text(mutated(module.read_text(encoding="utf-8"), mutant), encoding="utf-8")
        ran = run_alone(folder, f"tests/engine/{mutant.tests}")
    if ran.returncode == FAILED:
        return ""
    return f"{mutant}: {mutant.tests} ended with {ran.returncode}\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}"


def main() -> int:
    """Run them all; returns the exit code: 1 if a mutant was not noticed, or if tests fail without any."""
    with tempfile.TemporaryDirectory() as name:
        tests = sorted({f"tests/engine/{mutant.tests}" for mutant in MUTANTS})
        ran = run_alone(copy_to(Path(name)), *tests)
    if ran.returncode != PASSED:
        print(f"without a mutant the tests ended with {ran.returncode}\n{ran.stdout}{ran.stderr}")
        return 1
    with ThreadPoolExecutor(2) as workers:
        wrong = [one for one in workers.map(outcome, MUTANTS) if one]
    print("\n".join(wrong) or f"{len(MUTANTS)} mutants, each noticed")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
