"""Spectators are told what hands came to no sooner by a tournament's pages than at its tables; who is in it, at once."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from club.house import house_rules
from club.models import Player
from tests.support.tournaments.entries import set_rule, started
from tests.support.tournaments.purchases import ANY, REBUYS
from tests.support.tournaments.series import Series
from tests.tournaments.conftest import Evening
from tournaments.desk import rebuys_and_add_ons, registration
from tournaments.floor import moves_and_knockouts
from tournaments.log import spectator_delay
from tournaments.models import Tournament
from tournaments.pages import widgets
from tournaments.running import event_start, hand_for_hand, runner

pytestmark = pytest.mark.django_db
DELAY = 300
FALLS = {4: 1, 8: 2}  # the minute in which an entry is knocked out


def told(client: Client, row: Tournament) -> dict[str, object]:
    """What the API says of a tournament, without what is new at every look."""
    seen = client.get(f"/api/v1/tournaments/{row.pk}/").json()
    lines = {one["name"]: (one["place"], one["chips"], one["prize"]) for one in seen["entrants"]}
    clock = {name: seen["clock"][name] for name in ("players_left", "average", "winner", "status", "moved")}
    return {"entrants": lines, "clock": clock, "left": seen["players_left"], "tables": seen["tables"]}


def login(evening: Evening, name: str, role: str | None = None) -> Client:
    client = Client()
    client.force_login(evening.person(name, role=role).user)
    return client


def test_a_spectator_is_told_what_the_hands_came_to_as_late_as_at_the_table(evening: Evening) -> None:
    evening.now = timezone.now()  # what is kept in the cache is found by when a tournament was made
    house_rules.change({"TableRules.spectator_delay": DELAY}, by=None, why="the rail talks", now=evening.now)
    rail, boss = login(evening, "rail"), login(evening, "boss", "director")
    machine = evening.person("in")
    Player.objects.filter(pk=machine.pk).update(is_computer=True)  # one who decides at once, with a login
    machine.refresh_from_db()
    row = evening.entered([*evening.computers(2), machine])
    player = Client()
    player.force_login(machine.user)
    history: list[tuple[object, dict[str, object]]] = []  # the whole truth, by when it began to be so
    late = 0
    with time_machine.travel(evening.now, tick=False) as clock:
        for minute in range(12):
            at = evening.now
            clock.move_to(at)
            if minute in FALLS:
                moves_and_knockouts.knock_out(row.pk, FALLS[minute], now=at, by=None, why="lost it")
            if minute < 2 or minute in FALLS:
                evening.play_round(row)
            evening.now = at + timedelta(minutes=1)
            history.append((at, told(boss, row)))
            until = max(at - timedelta(seconds=DELAY), history[0][0])
            then = [seen for since, seen in history if since <= until][-1]
            seen = told(rail, row)
            assert {**seen, "tables": None} == {**then, "tables": None}
            late += seen != history[-1][1]
            row.refresh_from_db()
            if row.status == Tournament.Status.FINISHED:
                break
            if not row.entries.get(player=machine).is_out:
                assert told(player, row) == history[-1][1]
        assert late
        results = f"/api/v1/tournaments/{row.pk}/results/"
        kept = ["/api/v1/results/", f"/api/v1/players/{row.entries.get(number=1).player_id}/results/"]
        clock.move_to(at + timedelta(seconds=DELAY - 1))
        assert [one.get(results).json()["results"] != [] for one in (rail, boss)] == [False, True]
        assert "Over" not in rail.get(f"/tournaments/{row.pk}/").content.decode()
        assert not rail.get(f"/tournaments/{row.pk}/results/").context["is_over"]
        assert all(row.name not in rail.get(page).content.decode() for page in kept)
        clock.move_to(at + timedelta(seconds=DELAY + 1))
        assert len(rail.get(results).json()["results"]) == 3
        assert all(row.name in rail.get(page).content.decode() for page in kept)


def test_no_place_in_a_list_or_a_widget_tells_that_it_is_over_before_its_hands_are_told(evening: Evening) -> None:
    evening.now = timezone.now()
    house_rules.change({"TableRules.spectator_delay": DELAY}, by=None, why="the rail talks", now=evening.now)
    row = evening.entered(evening.computers(3))
    event_start.start(row.pk, now=evening.now)
    Tournament.objects.filter(pk=row.pk).update(starts_at=evening.now, name="On")
    soon, rail = evening.tournament(starts_at=evening.now + timedelta(hours=1)), login(evening, "rail")
    Tournament.objects.filter(pk=soon.pk).update(name="Soon")

    def places() -> tuple[list[str], str, list[str]]:
        page = [one["name"] for one in rail.get("/api/v1/tournaments/").json()["tournaments"]]
        on = widgets.current(timezone.now())
        assert on is not None
        return page, on.name, [one["row"].name for one in widgets.lobby_words(0, timezone.now())["events"]]

    with time_machine.travel(evening.now, tick=False) as clock:
        before = places()
        assert before == (["On", "Soon"], "On", ["On", "Soon"])
        at = evening.now + timedelta(minutes=1)
        clock.move_to(at)
        for entry in (1, 2):
            moves_and_knockouts.knock_out(row.pk, entry, now=at, by=None, why="lost it")
        runner.direct(row.pk, now=at)
        row.refresh_from_db()
        assert row.status == Tournament.Status.FINISHED
        clock.move_to(at + timedelta(seconds=DELAY - 1))
        assert places() == before
        clock.move_to(at + timedelta(seconds=DELAY + 1))
        assert places() == (["Soon", "On"], "Soon", ["Soon"])


def pool(client: Client, row: Tournament) -> tuple[int, int, int, list[int]]:
    """What the API says of what is played for: the pool, the entries of the list and of the clock, and the prizes."""
    seen = client.get(f"/api/v1/tournaments/{row.pk}/").json()
    listed = {one["id"]: one for one in client.get("/api/v1/tournaments/").json()["tournaments"]}[row.pk]
    assert (listed["prize_pool"], listed["entries"]) == (seen["prize_pool"], seen["entries"])
    return seen["prize_pool"], seen["entries"], seen["clock"]["entries"], [one["amount"] for one in seen["prizes"]]


def test_what_is_paid_in_while_it_runs_is_told_to_spectators_late_too(evening: Evening) -> None:
    evening.now = timezone.now()
    house_rules.change({"TableRules.spectator_delay": DELAY}, by=None, why="the rail talks", now=evening.now)
    rail, boss = login(evening, "rail"), login(evening, "boss", "director")
    set_rule(evening, rebuy_when=ANY)
    first, *others = evening.computers(3)
    row = started(evening, [first, *others], **REBUYS)
    with time_machine.travel(evening.now, tick=False) as clock:
        before = pool(rail, row)
        assert before == pool(boss, row)
        late = evening.now + timedelta(seconds=1)
        clock.move_to(late)
        registration.register(row.pk, evening.person("late"), now=late)
        entered = pool(boss, row)
        assert (entered[0], entered[1]) == (before[0] + 1000, before[1] + 1)
        bought = late + timedelta(seconds=1)
        clock.move_to(bought)
        rebuys_and_add_ons.rebuy(row.pk, first, now=bought)
        assert pool(boss, row)[0] == entered[0] + 500
        for instant, told in ((late, before), (bought, entered)):
            clock.move_to(instant + timedelta(seconds=DELAY - 1))
            assert pool(rail, row) == told
        clock.move_to(bought + timedelta(seconds=DELAY))
        assert pool(rail, row) == pool(boss, row)


def test_whom_a_flight_sends_to_its_day_two_is_told_to_spectators_late(evening: Evening) -> None:
    evening.now = timezone.now()
    house_rules.change({"TableRules.spectator_delay": DELAY}, by=None, why="the rail talks", now=evening.now)
    series = Series(evening)
    rail, boss = login(evening, "rail"), login(evening, "director", "director")
    with time_machine.travel(evening.now, tick=False) as clock:
        flight = series.flight(evening.computers(4))
        bags = series.play_flight(flight).bags
        bagged = flight.log.filter(kind="bagged").latest("seq").at
        clock.move_to(bagged + timedelta(seconds=DELAY - 1))
        whole = told(boss, series.day_two)
        assert (len(whole["entrants"]), whole["left"]) == (4, len(bags))
        assert told(rail, series.day_two)["entrants"] == {}
        assert told(rail, series.day_two)["left"] == 0
        clock.move_to(bagged + timedelta(seconds=DELAY))
        assert told(rail, series.day_two) == whole


def test_a_flight_that_is_bagged_keeps_its_place_in_the_list_until_spectators_know(evening: Evening) -> None:
    evening.now = timezone.now()
    house_rules.change({"TableRules.spectator_delay": DELAY}, by=None, why="the rail talks", now=evening.now)
    series, rail = Series(evening), login(evening, "rail")
    with time_machine.travel(evening.now, tick=False) as clock:
        flight = series.flight(evening.computers(4))
        Tournament.objects.filter(pk=flight.pk).update(starts_at=evening.now)
        later = evening.tournament(starts_at=evening.now + timedelta(days=1))

        def places() -> list[int]:
            found = [one["id"] for one in rail.get("/api/v1/tournaments/").json()["tournaments"]]
            return [one for one in found if one in (flight.pk, later.pk)]

        assert places() == [flight.pk, later.pk]
        series.play_flight(flight)
        bagged = flight.log.filter(kind="bagged").latest("seq").at
        clock.move_to(bagged + timedelta(seconds=DELAY - 1))
        assert places() == [flight.pk, later.pk]
        clock.move_to(bagged + timedelta(seconds=DELAY + 1))
        assert places() == [later.pk, flight.pk]


def clock(client: Client, row: Tournament) -> tuple[bool, bool, int]:
    """What the clock says of play hand for hand, and of the time left, to the minute."""
    seen = client.get(f"/api/v1/tournaments/{row.pk}/").json()["clock"]
    left = seen["left_seconds"]
    if left is None:
        left = (parse_datetime(seen["ends_at"]) - timezone.now()).total_seconds()
    return seen["is_running"], seen["is_hand_for_hand"], round(left)


def test_play_hand_for_hand_and_the_clock_that_stands_for_it_are_told_to_spectators_late(evening: Evening) -> None:
    evening.now = timezone.now()
    house_rules.change({"TableRules.spectator_delay": 60}, by=None, why="the rail talks", now=evening.now)
    rail, boss = login(evening, "rail"), login(evening, "boss", "director")
    row = started(evening, evening.computers(6))
    began = evening.now
    with time_machine.travel(began, tick=False) as now:
        declared, ended = began + timedelta(seconds=30), began + timedelta(seconds=50)
        hand_for_hand.declare(row.pk, True, now=declared, by=None)
        now.move_to(declared + timedelta(seconds=10))
        assert clock(boss, row) == (False, True, 270)
        assert clock(rail, row) == (True, False, 260)  # as if it went on
        hand_for_hand.declare(row.pk, False, now=ended, by=None)
        now.move_to(ended + timedelta(seconds=30))  # begun and ended since: nothing of it
        assert clock(boss, row) == (True, False, 240)
        assert clock(rail, row) == (True, False, 220)
        now.move_to(declared + timedelta(seconds=60))
        assert clock(rail, row) == (False, True, 270)
        now.move_to(ended + timedelta(seconds=60))
        assert clock(rail, row) == clock(boss, row)


def test_a_table_that_is_broken_stays_in_the_lobby_of_spectators_and_the_one_opened_for_it_is_not_there(
    evening: Evening,
) -> None:
    evening.now = timezone.now()
    house_rules.change({"TableRules.spectator_delay": DELAY}, by=None, why="the rail talks", now=evening.now)
    rail, boss = login(evening, "rail"), login(evening, "boss", "director")
    row = evening.entered(evening.computers(6))
    event_start.start(row.pk, now=evening.now)
    before = evening.state(row).tables

    def lobby(client: Client) -> set[int]:
        return {one["id"] for one in client.get("/api/v1/tables/").json()}

    with time_machine.travel(evening.now, tick=False) as now:
        fell = evening.now + timedelta(seconds=DELAY + 1)
        for entry in list(evening.state(row).seated(2).values())[:2] + list(evening.state(row).seated(1).values())[:1]:
            moves_and_knockouts.knock_out(row.pk, entry, now=fell, by=None, why="lost it")
        runner.direct(row.pk, now=fell)
        after = evening.state(row).tables
        assert len(after) == 1
        gone, opened = set(before.values()) - set(after.values()), set(after.values()) - set(before.values())
        assert gone
        now.move_to(fell + timedelta(seconds=DELAY - 1))
        assert lobby(boss) == set(after.values())
        assert lobby(rail) == set(before.values())
        for table in gone:
            seen = [client.get(f"/api/v1/tables/{table}/").json()["status"] for client in (boss, rail)]
            assert seen == ["closed", "open"]
        assert opened.isdisjoint(lobby(rail))
        now.move_to(fell + timedelta(seconds=DELAY))
        assert lobby(rail) == lobby(boss)


def test_who_moved_lately_is_told_to_spectators_as_late_as_the_move(evening: Evening) -> None:
    evening.now = timezone.now()
    house_rules.change({"TableRules.spectator_delay": DELAY}, by=None, why="the rail talks", now=evening.now)
    rail, boss = login(evening, "rail"), login(evening, "boss", "director")
    row = started(evening, evening.computers(4))
    with time_machine.travel(evening.now, tick=False) as now:
        at = evening.now + timedelta(seconds=DELAY + 1)
        late = evening.person("late")
        now.move_to(at)
        entry = registration.register(row.pk, late, now=at)
        state = evening.state(row)
        table = next(number for number in state.tables if number != state.entries[entry.number].table)
        seat = next(seat for seat in (1, 2, 3) if seat not in state.seated(table))
        moves_and_knockouts.move(
            row.pk, entry.number, state.tables[table], seat, now=at, by=None, why="closer to the door"
        )

        def moved(client: Client) -> list[str]:
            return [one["name"] for one in client.get(f"/api/v1/tournaments/{row.pk}/").json()["clock"]["moved"]]

        assert (moved(boss), moved(rail)) == (["late"], [])
        now.move_to(at + timedelta(seconds=DELAY))
        assert (moved(boss), moved(rail)) == ([], ["late"])


def test_a_day_two_with_real_cards_is_told_as_late_as_its_flights_with_dealt_ones(evening: Evening) -> None:
    house_rules.change({"TableRules.spectator_delay": DELAY}, by=None, why="the rail talks", now=evening.now)
    series = Series(evening, cards="physical")
    assert spectator_delay.delay_of(series.day_two) == 0  # nothing of it is dealt
    flight = series.flight([], cards="dealt")
    assert [spectator_delay.delay_of(row) for row in (flight, series.day_two)] == [DELAY, DELAY]
