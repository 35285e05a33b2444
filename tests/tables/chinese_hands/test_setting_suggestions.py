"""The arranger's setting, shown to the player whose cards they are, where the house allows it."""

from __future__ import annotations

import json
import re

import pytest

from club.house import house_rules
from engine.cards import card_text, parse_cards
from engine.chinese.arranger.arranger import arrange
from tables.dealing import called_off_hands, dealer, player_decisions, time_outs
from tables.hand.hand_replay import rebuilt
from tables.models import Decision
from tests.support.markup import squeezed
from tests.support.tables.suggested import POINTS, ask_of, dealt

pytestmark = pytest.mark.django_db


@pytest.fixture
def allowed(house, now):
    house_rules.change({"TableRules.suggests": True}, by=None, now=now)


def look(house, player, row, number):
    return house.client(player).get(f"/api/v1/hands/{row.pk}/asks/{number}/suggestion/")


def test_the_best_setting_is_suggested_and_may_be_answered_as_it_stands(house, now, allowed):
    (anna, _ben), row = dealt(house, now)
    ask = ask_of(row, 1)
    answer = look(house, anna, row, ask.number)
    assert answer.status_code == 200
    told = answer.json()
    best = arrange(ask.cards, ask.profile)
    rows = [parse_cards(" ".join(told["rows"][name])) for name in ("front", "middle", "back")]
    assert [sorted(found) for found in rows] == [sorted(found) for found in best.board]
    assert (sum(told["royalties"]), told["is_fouled"], told["discards"]) == (best.royalties, False, [])
    assert not Decision.objects.filter(hand=row).exists()
    said = {"hand": row.pk, "ask": ask.number, "decision": told["decision"]}
    assert house.client(anna).post(f"/api/v1/tables/{row.table_id}/decisions/", said, format="json").status_code == 200
    assert sorted(rebuilt(row).rows[1].back) == sorted(best.back)


def test_it_is_refused_where_the_house_does_not_allow_it(house, now):
    (anna, _ben), row = dealt(house, now)
    answer = look(house, anna, row, ask_of(row, 1).number)
    assert answer.status_code == 403
    assert answer.json()["code"] == "no_suggestions"
    assert "Suggested settings" in answer.json()["detail"]


def test_nor_does_the_clocks_setting_give_it_away(house, now):
    (anna, _ben), row = dealt(house, now)
    (own,) = [
        ask for ask in house.client(anna).get(f"/api/v1/hands/{row.pk}/").json()["view"]["asks"] if "offers" in ask
    ]
    assert own["default"] is None
    assert "set " not in json.dumps(house.client(anna).get(f"/api/v1/tables/{row.table_id}/").json())


def test_a_hand_keeps_the_rule_that_it_began_with(house, now):
    (anna, _ben), row = dealt(house, now)
    house_rules.change({"TableRules.suggests": True}, by=None, now=now)
    assert look(house, anna, row, ask_of(row, 1).number).status_code == 403


def test_a_table_may_have_a_rule_of_its_own(house, now):
    (anna, _ben), row = dealt(house, now)
    called_off_hands.void(row.pk, by=None, why="a test", now=now)
    house_rules.change({"TableRules.suggests": True}, scope=f"table:{row.table_id}", by=None, now=now)
    row = dealer.deal(row.table_id, now=now)
    assert look(house, anna, row, ask_of(row, 1).number).status_code == 200


def test_nobody_is_shown_what_another_should_set(house, now, allowed):
    (anna, ben), row = dealt(house, now)
    for player, number, status, code in [
        (ben, ask_of(row, 1).number, 409, "not_your_turn"),
        (house.person("cleo"), ask_of(row, 1).number, 403, "not_in_this_hand"),
        (anna, 99, 409, "closed_ask"),
    ]:
        answer = look(house, player, row, number)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert not {"rows", "decision"} & set(answer.json())
    assert house.client(anna).get("/api/v1/hands/999999/asks/0/suggestion/").status_code == 404


def test_street_by_street_everybody_sets_alone(house, now, allowed):
    players, row = dealt(house, now, game="ofc-pineapple")
    (ask,) = rebuilt(row).asks
    answer = look(house, players[ask.seat - 1], row, ask.number)
    assert (answer.status_code, answer.json()["code"]) == (422, "not_set_at_once")


def test_in_fantasyland_it_says_what_to_throw_away_and_whether_one_stays(house, now, allowed, monkeypatch):
    monkeypatch.setattr("tables.cash.next_hand.carried_to", lambda table, sittings: {"fantasyland": {"1": 15}})
    (anna, _ben), row = dealt(house, now, game="ofc-pineapple")
    ask = ask_of(row, 1)
    told = look(house, anna, row, ask.number).json()
    best = arrange(ask.cards, ask.profile, fantasyland=15)
    assert len(told["discards"]) == 2
    assert (sum(told["royalties"]), told["fantasyland"] > 0) == (best.royalties, best.stays)


def test_computers_at_a_fast_table_answer_from_the_slow_queue(
    house, now, monkeypatch, django_capture_on_commit_callbacks
):
    """A page that answers must not wait for Chinese hands to be thought about."""
    sent = []
    monkeypatch.setattr(
        "club.base.on_commit_tasks.current_app.send_task", lambda name, arguments: sent.append((name, arguments))
    )
    anna, rival = house.person("anna"), house.computer("rival")
    table = house.seated(anna, rival, game="ofc-pineapple", stakes=POINTS, buy_in=1_000, pace=0)
    row = dealer.deal(table.pk, now=now)
    (ask,) = rebuilt(row).asks
    if ask.seat == 2:
        time_outs.play_on(row.pk, now=now)
        (ask,) = rebuilt(row).asks
    before = Decision.objects.filter(hand=row).count()
    with django_capture_on_commit_callbacks(execute=True):
        player_decisions.decide(table.pk, row.pk, ask.number, str(ask.default), by=anna, now=now)
    assert Decision.objects.filter(hand=row).count() == before + 1
    assert ("tables.tasks.play_hand", (row.pk,)) in sent


def felt(client, row, **asked):
    return client.get(f"/tables/{row.table_id}/felt/", asked)


def chosen(page):
    """Where the form says that each card goes."""
    page = squeezed(page)
    found = re.findall(r'<select name="to-(\w\w)".*?</select>', page)
    rows = re.findall(r'<select name="to-(\w\w)"(?:(?!</select>).)*?<option value="(\w+)" selected', page)
    return set(found), dict(rows)


def test_on_the_felt_each_card_is_given_a_place(client, house, now, allowed):
    (anna, ben), row = dealt(house, now)
    client.force_login(anna.user)
    ask = ask_of(row, 1)
    cards, rows = chosen(felt(client, row).content.decode())
    assert cards == {card_text(card) for card in ask.cards}
    assert rows == {}
    _cards, rows = chosen(felt(client, row, suggest=ask.number).content.decode())
    told = look(house, anna, row, ask.number).json()["rows"]
    assert rows == {card: name for name, held in told.items() for card in held}
    said = {"hand": row.pk, "ask": ask.number, "decision": "set"} | {f"to-{card}": at for card, at in rows.items()}
    assert client.post(f"/tables/{row.table_id}/decide/", said, headers={"HX-Request": "true"}).status_code == 200
    assert Decision.objects.get(hand=row).seat == 1
    client.force_login(ben.user)
    assert all(f'"{card}"' not in felt(client, row).content.decode() for card in cards)


def test_on_the_felt_nothing_is_suggested_where_it_is_not_allowed(client, house, now):
    (anna, _ben), row = dealt(house, now)
    client.force_login(anna.user)
    assert "suggest=" not in felt(client, row).content.decode()
    answer = felt(client, row, suggest=ask_of(row, 1).number)
    assert answer.status_code == 403
    assert chosen(answer.content.decode())[1] == {}
    assert "Suggested settings" in answer.content.decode()


def test_street_by_street_the_cards_without_a_row_are_discarded(client, house, now):
    players, row = dealt(house, now, game="ofc-pineapple")
    for _street in range(2):
        for _seat in players:
            (ask,) = rebuilt(row).asks
            client.force_login(players[ask.seat - 1].user)
            page = felt(client, row).content.decode()
            assert ("Discard" in page) is (len(ask.cards) == 3)
            kept = [card_text(card) for card in ask.cards][: ask.keep]
            names = ["back", "back", "middle", "middle", "front"]
            said = {"hand": row.pk, "ask": ask.number, "decision": "place"}
            said |= {f"to-{card}": name for card, name in zip(kept, names, strict=False)}
            said |= {f"to-{card_text(card)}": "" for card in ask.cards[ask.keep :]}
            answer = client.post(f"/tables/{row.table_id}/decide/", said, headers={"HX-Request": "true"})
            assert answer.status_code == 200
    assert [sum(map(len, rows)) for rows in rebuilt(row).rows.values()] == [7, 7]


def test_cards_that_were_forgotten_are_asked_for(client, house, now):
    (anna, _ben), row = dealt(house, now)
    client.force_login(anna.user)
    ask = ask_of(row, 1)
    said = {"hand": row.pk, "ask": ask.number, "decision": "set", f"to-{card_text(ask.cards[0])}": "back"}
    answer = client.post(f"/tables/{row.table_id}/decide/", said, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert "13 cards are to be set, not 1" in answer.content.decode()
    assert not Decision.objects.filter(hand=row).exists()
