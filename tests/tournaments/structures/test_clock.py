"""The clock is arithmetic: any instant, any number of pauses, and no drift."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tournaments.log.events.clock import Paused, RestBegan, Resumed
from tournaments.log.events.hand_for_hand import HandForHandSet
from tournaments.log.replay import Line, apply
from tournaments.log.state import State
from tournaments.structures.clock import Clock, at_rest, level_at, moment
from tournaments.structures.levels_and_breaks import Break, Level

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
        state = apply(state, Line(Paused(), now))
        standing = moment(SHEET, state.clock, now)
        now += timedelta(seconds=length)
        assert moment(SHEET, state.clock, now) == standing
        state = apply(state, Line(Resumed(), now))
        stood += length
    now += timedelta(seconds=played)
    assert moment(SHEET, state.clock, now) == moment(SHEET, RUNNING, now - timedelta(seconds=stood))


def test_a_clock_is_stored_and_read_again() -> None:
    for one in (Clock(), RUNNING, replace(RUNNING, paused=at(3), stood=4.5, ended={4: 30.0})):
        assert Clock.from_json(one.as_json()) == one


# -- the break of all tournaments at one time -------------------------------------------------------------------------


def test_the_clock_stands_in_the_break_of_all_tournaments_and_the_level_goes_on_after_it() -> None:
    resting = at_rest(RUNNING, at(15), at(25))
    assert [moment(SHEET, resting, at(minutes)).left for minutes in (14, 15, 20, 25, 29)] == [
        6 * 60, 15 * 60, 10 * 60, 5 * 60, 60,
    ]  # fmt: skip
    assert [moment(SHEET, resting, at(minutes)).index for minutes in (25, 29.9, 30)] == [0, 0, 1]
    later = at_rest(resting, at(75), at(80))
    assert later.seconds(at(78)) == later.seconds(at(80)) == (75 - 10) * 60
    assert Clock.from_json(later.as_json()) == later


@given(st.integers(0, 1200), st.integers(1, 900), st.integers(0, 900), st.integers(1, 600), st.booleans())
def test_a_pause_or_hand_for_hand_play_ends_that_break_and_no_second_counts_twice(
    before: int, length: int, into: int, stood: int, is_held: bool
) -> None:
    begin = START + timedelta(seconds=before)
    until = begin + timedelta(seconds=length)
    state = apply(State(clock=RUNNING), Line(RestBegan(until=until, minutes=length // 60), begin))
    stop = begin + timedelta(seconds=into)
    ran = before + max(0, into - length)
    on, off = HandForHandSet(is_on=True, until=0), HandForHandSet(is_on=False, until=0)
    first, second = (on, off) if is_held else (Paused(), Resumed())
    state = apply(state, Line(first, stop))
    assert state.clock.seconds(stop + timedelta(seconds=stood)) == ran
    go = stop + timedelta(seconds=stood)
    state = apply(state, Line(second, go))
    assert state.clock.seconds(go + timedelta(seconds=30)) == ran + 30
    assert state.clock.rest_left(go) == 0
