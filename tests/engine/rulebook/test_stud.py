"""Stud: who brings it in and who opens, the streets and their bets, and what is won (S2.1–S2.7, S2.9–S2.12, S2.15)."""

from __future__ import annotations

import pytest

from engine.betting.hand import Deck, Hand, Positions, Seat, Stakes
from engine.cards import FULL_DECK, card_text, cards_text, parse_cards
from engine.errors import BadStart, NotOffered
from engine.games.betting_games import GAMES
from engine.games.decisions import Decision
from engine.games.play_rules import PlayRules
from tests.engine.rulebook.choices import each_choice
from tests.support.deals import SEVEN, STUD, act, begin, in_turn, window
from tests.support.shared import needs_shared, vectors

TWENTY_FORTY = Stakes(limit="fixed", ante=3, bring_in=5, small_bet=20, big_bet=40)
STREETS = ("third street", "fourth street", "fifth street", "sixth street", "seventh street")


def stud(*hands: str, game: str = "seven-card-stud", stakes: Stakes = STUD, stack: int = 200, **more) -> Hand:
    """A hand of seven-card stud in which each seat is dealt those cards in that order."""
    return begin(*[stack] * len(hands), game=game, stakes=stakes, cards=in_turn(SEVEN, *hands), **more)


def shown(*doors: str, game: str = "seven-card-stud", **more) -> Hand:
    """Third street, each seat showing that card."""
    down = [
        card for card in ("Ts", "Th", "Td", "Tc", "Js", "Jh", "Jd", "Jc", "Qs", "Qh", "Qd", "Qc") if card not in doors
    ]
    return stud(*[f"{down[2 * at]} {down[2 * at + 1]} {door}" for at, door in enumerate(doors)], game=game, **more)


# -- third street ---------------------------------------------------------------------------------------------------------


def test_s2_1_an_ante_two_cards_down_and_one_up():
    hand = shown("2d", "3c", "9c", stakes=TWENTY_FORTY)
    assert hand.pot == 9
    assert [(seat["cards"], seat["up"]) for seat in hand.view(2)["seats"]] == [
        (["??", "??", "2d"], [False, False, True]),
        (["Td", "Tc", "3c"], [False, False, True]),
        (["??", "??", "9c"], [False, False, True]),
    ]


def test_s2_1_two_to_eight_players():
    assert len(begin(*[50] * 8, game="seven-card-stud", stakes=STUD).seats) == 8
    with pytest.raises(BadStart, match="at most 8, not 9"):
        begin(*[50] * 9, game="seven-card-stud", stakes=STUD)


@pytest.mark.parametrize(
    ("doors", "seat"),
    [
        (("2d", "3c", "9c"), 1),
        (("9c", "2d", "2c"), 3),  # clubs lowest
        (("2s", "2h", "2d"), 3),  # then diamonds,
        (("2s", "2h", "3c"), 2),  # hearts, spades
        (("As", "Kd", "Ah"), 2),  # the ace is high
    ],
)
def test_s2_2_the_lowest_up_card_brings_it_in(doors, seat):
    ask = shown(*doors).asks[0]
    assert (ask.seat, ask.kind) == (seat, "bring-in")


@each_choice("suit_order", {"spades high": (3, 2, 3), "clubs high": (1, 3, 2)})
def test_s2_2_the_order_of_the_suits(rules, expected):
    play = PlayRules(board_tie="higher suit", **rules)
    low = shown("2s", "2h", "2d", rules=play)
    high = shown("Kh", "Ks", "Kd", game="razz", rules=play)
    tie = boards("4h 5s", "Kc 9s", "Kd 9c", rules=play)
    assert tuple(hand.asks[0].seat for hand in (low, high, tie)) == expected


def test_s2_2_the_bring_in_is_forced():
    hand = shown("2d", "3c", "9c", stakes=TWENTY_FORTY)
    ask = hand.asks[0]
    assert [str(offer) for offer in ask.offers] == ["call 5", "raise to 20"]
    for decision in ("fold", "raise 10", "raise 25", "raise 40"):
        assert not ask.allows(Decision.parse(decision))
    with pytest.raises(NotOffered):
        act(hand, "check")
    assert ask.default == Decision("call")


@each_choice("bring_in_may_open", {True: ["call 5", "raise to 20"], False: ["call 5"]})
def test_s2_2_whether_the_bring_in_may_open_in_full(rules, expected):
    hand = shown("2d", "3c", "9c", stakes=TWENTY_FORTY, rules=PlayRules(**rules))
    assert [str(offer) for offer in hand.asks[0].offers] == expected
    if rules["bring_in_may_open"]:
        act(hand, "raise 20")
        assert (hand.asks[0].seat, hand.asks[0].call, window(hand)) == (2, 20, (40, 40))


def test_s2_2_a_bring_in_that_is_all_in_does_not_lower_the_call():
    # 3 for the ante, 2 of the bring-in of 5.
    hand = begin(5, 100, 100, game="seven-card-stud", stakes=TWENTY_FORTY, cards="As Ah 2d Ks Kh 3c Qs Qh 9c")
    assert str(hand.asks[0].offers[0]) == "call 2"
    act(hand, "call")
    assert (hand.asks[0].seat, hand.asks[0].call, window(hand)) == (2, 5, (20, 20))


@each_choice("broke_bring_in", {"next player": (3, "bet", 0), "next low card": (1, "bring-in", 5)})
def test_tda_rp_10_a_bring_in_who_is_all_in_from_the_ante(rules, expected):
    # Seat 2 has the lowest card and nothing left; seat 3 follows, seat 1 has the next lowest card.
    hand = begin(
        100,
        3,
        100,
        100,
        game="seven-card-stud",
        stakes=TWENTY_FORTY,
        cards="As Ah 4d Ks Kh 2c Qs Qh 9c Js Jh 8c",
        rules=PlayRules(**rules),
    )
    ask = hand.asks[0]
    assert (ask.seat, ask.kind, ask.call) == expected
    if ask.kind == "bet":
        assert window(hand) == (20, 20)
        act(hand, "check", "check", "check")
    else:
        act(hand, "call", "call", "call")
    assert hand.street == "fourth street"


@each_choice("broke_bring_in", {"next player": (1, "bet"), "next low card": (1, "bring-in")})
def test_tda_rp_10_it_goes_round_the_table_and_past_others_who_are_all_in(rules, expected):
    # Seat 4 has the deuce and seat 3 the trey; both are all-in.
    hand = begin(
        100,
        100,
        3,
        3,
        game="seven-card-stud",
        stakes=TWENTY_FORTY,
        cards="As Ah 4d Ks Kh 9c Qs Qh 3c Js Jh 2c",
        rules=PlayRules(**rules),
    )
    assert (hand.asks[0].seat, hand.asks[0].kind) == expected


def test_s2_3_call_complete_or_fold():
    hand = act(shown("2d", "3c", "9c", stakes=TWENTY_FORTY), "call")
    # To 20, not to 25.
    assert [str(offer) for offer in hand.asks[0].offers] == ["fold", "call 5", "raise to 20"]
    act(hand, "call")
    assert [str(offer) for offer in hand.asks[0].offers] == ["fold", "call 5", "raise to 20"]
    act(hand, "raise 20")
    assert [event.kind for event in hand.events][-1] == "complete"
    assert (hand.asks[0].seat, hand.asks[0].call, window(hand)) == (1, 15, (40, 40))


def test_s2_3_a_bring_in_that_all_call_ends_the_round():
    hand = act(shown("2d", "3c", "9c"), "call", "call", "call")
    assert hand.street == "fourth street"


def test_a_bring_in_of_the_whole_bet_is_raised_and_not_completed():
    stakes = Stakes(limit="fixed", ante=1, bring_in=10, small_bet=10, big_bet=20)
    hand = shown("2d", "3c", "9c", stakes=stakes)
    assert [str(offer) for offer in hand.asks[0].offers] == ["call 10"]
    act(hand, "call")
    assert window(hand) == (20, 20)
    act(hand, "raise 20")
    assert [event.kind for event in hand.events][-1] == "raise"


# -- later streets --------------------------------------------------------------------------------------------------------


def test_s2_4_one_up_card_a_street_and_the_seventh_down_with_a_round_each():
    hand = begin(500, 500, game="seven-card-stud", stakes=STUD)
    seen = []
    while not hand.is_over:
        ups = hand.view(None)["seats"][0]["up"]
        if (hand.street, ups) not in seen:
            seen.append((hand.street, ups))
        act(hand, "call")
    two = [False, False]
    assert seen == [(street, two + [True] * min(at, 4) + [False] * (at > 4)) for at, street in enumerate(STREETS, 1)]


def check_to(hand: Hand, street: str) -> Hand:
    """Call and check until that street."""
    while hand.street != street:
        act(hand, "call")
    return hand


def boards(*ups: str, game: str = "seven-card-stud", **more) -> Hand:
    """A street about to be opened over these up-cards, everybody having called and checked until then."""
    taken = parse_cards(" ".join(ups))
    rest = [card_text(card) for card in FULL_DECK if card not in taken]
    hands = [f"{rest[2 * at]} {rest[2 * at + 1]} {one}" for at, one in enumerate(ups)]
    return check_to(stud(*hands, game=game, **more), STREETS[len(parse_cards(ups[0])) - 1])


@pytest.mark.parametrize(
    ("ups", "seat"),
    [
        (("2d 9c", "3c 8d", "9d 2c"), 1),  # nine-deuce twice: see the house rule; here the nearest to the left
        (("2d 3h", "3c Kd", "9c 2h"), 2),
        (("2d 2h", "3c Kd", "Ac Kh"), 1),  # a pair before any high card
        (("2d 2h 4s", "3c 3d 5h", "Ac Kh Qd"), 2),  # the higher pair
        (("2d 2h 2s", "Ac Ad 5h", "Kc Kh Qd"), 1),  # trips
        (("4d 5h 6s 7c", "Ac 2d 9h Jd", "Kc Kh 3d 8s"), 3),  # four to a straight are nothing
        (("2h 9h Jh Kh", "3c Ad 9c Jd", "4c 6d 8s Ts"), 2),  # nor are four to a flush
    ],
)
def test_s2_4_the_best_up_cards_open_and_may_check(ups, seat):
    hand = boards(*ups)
    assert (hand.asks[0].seat, hand.asks[0].call) == (seat, 0)


@each_choice("board_tie", {"left of the dealer": (1, 2, 1), "higher suit": (2, 2, 3)})
def test_s2_4_who_opens_when_boards_tie(rules, expected):
    play = PlayRules(**rules)
    first = boards("Kc 9s", "Kd 9c", "4h 5s", rules=play)  # the highest card decides: the king of diamonds
    last = boards("4h 5s", "Kd 9c", "Kc 9s", rules=play)  # seat 3 is the dealer, who comes last
    pairs = boards("9d 9h", "4h 5s", "9c 9s", rules=play)
    assert tuple(hand.asks[0].seat for hand in (first, last, pairs)) == expected


def test_s2_4_in_razz_the_suit_of_the_highest_card_decides_and_the_ace_is_low():
    # Deuce and ace twice: the deuce of spades, not the ace of spades.
    hand = boards("As 2d", "9c 8d", "Ad 2s", game="razz", rules=PlayRules(board_tie="higher suit"))
    assert hand.asks[0].seat == 3


@each_choice("stud_doubles", {"fifth street": [2, 4, 4, 4], "sixth street": [2, 2, 4, 4]})
def test_s2_5_where_the_bet_doubles(rules, expected):
    hand = begin(500, 500, game="seven-card-stud", stakes=STUD, rules=PlayRules(**rules))
    assert [check_to(hand, street).asks[0].hi for street in STREETS[1:]] == expected


@each_choice("stud_doubles", {"fifth street": (1, 10), "sixth street": (1, 5)})
def test_s2_5_the_range_of_a_spread_rises_with_it(rules, expected):
    stakes = Stakes(limit="spread", ante=1, bring_in=1, min_bet=1, small_bet=5, big_bet=10)
    hand = begin(500, 500, game="seven-card-stud", stakes=stakes, rules=PlayRules(**rules))
    assert window(check_to(hand, "fourth street")) == (1, 5)
    assert window(check_to(hand, "fifth street")) == expected
    assert window(check_to(hand, "sixth street")) == (1, 10)


@each_choice("burns", {True: "4h 5h", False: "4d 5c"})
def test_s2_6_a_card_is_burned_before_each_deal_after_the_first(rules, expected):
    # Three players, and a deck in order from 2c 2d 2h 2s 3c up: the tenth card, 4d, is dealt or burned.
    order = "2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s"
    hand = begin(500, 500, 500, game="seven-card-stud", stakes=STUD, cards=order, rules=PlayRules(**rules))
    check_to(hand, "fifth street")
    assert hand.view(None)["seats"][0]["cards"][3:] == expected.split()


@each_choice("burns", {True: "3s 4c 4d 4s 5d", False: "3h 3s 4c 4d 4h"})
def test_s2_6_before_flop_turn_and_river_too(rules, expected):
    order = "2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s"
    hand = act(begin(50, 50, 50, cards=order, rules=PlayRules(**rules)), "call", "call", "check", *["check"] * 9)
    assert cards_text(hand.boards[0]) == expected


def test_in_a_recorded_deal_the_up_cards_that_are_known_decide_who_opens():
    hand = begin(50, 50, 50, game="seven-card-stud", stakes=STUD, deck=Deck.recorded())
    for told in ("???? ??", "???? 9c", "???? 4d"):
        down, up = told.split()
        act(hand, f"deal {down}", f"deal {up}")
    assert (hand.asks[0].seat, hand.asks[0].kind) == (3, "bring-in")
    act(hand, "call", "call", "call", "deal Ah", "deal 9d", "deal Kc")
    assert hand.asks[0].seat == 2  # nines; what seat 1 shows is not known whole


def test_in_a_recorded_deal_of_unknown_up_cards_the_first_from_the_dealers_left_opens():
    hand = begin(50, 50, game="seven-card-stud", stakes=STUD, deck=Deck.recorded())
    act(hand, "deal ????", "deal ??", "deal ????", "deal ??")
    assert (hand.asks[0].seat, hand.asks[0].kind) == (1, "bring-in")
    act(hand, "call", "call", "deal ??", "deal ??")
    assert hand.asks[0].seat == 1


# -- the showdown ---------------------------------------------------------------------------------------------------------


def show_down(*hands: str, **more) -> Hand:
    """Those seven cards a seat, called and checked to the end."""
    hand = stud(*hands, **more)
    while not hand.is_over:
        act(hand, "call")
    return hand


def test_s2_7_the_best_five_of_seven():
    # A flush with the down-cards against a straight on the board.
    hand = show_down("As Ks Td 9s 6s 2s 3d", "2d 3c Th 9c 8d 7h 6c")
    assert hand.result.net == {1: 2, 2: -2}


def test_s2_7_ties_split_evenly():
    hand = show_down("As Kd Qc 9d 7h 3c 2d", "Ah Kc Qd 9c 7s 3d 2c", "Ac 9h 8d 6c 4d 3h 2h")
    assert hand.result.net == {1: 1, 2: 1, 3: -2}


TIED = ("As Kd Qc Jd 9h 3c 2d", "Ah Kc Qd Jc 9s 3d 2c")  # ace, king, queen, jack, nine: spade ace and heart ace


def odd_stud(button: int, rules: PlayRules, hands: tuple[str, str] = TIED, game: str = "seven-card-stud") -> dict:
    """Seat 3 holds the first hand, seat 7 the second; all-in from antes of 50 with one chip more of dead money: 101.

    Returns what each has at the end.
    """
    stakes = Stakes(limit="fixed", ante=50, bring_in=1, small_bet=2, big_bet=4)
    in_order = hands if button in (1, 2, 7, 8, 9) else hands[::-1]
    hand = begin(
        seats=(Seat(3, 51, dead=1), Seat(7, 50)),
        game=game,
        stakes=stakes,
        positions=Positions(button),
        cards=in_turn(SEVEN, *in_order),
        rules=rules,
    )
    assert hand.is_over
    return hand.stacks


@each_choice(
    "odd_chip_stud",
    {
        "high card": [{3: 51, 7: 50}, {3: 51, 7: 50}],
        "reversed suits": [{3: 50, 7: 51}, {3: 50, 7: 51}],
        "left of the dealer": [{3: 51, 7: 50}, {3: 50, 7: 51}],
    },
)
def test_s2_7_the_odd_chip_of_a_split_pot(rules, expected):
    # The button at seat 1, then at seat 5.
    assert [odd_stud(button, PlayRules(**rules)) for button in (1, 5)] == expected


@needs_shared
def test_tda_20_the_published_case_of_stud():
    (case,) = (case for case in vectors("tda")["odd_chips"] if case["game"] == "stud")
    assert (case["pot"], case["unit"]) == (101, 1)
    assert case["winners"] == {"3": "As in the winning five", "7": "Ah in the winning five"}
    assert odd_stud(1, PlayRules()) == {int(seat): chips for seat, chips in case["expected"].items()}


def test_tda_20_only_cards_of_the_winning_hand_count():
    # Both have kings and queens with a jack; the ace of spades is no part of it, nor of any five: there is none.
    # Aces full would differ, so here a seven-card hand has a flush whose high card is the queen beside an ace.
    hands = ("Qs Js 9s 8s 6s Ad 2c", "Qh Jh 9h 8h 6h As 2d")
    assert odd_stud(5, PlayRules(), hands) == {3: 51, 7: 50}  # the queen of spades, though seat 7 has the ace of spades
    assert odd_stud(5, PlayRules(), hands[::-1]) == {3: 50, 7: 51}


def test_tda_20_the_high_card_of_a_low_is_its_highest_with_the_ace_low():
    # Eight-six-four-three-ace twice: the eight decides, not the ace.
    hands = ("8c 6s 4d 3h As Kc Kd", "8s 6d 4h 3c Ad Ks Kh")
    assert odd_stud(1, PlayRules(), hands, game="razz") == {3: 50, 7: 51}


def test_tda_20_the_high_card_of_a_badugi_is_one_of_its_four():
    # Both have the badugi 8-4-2-A, seat 1 the eight of spades, seat 2 the king of spades, which is no part of it. Of 102
    # chips 51 go to the low, seat 1's 6-5-4-2-A, and 51 are split.
    hands = ("8s 4h 2d Ac 5h 6h Kh", "8h 4s 2c Ad Ks Qs Js")
    stakes = Stakes(limit="fixed", ante=51, bring_in=1, small_bet=2, big_bet=4)
    hand = begin(51, 51, game="razzdugi", stakes=stakes, cards=in_turn(SEVEN, *hands))
    assert hand.stacks == {1: 51 + 26, 2: 25}


def test_tda_20_d_who_tie_for_high_and_for_low_have_no_odd_chip_twice():
    # Both have the same razz hand and the same badugi. Of 102 chips each half of 51 has an odd one: one each.
    hands = ("7c 5s 3d 2h Ac Kc Kh", "7d 5c 3s 2d Ah Kd Ks")
    stakes = Stakes(limit="fixed", ante=51, bring_in=1, small_bet=2, big_bet=4)
    hand = begin(51, 51, game="razzdugi", stakes=stakes, cards=in_turn(SEVEN, *hands))
    assert hand.stacks == {1: 51, 2: 51}
    assert [sorted(won.values()) for _key, won in hand.result.pots[0].shares] == [[25, 26], [25, 26]]


# -- lows and halves ------------------------------------------------------------------------------------------------------


def test_s2_9_high_and_low_from_any_five_each():
    # Seat 1 has kings; seat 2 a low of 8-6-4-3-A; three antes and three bring-ins: 6.
    hand = show_down("Ks Kh Qd Jc 9d 5s 2c", "As 8h 6d 4c 3s Td Th", "Qs Qh Jd 9c 7h 6c 2d", game="stud8")
    assert [(key, dict(won)) for key, won in hand.result.pots[0].shares] == [
        ("high", {1: 3}),
        ("eight-or-better", {2: 3}),
    ]


def test_s2_9_straights_and_flushes_do_not_spoil_a_low_and_the_wheel_is_best():
    # Seat 1 has the wheel, a straight: both halves. Seat 2's 6-4-3-2-A is no better low.
    hand = show_down("5s 4h 3d 2c As Kd Qh", "6s 4c 3h 2d Ah Kc Jh", game="stud8")
    assert hand.result.net == {1: 2, 2: -2}


def test_s2_9_without_an_eight_the_high_hand_takes_all():
    hand = show_down("Ks Kh Qd Jc 9d 5s 2c", "9s 8h 6d 4c 3s Td Jh", game="stud8")
    assert [key for key, _won in hand.result.pots[0].shares] == ["high"]
    assert hand.result.net == {1: 2, 2: -2}


@pytest.mark.parametrize(("game", "opener"), [("stud8", 1), ("stud-hi-lo", 1), ("razz", 2)])
def test_s2_9_the_openers_are_those_of_stud_for_high(game, opener):
    # Kings show in seat 1, a seven low in seat 2. High-low opens by the high board, razz by the low one.
    assert boards("Kd Kc 9h", "7d 4c 2h", "Qd 9c 8h", game=game).asks[0].seat == opener


def test_s2_10_high_low_without_a_qualifier():
    # Nobody has an eight; nine-eight is the better low.
    hand = show_down("Ks Kh Qd Jc 9d 5s 2c", "9s 8h 6d 4c 3s Td Jh", game="stud-hi-lo")
    assert [(key, dict(won)) for key, won in hand.result.pots[0].shares] == [("high", {1: 2}), ("ace-to-five", {2: 2})]


@pytest.mark.parametrize(
    ("doors", "seat"),
    [
        (("2d", "Kc", "9c"), 2),  # the king is high
        (("Ad", "Qc", "9c"), 2),  # the ace low
        (("Kh", "Ks", "Kd"), 2),  # the higher suit
        (("Ad", "Ah", "Ac"), 2),
    ],
)
def test_s2_11_in_razz_the_highest_up_card_brings_it_in(doors, seat):
    ask = shown(*doors, game="razz").asks[0]
    assert (ask.seat, ask.kind) == (seat, "bring-in")


@pytest.mark.parametrize(("doors", "seat"), [(("2d", "Kc", "9c"), 2), (("Ad", "Kc", "9c"), 1)])
@pytest.mark.parametrize("game", ["2-7-razz", "2-7-razzdugi"])
def test_s2_11_where_the_ace_is_high_it_brings_it_in(doors, seat, game):
    assert shown(*doors, game=game).asks[0].seat == seat


@pytest.mark.parametrize(
    ("ups", "seat"),
    [
        (("Ks 2d", "9h 8d", "Tc Ad"), 2),
        (("2s 2d", "Kh Qd", "Jc Td"), 3),  # a pair is worse than any two
        (("As 2d 3h", "4h 2c 3d", "5c 2h Ad"), 1),
        (("Ks Kd", "2h 2c", "Qc Qd"), 2),  # of pairs the lowest
    ],
)
def test_s2_11_later_the_best_low_board_opens(ups, seat):
    assert boards(*ups, game="razz").asks[0].seat == seat


def test_s2_11_straights_and_flushes_do_not_count_and_the_wheel_wins():
    hand = show_down("5s 4s 3s 2s As Kd Qh", "6d 4c 3h 2d Ah Kc Jh", game="razz")
    assert hand.result.net == {1: 2, 2: -2}


def test_s2_11_2_7_razz_counts_them():
    # Seat 1 can make nothing better than a flush-free 9-low? It has 7-6-5-4-3, a straight, so its best is 8-6-5-4-3.
    hand = show_down("7s 6h 5s 4d 3c 8h Kh", "8d 6c 5h 4s 2d Kc Qh", game="2-7-razz")
    assert hand.result.net == {1: -2, 2: 2}  # 8-6-5-4-2 before 8-6-5-4-3


def test_s2_11_the_dealer_announces_open_pairs_but_not_of_face_cards():
    hand = boards("2d 9c 2h", "Kd 8c Kh", "Ac 7c Td", game="razz")
    said = [(event.seat, cards_text(event.public)) for event in hand.events if event.kind == "open pair"]
    assert said == [(1, "2d 2h")]
    assert {"kind": "open pair", "seat": 1, "amount": 0, "cards": ["2d", "2h"]} in hand.view(None)["events"]


def test_s2_11_a_pair_is_announced_on_the_street_that_brings_it():
    hand = boards("2d 2h 9c", "Td 8c Th", "Ac 7c Ad", game="razz")
    said = [(event.seat, cards_text(event.public)) for event in hand.events if event.kind == "open pair"]
    assert said == [(1, "2d 2h"), (2, "Td Th"), (3, "Ac Ad")]


# -- five-card stud -------------------------------------------------------------------------------------------------------

FIVE = (2, 1, 1, 1)


def five_card(*hands: str, rules: PlayRules | None = None, stakes: Stakes = STUD) -> Hand:
    return begin(*[100] * len(hands), game="five-card-stud", stakes=stakes, cards=in_turn(FIVE, *hands), rules=rules)


def test_s2_12_one_down_then_up_cards_and_four_rounds_of_which_the_last_two_double():
    hand = five_card("As 2d 3d 4d 6d", "Ks 9c Tc Jc Kd")
    rounds = []
    while not hand.is_over:
        rounds.append((hand.street, hand.asks[0].seat, hand.asks[0].hi, hand.view(None)["seats"][0]["up"]))
        act(hand, "check", "check")
    up = [False, True, True, True, True]
    assert rounds == [
        ("second street", 2, 2, up[:2]),
        ("third street", 2, 2, up[:3]),
        ("fourth street", 2, 4, up[:4]),
        ("fifth street", 2, 4, up),
    ]


@each_choice("five_card_opening", {"best board": (2, "bet", 0), "bring-in": (1, "bring-in", 1)})
def test_s2_12_who_opens_five_card_stud(rules, expected):
    hand = five_card("As 2d 3d", "Ks Kc Tc", "Qs 9d 4h", rules=PlayRules(**rules))
    ask = hand.asks[0]
    assert (ask.seat, ask.kind, ask.call) == expected
    act(hand, "call", "call", "call")
    assert (hand.street, hand.asks[0].seat) == ("third street", 2)  # the best board in either case


def test_s2_12_equal_cards_open_from_the_dealers_left():
    assert five_card("As 9d", "Ks Kc", "Qs Kd").asks[0].seat == 2


def test_s2_12_the_doubling_of_five_card_stud_is_its_own():
    hand = five_card("As 2d 3d 4d", "Ks Kc Tc 9c", rules=PlayRules(stud_doubles="sixth street"))
    assert [check_to(hand, street).asks[0].hi for street in ("third street", "fourth street", "fifth street")] == [
        2,
        4,
        4,
    ]


def test_s2_12_two_to_ten_players():
    assert len(begin(*[50] * 10, game="five-card-stud", stakes=STUD).seats) == 10
    with pytest.raises(BadStart, match="at most 10, not 11"):
        begin(*[50] * 11, game="five-card-stud", stakes=STUD)


# -- razzdugi -------------------------------------------------------------------------------------------------------------


def test_s2_15_razzdugi_halves_the_pot_between_low_and_badugi():
    # Seat 1: 6-4-3-2-A, but of two suits: a badugi of two cards. Seat 2: 9-8 low, and the badugi 8-5-4-2.
    hand = show_down("6s 4h 3s 2h As Kh Qs", "9c 8d 5h 4c 2s Kd Qc", game="razzdugi")
    assert [(key, dict(won)) for key, won in hand.result.pots[0].shares] == [
        ("ace-to-five", {1: 2}),
        ("badugi", {2: 2}),
    ]


def test_s2_15_razzdugi_is_dealt_and_opened_as_razz():
    assert shown("2d", "Kc", "Ac", game="razzdugi").asks[0].seat == 2
    assert boards("2s 2d", "Kh Qd", "Jc Td", game="razzdugi").asks[0].seat == 3
    assert GAMES["razzdugi"].max_seats == 8


def test_s2_15_in_2_7_razzdugi_the_ace_is_high_for_the_low_and_low_in_the_badugi():
    # Seat 1: ace high at best (A-T-6-5-3, two pairs else) and the badugi 5-3-A with ... ; seat 2: J-9-8-7-5, and K-J-9 in
    # three suits at best. The low goes to seat 2, the badugi to seat 1.
    hand = show_down("As 5h 3d 6c Ac Ah Td", "Js 9h 8s 7h 5s Kh Qs", game="2-7-razzdugi")
    assert [(key, dict(won)) for key, won in hand.result.pots[0].shares] == [
        ("deuce-to-seven", {2: 2}),
        ("badugi", {1: 2}),
    ]
