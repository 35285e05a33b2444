"""Waiting lists, changes of seats, coming back with what was taken away, the time charge: through HTTP."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from club.house import house_rules
from club.ledger import audit, ledger
from club.models import Account, AuditEntry
from club.people import roles, suspensions
from engine.betting.hand import Stakes
from tables.breaking_and_closing import breaking_tables, closing_tables, must_move
from tables.cash import seating, waiting_lists
from tables.dealing import called_off_hands, dealer
from tables.models import Hand, Sitting, Table, Wait
from tests.support.real_hands import FloorClient
from tests.support.tables.mixed_tables import give_up
from tests.support.tables.table_api import look, sit
from tests.tables.conftest import stack, wallet

pytestmark = pytest.mark.django_db
RAZZ = Stakes(limit="fixed", ante=5, bring_in=10, small_bet=50, big_bet=100)
MINE = "/api/v1/tables/{}/sittings/mine/"


def rule(key, value, now):
    house_rules.change({f"TableRules.{key}": value}, by=None, now=now)


@pytest.fixture
def full(house):
    """A table of two seats, both taken, and two who want to play."""
    people = {name: house.person(name) for name in ("anna", "ben", "chika", "dai")}
    table = house.seated(people["anna"], people["ben"], seats=2, pause=60.0)
    return table, people, {name: house.client(person) for name, person in people.items()}


def wait_for(client, **what):
    answer = client.post("/api/v1/waiting/", what, format="json")
    assert answer.status_code == 201, answer.json()
    return answer.json()


def test_the_first_in_line_is_called_and_the_seat_is_kept(house, now, full):
    table, people, clients = full
    for _ in range(2):  # a request sent twice keeps the place
        assert wait_for(clients["chika"], table=table.pk)[0]["place"] == 1
    assert wait_for(clients["dai"], table=table.pk)[0]["place"] == 2
    assert look(clients["anna"], table)["line"] == {"waiting": 2, "called": 0}
    assert clients["anna"].delete(MINE.format(table.pk)).status_code == 200
    [line] = clients["chika"].get("/api/v1/waiting/").json()
    assert (line["state"], line["called_to"], line["place"]) == ("called", table.pk, 0)
    assert clients["dai"].get("/api/v1/waiting/").json()[0]["place"] == 1
    kept = sit(clients["dai"], table, 1)
    assert (kept.status_code, kept.json()["code"]) == (409, "seat_kept")
    assert wallet(people["dai"]) == 10_000
    assert sit(clients["chika"], table, 1).status_code == 201
    assert clients["chika"].get("/api/v1/waiting/").json() == []
    assert audit.run(now=now).ok


def test_whoever_does_not_answer_loses_the_place_to_the_next(house, now, full):
    table, _people, clients = full
    for name in ("chika", "dai"):
        wait_for(clients[name], table=table.pk)
    clients["anna"].delete(MINE.format(table.pk))
    by = Wait.objects.get(state="called").answer_by
    assert waiting_lists.sweep(now=by - timedelta(seconds=1)) == 0
    assert waiting_lists.sweep(now=by) == 1
    assert [line.state for line in Wait.objects.order_by("pk")] == ["missed", "called"]
    assert sit(clients["chika"], table, 1).status_code == 409
    assert sit(clients["dai"], table, 1).status_code == 201


def test_one_seat_is_kept_for_a_player_in_two_lines_and_none_for_one_who_may_not_play(house, now, full):
    table, who, clients = full
    wait_for(clients["chika"], table=table.pk)
    wait_for(clients["chika"], game="holdem")
    wait_for(clients["dai"], table=table.pk)
    suspensions.suspend(who["dai"].pk, until=None, why="for a test", by=None, now=now)
    for name in ("anna", "ben"):
        clients[name].delete(MINE.format(table.pk))
    called = Wait.objects.filter(state="called")
    assert [line.player for line in called] == [who["chika"]]
    suspensions.lift_suspension(who["dai"].pk, why="over", by=None, now=now)
    waiting_lists.call(Table.objects.get(pk=table.pk), now)
    assert {line.player for line in called.all()} == {who["chika"], who["dai"]}


def test_a_line_of_nobody_who_can_be_called_has_no_table_locked_and_the_floor_is_told(house, now, monkeypatch):
    anna, ben, dora = (house.person(name) for name in ("anna", "ben", "dora"))
    roles.give_role(dora.user, "director")
    table = house.table(seats=2, kind=Table.Kind.RECORDED)
    waiting_lists.join(anna, table_id=table.pk, now=now)
    Wait.objects.update(state="waiting", called_to=None, answer_by=None)
    house.seated(ben, seats=3, pause=60.0)
    waiting_lists.join(ben, game="holdem", now=now)  # at another table: there is a seat at the own one
    suspensions.suspend(anna.pk, until=None, why="for a test", by=None, now=now)
    locked: list[int] = []
    lock = waiting_lists.lock_table
    monkeypatch.setattr(waiting_lists, "lock_table", lambda pk: locked.append(pk) or lock(pk))
    assert (waiting_lists.sweep(now=now), locked) == (0, [])
    staff = f"tables/{table.pk}/staff/"
    [told] = house.client(dora).get(f"/api/v1/{staff}").json()["line"]
    assert (told["name"], told["may_play"], told["state"]) == ("anna", False, "waiting")
    floor = Client()
    floor.force_login(dora.user)
    assert "may not play now" in floor.get(f"/{staff}").content.decode()
    suspensions.lift_suspension(anna.pk, why="over", by=None, now=now)
    assert (waiting_lists.sweep(now=now), locked) == (1, [table.pk])
    assert Wait.objects.get(player=anna).state == "called"
    assert "may not play now" not in floor.get(f"/{staff}").content.decode()


def test_getting_out_of_line_gives_the_seat_to_the_next(house, full):
    table, _people, clients = full
    for name in ("chika", "dai"):
        wait_for(clients[name], table=table.pk)
    clients["anna"].delete(MINE.format(table.pk))
    [mine] = clients["chika"].get("/api/v1/waiting/").json()
    assert clients["dai"].delete(f"/api/v1/waiting/{mine['id']}/").status_code == 404, "not one's own"
    assert clients["chika"].delete(f"/api/v1/waiting/{mine['id']}/").json() == []
    assert clients["dai"].get("/api/v1/waiting/").json()[0]["state"] == "called"
    kinds = set(AuditEntry.objects.filter(kind__startswith="wait.").values_list("kind", flat=True))
    assert kinds == {"wait.joined", "wait.left"}


def test_waiting_for_a_game_takes_the_first_seat_at_any_table_of_it(house, now, full):
    table, people, clients = full
    other = house.table(seats=2, pause=60.0)
    razz = house.table(game="razz", stakes=RAZZ, seats=2, pause=60.0)
    seating.sit_down(other.pk, people["chika"], 1, 5000, key="o", now=now)
    [line] = wait_for(clients["dai"], game="holdem")
    assert (line["state"], line["called_to"]) == ("called", other.pk), "a seat is free there"
    assert look(clients["dai"], razz)["your_lines"] == []
    refused = clients["dai"].post("/api/v1/waiting/", {"game": "bridge"}, format="json")
    assert refused.status_code == 422
    assert clients["dai"].post("/api/v1/waiting/", {}, format="json").status_code == 422
    assert clients["anna"].post("/api/v1/waiting/", {"table": table.pk}, format="json").status_code == 409


@pytest.mark.parametrize("how", ["leaves in the hand", "has left", "feeds no more", "is closed"])
def test_a_feeder_whose_players_need_no_seat_holds_up_no_line(house, now, full, how):
    table, _people, clients = full
    emi, fay = house.person("emi"), house.person("fay")
    feeder = house.seated(emi, fay, seats=2, pause=60.0)
    must_move.feed(feeder.pk, table.pk, by=None, now=now)
    wait_for(clients["chika"], table=table.pk)
    row = dealer.deal(feeder.pk, now=now)
    for name in ("anna", "ben"):
        clients[name].delete(MINE.format(table.pk))
    waiting_lists.sweep(now=now)
    assert Wait.objects.get().state == "waiting", "the seats are the feeder's"
    if how == "leaves in the hand":
        Sitting.objects.filter(table=feeder).update(state="leaving")
    elif how == "feeds no more":
        must_move.feed(feeder.pk, None, by=None, now=now)
    else:
        called_off_hands.void(row.pk, by=None, why="for a test", now=now)
        if how == "is closed":
            closing_tables.close_table(feeder.pk, by=None, now=now)
        else:
            for player in (emi, fay):
                seating.stand_up(feeder.pk, player, now=now)
    assert [waiting_lists.sweep(now=now), waiting_lists.sweep(now=now)] == [1, 0]
    assert Wait.objects.get().state == "called"


def test_the_place_told_counts_the_line_of_the_game_beside_the_tables_own(house, now, full):
    table, _people, clients = full
    ellen, fay = house.person("ellen"), house.person("fay")
    other = house.seated(ellen, fay, seats=2, pause=60.0)
    wait_for(clients["chika"], table=table.pk)
    assert wait_for(clients["dai"], game="holdem")[0]["place"] == 1, "at the other table nobody is before him"
    gil, hana = (house.client(house.person(name)) for name in ("gil", "hana"))
    wait_for(gil, game="holdem")
    [line] = wait_for(hana, table=table.pk)
    assert line["place"] == 4
    wait_for(clients["dai"], table=table.pk)
    assert hana.get("/api/v1/waiting/").json()[0]["place"] == 4, "whoever stands in two lines gets one seat"
    [of_game] = look(gil, table)["your_lines"]
    assert of_game["place"] == 3, "at this table"
    [of_game] = look(gil, other)["your_lines"]
    assert of_game["place"] == 2
    for name in ("anna", "ben"):
        clients[name].delete(MINE.format(table.pk))
    called = Wait.objects.filter(called_to=table, state="called")
    assert {one.player.nickname for one in called} == {"chika", "dai"}, "those told to be first and second"


def test_the_line_on_the_page(house, full, client):
    table, people, clients = full
    client.force_login(people["chika"].user)
    assert "Get in line" in client.get(f"/tables/{table.pk}/").content.decode()
    assert client.post(f"/tables/{table.pk}/wait/").status_code == 302
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert "You are number 1 in line." in page
    clients["anna"].delete(MINE.format(table.pk))
    assert "is kept for you" in client.get("/tables/").content.decode()
    wait = Wait.objects.get()
    assert client.post(f"/tables/{table.pk}/wait/leave/", {"wait": wait.pk}).status_code == 302
    wait.refresh_from_db()
    assert wait.state == "left"


# -- seats ------------------------------------------------------------------------------------------------------------


def test_a_change_of_seats_waits_for_the_seat_and_for_the_hand(house, now):
    anna, ben, chika = (house.person(name) for name in ("anna", "ben", "chika"))
    table = house.seated(anna, ben, chika, seats=4, pause=60.0)
    clients = {player: house.client(player) for player in (anna, ben, chika)}
    row = dealer.deal(table.pk, now=now)
    url = f"/api/v1/tables/{table.pk}/sittings/mine/seat/"
    assert clients[anna].put(url, {"seat": 2}, format="json").json()["your_wanted_seat"] == 2
    assert clients[chika].put(url, {"seat": 2}, format="json").status_code == 200
    assert clients[anna].put(url, {"seat": 9}, format="json").status_code == 422
    clients[ben].delete(MINE.format(table.pk))
    assert Sitting.objects.get(player=anna).seat == 1, "not during a hand"
    give_up(house, row, now)
    assert Sitting.objects.get(player=anna).seat == 2, "who asked first"
    assert Sitting.objects.get(player=chika).seat == 3
    assert clients[chika].put(url, {"seat": None}, format="json").json()["your_wanted_seat"] is None
    assert stack(table, anna) + stack(table, chika) + wallet(ben) == 20_000
    assert audit.run(now=now).ok


def test_changing_seats_wins_no_free_hands(house, now):
    people = [house.person(name) for name in ("anna", "ben", "chika")]
    table = house.seated(*people, seats=6, pause=60.0)
    give_up(house, dealer.deal(table.pk, now=now), now)
    table.refresh_from_db()
    big = table.big_blind
    due = big % 3 + 1  # who has the big blind next
    player = people[due - 1]
    answer = house.client(player).put(f"/api/v1/tables/{table.pk}/sittings/mine/seat/", {"seat": 5}, format="json")
    seen = answer.json()
    assert seen["you"] == 5
    gains = (5 - big) % 6 > (due - big) % 6
    assert seen["your_entry"] == ("waits" if gains else "in")
    back = house.client(player).put(f"/api/v1/tables/{table.pk}/sittings/mine/seat/", {"seat": due}, format="json")
    assert back.json()["you"] == due


# -- chips ------------------------------------------------------------------------------------------------------------


def test_whoever_comes_back_soon_brings_what_was_taken_away(house, now):
    anna, ben = house.person("anna", chips=60_000), house.person("ben")
    table = house.seated(anna, ben, max_buy_in=10_000, min_buy_in=1_000, pause=60.0)
    client = house.client(anna)
    Sitting.objects.get(player=anna)
    ledger.post(
        "a big win",
        {ledger.open_account(anna.owner, "wallet").pk: -20_000, Sitting.objects.get(player=anna).account_id: 20_000},
        purpose="hand",
        reference="x",
    )
    client.delete(MINE.format(table.pk))
    assert Sitting.objects.get(player=anna).left_with == 25_000
    refused = sit(client, table, 1, 5_000, key="again")
    assert refused.status_code == 422
    assert (refused.json()["least"], refused.json()["most"]) == (25_000, 25_000)
    assert sit(client, table, 1, 25_000, key="with all").status_code == 201
    client.delete(MINE.format(table.pk))
    Sitting.objects.filter(player=anna).update(left_at=now - timedelta(minutes=61))
    assert sit(client, table, 1, 5_000, key="later").status_code == 201
    assert audit.run(now=now).ok


def test_the_time_charge_is_taken_between_hands_from_every_seat(house, now):
    rule("time_charge", 300, now)
    rule("time_charge_minutes", 30, now)
    anna, ben = house.person("anna"), house.person("ben")
    table = house.seated(anna, ben, pause=60.0)
    row = dealer.deal(table.pk, now=now)
    table.refresh_from_db()
    assert table.time_due == now + timedelta(minutes=30)
    give_up(house, row, now)
    fees = Account.objects.filter(owner="house", kind="fees", unit="chips")
    assert not fees.exists(), "the half hour is not over"
    Table.objects.filter(pk=table.pk).update(time_due=now)
    give_up(house, dealer.deal(table.pk, now=now), now)
    assert fees.get().balance == 600
    assert stack(table, anna) + stack(table, ben) == 9_400
    table.refresh_from_db()
    assert table.time_due is None, "until the next deal"
    house.settle()
    assert Hand.objects.filter(state="settled").count() == 2
    assert audit.run(now=now).ok


def test_a_short_stack_pays_its_last_chips_and_no_more(house, now):
    rule("time_charge", 8_000, now)
    anna, ben = house.person("anna"), house.person("ben")
    table = house.seated(anna, ben, pause=60.0)
    row = dealer.deal(table.pk, now=now)
    Table.objects.filter(pk=table.pk).update(time_due=now)
    give_up(house, row, now)
    assert stack(table, anna) + stack(table, ben) == 0
    assert audit.run(now=now).ok


def test_nobody_waits_for_a_table_that_is_closed_and_whoever_was_called_to_it_waits_on(house, now, full):
    table, _people, clients = full
    wait_for(clients["chika"], game="holdem")
    wait_for(clients["dai"], table=table.pk)
    clients["anna"].delete(MINE.format(table.pk))
    assert Wait.objects.get(state="called").game == "holdem"
    closing_tables.close_table(table.pk, by=None, now=now)
    assert clients["dai"].get("/api/v1/waiting/").json() == []
    [line] = clients["chika"].get("/api/v1/waiting/").json()
    assert (line["state"], line["called_to"], line["place"]) == ("waiting", None, 1)


def test_a_call_that_nobody_answers_ends_once_though_no_other_is_called(house, now, full):
    table, _people, clients = full
    wait_for(clients["chika"], table=table.pk)
    clients["anna"].delete(MINE.format(table.pk))
    Table.objects.filter(pk=table.pk).update(is_breaking=True)
    late = Wait.objects.get().answer_by
    assert [waiting_lists.sweep(now=late), waiting_lists.sweep(now=late)] == [1, 0]
    assert Wait.objects.get().state == "missed"


def test_a_cash_table_with_real_cards_has_its_line_its_blinds_and_its_charge(house, now):
    """Who waits for real cards is not called to the screen; a newcomer waits or posts; the feeder's players move."""
    people = {name: house.person(name) for name in ("anna", "ben", "chika", "dai", "emi")}
    clients = {name: house.client(person) for name, person in people.items()}
    house.table(seats=3)  # on the screen
    floor = FloorClient()
    floor.force_authenticate(house.person("eri", role="dealer", chips=0).user)
    rule("time_charge", 25, now)
    table = house.seated(*(people[name] for name in ("anna", "ben", "chika")), seats=4, kind=Table.Kind.RECORDED)
    wait_for(clients["dai"], game="holdem", is_recorded=True)
    [line] = clients["dai"].get("/api/v1/waiting/").json()
    assert (line["state"], line["called_to"], line["name"]) == ("called", table.pk, "Texas Hold'em, real cards")
    assert look(clients["anna"], table)["line"] == {"waiting": 0, "called": 1}
    url = f"/api/v1/tables/{table.pk}/recorded-hands/result/"

    def won(number, **more):
        told = {"number": number, "won": {"1": 40, "2": -40}, **more}
        return floor.post(url, told, format="json")

    assert won(1, button=3).status_code == 201
    assert sit(clients["dai"], table, 4).status_code == 201
    seen = won(2).json()
    assert ({one["seat"] for one in seen["view"]["seats"]}, seen["view"]["big_blind"]) == ({1, 2, 3}, 3), "he waits"
    floor.post(f"/api/v1/hands/{seen['id']}/entries/back/", {"why": "he posted"}, format="json")
    assert won(3, posting=[1]).json()["code"] == "does_not_wait"
    Table.objects.filter(pk=table.pk).update(time_due=now)
    seen = won(3, posting=[4]).json()["view"]
    assert ({one["seat"] for one in seen["seats"]}, seen["big_blind"]) == ({1, 2, 3, 4}, 3)
    assert Account.objects.get(owner="house", kind="fees", unit="chips").balance == 100, "of every seat, after the hand"
    assert look(clients["dai"], table)["your_entry"] == "in"

    assert wait_for(clients["emi"], table=table.pk)[0]["place"] == 1, "all seats are taken"
    feeder = house.seated(people["emi"], seats=3, kind=Table.Kind.RECORDED)
    must_move.feed(feeder.pk, table.pk, by=None, now=now)
    assert must_move.main_tables(feeder) == [table], "the one on the screen is none"
    assert clients["anna"].delete(MINE.format(table.pk)).status_code == 200
    assert must_move.sweep(now=now) == 1
    assert stack(table, people["emi"]) == 5_000
    assert clients["emi"].get("/api/v1/waiting/").json() == []
    assert breaking_tables.break_table(table.pk, by=None, why="it is late", now=now)
    assert Sitting.objects.filter(table=feeder).exclude(state="left").count() == 3
    assert Wait.objects.get(state="waiting").table == feeder, "for whom no seat with real cards is free"
    assert audit.run(now=now).ok


def test_the_sweep_asks_no_table_that_nobody_waits_for(house, now):
    """Somebody waits for a game that no table plays: however many tables there are, the sweep asks as little."""
    waiting_lists.join(house.person("hana"), game="badugi", now=now, source="test")

    def asked() -> int:
        with CaptureQueriesContext(connection) as statements:
            waiting_lists.sweep(now=now)
        return len(statements)

    house.table()
    once = asked()
    for _table in range(5):
        house.table()
    assert asked() == once
