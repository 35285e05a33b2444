"""Games with a board: hold'em, Omaha, Courchevel, pineapple, short deck; two boards, and a board run more than once."""

from __future__ import annotations

import pytest

from engine.betting.hand import Deck, Hand, Positions, Seat, Stakes
from engine.cards import SHORT_DECK, cards_text
from engine.errors import BadStart, NotOffered, WrongCards
from engine.games.betting_games import GAMES
from engine.games.play_rules import PlayRules
from tests.engine.rulebook.choices import each_choice
from tests.support.deals import FIXED, NO_LIMIT, act, begin, window

POT = Stakes(limit="pot", small_blind=1, big_blind=2)


def check_down(hand: Hand) -> Hand:
    """Call and check to the end; give up the last cards where some must be given up."""
    while not hand.is_over:
        ask = hand.asks[0]
        hand.answer(ask.number, ask.default) if ask.kind == "discard" else act(hand, "call")
    return hand


def shares(hand: Hand) -> list[tuple[str, dict[int, int]]]:
    (pot,) = hand.result.pots
    return [(key, dict(won)) for key, won in pot.shares]


# -- which cards play -------------------------------------------------------------------------------------------------------


def test_s1_1_any_five_of_the_seven_and_the_board_may_play():
    # The board is a straight that nobody betters: all split.
    hand = check_down(begin(50, 50, 50, cards="2s 2h 3s 3h 4s 4h Ac Kd Qc Jd Th"))
    assert hand.result.net == {1: 0, 2: 0, 3: 0}


@pytest.mark.parametrize(("game", "extra"), [("omaha", ""), ("omaha5", " 2h"), ("omaha6", " 2h 3h")])
def test_omaha_plays_exactly_two_of_the_hand_and_three_of_the_board(game, extra):
    # Four aces in the hand are two; one spade in the hand is no flush on a board of four.
    other = {"": "", " 2h": " 5h", " 2h 3h": " 5h 6h"}[extra]
    hand = begin(50, 50, game=game, stakes=POT, cards=f"As Ah Ad Ac{extra} Kh Kd 7c 8d{other} Ks Qs 9s 3s 4d")
    assert check_down(hand).result.net == {1: -2, 2: 2}  # three kings before two aces


def test_omaha_8_high_and_low_each_from_two_and_three():
    # Seat 1: 5-4-3-2-A from A-2; seat 2 has three low cards of the board and one of its own only: no low.
    hand = check_down(begin(50, 50, game="omaha8", stakes=FIXED, cards="As 2d Kh Qh Ks Kc 3h Jd 3c 4d 5s Kd 9h"))
    assert shares(hand) == [("high", {1: 2}), ("eight-or-better", {1: 2})]


def test_omaha_8_needs_three_low_cards_on_the_board():
    hand = check_down(begin(50, 50, game="omaha8", stakes=FIXED, cards="As 2d 3h 4h Ks Kc Jh Jd 3c 4d Ts Kd 9h"))
    assert shares(hand) == [("high", {2: 4})]


def test_big_o_is_omaha_8_with_five():
    hand = check_down(begin(50, 50, game="big-o", stakes=POT, cards="As 2d Kh Qh 9c Ks Kc 3h Jd Tc 3c 4d 5s Kd 9h"))
    assert shares(hand) == [("high", {1: 2}), ("eight-or-better", {1: 2})]


@pytest.mark.parametrize("game", ["courchevel", "courchevel8"])
def test_courchevel_turns_the_first_card_of_the_flop_before_the_first_bet(game):
    cards = "As Ah 2c 3d 4h Ks Kh 5c 6d 7h Qd Jc Td 9s 8s"
    hand = begin(50, 50, game=game, stakes=POT, cards=cards)
    assert (hand.street, cards_text(hand.boards[0]), hand.asks[0].kind) == ("pre-flop", "Qd", "bet")
    act(hand, "call", "check")
    assert (hand.street, cards_text(hand.boards[0])) == ("flop", "Qd Jc Td")
    act(hand, "check", "check")
    assert cards_text(hand.boards[0]) == "Qd Jc Td 9s"


@pytest.mark.parametrize(
    ("game", "asked_on", "board"),
    [("pineapple", "flop", 0), ("crazy-pineapple", "turn", 3), ("crazy-pineapple8", "turn", 3)],
)
def test_pineapple_gives_up_one_of_three_before_the_flop_crazy_pineapple_before_the_turn(game, asked_on, board):
    hand = begin(50, 50, 2, game=game, stakes=FIXED, cards="As Ah 2c Ks Kh 3c Qs Qh 4c Jd Td 9s 8s 7h")
    while hand.asks[0].kind == "bet":
        act(hand, "call")
    # All three, the one who is all-in too (S0.14), in turn and before the next card.
    for seat, card in ((1, "2c"), (2, "3c"), (3, "4c")):
        ask = hand.asks[0]
        assert (hand.street, ask.seat, ask.kind, len(hand.boards[0])) == (asked_on, seat, "discard", board)
        with pytest.raises(WrongCards, match="must be given up"):
            act(hand, "discard")
        with pytest.raises(NotOffered):
            act(hand, "fold")
        act(hand, f"discard {card}")
    assert hand.view(None)["seats"][0]["cards"] == ["??", "??"]
    assert hand.view(1)["seats"][0]["cards"] == ["As", "Ah"]
    assert len(hand.boards[0]) == board + {0: 3, 3: 1}[board]


def test_what_was_given_up_is_seen_by_nobody_else():
    hand = begin(50, 50, game="pineapple", stakes=FIXED, cards="As Ah 2c Ks Kh 3c")
    act(hand, "call", "check", "discard 2c")
    seen = [
        [event["cards"] for event in hand.view(seat)["events"] if event["kind"] == "discard"] for seat in (1, 2, None)
    ]
    assert seen == [[["2c"]], [["??"]], [["??"]]]


def test_in_a_recorded_deal_a_card_given_up_does_not_come_again():
    hand = begin(50, 50, game="crazy-pineapple", stakes=FIXED, deck=Deck.recorded())
    act(hand, "deal As Ah 2c", "deal Ks Kh 3c", "call", "check", "deal 7d 8h 9s", "check", "check")
    act(hand, "discard 2c", "discard 3c")
    for card in ("2c", "3c", "As", "7d"):
        with pytest.raises(WrongCards, match=f"{card} has been dealt already"):
            act(hand, f"deal {card}")
    assert act(hand, "deal 4c").asks[0].kind == "bet"


# -- short deck -------------------------------------------------------------------------------------------------------------


def test_short_deck_is_dealt_without_the_cards_below_six():
    assert GAMES["short-deck"].deck == SHORT_DECK
    assert cards_text(SHORT_DECK[:1]) == "6c"
    with pytest.raises(BadStart, match="36 different cards"):
        begin(50, 50, game="short-deck", deck=Deck.of(range(52)))


@each_choice("short_deck_order", {"flush first": {1: 2, 2: -2}, "full house first": {1: -2, 2: 2}})
def test_short_deck_the_order_of_flush_and_full_house(rules, expected):
    # Seat 1 a flush in spades, seat 2 tens full of nines.
    hand = begin(50, 50, game="short-deck", cards="As 7s Th 9h Ts 9s Ks Td 6d", rules=PlayRules(**rules))
    assert check_down(hand).result.net == expected


def test_short_deck_the_ace_is_below_the_six_too():
    # A-6-7-8-9 is a straight, and the lowest: ten-high beats it.
    hand = check_down(begin(50, 50, game="short-deck", cards="As 6h Kd Kh 7s 8d 9c Qh Jc"))
    assert hand.result.net == {1: 2, 2: -2}
    hand = check_down(begin(50, 50, game="short-deck", cards="As Qd Th Kh 6s 7s 8d 9c Qh"))
    assert hand.result.net == {1: -2, 2: 2}


def test_a_straight_beats_three_of_a_kind_in_short_deck():
    hand = check_down(begin(50, 50, game="short-deck", cards="6s 7h Kd Kh 8s 9d Tc Kc Ah"))
    assert hand.result.net == {1: 2, 2: -2}


# -- two boards -------------------------------------------------------------------------------------------------------------


def two_boards(pot: int, unit: int = 1, game: str = "holdem", cards: str = "", boards: int = 2) -> Hand:
    """Two players all-in from antes, over so many boards; the chip that is over is dead money."""
    ante = pot // 2
    return begin(
        seats=(Seat(1, ante + pot % 2, dead=pot % 2), Seat(2, ante)),
        game=game,
        stakes=Stakes(ante=ante, unit=unit),
        positions=Positions(2),
        cards=cards,
        boards=boards,
    )


def test_double_board_each_board_has_half_of_the_pot():
    # Flop and flop, turn and turn, river and river. Aces win the first board, a set of kings the second.
    cards = "As Ah Ks Kh 2c 7d 9s Kd 3c 8h Jc 4d Td 5d"
    hand = two_boards(100, cards=cards)
    assert [cards_text(board) for board in hand.boards] == ["2c 7d 9s Jc Td", "Kd 3c 8h 4d 5d"]
    assert shares(hand) == [("high", {1: 50}), ("high", {2: 50})]
    assert hand.result.pots[0].boards == (0, 1)


def test_double_board_the_odd_chip_goes_to_the_first_board_and_is_then_split_on():
    # 101: 51 on the first board, which the two tie, and 50 on the second.
    cards = "As Kh Ah Ks 2c 7d 9s Kd 3c 8h Jc 4d Td 5h"
    hand = two_boards(101, cards=cards)
    assert shares(hand) == [("high", {1: 26, 2: 25}), ("high", {1: 25, 2: 25})]


def test_double_board_in_omaha_8_every_board_is_halved_again():
    # First board: aces high, no low. Second: the low to seat 2, high to seat 1.
    cards = "As Ah Kc Kd 2s 3h Qc Jd  Qs Jh 9d  4c 5s 8h  9h Jc  Ts 9s"
    hand = two_boards(103, game="omaha8", cards=cards)
    first, second = (cards_text(board) for board in hand.boards)
    assert (first, second) == ("Qs Jh 9d 9h Ts", "4c 5s 8h Jc 9s")
    assert [
        (board, key) for board, (key, _won) in zip(hand.result.pots[0].boards, hand.result.pots[0].shares, strict=True)
    ] == [
        (0, "high"),
        (1, "high"),
        (1, "eight-or-better"),
    ]
    assert [sum(won.values()) for _key, won in hand.result.pots[0].shares] == [52, 26, 25]


def test_double_board_each_side_pot_is_split_apart():
    # Stacks of 10, 30 and 30 by antes; aces win the first board, kings the second.
    cards = "As Ah Ks Kh Qs Qh 2c 7d 9s Kd 3c 8h Jc 4d Td 5d"
    hand = begin(10, 30, 30, cards=cards, boards=2)
    while not hand.is_over:
        act(hand, "all-in")
    assert [(pot.amount, [dict(won) for _key, won in pot.shares]) for pot in hand.result.pots] == [
        (30, [{1: 15}, {2: 15}]),
        (40, [{2: 20}, {2: 20}]),
    ]


def test_a_double_board_bomb_pot():
    hand = begin(50, 50, 50, boards=2, bomb=4)
    assert (hand.street, [len(board) for board in hand.boards], hand.pot) == ("flop", [3, 3], 12)


@pytest.mark.parametrize("more", [{"boards": 2}, {"bomb": 5}])
@pytest.mark.parametrize("game", ["seven-card-stud", "badugi", "no-peek"])
def test_only_games_with_a_board_have_two_or_a_bomb_pot(game, more):
    stakes = Stakes(limit="fixed", ante=1, bring_in=1, small_bet=2, big_bet=4, small_blind=1, big_blind=2)
    with pytest.raises(BadStart, match="has no board"):
        begin(50, 50, game=game, stakes=stakes, **more)


# -- running the board more than once -----------------------------------------------------------------------------------------

TWICE = "As Ah Ks Kh 2c 7d 9s Kd 3c 8h Jc 4d Td 5d"  # on two boards the aces win the first, the kings the second


@each_choice("run_it", {1: None, 2: 2, 3: 3, 4: 4})
def test_when_all_bets_are_in_those_in_the_hand_may_agree_to_run_the_board(rules, expected):
    hand = act(begin(50, 50, cards=TWICE, rules=PlayRules(**rules)), "all-in", "call")
    if expected is None:
        assert hand.is_over
        assert len(hand.boards) == 1
        return
    assert [str(offer) for offer in hand.asks[0].offers] == [f"agree to 1–{expected} runs"]
    act(hand, f"agree {expected}")
    assert hand.asks[0].seat == 2
    act(hand, f"agree {expected}")
    assert len(hand.boards) == expected
    assert all(len(board) == 5 for board in hand.boards)
    dealt = [card for board in hand.boards for card in board]
    assert len(set(dealt)) == 5 * expected


def test_two_runs_share_the_pot():
    hand = act(begin(50, 50, cards=TWICE, rules=PlayRules(run_it=2)), "all-in", "call", "agree 2", "agree 2")
    assert [cards_text(board) for board in hand.boards] == ["2c 7d 9s Jc Td", "Kd 3c 8h 4d 5d"]
    assert hand.result.net == {1: 0, 2: 0}


def test_what_lies_already_is_common_to_all_runs():
    cards = "As Ah Ks Kh 2c 7d 9s Kd 3c 8h Jc"
    hand = act(begin(50, 50, cards=cards, rules=PlayRules(run_it=2)), "call", "check", "all-in", "call")
    act(hand, "agree 2", "agree 2")
    assert [cards_text(board) for board in hand.boards] == ["2c 7d 9s Kd 8h", "2c 7d 9s 3c Jc"]
    assert hand.result.net == {1: 0, 2: 0}


def test_whoever_says_once_or_lets_the_clock_say_it_declines():
    hand = act(begin(50, 50, cards=TWICE, rules=PlayRules(run_it=3)), "all-in", "call", "agree 3", "agree 1")
    assert len(hand.boards) == 1
    hand = act(begin(50, 50, cards=TWICE, rules=PlayRules(run_it=3)), "all-in", "call", "agree 1")
    assert hand.is_over  # the others are not asked
    hand = act(begin(50, 50, cards=TWICE, rules=PlayRules(run_it=3)), "all-in", "call")
    assert str(hand.asks[0].default) == "agree 1"


def test_the_fewest_runs_that_anybody_says_are_dealt():
    hand = act(begin(50, 50, cards=TWICE, rules=PlayRules(run_it=4)), "all-in", "call", "agree 3")
    assert str(hand.asks[0].offers[0]) == "agree to 1–3 runs"
    with pytest.raises(NotOffered, match="1 to 3 times, not 4"):
        act(hand, "agree 4")
    assert len(act(hand, "agree 2").boards) == 2


def test_odd_chips_among_runs_go_to_the_first():
    # The small blind folded its one chip: 101 on two runs, 51 and 50.
    cards = "7c 2d As Ah Ks Kh 2c 7d 9s Kd 3c 8h Jc 4d Td 5d"
    hand = act(begin(50, 50, 50, cards=cards, rules=PlayRules(run_it=2)), "all-in", "fold", "call")
    act(hand, "agree 2", "agree 2")
    assert shares(hand) == [("high", {2: 51}), ("high", {3: 50})]


def test_every_side_pot_is_run():
    cards = "As Ah Ks Kh Qs Qh 2c 7d 9s Kd 3c 8h Jc 4d Td 5d"
    hand = act(begin(10, 30, 30, cards=cards, rules=PlayRules(run_it=2)), "all-in", "call", "call")
    act(hand, "agree 2", "agree 2", "agree 2")
    assert hand.result.net == {1: 5, 2: 25, 3: -30}


def test_nobody_is_asked_while_bets_are_possible_or_after_the_river_or_where_others_folded():
    play = PlayRules(run_it=2)
    assert act(begin(50, 50, 10, rules=play), "all-in", "call", "call").asks[0].kind == "bet"
    hand = act(begin(50, 50, rules=play), "call", *["check"] * 5)
    assert act(hand, "check", "all-in", "call").is_over  # the river lies
    assert act(begin(50, 50, rules=play), "all-in", "fold").is_over


@pytest.mark.parametrize("game", ["seven-card-stud", "five-card-draw"])
def test_a_game_without_a_board_is_not_run(game):
    stakes = Stakes(ante=50, bring_in=1, small_bet=2, big_bet=4, limit="fixed")
    hand = begin(50, 50, game=game, stakes=stakes, rules=PlayRules(run_it=2), positions=Positions(2))
    assert not any(ask.kind == "run it" for ask in hand.asks)


def test_a_double_board_is_not_run_again():
    hand = act(begin(50, 50, cards=TWICE, boards=2, rules=PlayRules(run_it=2)), "all-in", "call")
    assert hand.is_over


def test_a_recorded_deal_names_the_cards_of_every_run():
    hand = begin(50, 50, deck=Deck.recorded(), rules=PlayRules(run_it=2))
    act(hand, "deal As Ah", "deal Ks Kh", "all-in", "call", "agree 2", "agree 2")
    act(hand, "deal 2c 7d 9s", "deal Kd 3c 8h", "deal Jc", "deal 4d", "deal Td", "deal 5d", "show", "show")
    assert hand.result.net == {1: 0, 2: 0}


def test_s1_3_the_window_of_no_limit_is_the_same_with_two_boards():
    hand = act(begin(50, 50, boards=2, stakes=NO_LIMIT), "call", "check")
    assert window(hand) == (2, 48)
