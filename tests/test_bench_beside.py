"""The rows that `manage.py bench` prints are read again, so that two commits stand in one table."""

from __future__ import annotations

from tests.bench import HEADING, Figure, Reading, Remark
from tests.bench.beside import beside, rows

FIGURE = Figure("transfers, 4 connections", 2350, 1833, "statement by statement", mark=1.0, least=2000)
READING = Reading("the audit of 2,194,576 lines", 3.4, "s", most=20)


def test_what_a_bench_prints_is_read_again_and_remarks_are_not():
    printed = "\n".join(map(str, ("Python 3.11.7, x86_64, medians", HEADING, FIGURE, Remark("no peers here"), READING)))
    found = rows(printed)
    assert [*found] == [FIGURE.what, READING.what]
    figure, reading = found.values()
    assert isinstance(figure, Figure)
    assert isinstance(reading, Reading)
    assert (figure.ours, figure.reference) == (2350, 1833)
    assert (reading.value, reading.unit) == (3.4, "s")


def test_two_runs_stand_beside_each_other_and_what_is_in_one_alone_says_so():
    faster = Figure(FIGURE.what, 4700, 1833, "")
    before = {FIGURE.what: FIGURE, "gone": READING}
    lines = list(beside(before, {FIGURE.what: faster, "new": READING}))
    assert lines[0].split()[-5:] == ["2,350/s", "4,700/s", "2.00", "1.28", "2.56"]
    assert lines[1].split() == "new was not measured before".split()
    assert lines[2].split() == "gone is not measured any more".split()
    (same,) = beside({"audit": READING}, {"audit": READING})
    assert same.split() == ["audit", "3.400", "3.400", "1.00", "s"]
