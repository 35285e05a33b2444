"""Nobody serves, proposes or approves for the own pocket; nothing moves, and nothing is on record but the refusal."""

from __future__ import annotations

import pytest
from django.utils import timezone

from club.cashier import cashier
from club.cashier.desk_actions import DESK_ACTIONS
from club.models import Player, Proposal, Transfer
from tests.support.desk import ask, done, holds, login, problem, rule, somebody, user_of

pytestmark = pytest.mark.django_db
# Every action that has to do with one player's account, with its fields; the player's number is filled in.
OWN = {
    "buy-chips": {"chips": 10},
    "cash-out": {"chips": 10},
    "pass-on": {"chips": 10},
    "credit": {"chips": 10},
    "credit-repay": {"chips": 10},
    "credit-limit": {"limit": 100, "why": "trusted"},
    "adjust": {"chips": 10, "why": "found"},
    "age": {"age": 20},
    "tip": {"chips": 10},
    "jackpot-pay": {"jackpot": "bad-beat", "chips": 10, "why": "hand 7"},
}


@pytest.fixture
def carla():
    """A cashier of every right who plays too, and holds chips."""
    player = somebody("Carla", user=user_of("carla", "owner"))
    done(login("olga", "owner"), "buy-chips", player=player.pk, chips=1000)
    return player


def who(action: str, player: Player, other: Player) -> list[dict[str, int]]:
    if action == "pass-on":
        return [{"giver": player.pk, "taker": other.pk}, {"giver": other.pk, "taker": player.pk}]
    return [{"player": player.pk}]


def test_the_list_has_every_action_for_a_player():
    named = {name for name, action in DESK_ACTIONS.items() if {"player", "giver"} & set(action.fields().fields)}
    assert named == set(OWN)


@pytest.mark.parametrize("action", OWN)
def test_nobody_serves_herself(action, carla):
    other = somebody("Paul")
    client, before = login("carla"), Transfer.objects.count()
    for fields in who(action, carla, other):
        problem(ask(client, action, **fields, **OWN[action]), 403, "own_account")
    assert (Transfer.objects.count(), Proposal.objects.count(), holds(carla)) == (before, 0, 1000)


def test_nor_the_account_that_hers_was_merged_from(carla):
    old = somebody("Karla")
    Player.objects.filter(pk=old.pk).update(merged_into=carla)
    problem(ask(login("carla"), "adjust", player=old.pk, chips=5, why="found"), 403, "own_account")


def test_whoever_gains_approves_neither_an_adjustment_nor_a_reversal(carla):
    rule(adjust_alone=0)
    bert = login("bert", "owner")
    one = done(bert, "adjust", player=carla.pk, chips=500, why="found")["proposal"]
    slip = done(bert, "cash-out", player=carla.pk, chips=300)["slip"]
    two = done(bert, "reverse", slip=slip, why="too much")["proposal"]
    for number in (one, two):
        problem(ask(login("carla"), "approve", proposal=number), 403, "own_account")
    problem(ask(login("carla"), "reverse", slip=slip, why="mine"), 403, "own_account")
    assert holds(carla) == 700
    for number in (one, two):
        assert done(login("olga", "owner"), "approve", proposal=number)["status"] == "approved"
    assert holds(carla) == 1500


def test_whoever_lost_or_gained_by_a_passing_on_does_not_take_it_back(carla):
    paul = somebody("Paul", user=user_of("paul", "owner"))
    rule(player_transfers="desk")
    slip = done(login("olga"), "pass-on", giver=carla.pk, taker=paul.pk, chips=100)["slip"]
    for name in ("carla", "paul"):
        problem(ask(login(name), "reverse", slip=slip, why="mine"), 403, "own_account")


def test_nobody_merges_a_membership_with_chips_into_her_own_or_hers_into_another(carla):
    paul, rita = somebody("Paul"), somebody("Rita")
    done(login("olga", "owner"), "buy-chips", player=paul.pk, chips=500)
    before = Transfer.objects.count()
    for merged, into in ((paul, carla), (carla, paul)):
        url = f"/api/v1/players/{merged.pk}/merge/"
        problem(login("carla").post(url, {"into": into.pk, "why": "one person"}), 403, "own_account")
    assert (holds(carla), holds(paul), Transfer.objects.count()) == (1000, 500, before)
    answer = login("carla").post(f"/api/v1/players/{paul.pk}/merge/", {"into": rita.pk, "why": "one person"})
    assert (answer.status_code, holds(rita)) == (200, 500)


def test_a_gift_to_another_player_is_no_service_and_a_request_that_stands_is_answered(carla):
    paul = somebody("Paul")
    rule(player_transfers="players")
    done(login("carla"), "give", taker="pAUL", chips=50)
    assert (holds(carla), holds(paul)) == (950, 50)
    made = cashier.buy_chips(paul, 5, key="k", by=None, now=timezone.now())  # the program itself serves anybody
    assert made.pk
