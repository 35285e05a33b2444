"""A page that comes shows the time that is left as its script does from then on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.templatetags.big_screen import clock_text, time_left

NOW = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (245, "04:05"),
        (0.2, "00:01"),
        (0, "00:00"),
        (-3, "00:00"),
        (3599.5, "1:00:00"),
        (3845, "1:04:05"),
        (90000, "25:00:00"),
    ],
)
def test_a_span_is_written_as_the_clock_writes_it(seconds, text):
    assert clock_text(seconds) == text
    assert time_left(NOW + timedelta(seconds=seconds), int(NOW.timestamp() * 1000)) == text
