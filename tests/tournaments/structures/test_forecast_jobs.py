"""Forecasts by the workers: the same seed gives the same, a running tournament is played on, overtime is told."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.bench import evenings as played_out
from tests.support.budget import sweep
from tests.support.tournaments.felt import Felt
from tests.tournaments.conftest import Evening
from tournaments.base.errors import Refused
from tournaments.floor import forecast_jobs
from tournaments.models import Forecast, Tournament
from tournaments.running import event_start
from tournaments.structures import levels_and_breaks, sheet_import
from tournaments.structures.forecast import finish


def played(row: Tournament, evening: Evening, players: int | None = None, seed: int = 1) -> Forecast:
    made = forecast_jobs.ask(row, players, seed=seed, now=evening.now, by=None)
    forecast_jobs.work(made.pk)
    made.refresh_from_db()
    return made


def test_the_same_seed_gives_the_same_and_a_second_run_changes_nothing(evening: Evening) -> None:
    row = evening.tournament()
    first, again, other = (played(row, evening, 9, seed) for seed in (1, 1, 2))
    assert first.result == again.result
    assert first.result != other.result
    assert (first.done, first.evenings) == (400, 400)
    Forecast.objects.filter(pk=first.pk).update(done=7)
    forecast_jobs.work(first.pk)
    assert Forecast.objects.get(pk=first.pk).done == 7


def test_more_players_take_longer_and_few_are_left_late(evening: Evening) -> None:
    row = evening.tournament()
    few, many = (forecast_jobs.seen(played(row, evening, players)) for players in (6, 30))
    assert few["ends"][0] <= few["ends"][1] <= few["ends"][2]
    assert few["ends"][1] < many["ends"][1]
    halves = [one["left"][1] for one in many["levels"]]
    assert halves == sorted(halves, reverse=True)


def test_half_of_the_evenings_end_about_where_the_rule_has_them(evening: Evening) -> None:
    sheet = sheet_import.take_in(sheet_import.read(sheet_import.OWN)[0], now=evening.now)
    row = evening.tournament(structure=sheet)
    found = played(row, evening, 27)
    assert found.result is not None
    by_rule = finish(levels_and_breaks.items(row.sheet), 27 * row.starting_chips).minutes
    assert 0.75 * by_rule < found.result["minutes"][1] < 1.1 * by_rule


def test_a_running_tournament_is_played_on_from_where_it_stands(evening: Evening) -> None:
    tournament = evening.entered(evening.computers(6), structure=evening.structure(starting_chips=2000))
    for _each in range(8):
        evening.play_round(tournament)
    found = played(tournament, evening)
    assert min(found.asked["stacks"]) > 0
    assert sum(found.asked["stacks"]) == 6 * 2000
    assert found.asked["index"] == 1
    left = forecast_jobs.items_left(levels_and_breaks.items(tournament.sheet), 1, found.asked["left"])
    assert left[0].minutes == round(found.asked["left"] / 60) < 5
    assert forecast_jobs.seen(found)["ends"][0] >= evening.now


@pytest.mark.parametrize(
    ("fields", "minutes", "through", "levels"),
    [
        ({"bags_after_level": 2}, (10, 15), (2, 30), 2),
        ({"bags_after_level": 2, "bags_after_hands": 5}, (22, 27), (2, 30), 2),
        ({"bags_at_percent": 50}, (1, 200), (13, 15), None),
        ({"bags_at_percent": 50, "bags_after_level": 1}, (1, 10), (13, 30), 1),
    ],
)
def test_a_flight_ends_when_it_is_bagged(
    evening: Evening, fields: dict[str, Any], minutes: tuple[int, int], through: tuple[int, int], levels: int | None
) -> None:
    row = evening.tournament(
        day_two=evening.tournament(format="day-two", starts_at=None), starting_chips=5000, **fields
    )
    found = played(row, evening, 30)
    assert found.result is not None
    assert all(minutes[0] <= one <= minutes[1] for one in found.result["minutes"])
    assert all(through[0] <= one <= through[1] for one in found.result["through"])
    seen = forecast_jobs.seen(found)
    assert seen["through"] == found.result["through"]
    assert levels is None or len(seen["levels"]) == levels


def test_a_flight_is_not_bagged_while_registration_is_open_until_an_instant(evening: Evening) -> None:
    """Levels of five minutes, entered until minute 12: by no level of the event, by the third of the clock."""
    day_two = evening.tournament(format="day-two", starts_at=None)
    fields = {"day_two": day_two, "bags_at_percent": 90, "starting_chips": 500}
    by_level = evening.tournament(**fields, late_until_level=3)
    by_instant = evening.tournament(**fields, late_until=evening.now + timedelta(minutes=12))
    never = evening.tournament(**fields)
    told = [played(row, evening, 20) for row in (by_level, by_instant, never)]
    assert [one.asked["bagging"]["closed_after"] for one in told] == [3, 3, 0]
    assert told[0].result == told[1].result != told[2].result
    again = evening.tournament(**fields, reentries=1, reentry_until_level=4)
    assert played(again, evening, 20).asked["bagging"]["closed_after"] == 4


def test_overtime_is_told(evening: Evening) -> None:
    row = evening.tournament(must_end_at=evening.now + timedelta(minutes=10))
    seen = forecast_jobs.seen(played(row, evening, 20))
    assert seen["over_minutes"] == round((seen["ends"][1] - row.must_end_at).total_seconds() / 60) > 0
    calm = evening.tournament(must_end_at=evening.now + timedelta(days=1))
    assert forecast_jobs.seen(played(calm, evening, 20))["over_minutes"] == 0


def test_the_page_asks_shows_progress_and_the_picture(evening: Evening) -> None:
    client = Client()
    player = evening.person("dee", role="director")
    assert player.user is not None
    client.force_login(player.user)
    row = evening.tournament()
    address = f"/tournaments/{row.pk}/forecast/"
    assert client.post(address, {"players": "many"}).status_code == 422
    assert client.post(address, {"players": "1"}).status_code == 422
    assert client.post(address, {"players": "9"}).status_code == 302
    made = Forecast.objects.get()
    waiting = client.get(address).content.decode()
    assert "0 of 400" in waiting
    assert "hx-trigger" in waiting
    forecast_jobs.work(made.pk)
    done = client.get(address).content.decode()
    assert "<svg" in done
    assert "<script" not in done.partition("<svg")[2].partition("</svg>")[0]


def test_a_tournament_that_is_over_is_not_forecast(evening: Evening) -> None:
    row = evening.entered(evening.computers(2))
    evening.play(row)
    with pytest.raises(Refused, match="over"):
        forecast_jobs.ask(row, None, seed=1, now=evening.now, by=None)


@sweep(("players", "evenings"), [(9, 16), (18, 6)], one_of=2)
def test_the_model_loses_its_players_as_evenings_do_that_are_played_hand_by_hand(players: int, evenings: int) -> None:
    sheet = next(one for one in sheet_import.read(sheet_import.OWN) if one["id"] == played_out.SHEET)
    seen = played_out.beside(sheet, players, range(1, evenings + 1))
    ours, modelled = seen.minutes
    assert abs(modelled / ours - 1) < 0.2
    assert abs(seen.levels[1] - seen.levels[0]) < 2
    assert seen.furthest < 0.2, "of the players, after every level"


def test_at_real_cards_who_was_not_counted_has_the_average_and_the_forecast_says_so(evening: Evening) -> None:
    felt = Felt(evening, 6)
    felt.row.refresh_from_db()
    asked = forecast_jobs.ask(felt.row, None, seed=1, now=evening.now, by=None)
    assert (asked.asked["stacks"], forecast_jobs.seen(asked)["averaged"]) == ([1000] * 6, 6)
    felt.did("count", entries=[1, 2], stacks=[1500, 700])
    felt.did("bust", entries=[3])
    felt.row.refresh_from_db()
    asked = forecast_jobs.ask(felt.row, None, seed=1, now=evening.now, by=None)
    assert (asked.asked["stacks"], forecast_jobs.seen(asked)["averaged"]) == ([700, 1266, 1266, 1266, 1500], 3)
    Forecast.objects.update(evenings=5)
    forecast_jobs.work(asked.pk)
    asked.refresh_from_db()
    assert (asked.error, forecast_jobs.seen(asked)["players"]) == ("", 5)
    client = Client()
    client.force_login(get_user_model().objects.get(username="boss"))
    page = client.get(f"/tournaments/{felt.row.pk}/forecast/").content.decode()
    assert "3 stacks were not counted" in page


def test_where_stacks_are_on_record_none_is_averaged(evening: Evening) -> None:
    row = evening.entered(evening.computers(3))
    event_start.start(row.pk, now=evening.now)
    row.refresh_from_db()
    asked = forecast_jobs.ask(row, None, seed=1, now=evening.now, by=None)
    assert (asked.asked["stacks"], forecast_jobs.seen(asked)["averaged"]) == ([1000] * 3, 0)
