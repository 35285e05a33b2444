"""Two at once: directors, and players for the last seat. Each in a connection of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import IntegrityError, connection

from club.ledger import audit
from tables.models import Hand
from tests.patience import PATIENCE
from tests.support.tournaments.purchases import broke
from tests.support.tournaments.series import Series
from tests.tournaments.conftest import Evening, held, is_replay
from tournaments.base.errors import Refused
from tournaments.desk import rebuys_and_add_ons, registration
from tournaments.flights import day_two_merge
from tournaments.floor import reported_knockouts
from tournaments.log import tournament_log
from tournaments.models import Entry, LogEntry, Purchase, Tournament
from tournaments.running import event_start, runner

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening(transactional_db: None) -> Evening:
    return Evening()


def at_once(acts: list[Callable[[], object]]) -> Iterator[object]:
    """What each comes to when all begin together; a refusal is an outcome."""
    gate = Barrier(len(acts))

    def run(act: Callable[[], object]) -> object:
        gate.wait(PATIENCE)
        try:
            return act()
        except Refused as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        yield from list(pool.map(run, acts))


def test_many_directors_at_once_are_one(evening: Evening) -> None:
    tournament = evening.entered(evening.computers(7))
    for _round in range(6):
        list(at_once([lambda: runner.direct(tournament.pk, now=evening.now)] * 6))
        state = evening.state(tournament)
        assert Hand.objects.exclude(state="settled").count() == len(state.hands)
        evening.play_round(tournament)
    seqs = list(LogEntry.objects.filter(tournament=tournament).values_list("seq", flat=True))
    assert seqs == list(range(1, len(seqs) + 1))
    assert LogEntry.objects.filter(kind="started").count() == 1
    taken = [line.data["hand"] for line in LogEntry.objects.filter(kind="hand_taken")]
    assert len(taken) == len(set(taken))
    assert audit.rebuild().ok


def test_the_last_seat_goes_to_one(evening: Evening) -> None:
    players = evening.computers(6)
    tournament = evening.tournament(max_players=2)
    outcomes = list(
        at_once(
            [lambda player=player: registration.register(tournament.pk, player, now=evening.now) for player in players]
        )
    )
    assert outcomes.count("full") == 4
    assert Entry.objects.count() == 2
    assert held(tournament.owner, "escrow") == 2000


def test_one_player_at_once_from_two_devices_enters_once(evening: Evening) -> None:
    (player,) = evening.computers(1)
    tournament = evening.tournament()
    outcomes = list(
        at_once(
            [
                lambda key=key: registration.register(tournament.pk, player, now=evening.now, key=key)
                for key in ("a", "a", "b", "b")
            ]
        )
    )
    assert Entry.objects.count() == 1
    assert held(tournament.owner, "escrow") == 1000
    assert outcomes.count("already_registered") == 2


def test_a_rebuy_and_the_end_of_its_time_at_once_leave_one_of_both(evening: Evening) -> None:
    """Either the chips are bought and the player is in, or the player is out and nothing was paid."""
    player = evening.person("mika")
    row = evening.entered([player, *evening.computers(2)], late_until_level=2, rebuys=1, rebuy_price=500, rebuy_chips=9)
    event_start.start(row.pk, now=evening.now)
    entry = broke(evening, row, player)
    then = evening.now + timedelta(seconds=60)
    outcomes = list(
        at_once(
            [
                lambda: rebuys_and_add_ons.rebuy(row.pk, player, now=then),
                lambda: runner.direct(row.pk, now=then),
                lambda: rebuys_and_add_ons.rebuy(row.pk, player, now=then),
            ]
        )
    )
    state = evening.state(row)
    bought = Purchase.objects.filter(entry=entry).count()
    assert bought == int(not state.entries[entry.number].is_out)
    assert held(row.owner, "escrow") == 3000 + 500 * bought
    assert sum(isinstance(one, list) for one in outcomes) == bought
    assert audit.rebuild().ok


def test_the_last_seat_after_the_start_goes_to_one(evening: Evening) -> None:
    row = evening.entered(evening.computers(2), late_until_level=2, max_players=3)
    event_start.start(row.pk, now=evening.now)
    late = [evening.person(f"late {n}") for n in range(4)]
    outcomes = list(
        at_once([lambda player=player: registration.register(row.pk, player, now=evening.now) for player in late])
    )
    assert outcomes.count("full") == 3
    assert len(evening.state(row).playing) == 3


def test_without_the_lock_the_last_seat_would_be_given_twice(evening: Evening) -> None:
    """What the tournament's lock is for: two who look before either has entered both find the seat free."""
    row = evening.entered(evening.computers(2), late_until_level=2, max_players=3)
    event_start.start(row.pk, now=evening.now)
    row.refresh_from_db()
    late = [evening.person(f"late {n}") for n in range(2)]
    looked = list(
        at_once([lambda player=player: registration.verdict(row, player, now=evening.now).accepted for player in late])
    )
    assert looked == [True, True]


def two_flights(evening: Evening) -> tuple[Series, list[Tournament]]:
    """Two flights with real cards, each with one player out and two to be bagged."""
    series = Series(evening, cards="physical", table_size=9)
    players = evening.computers(6)
    flights = [series.flight(some, cards="physical", table_size=9) for some in (players[:3], players[3:])]
    for flight in flights:
        event_start.start(flight.pk, now=evening.now)
        reported_knockouts.knock_out(flight.pk, [3], now=evening.now, by=series.boss)
    return series, flights


def bag(series: Series, flight: Tournament) -> str:
    try:
        series.bag(flight, entries=[1, 2], stacks=[1800, 1200])
    except IntegrityError:
        return "broken"
    return "bagged"


def test_two_flights_bagged_in_one_instant_are_both_gathered(evening: Evening) -> None:
    series, flights = two_flights(evening)
    outcomes = list(at_once([lambda flight=flight: bag(series, flight) for flight in flights]))
    assert outcomes == ["bagged", "bagged"]
    state = evening.state(series.day_two)
    assert sorted(one.flight for one in state.merged_flights) == [flight.pk for flight in flights]
    assert sorted(state.entries) == [1, 2, 3, 4, 5, 6]
    assert sorted(series.stacks().values()) == [1200, 1200, 1800, 1800]
    assert is_replay(series.day_two)
    assert audit.rebuild().ok


def test_without_the_lock_of_day_two_one_of_them_would_be_lost(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the lock is for: two who both look at Day 2 before either has written give their entries the same numbers."""
    series, flights = two_flights(evening)
    looked, locked = Barrier(2), tournament_log.open_log

    def unlocked(number: int) -> tournament_log.TournamentLog:
        if number != series.day_two.pk:
            return locked(number)
        log = tournament_log.TournamentLog(Tournament.objects.get(pk=number))
        looked.wait(PATIENCE)
        return log

    monkeypatch.setattr(tournament_log, "open_log", unlocked)
    going, numbered = day_two_merge._going, Barrier(2)

    def numbered_together(*told: Any) -> Any:
        found = going(*told)
        numbered.wait(PATIENCE)
        return found

    monkeypatch.setattr(day_two_merge, "_going", numbered_together)
    outcomes = list(at_once([lambda flight=flight: bag(series, flight) for flight in flights]))
    assert sorted(outcomes) == ["bagged", "broken"]
    assert len(evening.state(series.day_two).merged_flights) == 1
