"""Forced bets, turns, calls and raises without a limit (S0.8–S0.11, S0.13, S1.1–S1.3, S1.6, S1.7; TDA 43, 47)."""

from __future__ import annotations

import pytest

from engine.betting.hand import Hand, Positions, Seat, Stakes
from engine.errors import NotOffered, RaiseTooSmall
from engine.games.decisions import Decision
from engine.games.play_rules import PlayRules
from tests.engine.rulebook.choices import each_choice
from tests.support.deals import NO_LIMIT, act, begin, window
from tests.support.shared import needs_shared, vectors


def forced(hand: Hand) -> list[tuple[str, int | None, int]]:
    """What had to be put in before the first answer: kind, seat, chips."""
    kinds = ("ante", "small blind", "big blind", "post", "kill", "straddle", "bring-in")
    return [(event.kind, event.seat, event.amount) for event in hand.events if event.kind in kinds]


# -- turns ----------------------------------------------------------------------------------------------------------------


def test_s0_8_the_round_goes_clockwise_and_the_big_blind_may_check():
    hand = begin(100, 100, 100, 100)
    order = []
    while hand.street == "pre-flop":
        order.append(hand.asks[0].seat)
        assert hand.asks[0].call == {3: 2, 4: 2, 1: 1, 2: 0}[order[-1]]
        act(hand, "call")
    assert order == [3, 4, 1, 2]
    assert (hand.street, hand.asks[0].seat) == ("flop", 1)


def test_s0_8_a_round_in_which_all_check_ends():
    hand = act(begin(100, 100), "call", "check", "check", "check")
    assert hand.street == "turn"


def test_s0_8_with_antes_and_no_blinds_the_first_from_the_buttons_left_may_check():
    hand = begin(100, 100, 100, stakes=Stakes(ante=2, min_bet=2), positions=Positions(3))
    assert (hand.asks[0].seat, hand.asks[0].call, window(hand)) == (1, 0, (2, 98))
    act(hand, "check", "check", "check")
    assert hand.street == "flop"


def test_s0_8_the_big_blind_who_has_been_called_may_still_raise():
    hand = act(begin(100, 100, 100), "call", "call")
    assert (hand.asks[0].seat, window(hand)) == (2, (4, 100))
    act(hand, "raise 8")
    assert (hand.asks[0].seat, hand.asks[0].call) == (3, 6)


def test_s0_9_check_is_no_answer_to_a_bet():
    hand = begin(100, 100, 100)
    with pytest.raises(NotOffered, match="there is a bet of 2 to call"):
        act(hand, "check")


def test_s0_9_a_bet_leaves_call_raise_and_fold_and_nothing_else():
    hand = act(begin(100, 100, 100), "call", "call", "check", "bet 10")
    assert [str(offer) for offer in hand.asks[0].offers] == ["fold", "call 10", "raise to 20–98"]


def test_s0_9_a_folder_gives_up_the_chips_already_bet():
    hand = act(begin(100, 100, 100), "raise 10", "call", "fold", "check", "bet 20", "fold")
    assert hand.result.net == {1: -10, 2: -2, 3: 12}


def test_s0_9_a_folders_up_cards_are_turned_down():
    stakes = Stakes(limit="fixed", ante=1, bring_in=1, small_bet=2, big_bet=4)
    cards = "As Ah 2d Ks Kh 3c Qs Qh 9c"
    hand = begin(50, 50, 50, game="seven-card-stud", stakes=stakes, cards=cards)
    assert [seat["cards"] for seat in hand.view(None)["seats"]] == [["??", "??", up] for up in ("2d", "3c", "9c")]
    act(hand, "call", "fold")
    assert [seat["cards"] for seat in hand.view(None)["seats"]] == [["??", "??", "2d"], [], ["??", "??", "9c"]]


def test_s0_10_the_round_ends_when_all_who_stay_have_bet_the_same():
    hand = act(begin(100, 100, 100), "raise 6", "call", "raise 20", "call")
    assert (hand.street, hand.asks[0].seat) == ("pre-flop", 1)
    act(hand, "call")
    assert (hand.street, hand.pot) == ("flop", 60)


def test_s0_10_all_but_one_folded_takes_the_pot_without_a_showdown():
    hand = act(begin(100, 100, 100), "fold", "fold")
    assert hand.is_over
    assert hand.result.net == {1: -1, 2: 1, 3: 0}
    assert not [event for event in hand.events if event.kind in ("show", "muck")]
    assert hand.view(1)["seats"][1]["cards"] == ["??", "??"]


def test_s0_10_after_the_last_round_those_who_stay_show_down():
    cards = "As Ah 7c 2d Ks Kh 3c 8d 9h Js Qd"
    hand = act(begin(50, 50, 50, cards=cards), "call", "fold", "check", *["check"] * 6)
    assert hand.is_over
    assert [event.seat for event in hand.events if event.kind in ("show", "muck")] == [2, 3]
    assert hand.result.net == {1: -1, 2: -2, 3: 3}


# -- antes and blinds -----------------------------------------------------------------------------------------------------


def test_s0_11_everybody_pays_the_ante():
    hand = begin(100, 100, 100, stakes=Stakes(small_blind=1, big_blind=2, ante=1))
    assert hand.pot == 6
    assert hand.stacks == {1: 98, 2: 97, 3: 99}


def test_s0_11_a_big_blind_ante_belongs_to_the_pot_and_is_no_part_of_the_bet():
    hand = begin(100, 100, 100, stakes=Stakes(small_blind=1, big_blind=2, ante=2, ante_kind="big_blind"))
    assert forced(hand) == [("small blind", 1, 1), ("big blind", 2, 2), ("ante", 2, 2)]
    assert hand.asks[0].call == 2
    assert act(hand, "fold", "fold").result.net == {1: -1, 2: 1, 3: 0}


def test_s0_11_a_button_ante_is_paid_by_the_button_alone_and_by_nobody_where_the_button_is_dead():
    stakes = Stakes(small_blind=1, big_blind=2, ante=2, ante_kind="button")
    assert ("ante", 3, 2) in forced(begin(100, 100, 100, stakes=stakes))
    assert begin(100, 100, 100, stakes=stakes, positions=Positions(7, 1, 2)).pot == 3


@each_choice("ante_halved_at", {0: 5, 2: 5, 3: 3, 4: 3, 5: 3, 6: 3})
def test_s0_11_one_ante_for_all_is_half_at_a_short_table_in_whole_chips_where_the_house_says_so(rules, expected):
    for kind in ("big_blind", "button"):
        stakes = Stakes(small_blind=1, big_blind=2, ante=5, ante_kind=kind)
        hand = begin(100, 100, 100, stakes=stakes, rules=PlayRules(**rules))
        assert [event.amount for event in hand.events if event.kind == "ante"] == [expected]
    everybodys = begin(100, 100, 100, stakes=Stakes(small_blind=1, big_blind=2, ante=5), rules=PlayRules(**rules))
    assert [event.amount for event in everybodys.events if event.kind == "ante"] == [5, 5, 5]


@each_choice("big_blind_ante", {"blind first": (2, 1), "ante first": (1, 2)})
def test_s0_11_a_short_big_blind_pays_in_the_houses_order(rules, expected):
    # Three chips for a blind and an ante of two each.
    stakes = Stakes(small_blind=1, big_blind=2, ante=2, ante_kind="big_blind")
    hand = begin(100, 3, 100, stakes=stakes, rules=PlayRules(**rules))
    bet, dead = expected
    assert hand.view(None)["seats"][1]["bet"] == bet
    assert [event.amount for event in hand.events if event.kind == "ante"] == [dead]
    assert hand.asks[0].call == 2  # S0.14: no less to call


@each_choice("big_blind_ante", {"blind first": ["big blind", "ante"], "ante first": ["ante", "big blind"]})
def test_s0_11_a_big_blind_who_can_pays_both_once(rules, expected):
    stakes = Stakes(small_blind=1, big_blind=2, ante=2, ante_kind="big_blind")
    hand = begin(100, 100, 100, stakes=stakes, rules=PlayRules(**rules))
    assert [kind for kind, seat, chips in forced(hand) if (seat, chips) == (2, 2)] == expected
    assert hand.stacks == {1: 99, 2: 96, 3: 100}


@each_choice("big_blind_ante", {"blind first": {1: -2, 2: 4, 3: -2}, "ante first": {1: 2, 2: 0, 3: -2}})
def test_s0_11_what_is_paid_as_an_ante_is_not_matched(rules, expected):
    # The big blind has two chips and the best hand; the others stay for two each, the queens before the jacks. As a
    # blind the two are matched twice, 6 in all. As an ante they are all that the big blind contests.
    stakes = Stakes(small_blind=1, big_blind=2, ante=2, ante_kind="big_blind")
    cards = "Qs Qh As Ah Js Jh 3c 8d 9h 2s 4d"
    hand = begin(50, 2, 50, stakes=stakes, rules=PlayRules(**rules), cards=cards)
    act(hand, "call", "call", *["check"] * 6)
    assert hand.result.net == expected


def test_s1_1_two_hole_cards_and_a_board_of_three_one_and_one():
    hand = begin(100, 100)
    seen = []
    while not hand.is_over:
        board = len(hand.boards[0])
        if (hand.street, board) not in seen:
            seen.append((hand.street, board))
        assert all(len(seat["cards"]) == 2 for seat in hand.view(None)["seats"])
        act(hand, "call")
    assert seen == [("pre-flop", 0), ("flop", 3), ("turn", 4), ("river", 5)]


def test_s1_2_the_worked_example():
    # BB 2; UTG folds; call 2; raise to 5; three fold; SB folds its 1; BB calls 3 more; the first caller too; pot 16.
    hand = begin(*[100] * 8)
    act(hand, "fold", "call", "raise 5", "fold", "fold", "fold", "fold", "call", "call")
    assert hand.pot == 16
    assert hand.street == "flop"
    assert [seat["seat"] for seat in hand.view(None)["seats"] if not seat["folded"]] == [2, 4, 5]
    assert hand.asks[0].seat == 2


def test_s1_2_later_streets_begin_with_the_next_player_still_in():
    hand = act(begin(100, 100, 100, 100), "call", "call", "fold", "check")
    assert hand.asks[0].seat == 2
    act(hand, "check", "bet 2", "call", "fold")
    assert (hand.street, hand.asks[0].seat) == ("turn", 3)


def test_s1_3_the_least_bet_after_the_flop_is_the_big_blind():
    hand = act(begin(100, 100, 100), "call", "call", "check")
    assert window(hand) == (2, 98)
    with pytest.raises(RaiseTooSmall):
        act(hand, "bet 1")


def test_s1_6_nobody_posts_a_dead_small_blind_and_a_dead_button_is_nobodys():
    hand = begin(100, 100, 100, positions=Positions(7, 8, 2))
    assert forced(hand) == [("big blind", 2, 2)]
    assert hand.asks[0].seat == 3
    act(hand, "call", "call", "check")
    assert hand.asks[0].seat == 1  # the button stands at seat 7: seat 1 is the first to its left


def test_s1_7_heads_up_the_button_posts_the_small_blind_and_acts_first_then_last():
    hand = begin(100, 100)
    assert hand.start.positions == Positions(2, 2, 1)
    assert forced(hand) == [("small blind", 2, 1), ("big blind", 1, 2)]
    assert hand.asks[0].seat == 2
    act(hand, "call", "check")
    assert [hand.asks[0].seat, act(hand, "check").asks[0].seat] == [1, 2]


def test_a_newcomers_post_is_a_bet_and_a_dead_post_is_not():
    seats = (Seat(1, 100), Seat(2, 100), Seat(3, 100, live=2, dead=1), Seat(4, 100))
    hand = begin(seats=seats, positions=Positions(4, 1, 2))
    assert forced(hand) == [("ante", 3, 1), ("small blind", 1, 1), ("big blind", 2, 2), ("post", 3, 2)]
    assert (hand.asks[0].seat, hand.asks[0].call, window(hand)) == (3, 0, (4, 99))


# -- straddles and bomb pots -----------------------------------------------------------------------------------------------


@each_choice("straddle", {"none": None, "under the gun": (3, 4), "button": (4, 1)})
def test_a_straddle_is_twice_the_big_blind_and_its_owner_acts_last(rules, expected):
    stakes = Stakes(small_blind=5, big_blind=10)
    hand = begin(900, 900, 900, 900, stakes=stakes, rules=PlayRules(**rules))
    if expected is None:
        assert (hand.asks[0].seat, hand.asks[0].kind) == (3, "bet")
        return
    straddler, first = expected
    assert (hand.asks[0].seat, str(hand.asks[0].offers[0])) == (straddler, "straddle 20")
    assert not [event for event in hand.events if event.kind == "down"]  # before any card
    act(hand, "straddle")
    assert (hand.asks[0].seat, hand.asks[0].call, window(hand)) == (first, 15 if first == 1 else 20, (40, 900))
    act(hand, "call", "call", "call")
    assert (hand.asks[0].seat, hand.asks[0].call, window(hand)) == (straddler, 0, (40, 900))
    act(hand, "check")
    assert (hand.street, hand.pot, window(hand)) == ("flop", 80, (10, 880))  # S1.3: the blind stays the least bet


@each_choice("straddle", {"none": 0, "under the gun": 0, "button": 0})
def test_nobody_straddles_heads_up_or_short_of_chips(rules, expected):
    assert begin(100, 100, rules=PlayRules(**rules)).asks[0].kind == "bet"
    assert begin(3, 3, 3, 3, rules=PlayRules(**rules)).asks[0].kind == "bet"


@pytest.mark.parametrize(("post", "call"), [(4, 3), (5, 4)])
def test_nobody_straddles_for_no_more_than_what_is_to_call_already(post, call):
    # A newcomer has posted four or five: a straddle of four would be no raise.
    seats = (Seat(1, 100), Seat(2, 100), Seat(3, 100), Seat(4, 100, live=post))
    hand = begin(seats=seats, positions=Positions(4, 1, 2), rules=PlayRules(straddle="under the gun"))
    assert (hand.asks[0].kind, hand.asks[0].seat, hand.asks[0].call) == ("bet", 1, call)


def test_three_are_enough_for_a_straddle_and_so_is_a_stack_of_two_big_blinds():
    hand = begin(100, 100, 4, rules=PlayRules(straddle="button"))
    assert (hand.asks[0].seat, hand.asks[0].kind) == (3, "straddle")
    act(hand, "straddle")
    assert hand.view(None)["seats"][2]["all_in"]
    # The big blind is the last before the dead button, so the first seat is under the gun.
    hand = begin(100, 100, 100, positions=Positions(20, 21, 3), rules=PlayRules(straddle="under the gun"))
    assert (hand.asks[0].seat, hand.asks[0].kind) == (1, "straddle")


def test_a_player_may_pass_the_straddle_and_time_outs_do():
    hand = begin(100, 100, 100, 100, rules=PlayRules(straddle="under the gun"))
    assert hand.asks[0].default == Decision("pass")
    act(hand, "pass")
    assert (hand.asks[0].seat, hand.asks[0].call) == (3, 2)


def test_in_a_bomb_pot_all_put_in_the_same_and_the_betting_begins_on_the_flop():
    cards = "As Ah Ks Kh Qs Qh 3c 8d 9h 2s 4d"
    stakes = Stakes(small_blind=1, big_blind=2, ante=1)  # neither blinds nor antes besides
    hand = begin(100, 100, 3, cards=cards, bomb=5, stakes=stakes)
    assert forced(hand) == [("ante", 1, 5), ("ante", 2, 5), ("ante", 3, 3)]
    assert (hand.street, hand.asks[0].seat, window(hand)) == ("flop", 1, (2, 95))
    act(hand, *["check"] * 6)
    # Seat 3 contests 9 only; the aces win that and the 4 beside it.
    assert [(pot.amount, pot.eligible) for pot in hand.result.pots] == [(9, (1, 2, 3)), (4, (1, 2))]
    assert hand.result.net == {1: 8, 2: -5, 3: -3}


# -- raises ---------------------------------------------------------------------------------------------------------------


def test_s0_13_a_raise_is_at_least_the_largest_bet_or_raise_of_the_round():
    # The rule's example: after a bet of 10 and a raise to 60 the next raise is to 110 or more.
    stakes = Stakes(small_blind=5, big_blind=10)
    hand = act(begin(1000, 1000, 1000, stakes=stakes), "call", "call", "check", "bet 10", "raise 60")
    assert window(hand) == (110, 990)
    with pytest.raises(RaiseTooSmall) as refusal:
        act(hand, "raise 109")
    assert refusal.value.params == {"least": 110, "most": 990}


def test_s0_13_the_largest_raise_counts_not_the_last():
    # To 60 by 50, then all-in to 70 by 10: the next raise is by 50 again, to 120.
    stakes = Stakes(small_blind=5, big_blind=10)
    hand = begin(1000, 1000, 80, stakes=stakes)
    act(hand, "call", "call", "check", "bet 10", "raise 60", "all-in")
    assert (hand.asks[0].seat, hand.asks[0].call) == (1, 60)
    assert window(hand) == (120, 990)


def test_s0_13_a_new_round_begins_with_the_least_bet_again():
    hand = act(begin(200, 200), "raise 40", "call", "check", "bet 30", "raise 60", "call")
    assert (hand.street, window(hand)) == ("turn", (2, 100))


def test_s0_13_a_short_all_in_does_not_change_the_size_of_the_next_raise():
    hand = act(begin(100, 100, 100, 9, stakes=NO_LIMIT), "raise 6", "all-in")
    assert hand.asks[0].call == 8
    assert window(hand) == (13, 100)


def test_s0_13_a_short_big_blind_does_not_lower_the_least_raise():
    hand = begin(100, 1, 100)
    assert (hand.asks[0].call, window(hand)) == (2, (4, 100))


@pytest.mark.parametrize("limit", ["no", "pot", "spread"])
def test_s0_13_holds_in_every_limit_that_has_sizes(limit):
    bets = {"min_bet": 5, "small_bet": 20, "big_bet": 20} if limit == "spread" else {}
    stakes = Stakes(limit=limit, small_blind=5, big_blind=10, **bets)
    hand = begin(1000, 1000, 1000, stakes=stakes)
    act(hand, "call", "call", "check", "bet 10", "raise 27")  # by 17
    assert window(hand)[0] == 44


# -- all-in raises (TDA 43, 47) -------------------------------------------------------------------------------------------


def deep(count: int, small: int, big: int, **stacks: int) -> Hand:
    stakes = Stakes(small_blind=small, big_blind=big)
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
    assert window(hand) == (300, 50_000)
    act(hand, "raise 300")
    assert hand.asks[0].seat == 5
    assert window(hand) == (400, 50_000)


def test_tda_47_example_1_who_has_only_called_a_short_one_may_not():
    # As before, but A only calls: C faces 75 more, less than a raise of 100.
    hand = deep(7, 50, 100, s4=125, s6=200)
    act(hand, "call", "all-in", "call", "all-in", "call", "fold", "fold", "call")
    assert (hand.asks[0].seat, hand.asks[0].call) == (5, 75)
    assert window(hand) is None


def test_tda_47_example_3a_one_short_all_in_reopens_nothing():
    hand = deep(4, 2000, 4000, s4=7500)
    act(hand, "call", "all-in", "fold")
    assert hand.asks[0].seat == 2
    assert window(hand)[0] == 11_500
    act(hand, "call")
    assert hand.asks[0].seat == 3
    assert window(hand) is None


def test_tda_47_a_checker_may_not_raise_an_all_in_below_the_least_bet():
    # After the flop: check, check, all-in for 1 where the least bet is 2.
    hand = act(begin(100, 100, 3), "call", "call", "check", "check", "check", "all-in")
    assert (hand.asks[0].seat, hand.asks[0].call, window(hand)) == (1, 1, None)


def test_tda_47_a_full_raise_reopens_the_betting_for_all_who_have_acted():
    hand = act(begin(100, 100, 100, 100), "call", "raise 6", "call", "fold")
    assert (hand.asks[0].seat, window(hand)) == (3, (10, 100))


@needs_shared
def test_every_betting_example_of_the_vectors_is_told_or_belongs_to_the_floor():
    told = {"43 ex1", "43 ex4B", "47 ex1", "47 ex1B", "47 ex3A", "47-B"}
    spoken = {"43 ex3", "44", "44c", "45 ex1B", "45 ex3", "45 ex4B", "57", "20+21"}  # what was said or pushed
    examples = {case["rule"]: case for case in vectors("tda")["betting_examples"]}
    assert set(examples) == told | spoken
    assert [examples[rule]["min_raise_to"] for rule in ("43 ex1", "43 ex4B")] == [5600, 950]
    assert [examples["47 ex1"]["A_may_raise"], examples["47 ex1B"]["C_may_raise"]] == [True, True]
    assert examples["47 ex3A"]["BB_min_raise_to_before"] == 11_500
    assert examples["47 ex3A"]["A_may_raise"] is False
    assert examples["47-B"]["all_in_fraction_to_reopen"] == 0.5
