"""Each of the ledger's promises has a test of its kind, and nobody writes its rows but the ledger."""

from __future__ import annotations

import ast
import functools
import re
from collections import defaultdict
from pathlib import Path

import pytest
from django.conf import settings

from tests.support.invariants import INVARIANTS, KINDS

TESTS = Path(__file__).parents[2]


@functools.cache
def named() -> dict[int, dict[str, list[str]]]:
    """The tests that carry the mark, by number and kind."""
    found: defaultdict[int, dict[str, list[str]]] = defaultdict(dict)
    for file in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.invariant":
                    numbers = [one.value for one in mark.args if isinstance(one.value, int)]
                    kinds = [one.value for one in mark.args if isinstance(one.value, str)]
                    assert numbers, node.name
                    assert set(kinds) <= KINDS, node.name
                    assert kinds, node.name
                    for number in numbers:
                        for kind in kinds:
                            found[number].setdefault(kind, []).append(node.name)
    return found


@pytest.mark.parametrize("number", sorted(INVARIANTS))
def test_every_invariant_has_a_test_of_its_kind(number):
    words, kinds = INVARIANTS[number]
    assert kinds <= set(named()[number]), f"{number}: {words}"


def test_there_are_twenty_four_and_no_test_names_another():
    assert sorted(INVARIANTS) == list(range(1, 25))
    assert set(named()) == set(INVARIANTS)


WRITES = re.compile(
    r"\b(Account|Transfer|Entry)\.objects\.(?:\w+\([^)]*\)\.)*(create|bulk_create|update|delete|get_or_create|bulk_update)\b"
    r"|\b(UPDATE|INSERT INTO|DELETE FROM) club_(account|transfer|entry)\b|\bledger_post\("
)


@pytest.mark.invariant(23, "example")
def test_only_the_ledger_writes_its_rows():
    """The one exception: tournaments have an `Entry` of their own, which is a person's entry and no line."""
    writers = set()
    for package in ("club", "tables", "tournaments"):
        for file in (settings.BASE_DIR / package).rglob("*.py"):
            text = file.read_text()
            if "migrations" in file.parts or (package == "tournaments" and "models import" in text):
                text = re.sub(r"\bEntry\.objects", "", text)
            if "migrations" not in file.parts and WRITES.search(text):
                writers.add(str(file.relative_to(settings.BASE_DIR)))
    assert writers == {"club/ledger/ledger.py"}
