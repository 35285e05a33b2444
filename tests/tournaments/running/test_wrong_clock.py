"""A machine's clock stepped forward once and put right again: tournaments go on where they were."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tables.models import Hand, Table
from tests.tournaments.conftest import Evening, is_replay
from tournaments.floor import clock_by_hand
from tournaments.models import Tournament
from tournaments.running import runner
from tournaments.structures import levels_and_breaks
from tournaments.structures.clock import Moment, moment

DAY = timedelta(days=1)


def where(evening: Evening, tournament: Tournament) -> Moment:
    return moment(levels_and_breaks.items(tournament.sheet), evening.state(tournament).clock, evening.now)


def hands(tournament: Tournament) -> int:
    return Hand.objects.filter(table__in=Table.objects.filter(owner=tournament.owner)).count()


def goes_on(evening: Evening, tournament: Tournament, level: int) -> bool:
    """The next hands are dealt, and the clock of that level runs."""
    runner.direct(tournament.pk, now=evening.now)
    before, left = hands(tournament), where(evening, tournament).left
    evening.play_round(tournament)
    evening.now += timedelta(seconds=60)
    runner.direct(tournament.pk, now=evening.now)
    here = where(evening, tournament)
    assert left is not None
    assert here.left is not None
    return hands(tournament) > before and here.index + 1 == level and here.left < left and is_replay(tournament)


def test_who_looked_at_it_tomorrow_is_back_at_the_level_of_now(evening: Evening) -> None:
    tournament = evening.entered(evening.computers(3))
    runner.direct(tournament.pk, now=evening.now)
    evening.now += DAY
    runner.direct(tournament.pk, now=evening.now)
    evening.now -= DAY
    assert goes_on(evening, tournament, 1)


def test_a_tournament_that_began_tomorrow_has_a_clock_that_runs(evening: Evening) -> None:
    tournament = evening.entered(evening.computers(3))
    evening.now += DAY
    runner.direct(tournament.pk, now=evening.now)
    evening.now -= DAY
    assert goes_on(evening, tournament, 1)


@pytest.mark.parametrize("minutes", [0, 6])
def test_a_clock_that_was_started_again_tomorrow_runs_from_the_level_where_it_stood(
    evening: Evening, minutes: int
) -> None:
    tournament = evening.entered(evening.computers(3))
    runner.direct(tournament.pk, now=evening.now)
    evening.now += timedelta(minutes=minutes)
    runner.direct(tournament.pk, now=evening.now)
    clock_by_hand.pause(tournament.pk, by=None, now=evening.now)
    evening.now += DAY
    clock_by_hand.resume(tournament.pk, by=None, now=evening.now)
    evening.now -= DAY
    assert goes_on(evening, tournament, 2 if minutes else 1)
