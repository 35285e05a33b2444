"""No Peek: seven cards that nobody has seen are turned up until they beat the best hand shown (S2.14, S0.14)."""

from __future__ import annotations

import pytest

from engine.betting.hand import Deck, Hand, Stakes
from engine.errors import BadStart, WrongCards
from engine.games.decisions import DEAL
from engine.games.play_rules import PlayRules
from tests.support.deals import STUD, act, begin, window

NO_LIMIT = Stakes(ante=1, min_bet=2)
ACE = "Ah 2c 4d 6s 8h Tc Qd"  # an ace, and nothing better than ace high with all seven


def no_peek(*hands: str, stacks: tuple[int, ...] = (), stakes: Stakes = STUD, **more) -> Hand:
    """Seven cards a seat in the order in which they are turned up; the button is the last seat."""
    return begin(*(stacks or (50,) * len(hands)), game="no-peek", stakes=stakes, cards=" ".join(hands), **more)


def turned(hand: Hand) -> list[int]:
    """How many cards each seat has turned up, those who have turned up all included."""
    return [sum(1 for event in hand.events if event.kind == "up" and event.seat == seat) for seat in sorted(hand.seats)]


def beaten(hand: Hand) -> list[int]:
    return [event.seat for event in hand.events if event.kind == "beaten"]


def test_s2_14_seven_cards_each_that_nobody_sees_not_even_their_owner():
    hand = no_peek(ACE, "Ks Kd 3c 5d 7h 9s Jc")
    assert turned(hand) == [1, 0]
    for viewer in (1, 2, None):
        first, second = hand.view(viewer)["seats"]
        assert first["cards"] == ["Ah", *["??"] * 6]
        assert second["cards"] == ["??"] * 7


def test_s2_14_two_to_seven_players():
    assert len(begin(*[50] * 7, game="no-peek", stakes=STUD).seats) == 7
    with pytest.raises(BadStart, match="at most 7, not 8"):
        begin(*[50] * 8, game="no-peek", stakes=STUD)


def test_s2_14_the_player_left_of_the_dealer_turns_up_one_and_opens():
    hand = no_peek(ACE, "Ks Kd 3c 5d 7h 9s Jc", "Qs Qh 3d 5h 7s 9c Jd")
    ask = hand.asks[0]
    assert (ask.seat, ask.kind, ask.call, window(hand)) == (1, "bet", 0, (2, 2))
    act(hand, "check")
    assert hand.asks[0].seat == 2
    act(hand, "bet 2", "call", "fold")
    # Seat 2 is next to turn up: a king does not beat the ace, a pair of kings does.
    assert turned(hand) == [1, 2, 0]
    assert (hand.asks[0].seat, hand.asks[0].call) == (2, 0)  # who has just turned up opens


def test_s2_14_cards_are_turned_up_until_they_beat_the_best_and_a_round_follows_each_time():
    hand = no_peek("9c 2s 3h 5s 7c Jd Qh", "4d 4h 8s Ts Ks 2d 6c", "Kc Kd 3s 5c 7d 9d Jh")
    rounds = []
    while not hand.is_over:
        rounds.append((hand.asks[0].seat, turned(hand)))
        act(hand, *["check"] * sum(not seat["folded"] for seat in hand.view(None)["seats"]))
    assert rounds == [
        (1, [1, 0, 0]),  # a nine
        (2, [1, 2, 0]),  # a pair of fours
        (3, [1, 2, 2]),  # a pair of kings; then seats 1 and 2 turn up all and do not beat it
    ]
    assert turned(hand) == [7, 7, 2]
    assert beaten(hand) == [1, 2]
    assert hand.result.net == {1: -1, 2: -1, 3: 2}


def test_s2_14_who_turns_up_all_and_does_not_beat_it_is_out_without_a_round_of_betting():
    hand = no_peek("Ac Ad As 5s 7c Jd Qh", "4d 6h 8s Ts Qs 2d 3c", "Kc Kd Ks Kh 7d 9d Jh")
    act(hand, "check", "check", "check")
    # Seat 1 shows an ace; seat 2 turns up all seven for queen high, and seat 3 follows at once with a pair of kings.
    assert beaten(hand) == [2]
    assert turned(hand) == [1, 7, 2]
    assert hand.asks[0].seat == 3
    act(hand, "check", "check")  # seat 1 turns up a second ace
    assert (hand.asks[0].seat, turned(hand)) == (1, [2, 7, 2])
    act(hand, "check", "check")  # seat 3 a third king
    assert (hand.asks[0].seat, turned(hand)) == (3, [2, 7, 3])
    act(hand, "check", "check")  # seat 1 a third ace
    act(hand, "check", "check")  # seat 3 a fourth king
    assert (hand.asks[0].seat, turned(hand)) == (3, [3, 7, 4])
    act(hand, "check", "check")  # seat 1 has no more than three aces
    assert hand.is_over
    assert hand.result.net == {1: -1, 2: -1, 3: 2}


@pytest.mark.parametrize(
    ("first", "second", "count"),
    [
        ("Ah", "Ad 2d", 2),  # an ace is no better than an ace; ace and deuce are: one card more
        ("Ah", "2d 2h", 2),  # a pair beats a high card
        ("9c", "Td", 1),
        ("9c", "8d 7d 6c 5h 4h", 5),  # a straight counts when five lie
        ("9c", "8d 7d 6d 4d 2d", 5),  # and so does a flush
        ("9c", "8d 7d 6d 4c 2h Js", 6),
    ],
)
def test_s2_14_fewer_cards_compare_as_incomplete_hands(first, second, count):
    fill = iter("Kc Kd Ks Kh Qc Qd Qs Qh Jc Jd Jh Tc Th Ts".split())

    def whole(cards: str) -> str:
        held = cards.split()
        return " ".join(held + [next(fill) for _ in range(7 - len(held))])

    hand = no_peek(whole(first), whole(second))
    act(hand, "check", "check")
    assert turned(hand) == [1, count]


def test_s2_14_all_others_folding_leaves_the_pot_to_the_last_and_no_card_more_is_turned_up():
    hand = act(no_peek(ACE, "Ks Kd 3c 5d 7h 9s Jc", "Qs Qh 3d 5h 7s 9c Jd"), "bet 2", "fold", "fold")
    assert hand.is_over
    assert turned(hand) == [1, 0, 0]
    assert hand.result.net == {1: 2, 2: -1, 3: -1}


def test_s2_14_the_best_hand_may_fold_to_a_bet_of_another():
    hand = act(no_peek(ACE, "Ks Kd 3c 5d 7h 9s Jc"), "check", "bet 2", "fold")
    assert hand.result.net == {1: -1, 2: 1}


def test_s2_14_after_the_best_hand_has_folded_it_still_is_what_must_be_beaten():
    # Seat 1 shows an ace and folds; seat 2 turns up until it beats that ace.
    hand = no_peek(ACE, "Ks 3c 3d 5d 7h 9s Jc", "Qs Qh 2d 5h 7s 9c Jd")
    act(hand, "check", "bet 2", "call", "fold")
    assert turned(hand) == [1, 3, 0]
    assert hand.asks[0].seat == 2


# -- all-in -------------------------------------------------------------------------------------------------------------------

KING_LOW = "Ks Qc Js 9d 8c 7h 5d"  # king, queen, jack, nine, eight: no ace beaten
KING_LOWER = "Kd Qs Th 9h 7d 6c 4s"  # king, queen, ten, nine, seven


def test_s0_14_a_player_who_is_all_in_with_the_best_hand_has_to_be_beaten_like_any_other():
    # Seat 1 puts in its last two behind an ace; seat 2 makes it 10, seat 3 calls and turns up a pair of aces.
    hand = no_peek(ACE, KING_LOW, "As Ad 3c 3s 9c Th 2h", stacks=(3, 50, 50), stakes=NO_LIMIT)
    act(hand, "all-in", "raise 10", "call")
    assert hand.is_over  # seat 2 turned up all, seat 3 two aces, seat 1 all: nothing is left to bet
    assert beaten(hand) == [2, 1]
    assert hand.result.net == {1: -3, 2: -11, 3: 14}


def test_s0_14_the_side_pot_goes_to_the_best_of_those_whom_an_all_in_player_has_beaten():
    """Seat 1 is all-in for 3 behind an ace that nobody beats; the others have put in 11 each.

    Seat 1 cannot win what it did not match, so of the 16 beside its 9 the better of the hands that lie open has all.
    """
    hand = no_peek(ACE, KING_LOWER, KING_LOW, stacks=(3, 50, 50), stakes=NO_LIMIT)
    act(hand, "all-in", "raise 10", "call")
    assert beaten(hand) == [2, 3]
    assert [(pot.amount, pot.eligible) for pot in hand.result.pots] == [(9, (1, 2, 3)), (16, (2, 3))]
    assert hand.result.net == {1: 6, 2: -11, 3: 5}


def test_s0_14_who_was_beaten_before_the_last_bets_makes_no_side_pot():
    """Seat 2 is beaten for 3, seats 1 and 3 put in 7 each: nobody is all-in, and the winner takes one pot."""
    hand = no_peek(ACE, KING_LOWER, "As Ad 3c 3s 9c Ts 2h", stakes=NO_LIMIT)
    act(hand, "bet 2", "call", "call")
    assert beaten(hand) == [2]
    act(hand, "bet 4", "call")
    assert hand.is_over
    assert [(pot.amount, pot.eligible) for pot in hand.result.pots] == [(17, (1, 2, 3))]
    assert hand.result.net == {1: -7, 2: -3, 3: 10}


def test_s0_14_who_folded_to_a_bet_has_no_part_of_a_side_pot():
    # Seats 2, 3 and 4 make a side pot of 24; seat 4 is beaten by nobody's cards, it folds to a bet of seat 2.
    hand = no_peek(
        "Kh 2c 4d 6s 8h Tc Qd",
        "Ah 2d 4c 6d 8s Td 3s",
        "Qs Qc Js 9d 8c 7h 5d",
        stacks=(3, 50, 50),
        stakes=NO_LIMIT,
    )
    act(hand, "all-in", "raise 10", "call")
    # Seat 2 shows an ace, bets, and seat 3 folds; then seat 1 turns up all and is beaten.
    act(hand, "bet 10", "fold")
    assert hand.is_over
    assert hand.result.net == {1: -3, 2: 14, 3: -11}


def test_s0_14_all_in_from_the_antes_the_cards_decide_alone():
    hand = no_peek(ACE, "Ks Kd 3c 5d 7h 9s Jc", stacks=(1, 1), stakes=NO_LIMIT)
    assert hand.is_over
    assert hand.result.net == {1: -1, 2: 1}


@pytest.mark.parametrize("limit", ["fixed", "spread", "pot", "no"])
def test_no_peek_is_played_in_every_limit(limit):
    stakes = Stakes(limit=limit, ante=2, min_bet=2, small_bet=4, big_bet=8)
    hand = no_peek(ACE, "Ks Kd 3c 5d 7h 9s Jc", stakes=stakes)
    assert window(hand) == {"fixed": (4, 4), "spread": (2, 4), "pot": (2, 4), "no": (2, 48)}[limit]


# -- recorded deals -------------------------------------------------------------------------------------------------------------


def test_a_recorded_deal_names_each_card_as_it_is_turned_up():
    hand = begin(50, 50, game="no-peek", stakes=STUD, deck=Deck.recorded())
    assert (hand.asks[0].kind, hand.asks[0].target, hand.asks[0].hi) == (DEAL, 1, 1)
    with pytest.raises(WrongCards, match="seen by everybody"):
        act(hand, "deal ??")
    act(hand, "deal Ah", "check", "check")
    assert (hand.asks[0].kind, hand.asks[0].target) == (DEAL, 2)
    act(hand, "deal Kd")
    assert (hand.asks[0].kind, hand.asks[0].target) == (DEAL, 2)  # a king beats no ace
    with pytest.raises(WrongCards, match="Ah has been dealt already"):
        act(hand, "deal Ah")
    act(hand, "deal Kc")
    assert (hand.asks[0].kind, hand.asks[0].seat) == ("bet", 2)


def test_wild_cards_count_when_they_are_turned_up():
    hand = no_peek(ACE, "Ks 2d 3c 5d 7h 9s Jc", rules=PlayRules(wild_cards="2d"))
    act(hand, "check", "check")
    assert turned(hand) == [1, 2]  # a pair of kings
