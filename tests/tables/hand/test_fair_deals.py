"""Fair deals through HTTP: the pack is sealed before anybody speaks, words decide where it is dealt from, and all can check."""

from __future__ import annotations

import io
import json

import pytest

from engine.__main__ import main
from engine.deck.sealed_deck import ALGORITHM
from engine.mixes.mixes import standard_limit
from engine.play.any_game import CATALOGUE
from tables import tasks
from tables.dealing import called_off_hands, dealer
from tables.models import Hand
from tables.text.stakes_words import example
from tests.support.tables.table_api import decide, look, own_ask

pytestmark = pytest.mark.django_db


@pytest.fixture
def seated(house):
    people = [house.person(name) for name in ("anna", "ben")]
    return house.seated(*people, pause=0.0), *people


def say(client, table, number, word):
    return client.put(f"/api/v1/tables/{table.pk}/shuffle-word/", {"hand": number, "word": word})


def verified(proof, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(proof)))
    code = main(["verify", "-"])
    return code, capsys.readouterr().out


def test_the_commitment_of_the_next_hand_is_known_before_it_is_dealt_and_is_kept(house, seated, now):
    table, anna, _ben = seated
    promised = look(house.client(anna), table)["next"]
    assert (promised["number"], promised["algorithm"], promised["words"]) == (1, ALGORITHM, {})
    row = dealer.deal(table.pk, now=now)
    assert (row.number, row.commitment, row.shuffle) == (1, promised["commitment"], ALGORITHM)
    after = look(house.client(anna), table)["next"]
    assert after["number"] == 2
    assert after["commitment"] != promised["commitment"]
    called_off_hands.void(row.pk, by=None, why="misdeal", now=now)
    assert look(house.client(anna), table)["next"] == after


def test_a_word_changes_the_cards_but_not_the_commitment_and_stays_with_the_hand(house, now):
    dealt = {}
    for name, word in (("a", ""), ("b", "lucky")):
        players = [house.person(f"{name}{number}") for number in (1, 2)]
        opening = house.seated(*players)
        if word:
            assert say(house.client(players[0]), opening, 1, f" {word} ").status_code == 200
            assert look(house.client(players[1]), opening)["next"]["words"] == {str(players[0].pk): word}
        row = dealer.deal(opening.pk, now=now, seed=b"w" * 32)
        assert row.words == ({1: word} if word else {})
        seen = house.client(players[0]).get(f"/api/v1/hands/{row.pk}/").json()
        own = next(place for place in seen["view"]["seats"] if place["seat"] == seen["you"])
        dealt[name] = (seen["commitment"], own["cards"], seen["words"])
    assert dealt["a"][0] == dealt["b"][0]
    assert dealt["a"][1] != dealt["b"][1]
    assert (dealt["a"][2], dealt["b"][2]) == ({}, {"1": "lucky"})


def test_a_word_can_be_changed_and_taken_back_until_the_deal(house, seated, now):
    table, anna, ben = seated
    for word, left in (("one", "one"), ("two", "two"), ("", None)):
        assert say(house.client(anna), table, 1, word).status_code == 200
        assert look(house.client(ben), table)["next"]["words"].get(str(anna.pk)) == left
    say(house.client(ben), table, 1, "mine")
    row = dealer.deal(table.pk, now=now)
    row.refresh_from_db()
    seat = row.seats.get(player=ben).seat
    assert row.words == {str(seat): "mine"}


def test_a_word_is_for_the_hand_whose_commitment_was_seen_and_from_a_seat(house, seated, now):
    table, anna, _ben = seated
    rail = house.person("rail")
    before = look(house.client(anna), table)
    late = say(house.client(anna), table, 2, "word")
    assert (late.status_code, late.json()["code"], late.json()["number"]) == (409, "not_the_next_hand", 1)
    other = say(house.client(rail), table, 1, "word")
    assert (other.status_code, other.json()["code"]) == (403, "not_seated")
    long = say(house.client(anna), table, 1, "x" * 41)
    assert (long.status_code, long.json()["code"]) == (422, "bad_word")
    assert "1 to 40 characters" in long.json()["detail"]
    assert house.client(anna).put(f"/api/v1/tables/{table.pk}/shuffle-word/", {"word": "x"}).status_code == 400
    assert look(house.client(anna), table) == before


def test_everybody_can_check_what_they_saw_and_nothing_else(house, seated, now, monkeypatch, capsys, client):
    table, anna, ben = seated
    rail = house.person("rail")
    say(house.client(anna), table, 1, "猫")
    row = dealer.deal(table.pk, now=now)
    for _ in range(40):
        for player in (anna, ben):
            seen = look(house.client(player), table)
            ask = own_ask(seen)
            if ask:
                decide(
                    house.client(player),
                    table,
                    seen,
                    ask,
                    "call" if len(ask["offers"]) > 1 else ask["offers"][0]["verb"],
                )
    assert seen["hand"]["state"] == "over"
    for player, least in ((anna, 7), (ben, 7), (rail, 5)):
        proof = house.client(player).get(f"/api/v1/hands/{row.pk}/proof/").json()
        code, said = verified(proof, monkeypatch, capsys)
        assert (code, said[:3]) == (0, "ok:")
        opened = [one for one in proof["cards"] if one["card"] != "??" and one["to"] != "not in this deck"]
        assert len(opened) >= least
        client.force_login(player.user)
        page = client.get(f"/hands/{row.pk}/verify/").content.decode()
        assert f"All {len(opened)} cards you have seen" in page
        assert "“猫”" in page
        assert client.get(f"/hands/{row.pk}/proof.json").json() == proof
        proof["words"] = {}
        assert verified(proof, monkeypatch, capsys)[0] == 1


def test_a_game_with_jokers_and_a_short_deck_are_dealt_from_the_same_sealed_pack(house, now, monkeypatch, capsys):
    for number, game in enumerate(["short-deck", "ofc-pineapple", "razz"]):
        stakes = example(CATALOGUE[game], standard_limit(CATALOGUE[game]))
        players = [house.person(f"{name}{number}") for name in ("anna", "ben")]
        table = house.seated(*players, game=game, stakes=stakes, min_buy_in=100, max_buy_in=9000)
        row = dealer.deal(table.pk, now=now)
        proof = house.client(players[0]).get(f"/api/v1/hands/{row.pk}/proof/").json()
        assert verified(proof, monkeypatch, capsys)[0] == 0


def test_a_hand_dealt_before_packs_were_sealed_replays_and_says_that_it_has_no_proof(house, seated, now):
    table, anna, _ben = seated
    row = dealer.deal(table.pk, now=now)
    Hand.objects.filter(pk=row.pk).update(shuffle="hmac-sha256-fisher-yates-1")
    assert len(house.client(anna).get(f"/api/v1/hands/{row.pk}/").json()["view"]["seats"]) == 2
    answer = house.client(anna).get(f"/api/v1/hands/{row.pk}/proof/")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_proof")


def test_the_word_is_given_on_the_felt(house, seated, client):
    table, anna, _ben = seated
    client.force_login(anna.user)
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert "Your word for its shuffle" in page
    answer = client.post(
        f"/tables/{table.pk}/shuffle-word/", {"hand": "1", "word": "<b>"}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 200
    assert "“&lt;b&gt;”" in answer.content.decode()
    tasks.sweep()
    assert client.post(f"/tables/{table.pk}/shuffle-word/", {"hand": "1", "word": "late"}).status_code == 409


def test_a_card_shown_of_ones_own_will_can_be_proved_by_everybody(house, seated, now, monkeypatch, capsys):
    table, anna, ben = seated
    rail = house.client(house.person("rail"))
    row = dealer.deal(table.pk, now=now)
    seen = look(house.client(anna), table)
    folds, wins = (anna, ben) if own_ask(seen) else (ben, anna)
    seen = look(house.client(folds), table)
    decide(house.client(folds), table, seen, own_ask(seen), "fold")
    url = f"/api/v1/hands/{row.pk}/proof/"
    assert [one for one in rail.get(url).json()["cards"] if one["to"].startswith("seat") and one["card"] != "??"] == []
    card = look(house.client(wins), table)["your_cards_to_show"][0]
    assert (
        house.client(wins).post(f"/api/v1/hands/{row.pk}/shown/", {"cards": [card]}, format="json").status_code == 200
    )
    proof = rail.get(url).json()
    assert [one["card"] for one in proof["cards"] if one["to"].startswith("seat") and "salt" in one] == [card]
    assert verified(proof, monkeypatch, capsys)[0] == 0
