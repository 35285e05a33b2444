"""Hands with real cards entered tap by tap: the next begins with its first tap, nothing is entered twice, undo is one tap."""

from __future__ import annotations

import pytest

from club.ledger import audit
from engine.betting.hand import Stakes
from tables import tasks
from tables.breaking_and_closing import closing_tables
from tables.cash import seating
from tables.models import Decision, Hand, Table
from tests.tables.conftest import stack

pytestmark = pytest.mark.django_db


def state(client, table, **query):
    answer = client.get(f"/api/v1/tables/{table.pk}/entry/", query)
    assert answer.status_code == 200, answer.content
    return answer.json()


def send(client, table, *taps):
    answer = client.post(f"/api/v1/tables/{table.pk}/entry/", {"taps": list(taps)}, format="json")
    assert answer.status_code == 200, answer.content
    for row in Hand.objects.filter(table=table, state=Hand.State.OVER):
        tasks.resolve_hand(row.pk)
    return answer.json()


def tapped(seen, *decisions):
    """Taps that answer what is asked and the questions after it, no boards entered and none dealt between."""
    first = seen["standing"]["ask"]["number"]
    return [
        {"number": seen["number"], "ask": first + at, "decision": words, "is_unseen": True}
        for at, words in enumerate(decisions)
    ]


def test_three_taps_are_a_hand_of_three_from_the_deal_to_the_settlement(floor, table, people, now):
    seen = state(floor, table)
    assert (seen["phase"], seen["number"], seen["standing"]["ask"]["seat"]) == ("coming", 1, 1)
    assert not Hand.objects.exists(), "to look begins no hand"
    taken = send(floor, table, *tapped(seen, "call", "fold", "fold"))
    assert (taken["done"], taken["refusal"]) == (3, None)
    assert [stack(table, player) for player in people] == [5_150, 4_950, 4_900]
    seen = state(floor, table)
    assert (seen["phase"], seen["number"], seen["standing"]["button"]) == ("coming", 2, 2)
    assert seen["last"]["nets"][0] == {"name": people[0].nickname, "net": 150}
    assert audit.run(now=now).ok


def test_what_is_sent_again_is_entered_once_and_what_follows_goes_on(floor, table):
    seen = state(floor, table)
    taps = tapped(seen, "call", "call", "call")
    send(floor, table, *taps[:2])
    taken = send(floor, table, *taps)  # the answer to the first was lost on its way
    assert (taken["done"], taken["refusal"]) == (3, None)
    assert Decision.objects.filter(hand__table=table, seat__isnull=False).count() == 3
    again = send(floor, table, *taps)
    assert again["state"] == taken["state"]


def test_another_devices_answer_is_told_and_the_rest_is_not_looked_at(floor, table):
    seen = state(floor, table)
    send(floor, table, *tapped(seen, "call"))
    taken = send(floor, table, *tapped(seen, "fold", "call"))
    assert (taken["done"], taken["refusal"]["code"]) == (0, "closed_ask")
    assert taken["state"]["standing"]["ask"]["seat"] == 2


def test_whoever_has_won_is_told_without_a_card_and_side_pots_one_by_one(floor, house, now):
    short, other, deep = house.person("s"), house.person("o"), house.person("d")
    table = house.seated(short, other, kind=Table.Kind.RECORDED, buy_in=5_000)
    seating.sit_down(table.pk, deep, 3, 8_000, key="deep", now=now)
    seen = state(floor, table)
    taken = send(floor, table, *tapped(seen, "raise 5000", "call", "raise 8000"))
    assert taken["refusal"]["code"] in ("not_offered", "raise_too_large"), "nobody is left to call more"
    seen = taken["state"]
    taken = send(floor, table, *tapped(seen, "call"))
    seen = taken["state"]
    assert seen["standing"]["ask"]["kind"] == "showdown"
    assert send(floor, table, *tapped(seen, "award 1"))["refusal"] is None
    assert [stack(table, player) for player in (short, other, deep)] == [15_000, 0, 3_000]
    assert audit.run(now=now).ok


def test_the_last_tap_is_undone_also_of_a_settled_hand_and_undone_once(floor, table, people, now):
    seen = state(floor, table)
    taken = send(floor, table, *tapped(seen, "call", "fold", "fold"))
    undo = {"kind": "back", **taken["state"]["undo"]}
    for _sent_twice in range(2):
        seen = send(floor, table, undo)["state"]
        assert (seen["phase"], seen["number"], seen["standing"]["ask"]["seat"]) == ("playing", 2, 3)
    assert [stack(table, player) for player in people] == [5_000] * 3
    send(floor, table, *tapped(seen, "call"))
    assert send(floor, table, {"kind": "back", "number": 2, "ask": 0})["refusal"]["code"] == "entered_since"
    assert audit.run(now=now).ok


def test_no_undo_is_offered_of_a_settled_hand_once_chips_of_it_have_left(floor, table, people, now):
    seen = state(floor, table)
    send(floor, table, *tapped(seen, "call", "fold", "fold"))
    undo = {"kind": "back", **state(floor, table)["undo"]}
    seating.stand_up(table.pk, people[2], now=now)
    assert state(floor, table)["undo"] is None
    assert send(floor, table, undo)["refusal"]["code"] == "player_left"
    closing_tables.close_table(table.pk, by=None, now=now)
    assert state(floor, table)["undo"] is None
    assert send(floor, table, undo)["refusal"]["code"] == "no_hands_entered_here"


def test_a_misdeal_is_one_tap_until_there_was_action(floor, table):
    seen = state(floor, table)
    misdeal = {"kind": "misdeal", "number": 1}
    assert send(floor, table, misdeal)["done"] == 1, "nothing was begun"
    taken = send(floor, table, *tapped(seen, "fold"), misdeal)
    assert (taken["done"], taken["state"]["phase"], taken["state"]["standing"]["button"]) == (2, "coming", 1)
    seen = taken["state"]
    taken = send(floor, table, *tapped(seen, "call", "call"), {**misdeal, "number": 2})
    assert (taken["done"], taken["refusal"]["code"]) == (2, "substantial_action")


def test_the_button_as_told_holds_for_the_look_and_the_first_tap(floor, table):
    seen = state(floor, table, button=2)
    assert (seen["standing"]["button"], seen["standing"]["ask"]["seat"]) == (2, 2)
    (tap,) = tapped(seen, "fold")
    taken = send(floor, table, {**tap, "button": 2})
    assert taken["state"]["standing"]["button"] == 2


def test_what_the_page_reckons_with(floor, house, people):
    stakes = Stakes(limit="pot", small_blind=50, big_blind=100)
    table = house.seated(*people, kind=Table.Kind.RECORDED, game="omaha8", stakes=stakes, buy_in=5_000)
    standing = state(floor, table)["standing"]
    assert (standing["follow"], standing["level"], standing["streets"]) == ([2, 3], 100, [1, 1, 1])
    assert standing["parts"] == ["High", "Low"]
    stud = Stakes(limit="fixed", ante=20, bring_in=25, small_bet=50, big_bet=100)
    other = house.seated(*[house.person(name) for name in "xyz"], kind=Table.Kind.RECORDED, game="razz", stakes=stud)
    assert state(floor, other)["standing"]["streets"] is None, "cards are turned up: nothing is reckoned ahead"


def test_where_no_hand_may_begin_it_says_why(floor, house, table, people):
    alone = house.seated(house.person("alone"), kind=Table.Kind.RECORDED)
    seen = state(floor, alone)
    assert (seen["phase"], seen["why"]) == ("closed", "Two players with chips are needed for a hand.")
    assert house.client(people[0]).get(f"/api/v1/tables/{table.pk}/entry/").status_code == 403
