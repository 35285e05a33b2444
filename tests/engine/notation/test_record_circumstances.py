"""Whatever a record tells beside the play, the hand is written, in every notation."""

from __future__ import annotations

import datetime
import random
from contextlib import suppress
from functools import cache
from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from engine.betting.hand import Hand
from engine.notation.hand_to_ohh import ohh_of
from engine.notation.hand_to_phh import record_of
from engine.notation.hand_to_pokerstars import pokerstars_of
from engine.notation.ohh import write_ohh
from engine.notation.phh import Record
from engine.notation.phh_to_hand import Unsupported
from engine.notation.record_circumstances import began_at, names_of, shown_later
from tests.support.accepted import accepted_hand

ANYTHING = st.none() | st.integers() | st.text(max_size=20) | st.lists(st.text(max_size=8) | st.integers(), max_size=4)
ZONES = st.sampled_from(["UTC", "Asia/Tokyo", "America/New_York", "Mars/Base", "../..", "", "America", "\x00"])
SHOWN = st.lists(st.sampled_from(["p1 AsKd", "p2 2c", "p9 AsAd", "p0 As", "As", "p1", "p1 ??", "p1 As K"]), max_size=4)


@cache
def sayable_hand() -> Hand:
    """A hand that each notation has words for."""
    for seed in count():
        hand = accepted_hand(random.Random(seed), "holdem")
        with suppress(Unsupported):
            pokerstars_of(hand, record_of(hand))
            return hand
    raise AssertionError


@given(
    year=st.sampled_from([1, 1969, 1970, 2024, 9998, 9999, 10_000]) | ANYTHING,
    month=st.integers(0, 13) | ANYTHING,
    day=st.integers(0, 32) | ANYTHING,
    at=st.times() | ANYTHING,
    zone=ZONES | ANYTHING,
    players=ANYTHING,
    shown=SHOWN | ANYTHING,
)
def test_law_a_hand_is_written_whatever_else_its_record_tells(year, month, day, at, zone, players, shown):
    hand = sayable_hand()
    told = {
        "year": year, "month": month, "day": day, "time": at, "time_zone": zone, "players": players, "_shown": shown,
    }  # fmt: skip
    record = Record("7", {**record_of(hand).fields, **told})
    assert write_ohh([ohh_of(hand, record)]).startswith('{"ohh"')
    assert pokerstars_of(hand, record).startswith("PokerStars Hand #7:")


def test_what_can_be_so_is_told():
    told = {"year": 2024, "month": 2, "day": 29, "time": datetime.time(8, 30), "time_zone": "Asia/Tokyo"}
    assert began_at(told) == datetime.datetime(2024, 2, 28, 23, 30, tzinfo=datetime.UTC)
    assert began_at({**told, "month": 13}) is None
    record = Record("1", {"players": ["anna", "ben"], "_shown": ["p2 AsKd", "p3 2c", "nobody"]})
    assert names_of(record, 2) == ["anna", "ben"]
    assert names_of(record, 3) == ["", "", ""]
    assert list(shown_later(record, (4, 7))) == [(7, "AsKd")]
