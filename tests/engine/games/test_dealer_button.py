"""The button: the published cases, and what may never happen (S0.15, S1.6, S1.7; TDA 32, 34)."""

from __future__ import annotations

import random

import pytest

from engine.betting.hand import Positions
from engine.cards import parse_cards
from engine.errors import BadStart
from engine.games.dealer_button import advance, advance_mixed, first, is_button_dead, posts_small_blind
from engine.games.high_card_for_button import first_dealer
from tests.support.shared import needs_shared, vectors

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


def test_tda_11_b_to_stud_the_button_goes_on_as_if_for_the_next_hand_with_blinds_and_stays():
    last, live = Positions(1, 2, 3), {1, 2, 3, 4, 5}
    stud = advance_mixed(last, last, live, 5, has_blinds=False)
    assert stud == Positions(2)
    for left in ({1, 2, 3, 4, 5}, {1, 3, 4}, {4, 5}):
        assert advance_mixed(stud, last, left, 5, has_blinds=False) == stud


@pytest.mark.parametrize(
    ("live", "resumed"),
    [
        ({1, 2, 3, 4, 5}, Positions(2, 3, 4)),  # nobody left
        ({1, 3, 4, 5}, Positions(2, 3, 4)),  # the frozen button left: it is dead
        ({1, 2, 4, 5}, Positions(2, 3, 4)),  # who had the big blind left: nobody posts the small one
        ({1, 2, 3, 5}, Positions(2, 3, 5)),  # who was due for the big blind left: the next one has it
        ({2, 3, 4, 5, 6}, Positions(2, 3, 4)),  # others came and went
        ({3, 5}, Positions(3, 3, 5)),  # two are left: whoever had the big blind does not have it again
        ({4, 5}, Positions(5, 5, 4)),
    ],
)
def test_tda_11_b_the_blinds_resume_where_the_button_was_frozen(live, resumed):
    last = Positions(1, 2, 3)
    assert advance_mixed(Positions(2), last, live, 6, has_blinds=True) == resumed


def test_tda_11_b_with_a_moving_button_too_it_resumes_where_it_was_frozen():
    last, live = Positions(1, 3, 4), {1, 3, 4, 5}
    stud = advance_mixed(last, last, live, 6, has_blinds=False, mode="moving")
    assert stud == Positions(3)
    # A newcomer between the last button and the frozen one does not pull it back.
    assert advance_mixed(stud, last, {1, 2, 3, 4, 5}, 6, has_blinds=True, mode="moving") == Positions(3, 4, 5)
    assert advance_mixed(stud, last, {1, 2, 4, 5}, 6, has_blinds=True, mode="moving") == Positions(4, 5, 1)
    assert advance_mixed(stud, last, {3, 4}, 6, has_blinds=True, mode="moving") == Positions(4, 4, 3)
    assert advance_mixed(last, last, live, 6, has_blinds=True, mode="moving") == Positions(3, 4, 5)


def test_tda_11_b_a_mix_that_begins_with_stud_has_its_blinds_from_the_button_that_was_drawn():
    stud = advance_mixed(Positions(4), None, {2, 4, 6}, 6, has_blinds=False)
    assert stud == Positions(4)
    assert advance_mixed(stud, None, {2, 4, 6}, 6, has_blinds=True) == Positions(4, 6, 2)
    assert advance_mixed(stud, None, {2, 6}, 6, has_blinds=True) == Positions(6, 6, 2)
    with pytest.raises(BadStart, match="two players"):
        advance_mixed(stud, None, {2}, 6, has_blinds=True)


def test_one_player_has_no_button():
    with pytest.raises(BadStart, match="two players"):
        advance(Positions(1, 2, 3), {2}, 9)
    with pytest.raises(BadStart, match="not one of 1 to 6"):
        first({2, 7}, 6)


def test_the_house_may_give_the_button_to_whoever_won_the_last_hand():
    before, live = Positions(1, 2, 3), {1, 2, 3, 4, 6}
    assert advance(before, live, 6, "winner", winner=4) == Positions(4, 6, 1)
    assert advance(before, live, 6, "winner", winner=5) == Positions(6, 1, 2)  # gone: the next player
    assert advance(before, live, 6, "winner") == advance(before, live, 6, "moving")  # nobody knows who won
    assert advance(before, {2, 4}, 6, "winner", winner=2) == Positions(2, 2, 4)


def test_the_house_may_have_the_first_hand_of_two_played_with_a_big_blind_alone():
    one_big = {"heads_up": "big blind alone"}
    where = advance(Positions(1, 2, 3), {1, 3}, 6, **one_big)
    assert where == Positions(3, None, 1)
    assert advance(where, {1, 3}, 6, **one_big) == Positions(1, 1, 3)  # in that one hand alone
    assert advance(where, {1, 3, 4}, 6, **one_big) == Positions(3, 1, 3)  # as after any hand of two


def test_with_two_from_the_start_both_blinds_are_posted_whatever_the_house_has_for_the_transition():
    assert advance(Positions(3, 3, 7), {3, 7}, 9, heads_up="big blind alone") == Positions(7, 7, 3)
