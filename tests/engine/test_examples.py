"""The examples of the engine's modules are true, of compiled modules as well: they are read from the source."""

import ast
import doctest
import importlib
from pathlib import Path

import pytest

import engine

PACKAGE = Path(engine.__file__).parent
# What builds the wheel has its own tests.
MODULES = [path.relative_to(PACKAGE) for path in sorted(PACKAGE.rglob("*.py")) if path.name != "compiling.py"]
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef


def examples(path: Path) -> list[str]:
    """The docstrings of a module that have examples."""
    parts = [one for one in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(one, DOCUMENTED)]
    return [text for part in parts if ">>>" in (text := ast.get_docstring(part) or "")]


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_the_examples_of_a_module_are_true(path):
    name = ".".join((engine.__name__, *path.with_suffix("").parts)).removesuffix(".__init__")
    module, runner = importlib.import_module(name), doctest.DocTestRunner()
    for text in examples(PACKAGE / path):
        runner.run(doctest.DocTestParser().get_doctest(text, vars(module).copy(), name, str(path), 0))
    assert runner.failures == 0


def test_there_are_examples():
    assert len([path for path in MODULES if examples(PACKAGE / path)]) > 3
