"""Switches of a seat: the server acts on them for the player, and on nobody else's."""

from __future__ import annotations

from datetime import timedelta

import pytest

from club.house import house_rules
from club.ledger import audit
from club.models import AuditEntry
from tables.cash import seating
from tables.dealing import dealer, settlement
from tables.hand.hand_replay import rebuilt
from tables.models import Decision, Hand, Sitting, Table
from tests.support.tables.seat_requests import asked, say
from tests.support.tables.table_api import look
from tests.tables.conftest import stack, wallet

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(house):
    people = [house.person(name) for name in ("anna", "ben", "chika")]
    return house.seated(*people, pause=60.0), people


def switch(house, player, table, name, on=True, **more):
    url = f"/api/v1/tables/{table.pk}/sittings/mine/switch/"
    return house.client(player).put(url, {"switch": name, "on": on, **more}, format="json")


def played_out(row, now, words="fold"):
    while (row := Hand.objects.get(pk=row.pk)).state == "playing":
        say(row, words, now)
    settlement.resolve(row.pk, now=now)
    return Hand.objects.get(pk=row.pk)


def seats_of(row):
    return {held.player_id: held for held in row.seats.all()}


def deal_next(table, now):
    """The table's next hand as the sweep deals it."""
    Table.objects.filter(pk=table.pk).update(deal_at=now)
    return dealer.deal_when_due(table.pk, now=now)


# -- losing hands shown -------------------------------------------------------------------------------------------------


def hidden_losers(row):
    view = rebuilt(row).view(None)
    return [place["seat"] for place in view["seats"] if not place["folded"] and "??" in place["cards"]]


def test_a_losing_hand_is_turned_up_where_the_player_says_so_and_only_that_one(house, now, three):
    table, people = three
    seen = switch(house, people[0], table, "shows_losing")
    assert seen.status_code == 200
    assert seen.json()["your_switches"]["shows_losing"] is True
    assert look(house.client(people[1]), table)["your_switches"]["shows_losing"] is False
    turned = mucked = 0
    for number in range(8):
        row = played_out(dealer.deal(table.pk, now=now, seed=bytes([number]) * 32), now, "call")
        for player, held in seats_of(row).items():
            has_mucked = held.seat in hidden_losers(row)
            if player == people[0].pk:
                assert bool(held.shown) == has_mucked
                turned += has_mucked
            else:
                assert held.shown == []
                mucked += has_mucked
        if turned and mucked:
            break
    assert turned, "the packs are the same in every run"
    assert mucked


def test_nothing_is_shown_of_a_hand_won_without_a_showdown_or_where_the_house_forbids_it(house, now, three):
    table, people = three
    for player in people:
        switch(house, player, table, "shows_losing")
    row = played_out(dealer.deal(table.pk, now=now), now)
    assert [held.shown for held in row.seats.all()] == [[], [], []]
    house_rules.change({"TableRules.showing": "nothing"}, by=None, now=now)
    row = played_out(dealer.deal(table.pk, now=now), now, "call")
    assert [held.shown for held in row.seats.all()] == [[], [], []]
    assert "shows_losing" not in look(house.client(people[0]), table)["your_switches"]


# -- the straddle ---------------------------------------------------------------------------------------------------------


def test_who_straddles_always_is_not_asked_and_everybody_else_is(house, now, three):
    table, people = three
    assert switch(house, people[0], table, "straddles").status_code == 422, "no straddle in this house"
    house_rules.change({"PlayRules.straddle": "under the gun"}, by=None, now=now)
    assert switch(house, people[0], table, "straddles").status_code == 200
    given = []
    for _ in range(3):
        row = dealer.deal(table.pk, now=now)
        ask, player = asked(row)
        by_switch = Decision.objects.filter(hand=row, device="switch").values_list("user_id", "text")
        if by_switch:
            assert list(by_switch) == [(people[0].user_id, "straddle")]
            assert ask.kind == "bet"
        else:
            assert (ask.kind, player == people[0]) == ("straddle", False)
            say(row, "pass", now)
        given += by_switch
        played_out(row, now)
    assert len(given) == 1, "once round"


# -- blinds --------------------------------------------------------------------------------------------------------------


def test_who_posts_always_comes_back_by_posting_and_a_waiting_newcomer_posts_at_once(house, now, three):
    table, _people = three
    played_out(dealer.deal(table.pk, now=now), now)
    dora = house.person("dora")
    seating.sit_down(table.pk, dora, 5, 5_000, key="d", now=now)
    assert Sitting.objects.get(player=dora).entry == "waits"
    assert switch(house, dora, table, "posts_always").json()["your_entry"] == "posts"
    assert switch(house, dora, table, "posts_always", on=False).json()["your_entry"] == "waits"
    switch(house, dora, table, "posts_always")
    seating.sit_out(table.pk, dora, now=now)
    seating.come_back(table.pk, dora, now=now)
    assert Sitting.objects.get(player=dora).entry == "posts"


def test_the_big_blind_finds_nobody_who_leaves_before_it_and_the_next_pays_it(house, now, three):
    table, people = three
    dora = house.person("dora")
    seating.sit_down(table.pk, dora, 4, 5_000, key="d", now=now)
    people.append(dora)
    row = played_out(deal_next(table, now), now)
    order = sorted(seats_of(row).values(), key=lambda held: held.seat)
    big = row.start["positions"][2]
    at = next(place for place, held in enumerate(order) if held.seat == big)
    leaver, after = order[(at + 1) % 4].player, order[(at + 2) % 4].player
    assert switch(house, leaver, table, "leaves_at_big_blind").status_code == 200
    row = deal_next(table, now)
    assert leaver.pk not in seats_of(row)
    assert seats_of(row)[after.pk].seat == row.start["positions"][2]
    sitting = Sitting.objects.get(player=leaver)
    assert (sitting.state, sitting.leaves_at_big_blind) == ("out", False)
    assert sitting.owes_big, "who lets the blind pass owes it on coming back"
    played_out(row, now)


def test_until_the_big_blind_comes_one_is_dealt_in(house, now, three):
    table, _people = three
    row = played_out(deal_next(table, now), now)
    big = row.start["positions"][2]
    poster = row.seats.get(seat=big).player
    switch(house, poster, table, "leaves_at_big_blind")
    row = played_out(deal_next(table, now), now)
    assert poster.pk in seats_of(row), "the small blind is theirs still"


def test_where_all_leave_at_the_big_blind_no_hand_is_dealt(house, now, three):
    table, people = three
    for player in people:
        switch(house, player, table, "leaves_at_big_blind")
    assert deal_next(table, now) is None
    states = set(Sitting.objects.filter(table=table).values_list("state", flat=True))
    assert states == {"out", "active"}
    table.refresh_from_db()
    assert table.deal_at is None


# -- chips ----------------------------------------------------------------------------------------------------------------


def test_a_stack_is_topped_up_between_hands_as_far_as_the_wallet_goes(house, now, three):
    table, people = three
    anna = people[0]
    assert switch(house, anna, table, "tops_up_to", chips=7_000).json()["your_switches"]["tops_up_to"] == 7_000
    assert (stack(table, anna), wallet(anna)) == (7_000, 3_000), "at once, where no hand is played"
    for _ in range(3):
        has = stack(table, anna)
        net = seats_of(played_out(dealer.deal(table.pk, now=now), now))[anna.pk].net
        assert stack(table, anna) == max(has + net, 7_000)
    assert wallet(anna) <= 3_000
    assert audit.run(now=now).ok
    sitting = Sitting.objects.get(player=anna)
    assert sitting.brought == 10_000 - wallet(anna)


def test_during_a_hand_nothing_is_added_and_a_poor_wallet_gives_what_it_has(house, now):
    poor, ben = house.person("poor", chips=5_100), house.person("ben")
    table = house.seated(poor, ben, pause=60.0)
    row = dealer.deal(table.pk, now=now)
    assert switch(house, poor, table, "tops_up_to", chips=8_000).status_code == 200
    assert wallet(poor) == 100
    net = seats_of(played_out(row, now))[poor.pk].net
    assert (stack(table, poor), wallet(poor)) == (5_100 + net, 0)


def test_a_stack_that_nobody_may_bring_is_refused_and_nothing_changes(house, now, three):
    table, people = three
    for chips in (1, table.max_buy_in + 1):
        refused = switch(house, people[0], table, "tops_up_to", chips=chips)
        assert (refused.status_code, refused.json()["code"]) == (422, "buy_in_out_of_range")
        assert refused.json()["most"] == table.max_buy_in
    assert switch(house, people[0], table, "flies").status_code == 400
    assert switch(house, house.person("rail"), table, "shows_losing").json()["code"] == "not_seated"
    assert not AuditEntry.objects.filter(kind="seat.switched").exists()
    switch(house, people[0], table, "posts_always")
    switch(house, people[0], table, "posts_always")
    assert AuditEntry.objects.filter(kind="seat.switched").count() == 1, "the same again changes nothing"


def test_switches_end_with_the_stay(house, now, three):
    table, people = three
    switch(house, people[0], table, "posts_always")
    seating.stand_up(table.pk, people[0], now=now)
    seating.sit_down(table.pk, people[0], 1, 5_000, key="again", now=now + timedelta(minutes=1))
    assert look(house.client(people[0]), table)["your_switches"]["posts_always"] is False


# -- on the page ------------------------------------------------------------------------------------------------------------


def test_the_page_offers_them_in_one_menu_and_says_how_they_stand(house, now, three, client):
    table, people = three
    client.force_login(people[0].user)
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert page.count('name="switch"') == 4, "no straddle where the house has none"
    felt = client.post(
        f"/tables/{table.pk}/switch/", {"switch": "posts_always", "on": "1"}, headers={"HX-Request": "true"}
    )
    assert felt.status_code == 200
    assert Sitting.objects.get(player=people[0]).posts_always
    answer = client.post(f"/tables/{table.pk}/switch/", {"switch": "tops_up_to", "on": "1", "chips": "nine"})
    assert answer.status_code == 422
    assert "Chips: write a whole number" in answer.content.decode()
    assert client.post(f"/tables/{table.pk}/switch/", {"switch": "posts_always", "on": ""}).status_code == 302
    assert not Sitting.objects.get(player=people[0]).posts_always
