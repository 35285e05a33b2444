"""Tests begin in an order that leaves no worker alone with something long."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.folders import ROOT
from tests.support.turns import BROWSER, LONG, in_turn, seconds

NIGHT, UP = Path("tests/tournaments/test_night.py"), Path("tests/test_up.py")
PAGES = [Path(f"tests/{BROWSER}/test_{name}.py") for name in "abc"]
SHORT = [Path(f"tests/engine/test_{name}.py") for name in "defgh"]


def pieces(ordered: list[tuple[Path, int]], workers: int) -> list[list[tuple[Path, int]]]:
    """The tests as pytest-xdist cuts them among so many workers."""
    cut, left = [], list(ordered)
    for at in range(workers):
        size = len(left) // (workers - at)
        cut.append(left[:size])
        left = left[size:]
    return cut


@given(st.lists(st.sampled_from([NIGHT, UP, *PAGES, *SHORT])), st.integers(1, 8))
def test_every_test_has_its_turn_and_those_of_a_file_keep_their_order(files, workers):
    tests = [(path, at) for at, path in enumerate(files)]
    ordered = in_turn(tests, lambda test: test[0], workers)
    assert Counter(ordered) == Counter(tests)
    for path in set(files):
        assert [test for test in ordered if test[0] == path] == [test for test in tests if test[0] == path]


def test_each_worker_begins_with_its_share_of_what_is_long():
    tests = [(path, at) for path in (*SHORT, *PAGES, UP, NIGHT) for at in range(40)]
    for piece in pieces(in_turn(tests, lambda test: test[0], 3), 3):
        are_long = [seconds(path, 1) > 0 for path, _at in piece]
        assert are_long[0]
        assert are_long == sorted(are_long, reverse=True)


def test_a_browser_is_opened_once_by_a_worker():
    tests = [(path, at) for path in (UP, *PAGES, NIGHT, *SHORT) for at in range(9)]
    for piece in pieces(in_turn(tests, lambda test: test[0], 2), 2):
        is_page = "".join("x" if path.parent.name == BROWSER else " " for path, _at in piece)
        assert len(is_page.split()) <= 1


def test_what_is_said_to_be_long_is_there():
    names = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert all(names[name] == 1 for name in LONG), {name: names[name] for name in LONG}
