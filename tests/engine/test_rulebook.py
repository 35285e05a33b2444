"""One story a rule; the number is the rule's."""

from __future__ import annotations

import pytest

from engine.errors import (
    BadStart,
    ClosedAsk,
    IllegalDecision,
    NotOffered,
    RaiseTooLarge,
    RaiseTooSmall,
    UnknownGame,
    WrongCards,
)
from engine.hand import Decision, Hand, Positions, Seat, Stakes, Start
from engine.rules import PlayRules
from tests.engine.deals import FIXED, NO_LIMIT, STUD, act, begin, window
from tests.shared import needs_shared, vectors

# Dealt one seat after the other, two cards each: seats in order from the button's left.


def test_s0_8_the_round_goes_clockwise_and_the_big_blind_may_check():
    hand = begin(100, 100, 100, 100)
    assert [hand.asks[0].seat] == [3]
    act(hand, "call", "call", "call")
    assert hand.asks[0].seat == 2
    assert hand.asks[0].call == 0
    act(hand, "check")
    assert hand.street == "flop"
    assert hand.asks[0].seat == 1


def test_s0_8_a_round_in_which_all_check_ends():
    hand = act(begin(100, 100), "call", "check", "check", "check")
    assert hand.street == "turn"


def test_s0_9_check_is_no_answer_to_a_bet():
    hand = begin(100, 100, 100)
    with pytest.raises(NotOffered, match="there is a bet of 2 to call"):
        act(hand, "check")


def test_s0_9_a_folder_gives_up_the_chips_already_bet():
    hand = act(begin(100, 100, 100), "raise 10", "call", "fold", "check", "bet 20", "fold")
    assert hand.result.net == {1: -10, 2: -2, 3: 12}


def test_s0_10_all_but_one_folded_takes_the_pot_without_a_showdown():
    hand = act(begin(100, 100, 100), "fold", "fold")
    assert hand.is_over
    assert hand.result.net == {1: -1, 2: 1, 3: 0}
    assert not [event for event in hand.events if event.kind in ("show", "muck")]
    assert hand.view(1)["seats"][1]["cards"] == ["??", "??"]


def test_s0_11_everybody_pays_the_ante():
    stakes = Stakes(limit="no", small_blind=1, big_blind=2, ante=1)
    hand = begin(100, 100, 100, stakes=stakes)
    assert hand.pot == 6
    assert hand.stacks == {1: 98, 2: 97, 3: 99}


def test_s0_11_a_big_blind_ante_belongs_to_the_pot_and_is_no_part_of_the_bet():
    stakes = Stakes(limit="no", small_blind=1, big_blind=2, ante=2, ante_kind="big_blind")
    hand = begin(100, 100, 100, stakes=stakes)
    assert hand.pot == 5
    assert hand.asks[0].call == 2
    assert act(hand, "fold", "fold").result.net == {1: -1, 2: 1, 3: 0}


@pytest.mark.parametrize(("order", "bet", "dead"), [("blind first", 2, 1), ("ante first", 1, 2)])
def test_s0_11_a_short_big_blind_pays_in_the_houses_order(order, bet, dead):
    stakes = Stakes(limit="no", small_blind=1, big_blind=2, ante=2, ante_kind="big_blind")
    hand = begin(100, 3, 100, stakes=stakes, rules=PlayRules(big_blind_ante=order))
    assert hand.view(None)["seats"][1]["bet"] == bet
    assert [event.amount for event in hand.events if event.kind == "ante"] == [dead]


def test_s0_12_fixed_bets_are_exact_and_double_on_the_later_streets():
    hand = begin(100, 100, stakes=FIXED)
    assert window(hand) == (4, 4)
    act(hand, "raise 4", "call", "bet 2", "call")
    assert hand.street == "turn"
    assert window(hand) == (4, 4)
    with pytest.raises(RaiseTooLarge):
        act(hand, "bet 8")


def test_s0_12_the_cap_counts_raises_not_the_bet():
    hand = begin(100, 100, 100, stakes=FIXED, rules=PlayRules(raise_cap=3))
    act(hand, "call", "call", "check", "bet 2", "raise 4", "raise 6", "raise 8")
    assert window(hand) is None


def test_s0_12_the_cap_is_lifted_when_two_remain_or_kept_by_the_house():
    for choice, expected in (("lifted", (12, 12)), ("kept", None)):
        hand = begin(100, 100, 100, stakes=FIXED, rules=PlayRules(raise_cap=4, cap_heads_up=choice))
        act(hand, "raise 4", "raise 6", "raise 8", "raise 10", "fold")
        assert window(hand) == expected


def test_s0_12_pot_limit_the_raise_is_the_pot_after_the_call():
    # The rule's example: 50 in the pot, a bet of 10 and a call of 10: one may raise by 80, putting in 90.
    stakes = Stakes(limit="pot", small_blind=5, big_blind=10)
    hand = act(begin(1000, 1000, 1000, 1000, 1000, stakes=stakes), "call", "call", "call", "call", "check")
    assert hand.pot == 50
    act(hand, "bet 10", "call")
    assert window(hand) == (20, 90)


def test_s0_13_a_raise_is_at_least_the_largest_bet_or_raise_of_the_round():
    # The rule's example: after a bet of 10 and a raise to 60 the next raise is to 110 or more.
    stakes = Stakes(limit="no", small_blind=5, big_blind=10)
    hand = act(begin(1000, 1000, 1000, stakes=stakes), "call", "call", "check", "bet 10", "raise 60")
    assert window(hand) == (110, 990)
    with pytest.raises(RaiseTooSmall) as refusal:
        act(hand, "raise 109")
    assert refusal.value.params == {"least": 110, "most": 990}


def test_s0_13_a_short_all_in_does_not_change_the_size_of_the_next_raise():
    hand = act(begin(100, 100, 100, 9, stakes=NO_LIMIT), "raise 6", "all-in")
    assert hand.asks[0].call == 8
    assert window(hand) == (13, 100)


def test_s0_14_a_short_big_blind_does_not_lower_the_call():
    hand = begin(100, 1, 100)
    assert hand.asks[0].call == 2
    assert window(hand) == (4, 100)


def test_s0_14_each_wins_from_the_others_only_as_much_as_was_put_in():
    cards = "As Ah Ks Kh Qs Qh Jc Td 8d 4c 3h"
    hand = act(begin(10, 30, 100, cards=cards), "raise 30", "call", "call")
    assert hand.is_over
    assert [pot.amount for pot in hand.result.pots] == [30, 40]
    assert [pot.eligible for pot in hand.result.pots] == [(1, 2, 3), (2, 3)]
    assert hand.result.net == {1: 20, 2: 10, 3: -30}


def test_s0_14_an_uncalled_bet_comes_back():
    hand = act(begin(40, 100), "raise 80", "fold")
    assert hand.result.net == {1: -2, 2: 2}
    assert [(event.seat, event.amount) for event in hand.events if event.kind == "uncalled"] == [(2, 78)]


def test_s0_14_who_folds_after_an_all_in_has_no_part_of_the_main_pot_either():
    cards = "2c 7d Ks Kh As Ah Qc Jd 9s 5h 3c"
    hand = act(begin(10, 50, 50, cards=cards), "call", "all-in", "call", "call", "bet 20", "fold")
    assert hand.result.net == {1: -10, 2: 20, 3: -10}


def test_s0_14_a_short_ante_contests_only_its_part():
    stakes = Stakes(limit="no", small_blind=1, big_blind=2, ante=4)
    cards = "As Ah Ks Kh Qs Qh Jc Td 8d 4c 3h"
    hand = begin(3, 50, 50, stakes=stakes, cards=cards)
    act(hand, "call", "check", *["check"] * 6)
    assert hand.result.pots[0].amount == 9
    assert hand.result.net == {1: 6, 2: 0, 3: -6}


def test_s0_14_odd_chips_go_one_each_from_the_buttons_left():
    # Seats 1 and 2 tie; seat 3 leaves 5 chips behind: the odd one goes to seat 1, the nearest to the button's left.
    cards = "As Kh Ad Kc 7s 2h Ac Kd Qc Jd 9h"
    hand = act(begin(50, 50, 51, cards=cards), "raise 5", "call", "call", "bet 3", "call", "fold", *["check"] * 4)
    assert hand.result.net == {1: 3, 2: 2, 3: -5}


def test_s1_2_the_worked_example():
    # BB 2; UTG folds; call 2; raise to 5; three fold; SB folds its 1; BB calls 3 more; the first caller too; pot 16.
    hand = begin(*[100] * 8)
    act(hand, "fold", "call", "raise 5", "fold", "fold", "fold", "fold", "call", "call")
    assert hand.pot == 16
    assert hand.street == "flop"
    assert [seat["seat"] for seat in hand.view(None)["seats"] if not seat["folded"]] == [2, 4, 5]
    assert hand.asks[0].seat == 2


def test_s1_3_the_least_bet_after_the_flop_is_the_big_blind():
    hand = act(begin(100, 100, 100), "call", "call", "check")
    assert window(hand) == (2, 98)


def test_s1_5_a_losing_hand_is_mucked_unseen_but_all_in_hands_are_shown():
    cards = "As Ah 7c 2d Ks Qd 9h 5s 3c"
    hand = act(begin(100, 100, cards=cards), "call", "check", *["check"] * 6)
    kinds = {event.seat: event.kind for event in hand.events if event.kind in ("show", "muck")}
    winner = max(hand.result.net, key=hand.result.net.get)
    assert kinds[winner] == "show"
    all_in = act(begin(100, 100, cards=cards), "all-in", "call")
    assert [event.kind for event in all_in.events if event.kind in ("show", "muck")] == ["show", "show"]


def test_s1_6_nobody_posts_a_dead_small_blind_and_a_dead_button_is_nobodys():
    hand = begin(100, 100, 100, positions=Positions(7, 8, 2))
    assert hand.pot == 2
    assert hand.asks[0].seat == 3


def test_s1_7_heads_up_the_button_posts_the_small_blind_and_acts_first_then_last():
    hand = begin(100, 100)
    assert hand.start.positions == Positions(2, 2, 1)
    assert hand.asks[0].seat == 2
    act(hand, "call", "check")
    assert hand.asks[0].seat == 1


def test_s1_9_kickers_decide_and_full_houses_by_the_trips():
    from engine.cards import parse_cards
    from engine.ranking import HIGH

    assert HIGH.rank(parse_cards("As Ad Qc Jd 7h")) > HIGH.rank(parse_cards("Ac Ah 9c 8d 5h"))
    assert HIGH.rank(parse_cards("Ks Kd Kc 6d 6h")) > HIGH.rank(parse_cards("8c 8h 8d Ad Ah"))


# -- stud and draw, as far as they go -----------------------------------------------------------------------------------


def test_s2_2_the_lowest_up_card_brings_it_in_clubs_lowest_and_may_open_full():
    cards = "As Ah 2d Ks Kh 2c Qs Qh 9c"
    hand = begin(100, 100, 100, game="seven-card-stud", stakes=STUD, cards=cards)
    ask = hand.asks[0]
    assert (ask.seat, ask.kind) == (2, "bring-in")
    assert [str(offer) for offer in ask.offers] == ["call 1", "raise to 2"]
    assert not ask.allows(Decision("fold"))


def test_s2_3_a_completion_is_to_the_small_bet_and_is_no_raise():
    cards = "As Ah 2d Ks Kh 2c Qs Qh 9c"
    hand = begin(100, 100, 100, game="seven-card-stud", stakes=STUD, cards=cards, rules=PlayRules(raise_cap=3))
    act(hand, "call")
    assert window(hand) == (2, 2)
    act(hand, "raise 2", "raise 4", "raise 6", "raise 8")
    assert window(hand) is None


def test_s2_4_from_fourth_street_the_best_board_opens():
    cards = "As Ah 2d Ks Kh 2c Qs Qh 9c 3c 4c 9d"
    hand = begin(100, 100, 100, game="seven-card-stud", stakes=STUD, cards=cards)
    act(hand, "call", "call", "call")
    assert hand.street == "fourth street"
    assert hand.asks[0].seat == 3


def test_s0_14_an_all_in_player_still_draws():
    hand = begin(2, 100, 100, game="2-7-triple-draw", stakes=FIXED)
    act(hand, "call", "call", "check")
    assert hand.asks[0].kind == "draw"
    assert hand.asks[0].seat == 1


# -- the tournament directors' examples (TDA 2024, rules 43 and 47) -------------------------------------------------------


def deep(count: int, small: int, big: int, **stacks: int) -> Hand:
    stakes = Stakes(limit="no", small_blind=small, big_blind=big)
    return begin(*[stacks.get(f"s{at}", 50_000) for at in range(1, count + 1)], stakes=stakes)


def test_tda_43_example_1_after_the_flop():
    hand = act(deep(3, 100, 200), "call", "call", "check", "bet 600", "raise 1600", "raise 3600")
    assert window(hand)[0] == 5600


def test_tda_43_example_4b_a_raise_before_the_flop():
    hand = act(deep(5, 25, 50), "raise 500", "call", "call")
    assert window(hand)[0] == 950


def test_tda_47_example_1_short_all_ins_add_up():
    # A 100; B all-in 125; C 125; D all-in 200; E 200: A may raise, and after A's 300 C may too.
    hand = deep(7, 50, 100, s4=125, s6=200)
    act(hand, "call", "all-in", "call", "all-in", "call", "fold", "fold")
    assert hand.asks[0].seat == 3
    assert window(hand) is not None
    act(hand, "raise 300")
    assert hand.asks[0].seat == 5
    assert window(hand) is not None


def test_tda_47_example_3a_one_short_all_in_reopens_nothing():
    hand = deep(4, 2000, 4000, s4=7500)
    act(hand, "call", "all-in", "fold")
    assert hand.asks[0].seat == 2
    assert window(hand)[0] == 11_500
    act(hand, "call")
    assert hand.asks[0].seat == 3
    assert window(hand) is None


@pytest.mark.parametrize(("stack", "may_raise"), [(6, True), (5, False)])
def test_tda_47_b_in_limit_half_a_bet_reopens(stack, may_raise):
    stakes = Stakes(limit="fixed", small_blind=2, big_blind=4, small_bet=4, big_bet=8)
    hand = begin(100, 100, 100, stack, stakes=stakes)
    act(hand, "call", "all-in", "call", "call")
    assert hand.asks[0].seat == 3
    assert (window(hand) is not None) == may_raise


@needs_shared
def test_every_betting_example_of_the_vectors_is_told_here_or_belongs_to_the_floor():
    told = {"43 ex1", "43 ex4B", "47 ex1", "47 ex1B", "47 ex3A", "47-B"}
    spoken = {"43 ex3", "44", "44c", "45 ex1B", "45 ex3", "45 ex4B", "57", "20+21"}  # what was said or pushed
    assert {case["rule"] for case in vectors("tda")["betting_examples"]} == told | spoken


# -- what is refused ----------------------------------------------------------------------------------------------------


def test_a_closed_ask_is_named_and_changes_nothing():
    hand = begin(100, 100)
    act(hand, "call")
    before = hand.view(1)
    with pytest.raises(ClosedAsk, match="question 0 is not open; 1 is"):
        hand.answer(0, Decision("call"))
    assert hand.view(1) == before


@pytest.mark.parametrize(
    ("word", "error"),
    [("raise 3", RaiseTooSmall), ("raise 101", RaiseTooLarge), ("draw As", NotOffered), ("show", NotOffered)],
)
def test_an_illegal_decision_is_named_and_changes_nothing(word, error):
    hand = begin(100, 100)
    before = hand.view(2)
    with pytest.raises(error):
        act(hand, word)
    with pytest.raises(IllegalDecision):
        act(hand, "dance")
    assert hand.view(2) == before


def test_cards_that_are_not_held_cannot_be_drawn_away():
    hand = act(begin(100, 100, game="five-card-draw", cards="As Ks Qs Js 9s"), "call", "check")
    with pytest.raises(WrongCards, match="2c is not among"):
        act(hand, "draw 2c")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"small_blind": 4}, "small blind 4 is above the big blind 2"),
        ({"limit": "fixed"}, "small_bet"),
        ({"limit": "fixed", "small_bet": 8, "big_bet": 4}, "small_bet"),
        ({"ante": -1}, "ante must be a whole number"),
        ({"limit": "table"}, "limit must be one of"),
    ],
)
def test_impossible_stakes_are_refused_with_the_reason(change, words):
    with pytest.raises(BadStart, match=words):
        Stakes(**{"limit": "no", "small_blind": 1, "big_blind": 2, **change})


def test_impossible_seats_are_refused_with_the_reason():
    with pytest.raises(BadStart, match="two players"):
        begin(100, positions=Positions(1, 1, 1))
    with pytest.raises(BadStart, match="same seat number"):
        Start("holdem", NO_LIMIT, (Seat(1, 5), Seat(1, 5)), Positions(1, 1, 1))
    with pytest.raises(BadStart, match="at most 10"):
        begin(*[10] * 11)
    with pytest.raises(BadStart, match="not dealt in"):
        begin(100, 100, positions=Positions(1, 1, 3))
    with pytest.raises(UnknownGame, match="no game 'bridge'"):
        Hand(Start("bridge", NO_LIMIT, (Seat(1, 5), Seat(2, 5)), Positions(1, 1, 2)), None)
