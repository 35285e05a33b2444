"""What a player does from the seat besides deciding: choices made beforehand, cards shown after a hand, being there."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from club.house import house_rules
from club.models import AuditEntry
from engine.betting.hand import Stakes
from engine.cards import card_text
from tables.cash import time_bank
from tables.dealing import dealer, settlement, time_outs
from tables.hand import presence
from tables.hand.hand_replay import rebuilt
from tables.models import Decision, Hand, HandSeat, Sitting
from tests.support.tables.seat_requests import asked, say
from tests.support.tables.table_api import look
from tests.support.watched import cards_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(house):
    people = [house.person(name) for name in ("anna", "ben", "chika")]
    return house.seated(*people, pause=60.0, action_seconds=1_800), people


def order(row, people):
    """Who is asked first, second and third before the flop."""
    seats = {held.player_id: held.seat for held in row.seats.all()}
    _ask, player = asked(row)
    at = [one.pk for one in sorted(people, key=lambda one: seats[one.pk])]
    start = at.index(player.pk)
    return [next(one for one in people if one.pk == pk) for pk in at[start:] + at[:start]]


def choose(house, player, row, words):
    url = f"/api/v1/tables/{row.table_id}/preaction/"
    return house.client(player).put(url, {"hand": row.pk, "preaction": words}, format="json")


# -- chosen beforehand ------------------------------------------------------------------------------------------------


def test_a_call_of_this_amount_is_used_while_it_costs_that(house, now, three):
    table, people = three
    row = dealer.deal(table.pk, now=now)
    _first, second, _third = order(row, people)
    seen = choose(
        house,
        second,
        row,
        "call 50" if "call 50" in look(house.client(second), table)["your_preactions"] else "call 100",
    )
    assert seen.status_code == 200
    chosen = seen.json()["your_preaction"]
    assert chosen.startswith("call ")
    say(row, "call", now)
    chosen_before = Decision.objects.filter(hand=row, device="preaction").get()
    assert (chosen_before.text, chosen_before.source, chosen_before.user_id) == ("call", "player", second.user_id)
    assert look(house.client(second), table)["your_preaction"] == ""


def test_it_is_dropped_when_the_amount_has_changed(house, now, three):
    table, people = three
    row = dealer.deal(table.pk, now=now)
    _first, second, _third = order(row, people)
    words = next(one for one in look(house.client(second), table)["your_preactions"] if one.startswith("call"))
    choose(house, second, row, words)
    say(row, "raise 400", now)
    assert not Decision.objects.filter(device="preaction").exists()
    assert asked(row)[1] == second, "who is asked, after all"
    assert HandSeat.objects.get(hand=row, player=second).preaction == ""


def test_fold_to_any_bet_checks_while_that_is_free_and_check_or_fold_is_used_once(house, now, three):
    table, people = three
    row = dealer.deal(table.pk, now=now)
    first, second, third = order(row, people)
    assert choose(house, third, row, "fold").status_code == 200
    assert choose(house, second, row, "check-fold").status_code == 200
    say(row, "raise 300", now)
    row.refresh_from_db()
    assert [one.text for one in Decision.objects.filter(device="preaction").order_by("seq")] == ["fold", "fold"]
    assert row.state == "over"
    assert first not in (second, third)


def test_a_choice_holds_for_its_street_and_nobody_else_sees_it(house, now, three):
    table, people = three
    row = dealer.deal(table.pk, now=now)
    first, second, third = order(row, people)
    version = table.__class__.objects.get(pk=table.pk).version
    choose(house, third, row, "fold")
    assert table.__class__.objects.get(pk=table.pk).version == version, "not even that something was chosen"
    for other in (first, second, house.person("rail")):
        seen = look(house.client(other), table)
        assert seen["your_preaction"] == ""
    assert look(house.client(third), table)["your_preaction"] == "fold"
    say(row, "call", now)
    say(row, "call", now)  # the big blind's free check is given by itself, and the flop is dealt
    assert Decision.objects.filter(device="preaction").count() == 1
    assert look(house.client(third), table)["your_preaction"] == ""


def test_what_cannot_be_chosen_is_refused_with_what_can(house, now, three):
    table, people = three
    row = dealer.deal(table.pk, now=now)
    first, second, _third = order(row, people)
    refused = choose(house, second, row, "call 7")
    assert (refused.status_code, refused.json()["code"]) == (409, "no_such_preaction")
    assert "fold" in refused.json()["offered"]
    assert choose(house, first, row, "fold").status_code == 409, "whoever is asked, answers"
    assert choose(house, house.person("rail"), row, "fold").status_code == 403
    assert choose(house, second, row, "fold").status_code == 200
    assert choose(house, second, row, "").json()["your_preaction"] == "", "taken back"


# -- cards shown ------------------------------------------------------------------------------------------------------


def won_uncontested(house, now, table):
    row = dealer.deal(table.pk, now=now)
    while (row := Hand.objects.get(pk=row.pk)).state == "playing":
        say(row, "fold", now)
    settlement.resolve(row.pk, now=now)
    row = Hand.objects.get(pk=row.pk)
    winner = next(held for held in row.seats.all() if held.net > 0)
    own = next(place for place in rebuilt(row).view(winner.seat)["seats"] if place["seat"] == winner.seat)
    return row, winner, own["cards"]


def show(house, player, row, *cards):
    return house.client(player).post(f"/api/v1/hands/{row.pk}/shown/", {"cards": list(cards)}, format="json")


def without_cards_for_the_button(text: str) -> str:
    """Those come from a pack of their own, in which the winner's cards are as well."""
    return re.sub(r"button_cards\"?[:=\s]*\{[^}]*\}", "", text)


def test_one_card_is_shown_and_exactly_that_card_is_seen(house, now, three):
    table, people = three
    row, winner, (first, second) = won_uncontested(house, now, table)
    loser = next(player for player in people if player != winner.player)
    assert set(look(house.client(winner.player), table)["your_cards_to_show"]) == {first, second}
    assert look(house.client(loser), table)["your_cards_to_show"] == []
    assert show(house, loser, row, first).status_code == 409
    assert show(house, winner.player, row, first).status_code == 200
    assert show(house, winner.player, row, first).status_code == 200, "the same again is harmless"
    for viewer in (loser, house.person("rail")):
        for url in (f"/api/v1/tables/{table.pk}/", f"/api/v1/hands/{row.pk}/"):
            told = cards_in(without_cards_for_the_button(house.client(viewer).get(url).content.decode()))
            assert first in told
            assert second not in told
        written = house.client(viewer).get(f"/api/v1/hands/{row.pk}/phh/").content.decode()
        assert first in cards_in(written.split("_shown")[1])
        # The words of a file name other things: "Asia/Tokyo" is no ace of spades.
        assert second not in cards_in(without_cards_for_the_button(written))
    assert AuditEntry.objects.filter(kind="hand.shown").count() == 1
    dealer.deal(table.pk, now=now)
    assert show(house, winner.player, row, second).status_code == 409, "the next hand is dealt"
    assert cards_in(house.client(loser).get(f"/api/v1/hands/{row.pk}/").content.decode()) >= {first}


def test_the_house_may_allow_the_whole_hand_alone_or_nothing(house, now, three):
    table, _people = three
    house_rules.change({"TableRules.showing": "whole hand"}, by=None, now=now)
    row, winner, (first, second) = won_uncontested(house, now, table)
    assert show(house, winner.player, row, first).json()["code"] == "whole_hand"
    house_rules.change({"TableRules.showing": "nothing"}, by=None, now=now + timedelta(seconds=1))
    assert show(house, winner.player, row, first, second).json()["code"] == "cannot_show"
    house_rules.change({"TableRules.showing": "whole hand"}, by=None, now=now + timedelta(seconds=2))
    assert show(house, winner.player, row, first, second).status_code == 200


# -- rabbit hunting ---------------------------------------------------------------------------------------------------


def hunts(house, player, row):
    return house.client(player).post(f"/api/v1/hands/{row.pk}/rabbit-hunt/")


@pytest.mark.parametrize("burns", [False, True])
def test_the_cards_that_would_have_come_are_turned_up_where_the_house_allows_it(house, now, three, burns):
    house_rules.change({"PlayRules.burns": burns}, by=None, now=now)
    table, people = three
    row, winner, _cards = won_uncontested(house, now, table)
    assert hunts(house, people[0], row).json()["code"] == "cannot_hunt", "by the usual rules nobody hunts"
    house_rules.change({"FloorRules.rabbit_hunt": True}, by=None, now=now)
    assert look(house.client(people[0]), table)["may_hunt"] is True
    assert hunts(house, house.person("rail"), row).status_code in (403, 404)
    assert hunts(house, people[0], row).status_code == 200
    assert hunts(house, winner.player, row).status_code == 200, "the same again is harmless"
    played = rebuilt(row)
    deck, at = played.state.order, played.state.next_card
    places = (1, 2, 3, 5, 7) if burns else (0, 1, 2, 3, 4)  # a card burned before the flop, the turn and the river
    wanted = [[card_text(deck[at + place]) for place in places]]
    for viewer in (people[0], house.person("rail2")):
        assert house.client(viewer).get(f"/api/v1/hands/{row.pk}/").json()["would_have_come"] == wanted
        assert look(house.client(viewer), table)["hand"]["would_have_come"] == wanted
    entry = AuditEntry.objects.get(kind="hand.hunted")
    assert (entry.by, entry.subject) == (people[0].user, row.reference)
    assert look(house.client(people[0]), table)["may_hunt"] is False


def test_nobody_hunts_before_a_hand_is_over_nor_once_the_next_is_dealt(house, now, three):
    table, people = three
    house_rules.change({"FloorRules.rabbit_hunt": True}, by=None, now=now)
    row = dealer.deal(table.pk, now=now)
    assert look(house.client(people[0]), table)["may_hunt"] is False
    assert hunts(house, people[0], row).json()["code"] == "cannot_hunt"
    assert house.client(people[0]).get(f"/api/v1/hands/{row.pk}/").json()["would_have_come"] == []
    while (row := Hand.objects.get(pk=row.pk)).state == "playing":
        say(row, "fold", now)
    settlement.resolve(row.pk, now=now)
    dealer.deal(table.pk, now=now)
    assert hunts(house, people[0], row).json()["code"] == "cannot_hunt"


def test_the_page_offers_it_and_shows_the_cards(house, now, three, client):
    table, people = three
    house_rules.change({"FloorRules.rabbit_hunt": True}, by=None, now=now)
    row, _winner, _cards = won_uncontested(house, now, table)
    client.force_login(people[0].user)
    assert "What would have come?" in client.get(f"/tables/{table.pk}/").content.decode()
    client.post(f"/tables/{table.pk}/rabbit-hunt/", {"hand": row.pk})
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert "Would have come:" in page
    assert "What would have come?" not in page
    assert "Would have come" in client.get(f"/hands/{row.pk}/").content.decode()


# -- being there ------------------------------------------------------------------------------------------------------


def test_a_player_whose_page_is_gone_is_seen_as_away_and_back(house, now, three, client):
    table, people = three
    client.force_login(people[0].user)
    assert client.post(f"/tables/{table.pk}/here/").status_code == 204
    assert Sitting.objects.filter(seen_at__gte=now).update(seen_at=now) == 1
    assert presence.sweep(now=now + timedelta(seconds=10)) == 0
    assert presence.sweep(now=now + timedelta(seconds=60)) == 1
    assert presence.sweep(now=now + timedelta(seconds=60)) == 0
    told = {one["name"]: one["is_away"] for one in look(house.client(people[1]), table)["sittings"]}
    assert told == {"anna": True, "ben": False, "chika": False}, "who never gave a sign is not away"
    assert "Away" in client.get(f"/tables/{table.pk}/").content.decode()
    client.post(f"/tables/{table.pk}/here/")
    assert Sitting.objects.filter(is_away=True).count() == 0


def test_a_decision_alone_is_a_sign_of_life(house, now, three):
    table, _people = three
    row = dealer.deal(table.pk, now=now)
    ask, player = asked(row)
    Sitting.objects.filter(player=player).update(is_away=True, seen_at=now - timedelta(seconds=60))
    told = {"hand": row.pk, "ask": ask.number, "decision": "fold"}
    assert house.client(player).post(f"/api/v1/tables/{table.pk}/decisions/", told, format="json").status_code == 200
    sitting = Sitting.objects.get(player=player)
    assert (sitting.is_away, sitting.seen_at > now - timedelta(seconds=60)) == (False, True)


def test_a_lost_connection_has_a_grace_once_and_then_the_clock_decides(house, now, three):
    table, _people = three
    row = dealer.deal(table.pk, now=now)
    _ask, player = asked(row)
    Sitting.objects.filter(player=player).update(seen_at=now - timedelta(seconds=60))
    late = row.deadline + timedelta(seconds=1)
    assert time_outs.time_out(row.pk, now=late)
    row.refresh_from_db()
    assert row.deadline == late + timedelta(seconds=30)
    assert not row.decisions.exists()
    time_outs.time_out(row.pk, now=row.deadline)
    assert Decision.objects.get(hand=row).source == "clock"
    assert Sitting.objects.get(player=player).state == "out"


def test_a_player_who_is_there_has_none_and_sits_out_after_so_many_time_outs_in_a_row(house, now, three):
    table, _people = three
    house_rules.change({"TableRules.time_outs": 2}, by=None, now=now - timedelta(seconds=1))
    row = dealer.deal(table.pk, now=now)
    _ask, player = asked(row)
    Sitting.objects.filter(player=player).update(seen_at=row.deadline)
    time_outs.time_out(row.pk, now=row.deadline)
    assert Decision.objects.filter(hand=row).count() == 1
    assert Sitting.objects.get(player=player).state == "active", "once"
    while (row := Hand.objects.get(pk=row.pk)).state == "playing":
        say(row, "fold", now)
    settlement.resolve(row.pk, now=now)
    for _ in range(3):
        row = dealer.deal(table.pk, now=now)
        while (row := Hand.objects.get(pk=row.pk)).state == "playing":
            if asked(row)[1] == player:
                Sitting.objects.filter(player=player).update(seen_at=row.deadline)
                time_outs.time_out(row.pk, now=row.deadline)
            else:
                say(row, "call", now)
        settlement.resolve(row.pk, now=now)
        if Sitting.objects.get(player=player).state == "out":
            break
    assert Sitting.objects.get(player=player).state == "out", "twice in a row"


def test_one_players_time_bank_lengthens_no_other_clock(house, now):
    people = [house.person(name) for name in ("anna", "ben")]
    stakes = Stakes(limit="points", point=10)
    table = house.seated(*people, game="chinese", stakes=stakes, pause=60.0, action_seconds=20, buy_in=1_000)
    row = dealer.deal(table.pk, now=now)
    mine, other = rebuilt(row).asks
    player = row.seats.get(seat=mine.seat).player
    time_bank.take(table.pk, row.pk, mine.number, by=player, key="k", now=now)
    row.refresh_from_db()
    assert row.deadline == now + timedelta(seconds=20)
    clocks = look(house.client(player), table)["hand"]["clocks"]
    assert clocks[str(mine.seat)] > clocks[str(other.seat)]
    time_outs.time_out(row.pk, now=now + timedelta(seconds=20))
    assert [one.seat for one in Decision.objects.filter(hand=row)] == [other.seat], "whose time was up, and nobody else"
    row.refresh_from_db()
    assert row.deadline == now + timedelta(seconds=40)
