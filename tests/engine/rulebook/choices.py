"""House rules told choice by choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.games.play_rules import PlayRules
from engine.house_rules import declared

RULES = {rule.key: rule for rule in declared(PlayRules)}
TOLD: dict[str, set[Any]] = {}


def each_choice(key: str, expected: Mapping[Any, Any]) -> pytest.MarkDecorator:
    """Run the test for every choice of that house rule, with `rules` by that choice and `expected` of it.

    A rule whose values cannot be listed (amounts, texts) is told on two of them at least.
    """
    rule = RULES[key]
    if rule.type is bool:
        assert set(expected) == {True, False}
    elif rule.choices is None or isinstance(rule.choices, range):
        assert len(expected) > 1
    else:
        assert set(expected) == set(rule.choices)
    TOLD.setdefault(key, set()).update(expected)
    return pytest.mark.parametrize(
        ("rules", "expected"),
        [pytest.param({key: choice}, wanted, id=str(choice) or "none") for choice, wanted in expected.items()],
    )
