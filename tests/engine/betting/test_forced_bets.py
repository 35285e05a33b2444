"""Forced bets and openers where little things decide: who may straddle, who pays what twice, unknown boards of a record."""

from __future__ import annotations

import pytest

from engine.betting.hand import Deck, Hand, Positions, Seat, Stakes, Start
from engine.games.play_rules import PlayRules
from tests.support.deals import FIXED, NO_LIMIT, STUD, act, begin, window

UNDER_THE_GUN, BUTTON = PlayRules(straddle="under the gun"), PlayRules(straddle="button")


def forced(hand: Hand) -> list[tuple[str, int, int]]:
    kinds = ("ante", "small blind", "big blind", "post", "kill", "straddle", "pass", "bring-in")
    return [(event.kind, event.seat, event.amount) for event in hand.events if event.kind in kinds]


def asked(hand: Hand) -> tuple[int, str]:
    return hand.asks[0].seat, hand.asks[0].kind


# -- straddles ------------------------------------------------------------------------------------------------------------


def test_a_straddle_is_told_and_so_is_who_passes():
    hand = begin(100, 100, 100, 100, rules=UNDER_THE_GUN)
    ask = hand.asks[0]
    assert (ask.seat, ask.kind, ask.call, ask.lo, ask.hi) == (3, "straddle", 0, 4, 4)
    act(hand, "straddle")
    assert forced(hand)[2:] == [("straddle", 3, 4)]
    assert asked(hand) == (4, "bet")
    passed = act(begin(100, 100, 100, 100, rules=UNDER_THE_GUN), "pass")
    assert forced(passed)[2:] == [("pass", 3, 0)]
    assert asked(passed) == (3, "bet")


@pytest.mark.parametrize(("stack", "may"), [(4, True), (3, False)])
def test_a_straddler_has_the_chips_for_it(stack, may):
    hand = begin(100, 100, stack, 100, rules=UNDER_THE_GUN)
    assert (hand.asks[0].kind == "straddle") is may


def test_the_first_seat_may_straddle_where_the_big_blind_is_the_last():
    # A dead button and a dead small blind behind the last seat.
    hand = begin(100, 100, 100, rules=UNDER_THE_GUN, positions=Positions(8, 9, 3))
    assert asked(hand) == (1, "straddle")


def test_a_dead_button_does_not_straddle():
    hand = begin(100, 100, 100, 100, rules=BUTTON, positions=Positions(9, 1, 2))
    assert asked(hand) == (3, "bet")


def test_a_dead_button_does_not_straddle_where_the_small_blind_is_dead_too():
    hand = begin(100, 100, 100, 100, rules=BUTTON, positions=Positions(9, None, 1))
    assert asked(hand) == (2, "bet")


def test_the_button_that_has_posted_does_not_straddle():
    seats = (Seat(1, 100), Seat(2, 100), Seat(3, 100), Seat(4, 100, 2))
    assert asked(begin(seats=seats, rules=BUTTON, positions=Positions(4, 1, 2))) == (3, "bet")
    assert asked(begin(100, 100, 100, 100, rules=BUTTON)) == (4, "straddle")


def test_nobody_straddles_for_what_has_been_bet_already():
    seats = (Seat(1, 100), Seat(2, 100), Seat(3, 100), Seat(4, 100, 4))
    assert asked(begin(seats=seats, rules=UNDER_THE_GUN, positions=Positions(4, 1, 2))) == (1, "bet")


def test_nobody_straddles_heads_up_even_where_there_is_one_blind():
    stakes = Stakes(limit="no", big_blind=2)
    assert asked(begin(100, 100, stakes=stakes, rules=UNDER_THE_GUN)) == (2, "bet")


# -- who acts first over the forced bets ------------------------------------------------------------------------------------

# The order goes by the seats, whatever the amounts: left of the big blind, and left of whoever has posted more than it.


def order(hand: Hand) -> list[int]:
    """The seats asked in the first round if everybody calls."""
    asked = []
    while not hand.is_over and hand.street == "pre-flop":
        asked.append(hand.asks[0].seat)
        act(hand, "call")
    return asked


@pytest.mark.parametrize("limit", ["no", "pot", "fixed", "spread"])
@pytest.mark.parametrize("blinds", [(1, 2), (2, 2), (0, 2)])
@pytest.mark.parametrize("count", [2, 3, 6])
def test_s1_2_the_big_blind_is_the_last_to_act_whatever_the_small_blind_is(limit, blinds, count):
    bets = {"small_bet": 2, "big_bet": 4} if limit in ("fixed", "spread") else {}
    small, big = blinds
    stakes = Stakes(limit, small, big, min_bet=2 if limit == "spread" else 0, **bets)
    last_first = 1 if count == 2 else 2  # heads-up seat 2 has the button and the small blind
    expected = [*range(last_first + 1, count + 1), *range(1, last_first + 1)]
    assert order(begin(*[100] * count, stakes=stakes)) == expected


EQUAL = Stakes(limit="no", small_blind=2, big_blind=2)


@pytest.mark.parametrize("stacks", [(100, 1, 100, 100), (1, 100, 100, 100), (2, 2, 100, 100), (100, 2, 100, 100)])
def test_s1_2_equal_blinds_that_are_short_leave_the_order_to_the_seats(stacks):
    assert asked(begin(*stacks, stakes=EQUAL)) == (3, "bet")


def test_s1_2_equal_blinds_whose_ante_took_all_leave_the_order_to_the_seats():
    stakes = Stakes(limit="no", small_blind=2, big_blind=2, ante=3)
    assert asked(begin(100, 3, 100, 100, stakes=stakes)) == (3, "bet")


@pytest.mark.parametrize("where", [Positions(4, 9, 2), Positions(4, None, 2), Positions(9, 1, 2)])
def test_s1_6_a_dead_small_blind_or_button_leaves_the_order_to_the_seats(where):
    assert asked(begin(100, 100, 100, 100, stakes=EQUAL, positions=where)) == (3, "bet")


@pytest.mark.parametrize("poster", [1, 3, 4, 5])
@pytest.mark.parametrize("stakes", [NO_LIMIT, EQUAL])
@pytest.mark.parametrize("live", [1, 2])
def test_who_posts_no_more_than_the_big_blind_acts_where_the_seat_is(poster, stakes, live):
    if poster == 1:
        live = 2 - stakes.small_blind  # with the small blind as much as the big one
    seats = tuple(Seat(at, 100, live if at == poster else 0) for at in range(1, 6))
    assert order(begin(seats=seats, stakes=stakes, positions=Positions(5, 1, 2))) == [3, 4, 5, 1, 2]


@pytest.mark.parametrize(
    ("posts", "first"),
    [
        ({3: 4}, 4),
        ({4: 4}, 5),
        ({3: 4, 4: 4}, 5),
        ({3: 4, 5: 4}, 1),
        ({1: 3, 3: 4}, 2),
        ({2: 2, 4: 4}, 3),
        ({3: 4, 4: 8}, 5),
        ({3: 8, 4: 4}, 4),
    ],
)
def test_of_equal_posts_above_the_big_blind_the_last_seat_from_its_left_acts_last(posts, first):
    seats = tuple(Seat(at, 100, posts.get(at, 0)) for at in range(1, 6))
    assert asked(begin(seats=seats, positions=Positions(5, 1, 2))) == (first, "bet")


@pytest.mark.parametrize(("posts", "first"), [({2: 2}, 3), ({2: 2, 3: 2}, 4), ({2: 2, 5: 2}, 1)])
def test_without_blinds_posts_are_counted_from_the_buttons_left(posts, first):
    seats = tuple(Seat(at, 100, posts.get(at, 0)) for at in range(1, 6))
    stakes = Stakes(limit="no", min_bet=2, ante=1)
    assert asked(begin(seats=seats, stakes=stakes, positions=Positions(5))) == (first, "bet")


@pytest.mark.parametrize(("killer", "poster", "first"), [(3, 4, 5), (4, 3, 5), (2, 3, 3), (1, 5, 2), (5, 5, 1)])
def test_a_kill_that_equals_a_post_leaves_the_order_to_the_seats(killer, poster, first):
    seats = tuple(Seat(at, 100, 4 if at == poster else 0) for at in range(1, 6))
    rules = PlayRules(kill="full")
    hand = begin(seats=seats, stakes=FIXED, rules=rules, carried={"kill": killer}, positions=Positions(5, 1, 2))
    assert asked(hand) == (first, "bet")


@pytest.mark.parametrize("stakes", [NO_LIMIT, EQUAL])
@pytest.mark.parametrize(("rules", "expected"), [(UNDER_THE_GUN, [4, 5, 1, 2, 3]), (BUTTON, [1, 2, 3, 4, 5])])
def test_a_straddler_acts_last_beside_a_newcomers_post(stakes, rules, expected):
    newcomer = 4
    seats = tuple(Seat(at, 100, 3 if at == newcomer else 0) for at in range(1, 6))
    hand = act(begin(seats=seats, stakes=stakes, rules=rules, positions=Positions(5, 1, 2)), "straddle")
    assert order(hand) == expected


# -- blinds ---------------------------------------------------------------------------------------------------------------


def test_s1_6_a_small_blind_that_is_at_no_seat_is_posted_by_nobody():
    hand = begin(100, 100, 100, positions=Positions(3, None, 2))
    assert forced(hand) == [("big blind", 2, 2)]


def test_s0_11_the_big_blind_pays_the_ante_once_in_either_order():
    stakes = Stakes(limit="no", small_blind=1, big_blind=2, ante=2, ante_kind="big_blind")
    paid = [("small blind", 1, 1), ("big blind", 2, 2)]
    for order, expected in (
        ("ante first", [("ante", 2, 2), *paid]),
        ("blind first", [*paid, ("ante", 2, 2)]),
    ):
        hand = begin(100, 100, 100, stakes=stakes, rules=PlayRules(big_blind_ante=order))
        assert forced(hand) == expected


def test_without_blinds_the_first_bet_is_a_bet_and_over_a_blind_of_one_it_is_a_raise():
    antes = begin(100, 100, 100, stakes=Stakes(limit="no", ante=1, min_bet=2), positions=Positions(3))
    assert asked(antes) == (1, "bet")
    assert act(antes, "bet 2").events[-1][:3] == ("bet", 1, 2)
    blind = begin(100, 100, 100, stakes=Stakes(limit="no", big_blind=1))
    assert act(blind, "raise 2").events[-1][:3] == ("raise", 3, 2)


def test_a_killer_who_has_posted_as_much_posts_nothing_more():
    seats = (Seat(1, 100), Seat(2, 100), Seat(3, 100, 4))
    where = Positions(3, 1, 2)
    hand = begin(seats=seats, stakes=FIXED, rules=PlayRules(kill="full"), carried={"kill": 3}, positions=where)
    assert forced(hand) == [("small blind", 1, 1), ("big blind", 2, 2), ("post", 3, 4)]


def test_a_killer_posts_the_small_bet_where_the_next_street_has_the_big_one():
    hand = begin(100, 100, 100, game="2-7-single-draw", stakes=FIXED, rules=PlayRules(kill="full"), carried={"kill": 3})
    assert forced(hand)[2:] == [("kill", 3, 4)]


# -- the bring-in and who opens ---------------------------------------------------------------------------------------------


def test_s2_2_the_bring_in_is_told_and_its_poster_has_acted():
    # Seat 3 brings it in for 3; an all-in of 4 is too little to let it raise.
    stakes = Stakes(limit="fixed", ante=1, bring_in=3, small_bet=10, big_bet=20)
    cards = "As Ah Kd Ks Kh 9c Qs Qh 2c"
    hand = act(begin(5, 100, 100, game="seven-card-stud", stakes=stakes, cards=cards), "call", "all-in", "call")
    assert forced(hand)[3:] == [("bring-in", 3, 3)]
    assert (hand.asks[0].seat, hand.asks[0].call, window(hand)) == (3, 1, None)


@pytest.mark.parametrize("cards", ["As Ah 2d Ks Kh 9c", "As Ah 9d Ks Kh 2c"])
@pytest.mark.parametrize("stack", [2, 1])
def test_s2_2_nobody_brings_it_in_who_has_nobody_to_play_against(stack, cards):
    # The ante has taken everything from one player or from both, whoever has the low card.
    hand = begin(1, stack, game="seven-card-stud", stakes=STUD, cards=cards)
    assert hand.is_over
    assert "bring-in" not in [event.kind for event in hand.events]


def test_s2_2_who_may_not_open_has_nothing_to_choose():
    hand = begin(2, 100, game="seven-card-stud", stakes=STUD, cards="As Ah 2c Ks Kh 9c")
    ask = hand.asks[0]
    assert (ask.call, ask.lo, ask.hi) == (1, 0, 0)


def test_s2_2_a_bring_in_of_the_full_small_bet_leaves_nothing_to_open_for():
    stakes = Stakes(limit="fixed", ante=1, bring_in=2, small_bet=2, big_bet=4)
    ask = begin(100, 100, game="seven-card-stud", stakes=stakes, cards="As Ah 2c Ks Kh 9c").asks[0]
    assert (ask.call, ask.lo, ask.hi, ask.step) == (2, 0, 0, 0)


def test_in_a_kill_pot_of_stud_one_opens_for_the_raised_bet():
    rules = PlayRules(kill="full")
    hand = begin(100, 100, game="seven-card-stud", stakes=STUD, rules=rules, carried={"kill": 1})
    assert window(hand) == (4, 4)


def test_tda_rp_10_the_next_lowest_card_brings_it_in_for_one_who_is_all_in():
    cards = "As Ah Kd Ks Kh 9c Qs Qh 2c Js Jh 8d"
    hand = begin(
        100,
        100,
        1,
        100,
        game="seven-card-stud",
        stakes=STUD,
        cards=cards,
        rules=PlayRules(broke_bring_in="next low card"),
    )
    assert asked(hand) == (4, "bring-in")


def test_s2_4_of_boards_that_tie_the_pair_tells_the_higher_suit_before_the_other_cards():
    # Both show nines and an ace: seat 1 has the nine of spades, seat 2 the ace of spades.
    cards = "2h 3h 9s 2d 3d 9d Kh Kd 4c 9h 9c Qh Ac As 5c"
    rules = PlayRules(board_tie="higher suit")
    hand = begin(100, 100, 100, game="seven-card-stud", stakes=STUD, cards=cards, rules=rules)
    act(hand, "call", "call", "call", *["check"] * 3)
    assert (hand.street, hand.asks[0].seat) == ("fifth street", 1)


# -- boards that a record does not know --------------------------------------------------------------------------------------


def recorded(*doors: str) -> Hand:
    """Seven-card stud from a record: each seat's first up-card, ``??`` where it is not known."""
    seats = tuple(Seat(at, 100) for at in range(1, len(doors) + 1))
    hand = Hand(Start("seven-card-stud", STUD, seats, Positions(len(doors))), Deck.recorded())
    for door in doors:
        act(hand, "deal ?? ??", f"deal {door}")
    return hand


def test_those_whose_cards_are_known_decide_who_brings_it_in():
    assert asked(recorded("??", "9c", "8d")) == (3, "bring-in")
    assert asked(recorded("??", "??", "??")) == (1, "bring-in")


def test_those_whose_boards_are_known_decide_who_opens():
    hand = act(recorded("??", "9c", "8d"), "call", "call", "call")
    act(hand, "deal ??", "deal 4d", "deal Ac")
    assert (hand.street, hand.asks[0].seat) == ("fourth street", 3)
    alone = act(recorded("??", "??", "8d"), "call", "call", "call")
    act(alone, "deal ??", "deal 4d", "deal Ac")
    assert alone.asks[0].seat == 3
    unknown = act(recorded("??", "??", "??"), "call", "call", "call")
    act(unknown, "deal ??", "deal ??", "deal ??")
    assert unknown.asks[0].seat == 1


# -- rolling ----------------------------------------------------------------------------------------------------------------


def test_s2_14_the_first_to_bet_after_a_roll_bets():
    hand = begin(100, 100, game="no-peek", stakes=Stakes(limit="no", ante=1, min_bet=2))
    assert act(hand, "bet 2").events[-1].kind == "bet"


# -- what is told of a round ------------------------------------------------------------------------------------------------


def test_a_check_and_a_fold_are_told_without_chips():
    hand = act(begin(100, 100, 100), "fold", "call", "check")
    assert [event[:3] for event in hand.events if event.kind in ("fold", "check")] == [("fold", 3, 0), ("check", 2, 0)]


def test_open_pairs_are_announced_in_razz_alone():
    cards = "As Ah 2d Ks Kh 9c Qs Qh 3c Jd 9d 4c"
    hand = act(begin(100, 100, 100, game="seven-card-stud", stakes=STUD, cards=cards), "call", "call", "call")
    assert "open pair" not in [event.kind for event in hand.events]


def test_the_cards_of_all_who_folded_are_shuffled_when_the_deck_is_out():
    # 30 of 52 cards are dealt, two fold; four draw five each, then the first of the second draw finds two cards left.
    hand = act(begin(*[100] * 6, game="2-7-triple-draw", stakes=FIXED), "fold", "fold", *["call"] * 4)
    while not any(event.kind == "reshuffle" for event in hand.events):
        ask = hand.asks[0]
        act(
            hand,
            "draw " + " ".join(hand.view(ask.seat)["seats"][ask.seat - 1]["cards"]) if ask.kind == "draw" else "call",
        )
    (shuffled,) = [event.amount for event in hand.events if event.kind == "reshuffle"]
    assert shuffled == 10 + 20
