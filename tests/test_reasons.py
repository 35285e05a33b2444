"""A reason that has to be given can be read: letters that nobody sees are none."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from club.base.lookalikes import BLANK, shows_nothing

ROOT = Path(__file__).parents[1]
NOTHING = st.sampled_from(
    sorted({*BLANK, " ", "\u3000", "\t", "\u200b", "\u202e", "\u2060", "\ufeff", "\ufe0f", "\u0301"})
)


def refusals() -> Iterator[tuple[str, ast.If]]:
    """Where a missing reason is refused, with the condition."""
    for folder in ("club", "tables", "tournaments"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.If) and any(_is_refusal(step) for step in node.body):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def _is_refusal(step: ast.stmt) -> bool:
    return isinstance(step, ast.Raise) and step.exc is not None and "'reason_missing'" in ast.unparse(step.exc)


def test_wherever_a_reason_is_asked_for_one_that_nobody_sees_is_missing():
    found = list(refusals())
    assert len(found) > 15
    assert [place for place, node in found if "shows_nothing(" not in ast.unparse(node.test)] == []


@given(nothing=st.text(NOTHING), seen=st.sampled_from("a誤.✓"))
def test_law_a_text_shows_something_once_one_letter_is_seen(nothing, seen):
    assert shows_nothing(nothing)
    assert not shows_nothing(nothing + seen)
