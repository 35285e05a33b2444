"""The page of figures says first what was missed, each mark beside its figure, and keeps what people wrote around it."""

from __future__ import annotations

import pytest

from tests.bench import Figure, Reading, Remark
from tests.bench.deciding import _together
from tests.bench.figures_page import Part, page, replaced

PARTS = [
    Part("decisions", [Figure("decisions", 100, 500, "one row", mark=0.4), Reading("p50", 12.5, "ms")], (1.0, 2.0)),
    Part("idle", [Reading("memory", 460, "MiB", 500), Remark("by itself")], (2.0, 1.5)),
]


def test_what_was_missed_stands_first_and_each_mark_beside_its_figure():
    text = page(PARTS, "A machine")
    missed, _heading, rest = text.partition("### decisions")
    assert "Marks that were missed: 1." in missed
    assert "| decisions: decisions | 100/s | 500/s (one row) | **0.20** | 0.4 × |" in missed
    assert "memory" not in missed
    assert "| memory | 460 MiB |  |  | at most 500 MiB |" in rest
    assert "Load 1.0 before, 2.0 after." in rest
    assert "- by itself" in rest
    assert "No mark was missed." in page(PARTS[1:], "A machine")


def test_only_what_was_measured_is_replaced():
    first = replaced("# Figures\n\nBy hand.\n", page(PARTS, "A machine"))
    assert first.startswith("# Figures\n\nBy hand.\n")
    after = replaced(first + "\nMore by hand.\n", page(PARTS[1:], "Another"))
    assert "A machine" not in after
    assert "Another" in after
    assert after.endswith("\nMore by hand.\n")


def test_a_client_that_fails_ends_the_measurement():
    def works(spent: list[float]) -> None:
        spent.append(1.0)

    def fails(_spent: list[float]) -> None:
        raise ConnectionError("gone")

    assert _together([works, works])[0] == [1.0, 1.0]
    with pytest.raises(ConnectionError, match="gone"):
        _together([works, fails])
