"""Results: their JSON, the house's part pot by pot, odd chips of tied hands, and what the next hand begins with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.betting.hand import Deck, Hand, Positions, Seat, Stakes
from engine.betting.pots_and_results.results import PotResult, Result
from engine.chinese.play import hand as chinese_hand
from engine.chinese.play.showdown import conclude
from engine.errors import UnbalancedResult
from engine.games.play_rules import PlayRules
from engine.play import any_game
from engine.play.any_game import shuffled_deck, start_of
from tests.support.deals import FIXED, STUD, act, begin

KILLS = PlayRules(rake_percent=10, kill="full")
# Seat 1, all-in, has the only low, on the first board; seat 3 has the high there, seat 2 the other board.
TWO_BOARDS = "2s 4s 9c 6d Ks Qd Jc Tc Ah As Td 9s Ac 3d 8h Qc Qh Jh Kh 7h Kd 2d"


def played_on_two_boards() -> Hand:
    hand = begin(4, 100, 100, game="omaha8", stakes=FIXED, cards=TWO_BOARDS, boards=2, rules=KILLS)
    return act(hand, "raise 4", "call", "call", "bet 2", "call", "bet 4", "call", "bet 4", "call")


def test_a_result_as_json_tells_every_pot_share_and_board():
    assert played_on_two_boards().result.as_json() == {
        "net": {"1": -1, "2": 0, "3": -2},
        "rake": 3,
        "pots": [
            {
                "amount": 12,
                "eligible": [1, 2, 3],
                "rake": 1,
                "shares": [
                    {"by": "high", "chips": {"3": 3}, "board": 0},
                    {"by": "eight-or-better", "chips": {"1": 3}, "board": 0},
                    {"by": "high", "chips": {"2": 5}, "board": 1},
                ],
            },
            {
                "amount": 20,
                "eligible": [2, 3],
                "rake": 2,
                "shares": [
                    {"by": "high", "chips": {"3": 9}, "board": 0},
                    {"by": "high", "chips": {"2": 9}, "board": 1},
                ],
            },
        ],
        "carried": {},
    }


def test_with_one_board_shares_do_not_name_it():
    hand = act(begin(100, 100, stakes=FIXED, rules=KILLS), "fold")
    assert hand.result.as_json() == {
        "net": {"1": 1, "2": -1},
        "rake": 0,
        "pots": [{"amount": 2, "eligible": [1], "rake": 0, "shares": [{"by": "high", "chips": {"1": 2}}]}],
        "carried": {"leg": 1},
    }


def test_a_bring_in_that_nobody_calls_leaves_no_pot():
    stakes = Stakes(limit="fixed", bring_in=1, small_bet=2, big_bet=4)
    hand = act(begin(100, 100, game="seven-card-stud", stakes=stakes), "call", "fold")
    assert hand.result.pots == ()
    assert hand.stacks == {1: 100, 2: 100}
    assert "win" not in [event.kind for event in hand.events]


def test_a_side_pot_that_one_is_left_for_is_not_parted():
    # Seat 1 is all-in for 4; of the others, who have 4 beside it, seat 3 folds on the flop. Seat 2 has a low too.
    cards = "Ks Kh Qd Jd As 2s 9c 9d 7c 7d 6c 6d 3c 4h 8d Tc Jc"
    hand = begin(4, 100, 100, game="omaha8", stakes=FIXED, cards=cards)
    act(hand, "raise 4", "call", "raise 6", "call", "bet 2", "fold")
    assert [(pot.amount, pot.eligible) for pot in hand.result.pots] == [(12, (1, 2)), (4, (2,))]
    assert [(key, dict(won)) for key, won in hand.result.pots[1].shares] == [("high", {2: 4})]


def test_nothing_is_raked_and_nothing_carried_unless_it_is_said():
    assert PotResult(5, (1,), ()).rake == 0
    assert PotResult(5, (1,), ()).boards == ()
    assert Result({1: 0}, 0, ()).carried == {}


def test_the_events_tell_what_is_won_and_raked():
    told = [(event.kind, event.seat, event.amount) for event in played_on_two_boards().events[-6:]]
    assert told == [
        ("win", 3, 3),
        ("win", 1, 3),
        ("win", 2, 5),
        ("win", 3, 9),
        ("win", 2, 9),
        ("rake", None, 3),
    ]


# -- the house's part of each pot -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stacks", "unit", "rules", "expected"),
    [
        # Pots of 40, 90 and 40: 17 of 170, in parts of 4, 9 and 4.
        ((10, 40, 60, 60), 1, {"rake_percent": 10}, [4, 9, 4]),
        # A cap of 5: by what has passed, 40 and 130 of 170, 1 and 2; the last pot bears what is left.
        ((10, 40, 60, 60), 1, {"rake_percent": 10, "rake_cap": 5}, [1, 2, 2]),
        # In whole chips of 5: 15 of 170; a fourth of it is no whole chip.
        ((10, 40, 60, 60), 5, {"rake_percent": 10}, [0, 10, 5]),
        # A cap of 12 is two chips of 5.
        ((10, 40, 60, 60), 5, {"rake_percent": 10, "rake_cap": 12}, [0, 5, 5]),
        ((10, 40, 60, 60), 1, {"rake_percent": 3, "rake_rounding": "down"}, [1, 2, 2]),
        ((10, 40, 60, 60), 1, {"rake_percent": 3, "rake_rounding": "up"}, [1, 3, 2]),
        ((10, 40, 60, 60), 1, {"rake_percent": 3, "rake_rounding": "nearest"}, [1, 2, 2]),
        ((11, 40, 60, 61), 1, {"rake_percent": 3, "rake_rounding": "nearest"}, [1, 2, 2]),
        # 10 of 101 in chips of 5: the side pot of 2 has not the 5 that are left for it, so the main pot bears the rest.
        ((33, 34, 34), 5, {"rake_percent": 10}, [8, 2]),
        # Pots of 9 and 10: 2 of 19, of which 9 chips bear less than one.
        ((3, 8, 8), 1, {"rake_percent": 10, "rake_rounding": "nearest"}, [0, 2]),
        # A chip of 10 is more than both pots, of 3 and 2: no pot bears more than it has.
        ((1, 2, 2), 10, {"rake_percent": 10, "rake_rounding": "up"}, [3, 2]),
    ],
)
def test_s3_7_the_rake_is_taken_from_the_whole_and_borne_by_each_pot_for_its_part(stacks, unit, rules, expected):
    stakes = Stakes(limit="no", small_blind=1, big_blind=2, unit=unit)
    hand = begin(*stacks, stakes=stakes, rules=PlayRules(**rules))
    while not hand.is_over:
        act(hand, "all-in")
    assert {type(pot.rake) for pot in hand.result.pots} == {int}
    assert [pot.rake for pot in hand.result.pots] == expected
    assert hand.result.rake == sum(expected)


@pytest.mark.parametrize(("players", "expected"), [(2, 2), (3, 3), (4, 3), (5, 4)])
def test_s3_7_the_cap_is_by_how_many_are_dealt_in(players, expected):
    rules = PlayRules(rake_percent=20, rake_cap=4, rake_cap_short=3, rake_cap_two=2)
    hand = begin(*[50] * players, rules=rules)
    act(hand, *["all-in"] * players)
    assert hand.result.rake == expected


@pytest.mark.parametrize(("players", "rules", "expected"), [(3, {}, 4), (2, {}, 4), (2, {"rake_cap_short": 3}, 3)])
def test_s3_7_a_cap_that_is_not_set_is_that_of_more_players(players, rules, expected):
    hand = begin(*[50] * players, rules=PlayRules(rake_percent=20, rake_cap=4, **rules))
    act(hand, *["all-in"] * players)
    assert hand.result.rake == expected


# -- who has the odd chips --------------------------------------------------------------------------------------------------


def tied(game: str, cards: str, **rules: object) -> dict[int, int]:
    """The net of seats 1 and 2, who tie in stud for an odd pot that seat 3, folding, has left them."""
    hand = begin(100, 100, 100, game=game, stakes=STUD, cards=cards, rules=PlayRules(**rules))
    while not hand.is_over:
        ask = hand.asks[0]
        if hand.street == "third street" and ask.kind == "bet" and ask.call and ask.hi == 2:
            act(hand, "raise 2")
        elif hand.street == "fourth street" and ask.hi and not ask.call:
            act(hand, "bet 2")
        else:
            act(hand, "fold" if ask.seat == 3 and hand.street == "fourth street" else "call")
    assert sum(pot.amount for pot in hand.result.pots) % 2
    return {seat: hand.result.net[seat] for seat in (1, 2)}


@pytest.mark.parametrize(
    ("game", "cards", "rules", "winner"),
    [
        # Both have 6-4-3-2-A; seat 2's six is the spade. Seat 1 has the ace and the king of spades: the ace is low, the
        # king does not play.
        ("razz", "As 2d 3h Ac 2h 3d Kc Qc Jd 4c 4s Qd 6c 6s Ks Qh Jh Jc", {}, 2),
        # Both have K-4-3-2-A, paired up: the king counts as a king.
        ("razz", "As 2d 3h Ac 2h 3d Qc Qd Jd Kc Ks Kd 4s 4d 3s 3c 4c 4h", {}, 2),
        # A joker is seat 1's deuce, and above every card.
        ("razz", "As X1 3h Ac 2h 3d Kc Qc Jd 4c 4s Qd 6c 6s Ks Qh Jh Jc", {"jokers": 1}, 1),
        # Ace to ten: in a high hand the ace is high, and seat 2's is the spade, seat 1's king.
        ("seven-card-stud", "Ac Ks Qh As Kh Qd 9d 9h 2c Jc Js 3d Tc Ts 4c 5c 4d 5d", {}, 2),
        (
            "seven-card-stud",
            "Ac Ks Qh As Kh Qd 9d 9h 2c Jc Js 3d Tc Ts 4c 5c 4d 5d",
            {"odd_chip_stud": "reversed suits"},
            1,
        ),
        (
            "seven-card-stud",
            "Ac Ks Qh As Kh Qd 9d 9h 2c Jc Js 3d Tc Ts 4c 5c 4d 5d",
            {"odd_chip_stud": "left of the dealer"},
            1,
        ),
    ],
)
def test_tda_20_the_odd_chip_in_stud_goes_to_the_high_card_of_the_hand_that_wins(game, cards, rules, winner):
    net = tied(game, cards, **rules)
    assert net[winner] == net[3 - winner] + 1


def test_what_somebody_has_won_nothing_of_does_not_name_him():
    # The board is the best high and the best low; two chips, one for each half, and each player has one of them.
    stakes = Stakes(limit="no", small_blind=1, big_blind=1)
    cards = "Ks Kh Qd Qs Kc Qh 2c 3d 4h 5s Ac"
    hand = begin(100, 100, game="crazy-pineapple8", stakes=stakes, cards=cards)
    while not hand.is_over:
        act(hand, str(hand.asks[0].default))
    assert [(key, dict(won)) for key, won in hand.result.pots[0].shares] == [
        ("high", {1: 1}),
        ("eight-or-better", {2: 1}),
    ]


def test_tda_20_d_who_ties_for_both_parts_has_the_odd_chip_by_the_high_hand():
    # Both have a wheel for high and for low: the ace of spades is seat 1's, the five, which is the highest low card, seat 2's.
    cards = "As 2d 3h Ac 2h 3d Kc Qc Jd 4c 4d Qd 5c 5s Ks Qh Jh Jc"
    net = tied("stud8", cards)
    assert net[1] == net[2] + 1


def test_tda_20_the_odd_chip_of_a_low_goes_by_its_high_card_with_the_ace_low():
    # Seat 3 has the high half; seats 1 and 2 share 3 chips with 7-4-3-2-A: the ace of spades is seat 1's, the seven seat 2's.
    cards = "As 2d 3h Ac 2h 3d Kc Kd Ks 4c 4d Qd 7c 7s Qs Jh Jc Th Td Ts 9c"
    hand = begin(100, 100, 100, game="stud8", stakes=STUD, cards=cards)
    while not hand.is_over:
        act(hand, "call")
    assert [(key, dict(won)) for key, won in hand.result.pots[0].shares] == [
        ("high", {3: 3}),
        ("eight-or-better", {1: 1, 2: 2}),
    ]


def shares(hand: Hand) -> list[tuple[str, dict[int, int]]]:
    return [(key, dict(won)) for key, won in hand.result.pots[0].shares]


def called_down(*stacks: int, cards: str, **fields) -> Hand:
    hand = begin(*stacks, cards=cards, **fields)
    while not hand.is_over:
        act(hand, "call")
    return hand


def test_boards_that_are_tied_for_high_and_low_are_each_shared():
    # The same hand twice; either board has a low and a high for both.
    cards = "As 2d Kh Qc Ad 2s Kc Qh 3c 4c 8h 5d 6d 7c Jd Td 9s 9h"
    hand = called_down(50, 50, game="omaha8", stakes=FIXED, cards=cards, boards=2)
    assert shares(hand) == [("high", {1: 1}), ("eight-or-better", {2: 1})] * 2
    # Only the second board is: on the first seat 1 has the high with the king of hearts.
    cards = "As 2d Kh Qc Ad 2s Kc Qh 3h 4h 8h 5d 6d 7c Jd Td 9s 9h"
    hand = called_down(50, 50, game="omaha8", stakes=FIXED, cards=cards, boards=2)
    assert shares(hand)[2:] == [("high", {1: 1}), ("eight-or-better", {2: 1})]
    assert shares(hand)[0] == ("high", {1: 1})


def test_of_a_half_without_a_chip_nobody_has_won_any():
    # Two antes of a chip and two boards of a chip: seat 1 has the high of both, and for seat 2's lows nothing is left.
    stakes = Stakes(limit="fixed", ante=1, small_bet=2, big_bet=4)
    cards = "Ks Kh Qd Jd As 2s Tc Ts Kc 4c 5h Kd 6d 7c 8h 8s Jh Qh"
    hand = called_down(1, 1, game="omaha8", stakes=stakes, cards=cards, boards=2)
    assert shares(hand) == [("high", {1: 1}), ("eight-or-better", {})] * 2
    assert [event.amount for event in hand.events if event.kind == "win"] == [1, 1]


# -- what a record does not show ----------------------------------------------------------------------------------------------


def recorded(told: dict[int, str]) -> dict[int, int]:
    """The net where seat 1 is all-in for a main pot of 30, seats 2 and 3 have 40 beside it, and each shows what is told."""
    hand = begin(10, 100, 100, deck=Deck.recorded(), rules=PlayRules(losers="always muck"))
    act(hand, *["deal ?? ??"] * 3, "raise 30", "all-in", "call")
    act(hand, "deal 7c 9d 5s", "check", "check", "deal 3c", "check", "check", "deal 8h", "check", "check")
    while not hand.is_over:
        act(hand, told[hand.asks[0].seat])
    return dict(hand.result.net)


def test_in_a_recorded_hand_the_best_of_those_shown_wins_each_pot():
    assert recorded({1: "show As Ah", 2: "show Ks Kd", 3: "show Qs Qh"}) == {1: 20, 2: 10, 3: -30}
    assert recorded({1: "show As Ah", 2: "show Ks Kd", 3: "muck"}) == {1: 20, 2: 10, 3: -30}
    assert recorded({1: "muck", 2: "show Ks Kd", 3: "show Qs Qh"}) == {1: -10, 2: 40, 3: -30}


def test_in_a_recorded_hand_a_side_pot_that_all_give_up_unseen_is_shared_by_them():
    assert recorded({1: "show As Ah", 2: "muck", 3: "muck"}) == {1: 20, 2: -10, 3: -10}


def test_a_scoop_takes_two_parts_to_win():
    rules = PlayRules(kill="full", kill_when="scoop")
    hand = act(begin(100, 100, stakes=FIXED, rules=rules, cards="As Ah Kd Qd 2c 3d 7h 8s 9c"), "call", *["check"] * 7)
    assert hand.result.carried == {}


# -- the engine counts its own chips ------------------------------------------------------------------------------------


def test_a_result_that_would_lose_chips_is_not_handed_out():
    hand = act(begin(10, 10), "all-in", "call")
    assert hand.is_over
    hand.state.stacks[0] -= 1
    with pytest.raises(UnbalancedResult, match="sum to -1 and not to 0") as refused:
        _ = hand.result
    assert refused.value.params == {"over": -1}


def test_a_chinese_result_that_would_make_chips_is_not_handed_out(monkeypatch):
    def generous(hand):
        made = conclude(hand)
        return replace(made, net={**made.net, 1: made.net[1] + 5})

    monkeypatch.setattr(chinese_hand, "conclude", generous)
    start = start_of("chinese", Stakes(limit="points", point=10), (Seat(1, 500), Seat(2, 500)), Positions(2))
    hand = any_game.begin(start, shuffled_deck(start, b"seed"))
    for ask in hand.asks:
        hand.answer(ask.number, ask.default)
    assert hand.is_over
    with pytest.raises(UnbalancedResult, match="sum to 5 and not to 0"):
        _ = hand.result
