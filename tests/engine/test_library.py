"""The engine as a library of its own: the wheel, its tests under the name it has there, and the examples of its pages."""

import doctest
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from engine.hatch_build import COMPILERS, IMPORT_NAME, learned, modules, renamed
from tests import engine_wheel, mutants

ENGINE = mutants.ROOT / "engine"
SMALL = (
    "betting/pots_and_results/test_pots.py",
    "rulebook/test_cards.py",
    "chinese/rows/test_rows.py",
    "ranking/test_omaha.py",
)
PAGES = (ENGINE / "README.md", *sorted((mutants.ROOT / "docs" / "engine").glob("*.md")))


def examples(page: Path) -> str:
    """The text of a page by this repository's names, without the fences of its examples, which would be read as what they print."""
    text = page.read_text(encoding="utf-8").replace(f"{IMPORT_NAME}.", "engine.")
    return "\n".join("" if line.startswith("```") else line for line in text.splitlines())


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """A folder with what the plain wheel installs, and the engine's tests as they would ask for it."""
    return engine_wheel.install(tmp_path_factory.mktemp("installed"))


def test_the_plain_wheel_is_for_every_platform(installed):
    (wheel,) = installed.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")


def test_what_compiles_is_what_the_club_pins():
    pinned = tomllib.loads((mutants.ROOT / "pyproject.toml").read_text())["tool"]["uv"]["constraint-dependencies"]
    assert set(COMPILERS) <= set(pinned)


def test_the_wheel_has_the_engine_under_one_name_and_nothing_else(installed):
    assert not (installed / "engine").exists()
    package = installed / IMPORT_NAME
    assert (package / "py.typed").exists()
    assert {path.relative_to(package) for path in package.rglob("*.py")} == set(modules(ENGINE))
    assert {path.relative_to(package) for path in package.rglob("*.npz")} == set(learned(ENGINE)) != set()
    (metadata,) = installed.glob("cardhouse_engine-*.dist-info")
    assert (
        metadata / "entry_points.txt"
    ).read_text() == f"[console_scripts]\ncardhouse-engine = {IMPORT_NAME}.__main__:main\n"


def test_its_command_answers_where_nothing_else_of_the_club_is(installed):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "DJANGO"))}
    command = [sys.executable, "-m", IMPORT_NAME, "equity", "holdem", "AsAd", "KhKd", "--board", "2c7d9h"]
    ran = subprocess.run(command, cwd=installed, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "990 deals (every deal)" in ran.stdout


def test_the_engine_s_tests_pass_on_the_wheel(installed):
    ran = mutants.run_alone(installed, *[f"tests/engine/{name}" for name in SMALL])
    assert ran.returncode == mutants.PASSED, ran.stdout[-4000:] + ran.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_are_true(page):
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(examples(page), {}, page.name, str(page), 0))
    assert runner.failures == 0


def test_pages_name_the_library_as_whoever_installed_it_has_to():
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert renamed(text) == text


def test_pages_have_examples():
    parser = doctest.DocTestParser()
    assert [page.name for page in PAGES if not parser.get_examples(examples(page))] == ["versions.md"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("from engine import cards", "from cardhouse_engine import cards"),
        ("import engine", "import cardhouse_engine"),
        ("from engine.cards import X", "from cardhouse_engine.cards import X"),
        ("``python -m engine replay``", "``python -m cardhouse_engine replay``"),
        ("from tests.engine.soak import played", "from tests.engine.soak import played"),
        ("the engine. No Django", "the engine. No Django"),
        ("an engine's fault", "an engine's fault"),
    ],
)
def test_only_the_package_s_name_is_changed(text, wanted):
    assert renamed(text) == wanted
