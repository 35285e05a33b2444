"""A test can fail: each asserts something, itself or in what it calls."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from tests.folders import ROOT

FILES = [*(ROOT / "tests").rglob("*.py")]
TESTS = [path for path in FILES if path.name.startswith("test_")]
# What is shown by that it ends without an error, and why that is enough.
MUST_NOT_RAISE = {
    "test_the_ledger_is_its_model": "Hypothesis runs the rules and invariants of the state machine, which assert",
    "test_what_is_held_is_resolved_once_and_the_rest_returns": "as above",
    "test_while_migrations_wait_the_check_is_silent": "the check would end the command with its error",
    "test_dots_and_brackets_within_texts_of_toml_are_none": "a refusal is the fault",
}
CHECKS = {"raises", "warns", "fail", "expect", "check"}  # of pytest, of the browser, and methods of tests/support/
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def called(function: Function) -> set[str]:
    """The names of what a function calls, and of what hangs on it: `expect` of `expect(page).to_have_text(…)` too."""
    calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    return {
        one.id if isinstance(one, ast.Name) else one.attr for one in calls if isinstance(one, ast.Name | ast.Attribute)
    }


def asserts(function: Function) -> bool:
    """True if it asserts, raises an error, or has pytest or the browser check something."""
    return any(isinstance(node, ast.Assert | ast.Raise) for node in ast.walk(function)) or bool(
        called(function) & CHECKS
    )


def checking(paths: list[Path]) -> set[str]:
    """The names of the functions of these modules, of a test file methods too, that assert or call one that does."""
    nodes = [node for path in paths for node in (ast.walk(tree(path)) if path in TESTS else tree(path).body)]
    helpers = [node for node in nodes if isinstance(node, Function) and not node.name.startswith("test_")]
    found = {one.name for one in helpers if asserts(one)}
    while more := {one.name for one in helpers if called(one) & found} - found:
        found |= more
    return found


@cache
def silent(path: Path) -> list[str]:
    """The tests of a file that assert nothing."""
    known = checking([path]) | shared()
    tests = [one for one in ast.walk(tree(path)) if isinstance(one, Function) and one.name.startswith("test_")]
    return [one.name for one in tests if not asserts(one) and not called(one) & known]


@cache
def shared() -> set[str]:
    return checking([path for path in FILES if path not in TESTS])


def test_every_test_asserts() -> None:
    assert {name: path.name for path in TESTS for name in silent(path) if name not in MUST_NOT_RAISE} == {}


def test_no_exception_is_left_over() -> None:
    assert {name for path in TESTS for name in silent(path)} == set(MUST_NOT_RAISE)


def test_a_test_that_cannot_fail_is_found(tmp_path: Path) -> None:
    path = tmp_path / "test_it.py"
    path.write_text(
        "def glance():\n    return 1\n\n\ndef hold():\n    assert glance()\n\n\n"
        "def test_a():\n    glance()\n\n\ndef test_b():\n    hold()\n\n\ndef test_c():\n    assert glance()\n"
    )
    assert silent(path) == ["test_a"]
