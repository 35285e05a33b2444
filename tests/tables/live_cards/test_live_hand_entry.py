"""Real cards: the floor enters a betting hand action by action, asks what an action was, and enters the ruling."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import translation

from club.base import on_commit_tasks
from club.house import house_rules
from club.ledger import audit
from club.models import AuditEntry, Player, Transfer
from club.project.celery import addresses
from club.project.running.queues import queues
from engine.betting.hand import Stakes
from engine.chinese.rows.chinese_games import CHINESE_GAMES
from engine.games.betting_games import GAMES
from tables import tasks
from tables.cash import seating
from tables.dealing import settlement
from tables.models import Decision, Hand, Table
from tables.queries import hand_as_seen
from tests.support.budget import KINDS, sweep, swept
from tests.support.real_hands import enter_hand, rows_of, stakes_of
from tests.tables.conftest import stack

pytestmark = pytest.mark.django_db


def begin(client, table, number=1, **more):
    return client.post(f"/api/v1/tables/{table.pk}/recorded-hands/", {"number": number, **more}, format="json")


def enter(client, hand, decision, **more):
    entry = {"ask": hand["asked"][0]["number"], "decision": decision, **more}
    return client.post(f"/api/v1/hands/{hand['id']}/entries/", entry, format="json")


def entered(client, hand, *decisions):
    for words in decisions:
        answer = enter(client, hand, words)
        assert answer.status_code == 200, (words, answer.json())
        hand = answer.json()
    return hand


def ask(client, hand, *motions, **more):
    return client.post("/api/v1/rulings/", {"hand": hand["id"], "motions": list(motions), **more}, format="json")


def test_a_holdem_hand_with_real_cards_is_entered_and_settled(floor, table, people, now):
    hand = begin(floor, table, button=1).json()
    assert begin(floor, table).json()["id"] == hand["id"], "the same number begins no other"
    assert (hand["view"]["button"], hand["asked"][0]["seat"]) == (1, 1), "the hole cards are dealt unseen by themselves"
    hand = entered(floor, hand, "raise 300", "call", "fold", "deal 2c 7d Jh", "call", "raise 400", "call")
    hand = entered(floor, hand, "deal 3s", "call", "call", "deal 9h", "call", "call")
    assert hand["asked"][0]["kind"] == "showdown"
    hand = entered(floor, hand, "show As Jd", "show Kc Kd")
    assert hand["state"] == "settled"
    assert hand["view"]["result"]["net"] == {"1": 800, "2": -700, "3": -100}
    assert [stack(table, player) for player in people] == [5_800, 4_300, 4_900]
    assert {one.source for one in Decision.objects.all()} == {"staff"}
    assert audit.run(now=now).ok
    following = begin(floor, table, number=2).json()
    assert following["view"]["button"] == 2, "it moves on"


def test_a_bomb_pot_on_two_boards_is_entered_where_the_house_has_them(floor, table, people, now):
    rules = {"TableRules.boards": 2, "TableRules.bomb_every": 2, "TableRules.bomb": 5}
    house_rules.change(rules, by=None, now=now)
    first = entered(floor, begin(floor, table, button=1).json(), "fold", "fold")
    again = floor.post(f"/api/v1/hands/{first['id']}/entries/back/", {"why": "typed wrongly"}, format="json").json()
    assert entered(floor, again, "fold")["state"] == "settled"
    hand = begin(floor, table, number=3).json()
    assert (hand["view"]["pot"], len(hand["view"]["boards"])) == (1_500, 2), "the second hand, whatever its number"
    hand = entered(floor, hand, "deal 2c 7d Jh", "deal 3s 8h Qd")
    assert [len(board) for board in hand["view"]["boards"]] == [3, 3]
    hand = entered(floor, hand, "raise 1000", "fold", "fold")
    assert (hand["state"], hand["view"]["result"]["net"]["3"]) == ("settled", 1_000)
    following = begin(floor, table, number=4).json()["view"]
    assert (following["button"], following["big_blind"]) == (2, 1), "the bomb pot has passed nobody"
    assert audit.run(now=now).ok


def test_a_stud_hand_asks_for_up_cards_alone(floor, house, people):
    stakes = Stakes(limit="fixed", ante=20, bring_in=25, small_bet=50, big_bet=100)
    table = house.seated(*people, kind=Table.Kind.RECORDED, game="seven-card-stud", stakes=stakes, buy_in=5_000)
    hand = begin(floor, table, button=1).json()
    asked = []
    for card in ("2c", "9d", "Kh"):
        asked.append(hand["asked"][0]["target"])
        hand = entered(floor, hand, f"deal {card}")
    assert sorted(asked) == [1, 2, 3]
    assert hand["asked"][0]["kind"] == "bring-in"
    hand = entered(floor, hand, "call", "call", "call", "deal 3c")
    assert hand["asked"][0]["kind"] == "deal", "fourth street: the next up-card"


@sweep("game", GAMES, one_of=9)
def test_a_hand_of_every_betting_game_is_entered_action_by_action(floor, house, people, now, game):
    table = house.seated(
        *people, kind=Table.Kind.RECORDED, game=game, stakes=stakes_of(game), max_buy_in=5_000, buy_in=5_000
    )
    begun = begin(floor, table, button=1)
    assert begun.status_code == 201, begun.content
    hand = enter_hand(floor, begun.json(), random.Random(game))
    assert hand["state"] == "settled"
    assert sum(hand["view"]["result"]["net"].values()) == 0
    assert sum(stack(table, player) for player in people) == 15_000
    assert audit.rebuild().ok


@pytest.mark.sweep
@pytest.mark.parametrize("game", swept(CHINESE_GAMES, KINDS))
def test_the_rows_of_every_chinese_game_are_entered(floor, house, people, now, game):
    table = house.seated(
        *people, kind=Table.Kind.RECORDED, game=game, stakes=stakes_of(game), max_buy_in=5_000, buy_in=5_000
    )
    told = {"number": 1, "rows": rows_of(game, (1, 2, 3), random.Random(game))}
    answer = floor.post(f"/api/v1/tables/{table.pk}/scores/", told, format="json")
    assert (answer.status_code, answer.json()["state"]) == (201, "settled"), answer.content
    assert sum(stack(table, player) for player in people) == 15_000
    assert audit.rebuild().ok


def test_what_a_bad_entry_is_told_and_that_it_changes_nothing(floor, house, table, people):
    hand = begin(floor, table).json()
    assert begin(floor, table, number=7).json()["code"] == "hand_in_progress"
    assert enter(floor, hand, "raise 101").status_code == 422
    assert enter(floor, hand, "deal As").status_code == 422
    once = enter(floor, hand, "call")
    assert enter(floor, hand, "call").json()["asked"] == once.json()["asked"], "the same again is harmless"
    assert enter(floor, hand, "fold").status_code == 409
    assert begin(house.client(people[0]), table, number=2).status_code == 403
    assert enter(house.client(people[0]), once.json(), "fold").status_code == 403
    playing = Hand.objects.get(pk=hand["id"])
    assert playing.decisions.filter(seat__isnull=False).count() == 1


def test_an_entry_is_taken_back_and_what_was_entered_is_kept(floor, table):
    hand = entered(floor, begin(floor, table).json(), "raise 300", "call")
    url = f"/api/v1/hands/{hand['id']}/entries/back/"
    assert floor.post(url, {"why": " "}, format="json").status_code in (400, 422)
    again = floor.post(url, {"why": "it was a fold"}, format="json").json()
    assert again["id"] != hand["id"]
    assert Hand.objects.get(pk=hand["id"]).state == "void"
    assert [seat["bet"] for seat in again["view"]["seats"]].count(300) == 1
    entry = AuditEntry.objects.get(kind="entry.taken-back")
    assert (entry.why, entry.before) == ("it was a fold", "call")
    entered(floor, again, "fold")
    assert floor.post(url, {"why": "x"}, format="json").status_code == 409, "not of a hand that is called off"


def test_chips_stay_on_the_table_while_a_hand_is_entered(floor, table, people, now):
    hand = begin(floor, table, button=1).json()
    seating.stand_up(table.pk, people[1], now=now)
    assert table.sittings.get(player=people[1]).state == "leaving"
    entered(floor, hand, "fold", "fold")
    assert table.sittings.get(player=people[1]).state == "left", "after the hand"
    assert audit.run(now=now).ok


# -- what was that action? --------------------------------------------------------------------------------------------


def test_one_large_chip_in_the_hand_is_a_call_and_is_entered_as_ruled(floor, table):
    hand = begin(floor, table).json()
    before = Decision.objects.count()
    ruling = ask(floor, hand, {"chips": [500]}).json()
    assert (ruling["action"], ruling["to"], ruling["returned"]) == ("call", 100, 400)
    assert ruling["why"][0]["rules"] == ["S1.4", "TDA 44"]
    assert ruling["entry"] == {"ask": hand["asked"][0]["number"], "seat": hand["asked"][0]["seat"], "decision": "call"}
    assert Decision.objects.count() == before, "asking writes nothing"
    motions = [{"chips": [500]}]
    assert enter(floor, hand, "raise 500", motions=motions).json()["code"] == "ruling_differs"
    done = enter(floor, hand, "call", motions=motions)
    assert done.status_code == 200
    assert enter(floor, hand, "call", motions=motions).status_code == 200, "the same again is harmless"
    entry = AuditEntry.objects.get(kind="action.ruled")
    assert ("TDA 44" in entry.why, entry.after, entry.by.username) == (True, "call", "dora")


def test_the_ruling_is_told_in_japanese_from_japanese_words(floor, table):
    hand = begin(floor, table).json()
    with translation.override("ja"):
        client = floor
        client.credentials(HTTP_ACCEPT_LANGUAGE="ja")
        ruling = ask(client, hand, {"said": "300にレイズ"}).json()
    assert ruling["entry"]["decision"] == "raise 300"
    assert "レイズ" in ruling["words"]
    assert "宣言されました" in ruling["why"][0]["text"]


def test_a_situation_that_is_told_is_ruled_on_without_a_hand(floor):
    told = {"situation": {"stack": 1000, "level": 25, "pot": 40}, "motions": [{"said": "hmm?"}]}
    ruling = floor.post("/api/v1/rulings/", told, format="json").json()
    assert (ruling["decision"], ruling["asks"], ruling["entry"]) == (None, "player", None)
    assert ruling["options"]
    for bad in (
        {"motions": []},
        {"motions": [], "situation": {"stack": "much"}},
        {"motions": [], "situation": {"stack": 5, "colour": "red"}},
        {"motions": [{"chips": [9_000]}], "situation": {"stack": 1000}},
    ):
        assert floor.post("/api/v1/rulings/", bad, format="json").status_code == 422, bad


def test_the_houses_rules_decide(floor, table, house, now):
    from club.house import house_rules

    hand = begin(floor, table).json()
    house_rules.change({"FloorRules.oversized_chip": "counts in full"}, scope=f"table:{table.pk}", by=None, now=now)
    assert ask(floor, hand, {"chips": [500]}).json()["entry"]["decision"] == "raise 500"
    changed = Hand.objects.get(pk=hand["id"]).started_at + timedelta(microseconds=1)
    house_rules.change({"FloorRules.oversized_chip": "call"}, scope=f"table:{table.pk}", by=None, now=changed)
    assert ask(floor, hand, {"chips": [500]}).json()["entry"]["decision"] == "raise 500", "as when the hand began"


# -- the pages --------------------------------------------------------------------------------------------------------


def test_the_floors_page_from_the_first_action_to_a_ruling(client, house, table):
    client.force_login(house.person("eri", role="dealer", chips=0).user)
    url = f"/tables/{table.pk}/record/"
    assert "Begin hand 1" in client.get(url).content.decode()
    assert client.post(f"{url}begin/", {"number": 1}).status_code == 302
    row = Hand.objects.get()
    assert "To act" in client.get(url).content.decode()
    page = client.post(f"{url}ask/", {"said": "", "chips": "500"}).content.decode()
    assert "One chip of 500 put in without a word is a call of 100." in page
    asked = hand_as_seen.hand_as_seen_by(row, None, now=row.started_at)["view"]["asks"][0]["number"]
    form = {"hand": row.pk, "ask": asked, "decision": "call", "ruled": "1", "chips": "500"}
    assert client.post(f"{url}enter/", form).status_code == 302
    assert AuditEntry.objects.filter(kind="action.ruled").count() == 1
    assert client.post(f"{url}ask/", {"chips": "many"}).status_code == 422
    assert client.post(f"{url}back/", {"hand": row.pk, "why": "oops"}).status_code == 302
    assert Hand.objects.get(pk=row.pk).state == "void"
    assert client.get(f"/tables/{table.pk}/").status_code == 200, "and the players' page shows the hand"
    general = client.post("/rulings/", {"said": "pot", "stack": "1000", "level": "25", "limit": "pot", "pot": "40"})
    assert general.status_code == 200
    assert "The pot was said" in general.content.decode()


# -- settled by a worker ----------------------------------------------------------------------------------------------


@pytest.fixture
def alone(house, floor):
    """The same dealer while no worker is there."""
    return house.client(Player.objects.get(nickname="dora"))


def given_up(client, table, number=1):
    """Hand `number` begun, and folded to the big blind; as the last entry was answered."""
    return entered(client, begin(client, table, number=number, button=1).json(), "fold", "fold")


def test_a_hand_that_is_over_waits_for_a_worker_and_the_next_begins_after_it(alone, table, people, now, client):
    hand = given_up(alone, table)
    assert (hand["state"], hand["asked"]) == ("over", [])
    assert [stack(table, player) for player in people] == [5_000] * 3, "no chip has moved"
    refused = begin(alone, table, number=2)
    assert (refused.status_code, refused.json()["code"]) == (409, "hand_in_progress")
    client.force_login(Player.objects.get(nickname="dora").user)
    url = f"/tables/{table.pk}/record/"
    assert "Hand 1 is waiting to be settled." in client.get(url).content.decode()
    assert "Waiting to be settled" in client.get(f"/tables/{table.pk}/felt/").content.decode()
    looked = client.get(f"/api/v1/tables/{table.pk}/entry/").json()
    assert (looked["phase"], looked["number"], looked["standing"]["net"]) == ("over", 1, {"1": 0, "2": -50, "3": 50})
    version = Table.objects.get(pk=table.pk).version
    tasks.sweep()  # what a worker does when it comes back
    assert [stack(table, player) for player in people] == [5_000, 4_950, 5_050]
    assert Table.objects.get(pk=table.pk).version > version, "whoever watches looks again"
    looked = client.get(f"/api/v1/tables/{table.pk}/entry/").json()
    assert (looked["phase"], looked["number"]) == ("coming", 2)
    assert "Begin hand 2" in client.get(url).content.decode()
    assert begin(alone, table, number=2).status_code == 201
    assert audit.run(now=now).ok


def test_the_worker_is_asked_at_once_in_a_queue_before_the_sweeps(
    alone, table, monkeypatch, django_capture_on_commit_callbacks
):
    sent = []
    monkeypatch.setattr(
        on_commit_tasks.current_app, "send_task", lambda name, arguments: sent.append((name, arguments))
    )
    with django_capture_on_commit_callbacks(execute=True):
        hand = given_up(alone, table)
    assert ("tables.tasks.resolve_hand", (hand["id"],)) in sent
    hands, quick, _slow = queues()
    assert addresses()["task_routes"]["tables.tasks.resolve_hand"] == {"queue": hands}
    assert "tables.tasks.sweep" not in addresses()["task_routes"], "it goes with all that is quick"
    assert (addresses()["task_default_queue"], hands != quick) == (quick, True)


def test_settled_twice_or_by_sweep_and_errand_the_chips_move_once(alone, table, people, now):
    hand = given_up(alone, table)
    for _again in range(2):
        tasks.resolve_hand(hand["id"])
        tasks.sweep()
    assert [stack(table, player) for player in people] == [5_000, 4_950, 5_050]
    assert Transfer.objects.filter(reference=f"hand:{hand['id']}").count() == 1
    assert audit.run(now=now).ok


@pytest.mark.parametrize("stop", ["_store", "_post"])
def test_a_settlement_that_breaks_off_half_way_leaves_nothing_and_is_made_again(
    alone, table, people, stop, monkeypatch, now
):
    hand = given_up(alone, table)
    with monkeypatch.context() as broken:
        broken.setattr(settlement, stop, lambda *_args: (_ for _ in ()).throw(OperationalError("the server is gone")))
        tasks.resolve_hand(hand["id"])
    assert Hand.objects.get(pk=hand["id"]).state == "over"
    assert [stack(table, player) for player in people] == [5_000] * 3
    tasks.sweep()
    assert [stack(table, player) for player in people] == [5_000, 4_950, 5_050]
    assert audit.run(now=now).ok


def test_the_last_entry_is_taken_back_before_a_worker_came(alone, table, people, now):
    hand = given_up(alone, table)
    again = alone.post(f"/api/v1/hands/{hand['id']}/entries/back/", {"why": "he called"}, format="json").json()
    assert (again["state"], Hand.objects.get(pk=hand["id"]).state) == ("playing", "void")
    tasks.sweep()
    entered(alone, again, "fold")
    tasks.sweep()
    assert [stack(table, player) for player in people] == [5_000, 4_950, 5_050]
    assert audit.run(now=now).ok


def test_a_result_and_rows_wait_for_a_worker_too(alone, house, table, people, now):
    told = {"number": 1, "won": {"1": 300, "2": -300}, "button": 1}
    url = f"/api/v1/tables/{table.pk}/recorded-hands/result/"
    first = alone.post(url, told, format="json")
    assert (first.status_code, first.json()["state"]) == (201, "over")
    assert alone.post(url, told, format="json").json()["id"] == first.json()["id"], "the same again is harmless"
    back = f"/api/v1/hands/{first.json()['id']}/entries/back/"
    assert alone.post(back, {"why": "seat 3 won"}, format="json").json()["state"] == "void"
    assert alone.post(url, {**told, "number": 2}, format="json").json()["state"] == "over"
    tasks.sweep()
    assert [stack(table, player) for player in people] == [5_300, 4_700, 5_000]

    others = [house.person(name) for name in ("kei", "rin")]
    stakes = stakes_of("ofc")
    sheet = house.seated(*others, kind=Table.Kind.RECORDED, game="ofc", stakes=stakes, max_buy_in=5_000)
    rows = {"number": 1, "rows": rows_of("ofc", (1, 2), random.Random(1))}
    posted = alone.post(f"/api/v1/tables/{sheet.pk}/scores/", rows, format="json").json()
    assert posted["state"] == "over"
    assert alone.post(f"/api/v1/tables/{sheet.pk}/scores/", rows, format="json").json()["id"] == posted["id"]
    tasks.sweep()
    assert Hand.objects.get(pk=posted["id"]).state == "settled"
    assert audit.run(now=now).ok
