"""Draw games: the draws, the deck running out, the halves of the pot (S0.5, S0.6, S0.14 and the games' own rules)."""

from __future__ import annotations

import pytest

from engine.betting.hand import Deck, Hand
from engine.cards import cards_text, parse_cards
from engine.errors import BadStart, WrongCards
from engine.games.decisions import Decision
from engine.games.play_rules import PlayRules
from tests.engine.rulebook.choices import each_choice
from tests.support.deals import FIXED, act, begin


def pat(*hands: str, game: str, rules: PlayRules | None = None) -> Hand:
    """Everybody calls, stands pat and checks to the showdown; seat 1 is the first from the button's left."""
    hand = begin(*[50] * len(hands), game=game, stakes=FIXED, cards=" ".join(hands), rules=rules)
    while not hand.is_over:
        act(hand, "stand" if hand.asks[0].kind == "draw" else "call")
    return hand


def shares(hand: Hand) -> list[tuple[str, dict[int, int]]]:
    (pot,) = hand.result.pots
    return [(key, dict(won)) for key, won in pot.shares]


def held(hand: Hand, seat: int) -> list[str]:
    return hand.view(seat)["seats"][seat - 1]["cards"]


# -- drawing --------------------------------------------------------------------------------------------------------------


def test_cards_are_thrown_away_in_turn_and_replaced_when_all_have_said_how_many():
    cards = "As Ks Qs 2d 3d 9c 9h 9d 4c 5c Td Jd"
    hand = act(begin(50, 50, game="five-card-draw", stakes=FIXED, cards=cards), "call", "check")
    assert (hand.street, hand.asks[0].seat, hand.asks[0].kind) == ("draw", 1, "draw")
    act(hand, "draw 2d 3d")
    assert held(hand, 1) == ["As", "Ks", "Qs"]
    assert hand.asks[0].seat == 2
    act(hand, "stand")
    assert held(hand, 1) == ["As", "Ks", "Qs", "Td", "Jd"]
    assert hand.asks[0].kind == "bet"


def test_the_others_see_how_many_were_drawn_and_not_which():
    hand = begin(50, 50, game="five-card-draw", stakes=FIXED, cards="As Ks Qs 2d 3d 9c 9h 9d 4c 5c Td Jd")
    act(hand, "call", "check", "draw 2d 3d", "stand")
    seen = [event for event in hand.view(2)["events"] if event["kind"] == "draw"]
    assert [(event["seat"], event["amount"], event["cards"]) for event in seen] == [(1, 2, ["??", "??"]), (2, 0, [])]
    own = [event for event in hand.view(1)["events"] if event["kind"] == "draw"]
    assert own[0]["cards"] == ["2d", "3d"]


def test_a_time_out_stands_pat():
    hand = act(begin(50, 50, game="five-card-draw", stakes=FIXED), "call", "check")
    assert hand.asks[0].default == Decision("draw")


@pytest.mark.parametrize(
    ("game", "bets"),
    [
        ("five-card-draw", [("pre-draw", 2), ("draw", 4)]),
        ("2-7-single-draw", [("pre-draw", 2), ("draw", 4)]),
        ("a-5-single-draw", [("pre-draw", 2), ("draw", 4)]),
        ("2-7-triple-draw", [("pre-draw", 2), ("first draw", 2), ("second draw", 4), ("third draw", 4)]),
        ("a-5-triple-draw", [("pre-draw", 2), ("first draw", 2), ("second draw", 4), ("third draw", 4)]),
        ("badugi", [("pre-draw", 2), ("first draw", 2), ("second draw", 4), ("third draw", 4)]),
        ("badeucey", [("pre-draw", 2), ("first draw", 2), ("second draw", 4), ("third draw", 4)]),
        ("badacey", [("pre-draw", 2), ("first draw", 2), ("second draw", 4), ("third draw", 4)]),
        ("archie", [("pre-draw", 2), ("first draw", 2), ("second draw", 4), ("third draw", 4)]),
    ],
)
def test_the_draws_of_each_game_and_what_is_bet_after_them(game, bets):
    hand = act(begin(500, 500, game=game, stakes=FIXED), "call")
    seen = []
    while not hand.is_over:
        if hand.asks[0].kind == "draw":
            act(hand, "stand")
            continue
        level = 2 if hand.street == "pre-draw" else 0
        seen.append((hand.street, hand.asks[0].lo - level))
        street = hand.street
        while not hand.is_over and hand.street == street and hand.asks[0].kind == "bet":
            act(hand, "check")
    assert seen == bets


def test_no_more_cards_than_are_held_may_be_changed():
    hand = act(begin(50, 50, game="badugi", stakes=FIXED, cards="As 2d 3c 4h"), "call", "check")
    assert hand.asks[0].hi == 4
    with pytest.raises(WrongCards, match="2c is not among As 2d 3c 4h"):
        act(hand, "draw 2c")
    with pytest.raises(WrongCards):
        act(hand, "draw As As")
    assert held(hand, 1) == ["As", "2d", "3c", "4h"]


@each_choice("burns", {True: "5d", False: "5c"})
def test_s2_6_a_card_is_burned_before_a_draw(rules, expected):
    hand = begin(
        50,
        50,
        game="five-card-draw",
        stakes=FIXED,
        cards="As Ks Qs Js 2d 9c 9h 9d 4c 4d 5c 5d 5h 5s",
        rules=PlayRules(**rules),
    )
    act(hand, "call", "check", "draw 2d", "stand")
    assert held(hand, 1)[-1] == expected


@pytest.mark.parametrize(
    ("game", "most"),
    [("five-card-draw", 7), ("2-7-single-draw", 7), ("a-5-single-draw", 7), ("2-7-triple-draw", 6), ("badugi", 8)],
)
def test_how_many_a_draw_game_seats(game, most):
    assert len(begin(*[50] * most, game=game, stakes=FIXED).seats) == most
    with pytest.raises(BadStart, match=f"at most {most}"):
        begin(*[50] * (most + 1), game=game, stakes=FIXED)


# -- the deck running out ---------------------------------------------------------------------------------------------------


def test_when_the_deck_runs_out_the_discards_are_shuffled_and_nobody_is_dealt_what_he_has_just_thrown_away():
    """Six players of triple draw change all five: thirty cards are out and twenty-two left.

    Four players take twenty of them. The fifth has the last two and three of the discards, the sixth five: of those
    that the first four threw away, not of their own.
    """
    hand = begin(*[50] * 6, game="2-7-triple-draw", stakes=FIXED)
    act(hand, *["call"] * 6)
    thrown = {}
    for seat in range(1, 7):
        thrown[seat] = set(held(hand, seat))
        act(hand, "draw " + " ".join(held(hand, seat)))
    of_the_first_four = set().union(*[thrown[seat] for seat in (1, 2, 3, 4)])
    assert [event.kind for event in hand.events].count("reshuffle") == 1
    fifth, sixth = held(hand, 5), held(hand, 6)
    assert fifth[:2] == ["Ah", "As"]  # the end of the deck
    assert len(fifth) == len(sixth) == 5
    assert set(fifth[2:]) | set(sixth) <= of_the_first_four
    everybody = [card for seat in range(1, 7) for card in held(hand, seat)]
    assert len(set(everybody)) == 30


def test_what_was_thrown_away_on_an_earlier_draw_may_come_back():
    hand = begin(*[50] * 6, game="2-7-triple-draw", stakes=FIXED)
    act(hand, *["call"] * 6)
    thrown = [set(), set()]
    for time in (0, 1):
        for seat in range(1, 7):
            cards = held(hand, seat)[:3]
            thrown[time].update(cards)
            just = set(cards)
            act(hand, "draw " + " ".join(cards))
            assert not just & set(held(hand, seat))
        if time == 0:
            act(hand, *["check"] * 6)
    # 22 cards are left, 18 go in the first draw, so 14 of the second are discards of either.
    back = [card for seat in range(1, 7) for card in held(hand, seat)[2:] if card in thrown[0] | thrown[1]]
    assert len(back) == 14


def test_folded_cards_are_discards_too():
    # The deck lies in order: seats 1 to 5 are dealt its first 25 cards, seat 6 the next five.
    hand = begin(*[50] * 6, game="2-7-triple-draw", stakes=FIXED)
    folded = held(hand, 3)
    act(hand, "fold", *["call"] * 5)
    for seat in (1, 2, 4, 5, 6):
        act(hand, "draw " + " ".join(held(hand, seat)))
    # 22 are left for 25 cards: for seat 6 the discards of four players are shuffled, and the five that folded.
    assert [event.amount for event in hand.events if event.kind == "reshuffle"] == [4 * 5 + len(folded)]
    last = held(hand, 6)
    assert last[:2] == ["Ah", "As"]
    assert set(last[2:]) <= {*cards_text(range(25)).split()}


def test_in_a_recorded_deal_discards_are_told_again_once_the_deck_is_out():
    hand = begin(*[50] * 6, game="2-7-triple-draw", stakes=FIXED, deck=Deck.recorded())
    for at in range(6):
        act(hand, f"deal {cards_text(range(5 * at, 5 * at + 5))}")
    act(hand, *["call"] * 6)
    for at in range(6):
        act(hand, f"draw {cards_text(range(5 * at, 5 * at + 5))}")
    with pytest.raises(WrongCards, match="2c has been dealt already"):  # there are cards left
        act(hand, f"deal {cards_text([0, 30, 31, 32, 33])}")
    for at in range(4):
        act(hand, f"deal {cards_text(range(30 + 5 * at, 35 + 5 * at))}")
    act(hand, f"deal {cards_text([50, 51, 0, 1, 2])}")
    with pytest.raises(WrongCards, match="2c has been dealt already"):  # it is in a hand again
        act(hand, f"deal {cards_text([0, 3, 4, 5, 6])}")
    act(hand, f"deal {cards_text([3, 4, 5, 6, 7])}")
    assert hand.asks[0].kind == "bet"


def test_in_a_recorded_deal_of_a_dealer_who_burns_they_are_told_again_sooner():
    # Of twenty-two cards one was burned: the twenty-second card of the draw is a discard.
    hand = begin(*[50] * 6, game="2-7-triple-draw", stakes=FIXED, deck=Deck.recorded())
    for at in range(6):
        act(hand, f"deal {cards_text(range(5 * at, 5 * at + 5))}")
    act(hand, *["call"] * 6)
    for at in range(6):
        act(hand, f"draw {cards_text(range(5 * at, 5 * at + 5))}")
    for at in range(4):
        act(hand, f"deal {cards_text(range(31 + 5 * at, 36 + 5 * at))}")
    act(hand, f"deal {cards_text([51, 0, 1, 2, 3])}")
    act(hand, f"deal {cards_text([4, 5, 6, 7, 8])}")
    assert hand.asks[0].kind == "bet"


# -- who wins ---------------------------------------------------------------------------------------------------------------


def test_five_card_draw_the_best_five():
    assert pat("As Ad 7c 5h 3s", "Ks Kd Kc 5d 3c", game="five-card-draw").result.net == {1: -2, 2: 2}


def test_s0_5_ace_to_five_the_wheel_is_best_and_straights_and_flushes_do_not_count():
    assert pat("5s 4s 3s 2s As", "6d 4c 3h 2d Ad", game="a-5-single-draw").result.net == {1: 2, 2: -2}
    assert pat("7s 6d 5c 4h 3s", "8d 4d 3h 2d Ad", game="a-5-triple-draw").result.net == {1: 2, 2: -2}


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("7s 5d 4c 3h 2s", "7d 6c 4h 3s 2d"),  # the best of all
        ("9s 7d 4c 3h 2s", "6d 5c 4h 3s 2d"),  # a straight
        ("Ks Qd Jc 9h 7s", "8d 6d 4d 3d 2d"),  # a flush
        ("Ks Qd Jc 9h 7s", "5d 4c 3h 2d As"),  # an ace is high: A-5-4-3-2 ...
        ("As 5d 4c 3h 2s", "As 6d 4h 3c 2c"),  # ... but no straight
        ("As Kd Qc Jh 9s", "2s 2d 5c 4h 3s"),  # any five before a pair
    ],
)
@pytest.mark.parametrize("game", ["2-7-single-draw", "2-7-triple-draw"])
def test_s0_5_deuce_to_seven(better, worse, game):
    if set(better.split()) & set(worse.split()):
        worse = worse.replace("As", "Ad")
    assert pat(better, worse, game=game).result.net == {1: 2, 2: -2}


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As 2d 3c 4h", "Ad 2c 3h 5s"),
        ("Ks Qd Jc Th", "As 2s 3d 4c"),  # four cards before three
        ("As 2d 3c 3h", "Kd 2c 4h 4s"),  # three: 3-2-A
        ("Ts 5d 3c 2h", "Jd 4c 3h 2s"),
    ],
)
def test_badugi_more_cards_of_different_ranks_and_suits_then_the_lower(better, worse):
    assert pat(better, worse, game="badugi").result.net == {1: 2, 2: -2}


def test_s0_6_badeucey_half_to_the_deuce_to_seven_low_half_to_the_badugi_with_the_ace_high():
    # Seat 1 has 7-5-4-3-2, in two suits; seat 2 ten-low, and the badugi T-5-4-2. Seat 3's ace is high in both.
    hand = pat("7s 5s 4s 3d 2s", "Ts 9h 5d 4c 2h", "Ah 6d 3c Ks Qd", game="badeucey")
    assert shares(hand) == [("deuce-to-seven", {1: 3}), ("badugi-ace-high", {2: 3})]


def test_s0_6_badacey_half_to_the_ace_to_five_low_half_to_the_badugi():
    # Seat 1 has the wheel in two suits; seat 2 the badugi 6-5-4-A... and a low of nine.
    hand = pat("5s 4s 3s 2d As", "9s 6s 5d 4c Ah", game="badacey")
    assert shares(hand) == [("ace-to-five", {1: 2}), ("badugi", {2: 2})]


# -- archie -----------------------------------------------------------------------------------------------------------------


@each_choice(
    "archie_pair",
    {
        "nines": [("eight-or-better", {2: 4})],
        "sixes": [("high", {1: 2}), ("eight-or-better", {2: 2})],
    },
)
def test_archie_the_pair_that_may_win_high(rules, expected):
    # Eights against 7-5-4-3-2; nobody else has a pair.
    hand = pat("8s 8d Kc Qh Js", "7s 5d 4c 3h 2s", game="archie", rules=PlayRules(**rules))
    assert shares(hand) == expected


@pytest.mark.parametrize(("pair", "wins"), [("9s 9d", True), ("8s 8d", False)])
def test_archie_nines_are_enough_and_eights_are_not(pair, wins):
    hand = pat(f"{pair} 4c 3h 2s", "7s 5d 4d 3c 2h", game="archie")
    assert ("high" in dict(shares(hand))) == wins


def test_archie_more_than_a_pair_wins_high_too_and_without_a_low_all():
    assert shares(pat("Ks Kd 5c 5h 2s", "9s 9d 9c Qh Js", game="archie")) == [("high", {2: 4})]


def test_archie_a_straight_to_the_eight_wins_both_halves():
    assert shares(pat("8s 7d 6c 5h 4s", "As Ad Kc Qh Js", game="archie")) == [
        ("high", {1: 2}),
        ("eight-or-better", {1: 2}),
    ]


@each_choice("nobody_qualifies", {"split": {1: 2, 2: 2}, "best high": {2: 4}})
def test_archie_when_nobody_has_a_hand_for_either_half(rules, expected):
    # A pair of fives and king-queen high is neither, nor are a pair of eights.
    hand = pat("5s 5d Kc Qh Js", "8s 8d Kd Qc Jh", game="archie", rules=PlayRules(**rules))
    assert shares(hand) == [("high", expected)]


def test_archie_who_is_asked_to_show_where_nobody_qualifies():
    hand = pat("5s 5d Kc Qh Js", "8s 8d Kd Qc Jh", game="archie")
    assert [event.kind for event in hand.events if event.kind in ("show", "muck")] == ["show", "show"]


def test_a_joker_is_drawn_and_thrown_away_like_any_card():
    cards = "X1 Ks Qs Js 2d 9c 9h 9d 4c 4d 5c"
    hand = begin(50, 50, game="five-card-draw", stakes=FIXED, cards=cards, rules=PlayRules(jokers=1))
    act(hand, "call", "check", "draw X1", "stand")
    assert parse_cards(held(hand, 1)[-1]) == parse_cards("5c")
