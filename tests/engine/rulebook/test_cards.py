"""Cards and what beats what, as hands decide it (S0.1–S0.6, S1.9)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.betting.hand import Positions, Stakes
from engine.cards import FULL_DECK, JOKERS, SHORT_DECK, parse_cards
from engine.games.betting_games import GAMES
from engine.games.play_rules import PlayRules
from engine.ranking.rankings import ACE_TO_FIVE, DEUCE_TO_SEVEN, HIGH
from engine.ranking.wild import wild_ranking
from tests.support.deals import act, begin


def test_s0_1_two_players_or_more_and_52_cards():
    """How many a game seats is its own: what the documents say of each, and what its cards allow."""
    said = {
        "holdem": 11,
        "seven-card-stud": 8,
        "stud8": 8,
        "stud-hi-lo": 8,
        "razz": 8,
        "five-card-stud": 10,
        "baseball": 6,
        "razzdugi": 8,
    }
    assert {key: GAMES[key].max_seats for key in said} == said
    for game in GAMES.values():
        assert game.deck == (SHORT_DECK if game.key == "short-deck" else FULL_DECK)
        assert game.max_seats >= 2
        dealt = [sum(street.down + street.up for street in game.streets), sum(street.board for street in game.streets)]
        assert dealt[0] * 2 + dealt[1] <= len(game.deck)


def test_s0_2_suits_never_break_a_tie():
    hand = begin(50, 50, cards="As Kh Ac Kd 2c 7d 9h Js 4s")
    act(hand, "call", "check", *["check"] * 6)
    assert hand.result.net == {1: 0, 2: 0}


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As Kd", "Ac Qd"),  # the kicker
        ("2s 2h", "As Kd"),  # a pair
        ("Js 9d", "Jd 4h"),  # the second pair
    ],
)
def test_s0_2_the_best_five_and_their_kickers(better, worse):
    hand = begin(50, 50, cards=f"{better} {worse} 3c 7d 9h Jc 4c")
    act(hand, "call", "check", *["check"] * 6)
    assert hand.result.net[1] == 2


DOWNWARDS = (
    "As Ks Qs Js Ts",  # straight flushes
    "Kd Qd Jd Td 9d",
    "5h 4h 3h 2h Ah",
    "As Ad Ac Ah 2c",  # four of a kind
    "2s 2d 2c 2h As",
    "Ks Kd Kc 6d 6h",  # full houses
    "8s 8d 8c As Ad",
    "As Js 9s 5s 3s",  # flushes
    "As Js 9s 5s 2s",
    "Kd Qd Jd 9d 8d",
    "As Kd Qc Jh Td",  # straights
    "6s 5d 4c 3h 2d",
    "5s 4d 3c 2h Ad",
    "As Ad Ac 3h 2d",  # three of a kind
    "2s 2d 2c Ah Kd",
    "As Ad Kc Kh 2d",  # two pair
    "As Ad Qc Qh Jd",
    "3s 3d 2c 2h Ad",
    "As Ad Qc Jh 7d",  # a pair
    "As Ad 9c 8h 5d",
    "2s 2d Ac Kh Qd",
    "As Kd Qc Jh 9d",  # high cards
    "As Kd 4c 3h 2d",  # around the corner there is no straight
    "As 6d 4c 3h 2d",
    "7s 5d 4c 3h 2d",
)


def test_s0_3_the_order_of_the_hands():
    values = [HIGH.rank(parse_cards(cards)) for cards in DOWNWARDS]
    assert all(above > below for above, below in pairwise(values))


def test_s0_3_the_wheel_is_the_lowest_straight_and_2_a_k_is_none():
    wheel, six = (HIGH.rank(parse_cards(cards)) for cards in ("5s 4d 3c 2h Ad", "6s 5d 4c 3h 2d"))
    assert wheel < six
    for corner in ("2s Ad Kc Qh Jd", "3s 2d Ac Kh Qd", "4s 3d 2c Ah Kd"):
        assert HIGH.rank(parse_cards(corner)) < HIGH.rank(parse_cards("2s 2d Ac Kh Qd"))


def test_s0_4_with_wild_cards_five_of_a_kind_is_above_the_royal_flush():
    ranking = wild_ranking(HIGH, frozenset(JOKERS))
    assert ranking.rank(parse_cards("2s 2d 2c 2h X1")) > ranking.rank(parse_cards("As Ks Qs Js X1"))


LOW = (
    "5s 4d 3c 2h As",
    "6s 4d 3c 2h As",
    "6s 5d 4c 3h 2s",  # no straight
    "8s 7s 6s 4s 2s",  # no flush
    "Ks Qd Jc Th 9s",
    "As Ad 4c 3h 2s",  # a pair of aces is the lowest pair
    "2s 2d 4c 3h As",
)
DEUCE = (
    "7s 5d 4c 3h 2s",
    "7s 6d 4c 3h 2s",
    "8s 5d 4c 3h 2s",
    "As 5d 4c 3h 2s",  # ace high, and no straight
    "As Kd Qc Jh 9s",
    "2s 2d 5c 4h 3s",
    "6s 5d 4c 3h 2s",  # a straight
    "7s 5s 4s 3s 2s",  # a flush
)


@pytest.mark.parametrize(("ranking", "downwards"), [(ACE_TO_FIVE, LOW), (DEUCE_TO_SEVEN, DEUCE)])
def test_s0_5_the_order_of_the_lows(ranking, downwards):
    values = [ranking.rank(parse_cards(cards)) for cards in downwards]
    assert all(above > below for above, below in pairwise(values))


def test_s0_6_the_best_high_and_the_best_low_take_half_each():
    stakes = Stakes(limit="fixed", ante=50, bring_in=1, small_bet=2, big_bet=4)
    cards = "Ks Kh Qd 8s 6d 4c Jc 3h 9d 2s 5s Td 2c Th"
    hand = begin(50, 50, game="stud-hi-lo", stakes=stakes, cards=cards, positions=Positions(2), rules=PlayRules())
    assert hand.result.pots[0].shares == (("high", {1: 50}), ("ace-to-five", {2: 50}))
