"""The clock is arithmetic: any instant, any number of pauses, and no drift."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tournaments.clock import Clock, level_at, moment
from tournaments.state import Event, State, apply
from tournaments.structures import Break, Level

START = datetime(2024, 5, 1, 10, 0, tzinfo=UTC)


def level(number: int, minutes: int | None) -> Level:
    return Level(number, minutes, {"sb": 50 * number, "bb": 100 * number})


SHEET = (level(1, 20), level(2, 20), Break(10), level(3, 15), Break(None), level(4, 15), level(5, 15))
RUNNING = Clock(began=START)


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def test_levels_and_breaks_follow_one_another() -> None:
    shown = [moment(SHEET, RUNNING, at(minutes)).index for minutes in (0, 19.9, 20, 40, 49.9, 50, 65)]
    assert shown == [0, 0, 1, 2, 2, 3, 4]
    assert moment(SHEET, RUNNING, at(45)).left == 300
    assert moment(SHEET, RUNNING, at(5)).until_break == 35 * 60
    assert level_at(SHEET, 2).number == 2


def test_a_break_without_length_waits_for_the_director() -> None:
    waiting = moment(SHEET, RUNNING, at(600))
    assert (waiting.index, waiting.left) == (4, None)
    ended = replace(RUNNING, ended={4: RUNNING.seconds(at(600))})
    assert moment(SHEET, ended, at(600)).index == 5
    assert moment(SHEET, ended, at(614)).left == 60


def test_the_last_level_goes_on_when_the_sheet_runs_out() -> None:
    ended = replace(RUNNING, ended={4: RUNNING.seconds(at(70))})
    over = moment(SHEET, ended, at(5000))
    assert (over.index, over.left) == (6, None)


@given(st.lists(st.tuples(st.integers(1, 5000), st.integers(1, 5000)), max_size=8), st.integers(0, 4000))
def test_pauses_move_the_clock_by_exactly_their_length(pauses: list[tuple[int, int]], played: int) -> None:
    state, now, stood = State(clock=RUNNING), START, 0
    for before, length in pauses:
        now += timedelta(seconds=before)
        state = apply(state, Event("paused", {}, now))
        standing = moment(SHEET, state.clock, now)
        now += timedelta(seconds=length)
        assert moment(SHEET, state.clock, now) == standing
        state = apply(state, Event("resumed", {}, now))
        stood += length
    now += timedelta(seconds=played)
    assert moment(SHEET, state.clock, now) == moment(SHEET, RUNNING, now - timedelta(seconds=stood))


def test_a_clock_is_stored_and_read_again() -> None:
    for one in (Clock(), RUNNING, replace(RUNNING, paused=at(3), stood=4.5, ended={4: 30.0})):
        assert Clock.from_json(one.as_json()) == one
