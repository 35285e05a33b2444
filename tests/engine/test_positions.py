"""The button: the published cases, and what may never happen (S0.15, S1.6, S1.7; TDA 32, 34)."""

from __future__ import annotations

import random

import pytest

from engine.cards import parse_cards
from engine.errors import BadStart
from engine.hand import Positions
from engine.positions import advance, first, first_dealer, is_button_dead, posts_small_blind
from tests.shared import needs_shared, vectors

CASES = vectors("tda").get("dead_button", [])


@needs_shared
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_s1_6_the_published_cases(case):
    begun = case["hands"][0]
    live = set(begun["live"])
    where = Positions(begun["btn"], begun["sb"], begun["bb"])
    for after in case["hands"][1:]:
        live -= set(after["busted_before"])
        where = advance(where, live, 9)
        told = {"btn": where.button, "sb": posts_small_blind(where, live), "bb": where.big_blind}
        told |= {"sb_position": where.small_blind, "button_dead": is_button_dead(where, live)}
        assert told == {key: after[key] for key in told}


def test_s1_6_the_big_blind_leaves_nobody_posts_the_small_blind_then_the_button_is_dead():
    where = advance(Positions(1, 2, 3), {1, 2, 4, 5, 6}, 6)
    assert (where.button, posts_small_blind(where, {1, 2, 4, 5, 6}), where.big_blind) == (2, None, 4)
    where = advance(where, {1, 2, 4, 5, 6}, 6)
    assert where == Positions(3, 4, 5)
    assert is_button_dead(where, {1, 2, 4, 5, 6})


def test_s1_6_the_house_may_choose_a_moving_button():
    assert advance(Positions(1, 2, 3), {1, 2, 4, 5}, 6, "moving") == Positions(2, 4, 5)


def test_s1_7_heads_up_the_button_is_the_small_blind():
    assert first({3, 7}, 9, button=3) == Positions(3, 3, 7)
    assert advance(Positions(3, 3, 7), {3, 7}, 9) == Positions(7, 7, 3)


@pytest.mark.parametrize("seed", range(200))
def test_nobody_has_the_big_blind_twice_running_or_is_skipped(seed):
    rng = random.Random(seed)
    seats = rng.randint(3, 10)
    live = set(range(1, seats + 1))
    where = first(live, seats, rng=rng)
    since = dict.fromkeys(live, 0)  # hands since each last had the big blind
    while len(live) > 2:
        before, players = where, set(live)
        leavers = [seat for seat in sorted(live) if rng.random() < 0.07]
        live -= set(leavers[: len(live) - 2])
        where = advance(where, live, seats)
        assert where.big_blind in live
        assert where.big_blind != before.big_blind
        if len(live) == 2:
            return
        since = {seat: since.get(seat, 0) + 1 for seat in live}
        since[where.big_blind] = 0
        # Whoever waits has not been passed over: never more hands than there were players in the round.
        assert all(hands <= len(players) + seats for hands in since.values())
        passed = [
            seat
            for seat in live
            if 0 < (seat - before.big_blind) % seats < (where.big_blind - before.big_blind) % seats
        ]
        assert not passed


@pytest.mark.parametrize("leaver", ["button", "small_blind", "big_blind"])
def test_tda_34_b_from_three_to_two_nobody_has_the_big_blind_again(leaver):
    before = Positions(1, 2, 3)
    live = {1, 2, 3} - {getattr(before, leaver)}
    after = advance(before, live, 3)
    assert after.button == after.small_blind
    assert after.big_blind != before.big_blind


def test_s0_15_the_highest_card_deals_first_equal_ranks_by_suit():
    cards = dict(enumerate(parse_cards("Kd As Ah 2c"), 1))
    assert first_dealer(cards) == 2
    with pytest.raises(BadStart):
        first_dealer({})


def test_one_player_has_no_button():
    with pytest.raises(BadStart, match="two players"):
        advance(Positions(1, 2, 3), {2}, 9)
    with pytest.raises(BadStart, match="not one of 1 to 6"):
        first({2, 7}, 6)
