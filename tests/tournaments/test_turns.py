"""Where more tournaments run than a sweep can look at, each has its turn; sweeps at once share them."""

from __future__ import annotations

import time
from collections import Counter

import pytest
from django.core.cache import cache
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from tournaments import tasks
from tournaments.base import turns
from tournaments.running import runner

LONG = time.monotonic() + 10**6


@given(st.integers(0, 500), st.integers(0, 30))
def test_a_sweep_that_has_its_time_looks_at_each_once_wherever_it_begins(count, turn):
    cache.set(turns.NEXT, turn)
    waiting = list(range(count))
    assert sorted(one for part in turns.parts(waiting, until=LONG) for one in part) == waiting


@given(st.integers(1, 500), st.integers(0, 30))
def test_of_sweeps_that_are_cut_short_the_next_goes_on_where_the_last_ended(count, turn):
    cache.set(turns.NEXT, turn)
    waiting, seen = list(range(count)), []
    for _sweep in range(-(-count // turns.TOGETHER)):
        seen += [one for part in turns.parts(waiting, until=0.0) for one in part]
    assert sorted(seen) == waiting


def test_two_sweeps_at_once_share_them():
    waiting = list(range(4 * turns.TOGETHER))
    one, other = turns.parts(waiting, until=LONG), turns.parts(waiting, until=LONG)
    looked = [part for _time in range(2) for part in (next(one), next(other))]
    assert sorted(pk for part in looked for pk in part) == waiting


@pytest.mark.django_db
def test_a_sweep_of_many_ends_in_its_time_and_no_event_is_left_for_good(monkeypatch, evening):
    """A slow event at the head would have every sweep killed before it came to the last."""
    looked: list[int] = []
    monkeypatch.setattr(turns, "TOGETHER", 2)
    monkeypatch.setattr(tasks, "SWEEP_SECONDS", 0.0)
    running = [evening.tournament().pk for _event in range(7)]
    monkeypatch.setattr(tasks, "direct_at", lambda pk, now: looked.append(pk))
    for _sweep in range(4):
        before = len(looked)
        tasks.sweep()
        assert len(looked) - before <= 2
    assert sorted(looked) == running


@pytest.mark.django_db
def test_of_the_house_rules_a_look_at_an_event_asks_once(evening):
    """They were asked eight times, half of all that an event costs in which nothing is due."""
    tournament = evening.entered([evening.person(name) for name in ("anna", "ben", "carl")])
    runner.direct(tournament.pk, now=evening.now)
    asked = []

    def counted(execute, sql, params, many, context):
        asked.append(str(sql))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(counted):
        runner.direct(tournament.pk, now=evening.now)
    newest = Counter(asked).most_common(1)[0]
    assert newest[1] <= 2, newest
