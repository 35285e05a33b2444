"""Real cards, of which the floor enters only what a hand came to; what was entered wrongly is taken back; rotations."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from club.house import house_rules
from club.ledger import audit, ledger
from club.models import AuditEntry, Transfer, User
from engine.betting.hand import Stakes
from engine.mixes.mixes import MixedStakes, parse_legs
from engine.mixes.rotation import Change, Rotation
from tables import tasks
from tables.cash import seating
from tables.models import Hand, Table
from tests.tables.conftest import stack

pytestmark = pytest.mark.django_db


def result(client, table, number=1, **told):
    url = f"/api/v1/tables/{table.pk}/recorded-hands/result/"
    return client.post(url, {"number": number, **told}, format="json")


def begin(client, table, number=1, **more):
    return client.post(f"/api/v1/tables/{table.pk}/recorded-hands/", {"number": number, **more}, format="json")


def entered(client, hand, *decisions):
    for words in decisions:
        entry = {"ask": hand["asked"][0]["number"], "decision": words}
        answer = client.post(f"/api/v1/hands/{hand['id']}/entries/", entry, format="json")
        assert answer.status_code == 200, (words, answer.json())
        hand = answer.json()
    return hand


def back(client, hand_id, why="typed wrongly"):
    return client.post(f"/api/v1/hands/{hand_id}/entries/back/", {"why": why}, format="json")


def test_who_won_what_is_entered_and_the_chips_move_once(floor, table, people, house):
    told = {"stacks": {"1": 5_700, "2": 4_400, "3": 4_900}, "button": 1}
    answer = result(floor, table, **told)
    assert answer.status_code == 201, answer.json()
    hand = answer.json()
    assert (hand["state"], hand["view"]["events"], hand["is_result_only"]) == ("settled", [], True)
    assert hand["view"]["result"]["net"] == {"1": 700, "2": -600, "3": -100}
    assert result(floor, table, **told).json()["id"] == hand["id"], "the same again is harmless"
    assert result(floor, table, won={"1": 1, "2": -1}).json()["code"] == "hand_posted"
    assert [stack(table, one) for one in people] == [5_700, 4_400, 4_900]
    assert Transfer.objects.filter(key=f"hand:{hand['id']}:settle").count() == 1
    assert AuditEntry.objects.get(kind="hand.result-entered").by.username == "dora"
    anna = house.client(people[0])
    [line] = anna.get("/api/v1/me/hands/").json()
    assert (line["net"], line["is_result_only"]) == (700, True)
    assert anna.get(f"/api/v1/hands/{hand['id']}/phh/").json()["code"] == "result_only"
    assert not b"".join(anna.get("/api/v1/me/hands.phhs").streaming_content)
    second = result(floor, table, 2, won={"2": 300, "3": -300}).json()
    assert second["view"]["button"] == 2, "the button moved on"
    assert [stack(table, one) for one in people] == [5_700, 4_700, 4_600]


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"won": {"1": 700, "2": -600}}, "does_not_sum"),
        ({"stacks": {"1": 5_100}}, "does_not_sum"),
        ({"won": {"1": 5_500, "2": -5_500}}, "lost_too_much"),
        ({"won": {"7": 5}}, "no_such_seat"),
        ({"won": {"1": 5, "2": -5}, "pot": 4}, "pot_too_small"),
        ({}, "one_of_two"),
        ({"won": {"1": 5, "2": -5}, "button": 9}, "no_such_button"),
        ({"won": {"1": 5, "2": -5}, "game": "razz fixed"}, "not_chosen_now"),
    ],
)
def test_a_result_that_cannot_be_is_refused_and_changes_nothing(floor, table, people, told, code):
    answer = result(floor, table, **told)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert not Hand.objects.exists()
    assert [stack(table, one) for one in people] == [5_000] * 3


def test_the_seats_where_the_button_may_be_are_said_as_people_say_them(floor, table, people):
    answer = result(floor, table, won={"1": 5, "2": -5}, button=9)
    assert answer.json()["detail"] == "The button is at a seat that plays: 1, 2, 3."


def test_a_stated_pot_pays_the_houses_rake(floor, table, people, now):
    house_rules.change({"PlayRules.rake_percent": 5, "PlayRules.rake_cap": 40}, scope="club", by=None, now=now)
    refused = result(floor, table, won={"1": 400, "2": -400}, pot=600).json()
    assert (refused["code"], refused["rake"], refused["difference"]) == ("does_not_sum", 30, 30)
    assert result(floor, table, won={"1": 370, "2": -400}, pot=600).status_code == 201
    assert ledger.balance(ledger.open_account("house", "rake")) == 30
    assert result(floor, table, 2, won={"1": 1_960, "2": -2_000}, pot=4_100).status_code == 201, "no more than the cap"
    assert audit.run(now=now).ok


def test_a_settled_hand_is_taken_back_by_a_linked_transfer_and_goes_on_corrected(floor, table, people, now):
    hand = begin(floor, table, button=1).json()
    hand = entered(floor, hand, "raise 300", "fold", "call", "deal 2c 7d Jh", "raise 500", "fold")
    assert hand["state"] == "settled"
    wrong = [stack(table, one) for one in people]
    assert wrong == [4_700, 4_950, 5_350]
    assert back(floor, hand["id"], " ").status_code in (400, 422)
    again = back(floor, hand["id"]).json()
    assert [stack(table, one) for one in people] == [5_000] * 3
    reversal = Transfer.objects.get(key=f"hand:{hand['id']}:reversed")
    assert reversal.corrects.key == f"hand:{hand['id']}:settle"
    assert (again["number"], again["state"], again["view"]["button"]) == (2, "playing", 1)
    assert Hand.objects.get(pk=hand["id"]).state == "void"
    assert AuditEntry.objects.get(kind="entry.taken-back").why == "typed wrongly"
    entered(floor, again, "call", "deal 3s", "call", "call", "deal 9h", "call", "call", "show As Jd", "muck")
    assert sorted(stack(table, one) for one in people) == [4_200, 4_950, 5_850]
    assert audit.run(now=now).ok


def test_a_result_taken_back_is_entered_anew_from_the_same_button(floor, table, people):
    first = result(floor, table, won={"1": 100, "2": -100}, button=2).json()
    second = result(floor, table, 2, won={"1": 100, "2": -100}).json()
    assert back(floor, first["id"]).json()["code"] == "later_hands"
    assert back(floor, second["id"]).json()["state"] == "void"
    assert back(floor, first["id"]).json()["state"] == "void", "one after the other, latest first"
    assert [stack(table, one) for one in people] == [5_000] * 3
    assert result(floor, table, 3, won={"3": 50, "2": -50}).json()["view"]["button"] == 2


def test_a_hand_stays_as_it_is_once_somebody_of_it_has_left_with_the_chips(floor, table, people, now):
    hand = result(floor, table, won={"1": 100, "2": -100}).json()
    seating.stand_up(table.pk, people[0], now=now + timedelta(minutes=1))
    refused = back(floor, hand["id"])
    assert (refused.status_code, refused.json()["code"]) == (409, "player_left")
    assert "anna" in refused.json()["detail"]
    assert Hand.objects.get(pk=hand["id"]).state == "settled"


# -- rotations --------------------------------------------------------------------------------------------------------

LEVEL = MixedStakes(small_bet=40, ante=8, bring_in=12)


def mix(house, people, order, *games, unit="hands", every=1) -> Table:
    rotation = Rotation(parse_legs(", ".join(games)), Change(unit, every), order)
    return house.seated(*people, kind=Table.Kind.RECORDED, rotation=rotation, level=LEVEL, stakes=Stakes(), game="")


def test_hands_of_a_rotation_are_entered_each_of_its_game(floor, house, people, now):
    table = mix(house, people, "again", "holdem fixed", "razz fixed")
    hand = begin(floor, table, button=1).json()
    assert hand["view"]["game"] == "holdem"
    assert entered(floor, hand, "fold", "fold")["state"] == "settled"
    second = result(floor, table, 2, won={"1": 40, "2": -40}).json()
    assert (second["view"]["game"], second["view"]["big_blind"]) == ("razz", None)
    assert back(floor, second["id"]).json()["state"] == "void"
    third = result(floor, table, 3, won={"1": 40, "2": -40}).json()
    assert third["view"]["game"] == "razz", "what was taken back does not count"
    assert result(floor, table, 4, won={"1": 40, "2": -40}).json()["view"]["game"] == "holdem"
    assert audit.run(now=now).ok


def test_in_dealers_choice_the_game_is_asked_for(floor, house, people):
    table = mix(house, people, "choice", "holdem fixed", "razz fixed", every=2)
    refused = begin(floor, table).json()
    assert (refused["code"], refused["offered"]) == ("game_missing", ["holdem fixed", "razz fixed"])
    assert "anna" in refused["detail"]
    assert begin(floor, table, game="badugi fixed").status_code == 422
    assert result(floor, table, won={"1": 40, "2": -40}, game="razz fixed").json()["view"]["game"] == "razz"
    assert result(floor, table, 2, won={"1": 40, "2": -40}).json()["view"]["game"] == "razz", "chosen for two hands"
    assert "ben" in begin(floor, table, 3).json()["detail"], "the choice passes on"


OFC = {
    "1": "Qs Qh 4d / 9s 9d 9c 2h 3h / As Ks 7s 6s 5s",
    "2": "2s 3s 4c / 8s 8d Tc 2c 3c / Ah Kh 7h 6h 5h",
}


def test_rows_and_bets_are_entered_each_in_its_turn_of_a_mix(floor, client, house, people, now):
    house.person("eri", role="dealer", chips=0)
    rotation = Rotation(parse_legs("ofc points, holdem fixed"), Change("hands", 1), "choice")
    mixed = {"rotation": rotation, "level": replace(LEVEL, point=10), "stakes": Stakes(), "game": ""}
    table = house.seated(*people[:2], kind=Table.Kind.RECORDED, **mixed)
    url, sheet = f"/api/v1/tables/{table.pk}/scores/", f"/tables/{table.pk}/scores/"
    ask = {"rows": OFC, "number": 1}
    assert floor.post(url, ask, format="json").json()["code"] == "game_missing"
    assert begin(floor, table, game="ofc points").json()["code"] == "rows_are_entered"
    client.force_login(User.objects.get(username="eri"))
    assert "anna" in client.get(sheet).content.decode(), "who chooses the game"
    answer = client.post(f"/tables/{table.pk}/record/begin/", {"number": "1", "game": "ofc points"})
    assert 'name="front-2"' in client.get(answer["Location"]).content.decode()
    told = floor.post(f"{url}preview/", {"rows": OFC, "game": "ofc points"}, format="json").json()
    assert (told["game"], told["result"]["points"]) == ("ofc", {"1": 11, "2": -11})
    hand = floor.post(url, {**ask, "game": "ofc points"}, format="json").json()
    assert (hand["state"], stack(table, people[0])) == ("settled", 5_110)
    assert back(floor, hand["id"]).json()["state"] == "void", "whole, as what was only a result"
    assert floor.post(url, {**ask, "number": 2, "game": "ofc points"}, format="json").status_code == 201
    assert stack(table, people[0]) == 5_110
    betting = floor.post(url, {**ask, "number": 3, "game": "holdem fixed"}, format="json").json()
    assert betting["code"] == "bets_are_entered"
    assert client.get(sheet, {"game": "holdem fixed"})["Location"] == f"/tables/{table.pk}/record/"
    third = result(floor, table, 3, won={"1": 40, "2": -40}, game="holdem fixed").json()
    assert third["view"]["game"] == "holdem"
    told = floor.post(f"{url}preview/", {"rows": {}, "game": "ofc points"}, format="json").json()
    earned = {place["seat"]: place["fantasyland"] for place in told["view"]["seats"]}
    assert earned == {1: 14, 2: 0}, "it outlasts the other games"
    assert audit.run(now=now).ok


def test_the_floors_page_takes_a_result_and_gives_it_back(client, house, table):
    client.force_login(house.person("eri", role="dealer", chips=0).user)
    url = f"/tables/{table.pk}/record/"
    form = {"number": "1", "stack-1": "5,100", "stack-2": "5000", "stack-3": "5000"}
    wrong = client.post(f"{url}result/", form)
    assert wrong.status_code == 422
    assert 'value="5,100"' in wrong.content.decode(), "nothing typed is lost"
    assert client.post(f"{url}result/", {**form, "stack-2": "４９００"}).status_code == 302
    row = Hand.objects.get()
    assert "Hand 1 is waiting to be settled." in client.get(url).content.decode()
    for waits in (f"/tables/{table.pk}/", f"/hands/{row.pk}/"):
        assert client.get(waits).status_code == 200
    tasks.resolve_hand(row.pk)
    row.refresh_from_db()
    assert row.result["net"] == {"1": 100, "2": -100, "3": 0}
    page = client.get(url).content.decode()
    assert "Only the result was entered." in page
    assert "Replay step by step" not in client.get(f"/hands/{row.pk}/").content.decode()
    assert client.post(f"{url}back/", {"hand": row.pk, "why": "oops"}).status_code == 302
    assert Hand.objects.get().state == "void"
