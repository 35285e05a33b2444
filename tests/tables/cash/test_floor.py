"""The floor at cash tables: misdeals, hands called off, tables broken, feeders; and the players' time bank."""

from __future__ import annotations

from datetime import timedelta

import pytest

from club.cashier import shifts
from club.ledger import audit
from club.models import AuditEntry
from engine.betting.hand import Stakes
from tables.breaking_and_closing import breaking_tables, closing_tables, must_move
from tables.cash import seating, sittings, time_bank
from tables.dealing import called_off_hands, dealer
from tables.models import Hand, Sitting, Table, Wait
from tables.tournament_seats import bulk_seating, single_seats
from tests.support.tables.mixed_tables import give_up, mixed_table
from tests.support.tables.seat_requests import asked, say
from tests.support.tables.table_api import look, own_ask, sit
from tests.tables.conftest import stack, wallet

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(house):
    people = [house.person(name) for name in ("anna", "ben", "chika")]
    table = house.seated(*people, seats=6, pause=60.0, action_seconds=600)
    return table, people


def call_off(client, row, **more):
    return client.post(f"/api/v1/hands/{row.pk}/void/", {"why": "a card was exposed", **more}, format="json")


# -- misdeals and hands called off ------------------------------------------------------------------------------------


def test_a_misdeal_is_dealt_anew_from_the_same_button(house, now, three):
    table, people = three
    floor = house.client(house.person("dora", role="director", chips=0))
    give_up(house, dealer.deal(table.pk, now=now), now)
    before = [stack(table, player) for player in people]
    row = dealer.deal(table.pk, now=now)
    say(row, "call", now)
    assert house.client(people[0]).post(f"/api/v1/hands/{row.pk}/void/", {"why": "x"}).status_code == 403
    answer = call_off(floor, row, misdeal=True)
    assert answer.status_code == 200, answer.json()
    assert [stack(table, player) for player in people] == before, "every chip is back"
    again = dealer.deal(table.pk, now=now)
    assert again.start["positions"] == row.start["positions"]
    entry = AuditEntry.objects.get(kind="hand.misdealt")
    assert (entry.why, entry.before, entry.after) == ("a card was exposed", "playing", "void")
    assert audit.run(now=now).ok


def test_no_misdeal_after_substantial_action_but_the_hand_can_be_called_off(house, now, three):
    table, people = three
    floor = house.client(house.person("dora", role="director", chips=0))
    row = dealer.deal(table.pk, now=now)
    for words in ("call", "call"):
        say(row, words, now)
    refused = call_off(floor, row, misdeal=True)
    assert (refused.status_code, refused.json()["code"]) == (409, "substantial_action")
    assert call_off(floor, row).status_code == 200
    assert call_off(floor, row).status_code == 409, "once"
    assert [stack(table, player) for player in people] == [5000] * 3
    following = dealer.deal(table.pk, now=now)
    assert following.start["positions"] == row.start["positions"], (
        "nothing was played: the same seats post again (TDA 35)"
    )
    assert AuditEntry.objects.filter(kind="hand.voided").count() == 1
    assert audit.run(now=now).ok


def test_whoever_posted_in_a_hand_called_off_owes_it_again(house, now, three):
    table, _people = three
    for _ in range(2):
        give_up(house, dealer.deal(table.pk, now=now), now)
    dai = house.person("dai")
    seating.sit_down(table.pk, dai, 5, 5000, key="d", now=now, post=True)
    for _ in range(4):
        row = dealer.deal(table.pk, now=now)
        if row.seats.filter(seat=5).exists():
            break
        give_up(house, row, now)
    assert Sitting.objects.get(player=dai).entry == "in"
    called_off_hands.void(row.pk, by=None, why="x", now=now)
    assert Sitting.objects.get(player=dai).entry == "posts"


@pytest.mark.parametrize("owes", [False, True])
def test_whoever_was_passed_over_in_a_hand_called_off_has_missed_no_blind_in_it(house, now, three, owes):
    table, people = three
    for _ in range(2):
        give_up(house, dealer.deal(table.pk, now=now), now)
    passed = Table.objects.get(pk=table.pk).big_blind % 3 + 1  # whose big blind is the next hand's
    away = people[passed - 1]
    seating.sit_out(table.pk, away, now=now)
    Sitting.objects.filter(player=away).update(owes_small=owes)
    row = dealer.deal(table.pk, now=now)
    assert Sitting.objects.get(player=away).owes_big, "the blind went by"
    seating.come_back(table.pk, away, post=True, now=now)
    called_off_hands.void(row.pk, by=None, why="x", now=now)
    here = Sitting.objects.get(player=away)
    assert (here.owes_big, here.owes_small, here.entry) == (False, owes, "posts" if owes else "in")
    again = dealer.deal(table.pk, now=now)
    assert again.seats.filter(player=away).exists()
    assert again.start["positions"][2] == passed, "who has the big blind now, as before"


def test_a_result_taken_back_takes_back_the_blinds_that_passed_whoever_was_away(house, now, floor, table, people):

    def won(number, seats, **more):
        told = {"number": number, "won": {str(seats[0]): 40, str(seats[1]): -40}, **more}
        answer = floor.post(f"/api/v1/tables/{table.pk}/recorded-hands/result/", told, format="json")
        assert answer.status_code == 201, answer.json()
        return answer.json()

    passed = won(1, (1, 2), button=3)["view"]["big_blind"] % 3 + 1
    others = [seat for seat in (1, 2, 3) if seat != passed]
    seating.sit_out(table.pk, people[passed - 1], now=now)
    hand = won(2, others)
    sitting = Sitting.objects.get(table=table, seat=passed)
    assert sitting.owes_big
    told = {"why": "the wrong hand"}
    assert floor.post(f"/api/v1/hands/{hand['id']}/entries/back/", told, format="json").status_code == 200
    sitting.refresh_from_db()
    assert not sitting.owes_big


def test_the_floors_forms(house, now, three, client):
    table, people = three
    row = dealer.deal(table.pk, now=now)
    client.force_login(people[0].user)
    assert "Misdeal" not in client.get(f"/tables/{table.pk}/felt/").content.decode()
    assert client.post(f"/tables/{table.pk}/call-off/", {"hand": row.pk, "why": "x"}).status_code == 403
    client.force_login(house.person("dora", role="director", chips=0).user)
    assert "Misdeal" in client.get(f"/tables/{table.pk}/felt/").content.decode()
    form = {"hand": row.pk, "misdeal": "1"}
    assert client.post(f"/tables/{table.pk}/call-off/", form | {"why": " "}).status_code == 422
    assert client.post(f"/tables/{table.pk}/call-off/", form | {"why": "exposed"}).status_code == 200
    assert Hand.objects.get(pk=row.pk).state == "void"


# -- tables broken, and feeders ---------------------------------------------------------------------------------------


def test_a_broken_tables_players_go_to_free_seats_and_the_rest_to_the_head_of_the_line(house, now, three):
    table, people = three
    other = house.table(seats=2, pause=60.0)
    dai = house.person("dai")
    seating.sit_down(other.pk, dai, 1, 5000, key="d", now=now)
    floor = house.client(house.person("dora", role="dealer", chips=0))
    row = dealer.deal(table.pk, now=now)
    assert floor.post(f"/api/v1/tables/{table.pk}/break/", {"why": " "}, format="json").status_code in (400, 422)
    answer = floor.post(f"/api/v1/tables/{table.pk}/break/", {"why": "three left"}, format="json")
    assert answer.status_code == 200
    table.refresh_from_db()
    assert (table.status, table.is_breaking) == ("open", True), "the hand is played out"
    give_up(house, row, now)
    chips = {player: stack(table, player) for player in people}
    table.refresh_from_db()
    assert table.deal_at is None, "no other is dealt"
    assert breaking_tables.sweep(now=now) == 1
    assert breaking_tables.sweep(now=now) == 0
    table.refresh_from_db()
    assert table.status == "closed"
    moved, *rest = people
    assert stack(other, moved) == chips[moved]
    for player in rest:
        assert wallet(player) == 5000 + chips[player]
    line = Wait.objects.filter(table=other, state="waiting").order_by("joined_at")
    assert set(line.values_list("player", flat=True)) == {player.pk for player in rest}
    assert AuditEntry.objects.get(kind="table.broken").why == "three left"
    assert audit.run(now=now).ok


@pytest.mark.parametrize("how", ["over the API", "on the page"])
def test_that_a_table_is_broken_is_taken_back_until_its_hand_is_over(house, now, three, client, how):
    table, _people = three
    dora = house.person("dora", role="dealer", chips=0)
    api = house.client(dora)
    client.force_login(dora.user)
    row = dealer.deal(table.pk, now=now)
    breaking_tables.break_table(table.pk, by=dora.user, why="the wrong table", now=now)
    assert "Do not break the table" in client.get(f"/tables/{table.pk}/").content.decode()

    def keep() -> int:
        if how == "on the page":
            return client.post(f"/tables/{table.pk}/keep/").status_code
        return api.delete(f"/api/v1/tables/{table.pk}/break/").status_code

    assert [keep(), keep()] == [200, 200], "harmless if repeated"
    assert "Do not break the table" not in client.get(f"/tables/{table.pk}/").content.decode()
    give_up(house, row, now)
    assert breaking_tables.sweep(now=now) == 0
    table.refresh_from_db()
    assert (table.status, table.is_breaking, table.deal_at is not None) == ("open", False, True), "the next hand comes"
    assert [one.by for one in AuditEntry.objects.filter(kind="table.kept")] == [dora.user]
    assert breaking_tables.break_table(table.pk, by=dora.user, why="late", now=now)
    assert keep() == 409, "its players have gone"
    assert audit.run(now=now).ok


def test_real_chips_without_a_seat_are_in_no_tray_until_the_desk_says_that_they_are_there(house, now, client):
    cora = house.person("cora", role="cashier", chips=0)
    shift = shifts.open_shift({1: 0, 5: 0, 10: 0, 25: 0, 100: 1000}, cash=0, by=cora.user, now=now)
    ann, bob = house.person("ann"), house.person("bob")
    table = house.table(seats=3, kind="recorded")
    for seat, player in ((1, ann), (2, bob)):
        seating.sit_down(table.pk, player, seat, 4000, key=f"k{seat}", now=now)
    assert shifts.expected(shift) == 100_000 - 8_000
    breaking_tables.break_table(table.pk, by=cora.user, why="two left", now=now)
    assert [wallet(ann), wallet(bob)] == [10_000, 10_000]
    assert shifts.expected(shift) == 100_000 - 8_000, "nobody has carried them yet"
    client.force_login(cora.user)
    page = client.get("/desk/shift/").content.decode()
    assert page.count("They are here") == 2
    assert table.name in page
    first, second = house.client(cora).get("/api/v1/cashier/shifts/").json()["awaited"]
    assert {first["player"], second["player"]} == {ann.pk, bob.pk}
    client.post("/desk/do/receive/", {"awaited": first["awaited"], "next": "/desk/shift/"})
    assert shifts.expected(shift) == 100_000 - 4_000
    again = house.client(cora).post("/api/v1/cashier/receive/", {"awaited": first["awaited"]}, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "not_awaited")
    assert (
        house.client(cora).post("/api/v1/cashier/receive/", {"awaited": second["awaited"]}, format="json").status_code
        < 300
    )
    assert shifts.expected(shift) == 100_000
    assert "They are here" not in client.get("/desk/shift/").content.decode()
    assert AuditEntry.objects.filter(kind="chips.received", by=cora.user).count() == 2
    assert audit.run(now=now).ok


def test_nobody_sits_down_any_more_at_a_table_that_is_broken_after_the_hand(house, now, client):
    ann, bob, late = house.person("ann"), house.person("bob"), house.person("late")
    table = house.table(seats=3, kind="recorded")
    for seat, player in ((1, ann), (2, bob)):
        seating.sit_down(table.pk, player, seat, 4000, key=f"k{seat}", now=now)
    dora = house.person("dora", role="director", chips=0)
    client.force_login(dora.user)
    pages = [f"/tables/{table.pk}/{page}" for page in ("", "staff/", "record/")]
    words = "This table is being broken"
    assert all(words not in client.get(page).content.decode() for page in pages)
    floor = house.client(dora)
    begun = {"number": 1, "is_unseen": True}
    assert floor.post(f"/api/v1/tables/{table.pk}/recorded-hands/", begun, format="json").status_code == 201
    assert not breaking_tables.break_table(table.pk, by=dora.user, why="closing time", now=now)
    assert all(words in client.get(page).content.decode() for page in pages)
    for address, sent in (
        (f"/api/v1/tables/{table.pk}/sittings/", {"seat": 3, "buy_in": 4000}),
        (f"/api/v1/tables/{table.pk}/staff/seat/", {"player": late.pk, "seat": 3, "buy_in": 4000}),
    ):
        by = floor if "staff" in address else house.client(late)
        answer = by.post(address, sent, format="json", HTTP_IDEMPOTENCY_KEY=address[-9:])
        assert (answer.status_code, answer.json()["code"]) == (409, "table_breaks")
    assert wallet(late) == 10_000


def test_the_players_of_a_broken_mix_are_first_in_line_for_the_same_mix_at_the_same_stakes(house, now):
    people = [house.person(name) for name in ("anna", "ben")]
    table = mixed_table(house, *people, pause=60.0)
    breaking_tables.break_table(table.pk, by=None, why="two left", now=now)
    line = house.client(people[0]).get("/api/v1/waiting/").json()
    assert [(one["name"], one["table"], one["game"], one["place"]) for one in line] == [("HORSE", None, "", 1)]
    dai, eva = house.person("dai"), house.person("eva")
    other_mix = mixed_table(house, dai, games="holdem no, razz fixed")
    assert house.client(dai).get(f"/api/v1/tables/{other_mix.pk}/").json()["line"] == {"waiting": 0, "called": 0}
    again = mixed_table(house, eva)
    assert {one["called_to"] for player in people for one in house.client(player).get("/api/v1/waiting/").json()} == {
        again.pk
    }
    answer = sit(house.client(people[1]), again, 2, key="again")
    assert answer.status_code == 201, answer.json()
    assert not Wait.objects.filter(player=people[1], state__in=("waiting", "called")).exists()


def test_a_feeders_longest_player_must_move_to_a_free_seat_of_the_main_table(house, now, three):
    table, people = three
    main = house.table(seats=2, pause=60.0)
    dai, eva = house.person("dai"), house.person("eva")
    for seat, player in enumerate((dai, eva), 1):
        seating.sit_down(main.pk, player, seat, 5000, key=f"m{seat}", now=now)
    floor = house.client(house.person("dora", role="dealer", chips=0))
    url = f"/api/v1/tables/{table.pk}/main/"
    assert floor.put(url, {"main": table.pk}, format="json").status_code == 422
    assert floor.put(url, {"main": main.pk}, format="json").status_code == 200
    assert must_move.sweep(now=now) == 0, "no seat is free"
    row = dealer.deal(table.pk, now=now)
    seating.stand_up(main.pk, eva, now=now)
    refused = sit(house.client(eva), main, 2, key="back")
    assert (refused.status_code, refused.json()["code"]) == (409, "seat_kept"), "the seat is the feeder's, at once"
    assert must_move.sweep(now=now) == 1
    assert Sitting.objects.get(table=table, player=people[0]).is_moving, "after the hand"
    give_up(house, row, now)
    chips = stack(table, people[0])
    assert must_move.sweep(now=now) == 1
    assert stack(main, people[0]) == chips
    assert not Sitting.objects.filter(table=table, player=people[0]).exclude(state="left").exists()
    assert audit.run(now=now).ok


def test_offered_as_main_tables_are_those_that_could_be_and_not_more_than_a_page_shows(house, now, monkeypatch):
    other_stakes = Stakes(limit="no", small_blind=25, big_blind=50)
    tables = [
        house.table(), house.table(), house.table(), house.table(stakes=other_stakes), house.table(game="omaha"),
        house.table(kind=Table.Kind.RECORDED), house.table(kind=Table.Kind.RECORDED),
        mixed_table(house), mixed_table(house), mixed_table(house, games="holdem no, razz fixed"),
    ]  # fmt: skip
    for table in tables:
        could = [one for one in tables if one.pk != table.pk and must_move.is_same_game(table, one)]
        assert sorted(one.pk for one in must_move.main_tables(table)) == [one.pk for one in could], table
    assert [len(must_move.main_tables(table)) for table in tables] == [2, 2, 2, 0, 0, 1, 1, 1, 1, 0]
    monkeypatch.setattr(must_move, "MOST_OFFERED", 1)
    feeder, _first, main = tables[:3]
    assert len(must_move.main_tables(feeder)) == 1
    feeder = must_move.feed(feeder.pk, main.pk, by=None, now=now)
    assert main in must_move.main_tables(feeder), "the one that is its main table is always among them"


@pytest.mark.parametrize("why", ["closed", "no main table", "full", "breaking"])
def test_whoever_was_to_move_and_has_nowhere_to_go_is_dealt_in_again(house, now, three, why):
    table, people = three
    main = house.table(seats=2, pause=60.0)
    must_move.feed(table.pk, main.pk, by=None, now=now)
    row = dealer.deal(table.pk, now=now)
    assert must_move.sweep(now=now) == 1
    assert Sitting.objects.get(table=table, is_moving=True).player == people[0]
    if why == "closed":
        closing_tables.close_table(main.pk, by=None, now=now)
    elif why == "no main table":
        must_move.feed(table.pk, None, by=None, now=now)
    elif why == "full":
        for seat, name in enumerate(("dai", "eva"), 1):
            single_seats.seat_entry(main, seat, house.person(name), None, now=now)
    else:
        Table.objects.filter(pk=main.pk).update(is_breaking=True)
        Hand.objects.create(table=main, number=1, start={}, state="playing", started_at=now)
    assert must_move.sweep(now=now) == 1
    assert must_move.sweep(now=now) == 0
    give_up(house, row, now)
    assert dealer.deal(table.pk, now=now).seats.filter(player=people[0]).exists()


# -- the time bank ----------------------------------------------------------------------------------------------------


def test_a_player_adds_seconds_of_the_time_bank_to_the_clock(house, now, three):
    table, people = three
    row = dealer.deal(table.pk, now=now)
    ask, player = asked(row)
    client, other = house.client(player), house.client(next(one for one in people if one != player))
    url, form = f"/api/v1/tables/{table.pk}/time-bank/", {"hand": row.pk, "ask": ask.number}

    def press(by, key):
        return by.post(url, form, headers={"Idempotency-Key": key})

    assert look(client, table)["your_time_bank"] == 60
    assert press(other, "o").status_code == 409, "it is not their turn"
    for _ in range(2):  # a request sent twice
        assert press(client, "first").json()["your_time_bank"] == 40
    assert Hand.objects.get(pk=row.pk).deadline == row.deadline + timedelta(seconds=20)
    press(client, "second")
    press(client, "third")
    empty = press(client, "fourth")
    assert (empty.status_code, empty.json()["code"]) == (409, "bank_empty")
    assert Hand.objects.get(pk=row.pk).deadline == row.deadline + timedelta(seconds=60)
    give_up(house, row, now)
    for _ in range(2):
        give_up(house, dealer.deal(table.pk, now=now), now)
    assert look(client, table)["your_time_bank"] == 4, "two seconds a hand come back"


def test_no_time_is_added_to_a_clock_that_has_run_out(house, now, three):
    table, _people = three
    row = dealer.deal(table.pk, now=now)
    ask, player = asked(row)
    Hand.objects.filter(pk=row.pk).update(deadline=now - timedelta(seconds=1))
    client = house.client(player)
    answer = client.post(
        f"/api/v1/tables/{table.pk}/time-bank/", {"hand": row.pk, "ask": ask.number}, headers={"Idempotency-Key": "k"}
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "closed_ask")


def test_the_time_bank_on_the_page(house, now, three, client):
    table, _people = three
    row = dealer.deal(table.pk, now=now)
    ask, player = asked(row)
    client.force_login(player.user)
    assert "More time (60 s left)" in client.get(f"/tables/{table.pk}/felt/").content.decode()
    form = {"hand": row.pk, "ask": ask.number, "key": "k"}
    assert client.post(f"/tables/{table.pk}/time-bank/", form, headers={"HX-Request": "true"}).status_code == 200
    assert own_ask(look(house.client(player), table)) is not None
    assert Table.objects.get(pk=table.pk).version > 1


@pytest.mark.parametrize("by_room", [False, True])
def test_what_is_left_of_the_time_bank_goes_along_to_another_table(house, now, three, by_room):
    table, _people = three
    row = dealer.deal(table.pk, now=now)
    ask, player = asked(row)
    time_bank.take(table.pk, row.pk, ask.number, by=player, key="k", now=now)
    give_up(house, row, now)
    other = house.table(pause=60.0)
    sitting = Sitting.objects.get(table=table, player=player)
    if by_room:
        bulk_seating.move_all([(bulk_seating.Chair(table.pk, sitting.seat), bulk_seating.Chair(other.pk, 7))], now=now)
    else:
        sittings.move_sitting(sitting, other, 7, now=now)
    assert look(house.client(player), other)["your_time_bank"] == 40
