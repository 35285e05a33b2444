"""No rule of S0 to S2 is left out: each number stands in the name of a test that tells it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.support.shared import SHARED, needs_shared

# Chips and conduct are no matter of a hand: the chip set is a field of an event (chips are counted by `engine.rulings`,
# whose tests tell S1.4), and conduct (S1.8) is text for people and penalties for the floor to record.
NOT_OF_THE_ENGINE = {"S0.7", "S1.8"}
TESTS = Path(__file__).resolve().parents[1]


def told() -> set[str]:
    """The rule numbers in the names of the engine's tests."""
    names = (
        node.name
        for path in TESTS.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    )
    return {f"S{found[1]}.{found[2]}" for name in names if (found := re.match(r"test_s(\d)_(\d+)_", name))}


@needs_shared
def test_every_rule_number_has_its_test():
    rules = (SHARED / "RULES.md").read_text(encoding="utf-8")
    numbers = set(re.findall(r"^- (S[012]\.\d+)", rules, re.MULTILINE))
    assert len(numbers) == 41
    assert sorted(numbers - told() - NOT_OF_THE_ENGINE) == []


def test_what_is_said_to_be_no_matter_of_the_engine_is_not_told_by_it():
    assert not NOT_OF_THE_ENGINE & told()
