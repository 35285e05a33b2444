"""Chinese tables: dealt, settled and posted like any other hand; fantasyland goes with the player (RULES.md S3.9–S3.11)."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from club.house import house_rules
from club.ledger import audit
from engine.betting.hand import Stakes
from engine.chinese.rows.chinese_games import CHINESE_GAMES
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.games.play_rules import PlayRules
from engine.notation.phh import read
from engine.play.any_game import CATALOGUE
from engine.play.any_game import play as written
from tables.cash import seating
from tables.dealing import dealer, player_decisions, settlement
from tables.hand.carried_over import carried_to
from tables.hand.hand_replay import rebuilt
from tables.models import Hand, Sitting
from tests.tables.conftest import stack

pytestmark = pytest.mark.django_db

POINTS = Stakes(limit="points", point=10)
EARNED = {"fantasyland": {"1": 15}}


def play(row, now, seed: int = 1) -> None:
    """Everybody places as they like until the hand is over, and it is settled."""
    rng = random.Random(seed)
    for _ in range(200):
        row.refresh_from_db()
        if row.state != Hand.State.PLAYING:
            break
        ask = rng.choice(rebuilt(row).asks)
        player = row.seats.get(seat=ask.seat).player
        player_decisions.decide(row.table_id, row.pk, ask.number, str(ask.sample(rng)), by=player, now=now)
    assert settlement.resolve(row.pk, now=now)
    row.refresh_from_db()


def leave(row, carried: dict) -> None:
    """Have a settled hand leave something, as if its cards had earned it."""
    Hand.objects.filter(pk=row.pk).update(result={**row.result, "carried": carried})


@pytest.mark.parametrize("game", CHINESE_GAMES)
def test_a_hand_is_scored_settled_and_posted_once(house, now, game):
    players = [house.person(name) for name in ("anna", "ben", "cleo")]
    table = house.seated(*players, game=game, stakes=POINTS, buy_in=1_000)
    row = dealer.deal(table.pk, now=now)
    play(row, now)
    assert row.state == Hand.State.SETTLED
    net = {int(seat): chips for seat, chips in row.result["net"].items()}
    assert sum(net.values()) + row.result["rake"] == 0
    assert [stack(table, player) for player in players] == [1_000 + net[seat] for seat in (1, 2, 3)]
    assert not settlement.resolve(row.pk, now=now)
    assert audit.run(now=timezone.now()).ok


def test_over_the_api_nobody_sees_a_discard_or_anothers_new_cards(house, now):
    players = [house.person(name) for name in ("anna", "ben")]
    table = house.seated(*players, game="ofc-pineapple", stakes=POINTS, buy_in=1_000)
    row = dealer.deal(table.pk, now=now)
    rng = random.Random(2)
    for _ in range(40):
        row.refresh_from_db()
        if row.state != Hand.State.PLAYING:
            break
        (ask,) = rebuilt(row).asks
        seen = {player: house.client(player).get(f"/api/v1/hands/{row.pk}/").json()["view"] for player in players}
        for player, view in seen.items():
            for place in view["seats"]:
                if place["seat"] != players.index(player) + 1:
                    assert set(place["cards"]) <= {"??"}
                    assert set(place["discards"]) <= {"??"}
        player = players[ask.seat - 1]
        answer = house.client(player).post(
            f"/api/v1/tables/{table.pk}/decisions/",
            {"hand": row.pk, "ask": ask.number, "decision": str(ask.sample(rng))},
            format="json",
        )
        assert answer.status_code in (200, 201), answer.json()
    assert row.state == Hand.State.OVER


def test_s3_10_fantasyland_is_dealt_in_the_next_hand_and_kept_while_its_player_is_away(house, now):
    anna, ben, cleo = (house.person(name) for name in ("anna", "ben", "cleo"))
    table = house.seated(anna, ben, cleo, game="ofc-pineapple", stakes=POINTS, buy_in=1_000)
    row = dealer.deal(table.pk, now=now)
    play(row, now)
    leave(row, EARNED)
    Sitting.objects.filter(table=table, player=anna).update(state=Sitting.State.OUT)
    row = dealer.deal(table.pk, now=now)
    assert 1 not in rebuilt(row).seats
    play(row, now)
    Sitting.objects.filter(table=table, player=anna).update(state=Sitting.State.ACTIVE)
    row = dealer.deal(table.pk, now=now)
    (own,) = [seat for seat in rebuilt(row).view(1)["seats"] if seat["seat"] == 1]
    assert (own["fantasyland"], len(own["cards"])) == (15, 15)


def test_fantasyland_is_carried_over_the_betting_games_of_a_mix(house, now):
    """A Chinese hand, then hold'em and stud, then a Chinese game again, not the same one."""
    anna, ben = (house.person(name) for name in ("anna", "ben"))
    table = house.seated(anna, ben, game="ofc-pineapple", stakes=POINTS, buy_in=1_000)
    row = dealer.deal(table.pk, now=now)
    play(row, now)
    leave(row, EARNED)
    for game, stakes in [
        ("holdem", Stakes(limit="no", small_blind=5, big_blind=10)),
        ("razz", Stakes(limit="fixed", ante=1, bring_in=3, small_bet=10, big_bet=20)),
    ]:
        row = dealer.deal(table.pk, game=game, stakes=stakes, now=now)
        while row.state == Hand.State.PLAYING:
            (ask,) = rebuilt(row).asks
            said = "fold" if "fold" in ask.words() else "call"
            player_decisions.decide(table.pk, row.pk, ask.number, said, by=(anna, ben)[ask.seat - 1], now=now)
            row.refresh_from_db()
        assert settlement.resolve(row.pk, now=now)
    row = dealer.deal(table.pk, game="ofc-turbo", now=now)
    (own,) = [seat for seat in rebuilt(row).view(1)["seats"] if seat["seat"] == 1]
    assert (own["fantasyland"], len(own["cards"])) == (15, 15)
    assert audit.run(now=timezone.now()).ok


@pytest.mark.parametrize(("button", "buttons"), [("held", [2, 2, 3]), ("moving", [2, 3, 1])])
def test_s3_10_the_button_is_held_for_a_hand_of_fantasyland_if_the_house_says_so(house, now, button, buttons):
    house_rules.change({"ChineseRules.fantasyland_button": button}, by=None, now=now)
    players = [house.person(name) for name in ("anna", "ben", "cleo")]
    table = house.seated(*players, game="ofc-turbo", stakes=POINTS, buy_in=1_000)
    row = dealer.deal(table.pk, now=now)
    first = row.start["positions"][0]
    seen = []
    for carried in (EARNED, {}, None):
        play(row, now)
        if carried is not None:
            leave(row, carried)
        seen.append(row.start["positions"][0])
        row = dealer.deal(table.pk, now=now)
    assert [(seat - first) % 3 for seat in seen] == [(seat - 2) % 3 for seat in buttons]


def test_a_hand_is_written_down_as_each_may_see_it(house, now):
    players = [house.person(name) for name in ("anna", "ben")]
    table = house.seated(*players, game="ofc-pineapple", stakes=POINTS, buy_in=1_000)
    row = dealer.deal(table.pk, now=now)
    play(row, now)
    for viewer in players:
        text = house.client(viewer).get(f"/api/v1/hands/{row.pk}/phh/").content.decode()
        (record,) = read(text)
        assert record.fields["variant"] == "chinese/pineapple"
        assert {player.nickname for player in players} == set(record.fields["players"])
        told = written(record, 1)
        assert told.hand.result.as_json() == row.result
        assert sum(action.count("??") for action in record.fields["actions"] if " place " in action) == 4


def test_whoever_takes_the_seat_of_another_has_not_earned_what_that_one_had(house, now):
    anna, ben, cleo = (house.person(name) for name in ("anna", "ben", "cleo"))
    table = house.seated(anna, ben, game="ofc-pineapple", stakes=POINTS, buy_in=1_000)
    row = dealer.deal(table.pk, now=now)
    play(row, now)
    leave(row, EARNED)
    seating.stand_up(table.pk, anna, now=now)
    seating.sit_down(table.pk, cleo, 1, 1_000, key="cleo", now=now)
    table.refresh_from_db()
    assert carried_to(table, dealer.dealt_in(table)) == {}


def test_a_kill_is_handed_on_as_well(house, now):
    house_rules.change({"PlayRules.kill": "full"}, by=None, now=now)
    stakes = Stakes(limit="fixed", small_blind=50, big_blind=100, small_bet=100, big_bet=200)
    players = [house.person(name) for name in ("anna", "ben", "cleo")]
    table = house.seated(*players, stakes=stakes)
    for _ in range(2):
        row = dealer.deal(table.pk, now=now)
        while row.state == Hand.State.PLAYING:
            (ask,) = rebuilt(row).asks
            said = "call" if ask.seat == 2 else "fold"
            player_decisions.decide(table.pk, row.pk, ask.number, said, by=players[ask.seat - 1], now=now)
            row.refresh_from_db()
        settlement.resolve(row.pk, now=now)
    row.refresh_from_db()
    assert row.result["carried"] == {"kill": 2, "leg": 2}
    row = dealer.deal(table.pk, now=now)
    assert ("kill", 2) in [(event.kind, event.seat) for event in rebuilt(row).events]


def test_computer_players_play_every_chinese_game(house, now):
    for number, game in enumerate(CHINESE_GAMES):
        players = [house.computer(f"computer {number} {n}") for n in (1, 2)]
        table = house.seated(*players, game=game, stakes=POINTS, buy_in=1_000, pace=0)
        row = dealer.deal(table.pk, now=now)
        assert settlement.play_out(row.pk, now=now + timedelta(seconds=5))
    assert audit.run(now=timezone.now()).ok


def test_the_house_rules_of_chinese_games_are_the_houses(house, now):
    house_rules.change({"ChineseRules.jokers": 2}, scope="game:ofc", by=None, now=now)
    players = [house.person(name) for name in ("anna", "ben")]
    table = house.seated(*players, game="ofc", stakes=POINTS, buy_in=1_000)
    row = dealer.deal(table.pk, now=now)
    assert row.rule_set.values["ChineseRules"]["jokers"] == 2
    assert set(CATALOGUE) > set(CHINESE_GAMES)
    assert house_rules.resolve(ChineseRules).jokers == 0
    assert house_rules.resolve(PlayRules).jokers == 0
