"""The break of all tournaments at one time: begun by itself, told, ended by the floor, and by the level's rules."""

from __future__ import annotations

from datetime import timedelta

import pytest

from club.house import house_rules
from tests.tournaments.conftest import Evening, is_replay
from tournaments.api import clock_face
from tournaments.base.errors import Refused
from tournaments.floor import clock_by_hand, undo
from tournaments.models import LogEntry, Tournament
from tournaments.running import event_start, runner


@pytest.fixture
def row(evening: Evening) -> Tournament:
    """A tournament that runs from 19:00, by rules with a break of ten minutes at five past; levels of an hour."""
    values = {"TournamentRules.rest_minutes": 10, "TournamentRules.rest_at": 5, "ClubRules.time_zone": "Asia/Kolkata"}
    house_rules.change(
        values, by=None, now=evening.now
    )  # in Kolkata it is 0:30 then: at 5 past there is 35 past in UTC
    sheet = [{"type": "level", "n": n, "minutes": 60, "sb": 25, "bb": 50} for n in (1, 2, 3)]
    row = evening.entered(evening.computers(3), structure=evening.structure(items=sheet, starting_chips=100_000))
    event_start.start(row.pk, now=evening.now)
    row.refresh_from_db()
    return row


def test_it_begins_at_its_minute_and_no_hand_is_dealt_until_it_is_over(evening: Evening, row: Tournament) -> None:
    begin = evening.now
    told = clock_face.clock_of(row, now=begin)
    assert told["next_break_at"] == begin + timedelta(minutes=35)
    evening.now = begin + timedelta(minutes=36)
    runner.direct(row.pk, now=evening.now)
    state = evening.state(row)
    told = clock_face.clock_of(row, now=evening.now)
    assert (told["is_break"], told["ends_at"], told["next"]["level"]) == (True, begin + timedelta(minutes=45), 1)
    assert state.hands == {}
    runner.direct(row.pk, now=begin + timedelta(minutes=44))
    assert evening.state(row).hands == {}
    runner.direct(row.pk, now=begin + timedelta(minutes=45))
    assert len(evening.state(row).hands) == 1
    assert clock_face.clock_of(row, now=begin + timedelta(minutes=45))["ends_at"] == begin + timedelta(minutes=69)
    assert LogEntry.objects.filter(tournament=row, kind="rest_began").count() == 1
    assert is_replay(row)


def test_the_floor_ends_it_and_it_does_not_begin_again_until_the_next_hour(evening: Evening, row: Tournament) -> None:
    begin = evening.now
    for minutes in (35, 40):
        runner.direct(row.pk, now=begin + timedelta(minutes=minutes))
        assert evening.state(row).hands == {}
        if minutes == 40:
            clock_by_hand.end_break(row.pk, now=begin + timedelta(minutes=40), by=None)
    runner.direct(row.pk, now=begin + timedelta(minutes=40))
    assert len(evening.state(row).hands) == 1
    with pytest.raises(Refused):
        clock_by_hand.end_break(row.pk, now=begin + timedelta(minutes=41), by=None)
    line = LogEntry.objects.get(tournament=row, kind="break_ended").seq
    undo.undo(row.pk, line, now=begin + timedelta(minutes=41), by=None)
    assert evening.state(row).clock.rest_left(begin + timedelta(minutes=41)) == 240
    assert is_replay(row)


def test_nobody_rests_twice_nor_after_the_break_nobody_swept_for(evening: Evening, row: Tournament) -> None:
    runner.direct(row.pk, now=evening.now + timedelta(minutes=50))
    assert evening.state(row).clock.rest is None
    house_rules.change({"TournamentRules.rest_minutes": 0}, by=None, now=evening.now + timedelta(minutes=51))
    runner.direct(row.pk, now=evening.now + timedelta(minutes=61))  # a level without it has begun
    runner.direct(row.pk, now=evening.now + timedelta(minutes=96))
    assert evening.state(row).clock.rest is None
