"""Hands of so many hole cards and the rest from the board, beside every choice of them."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import JOKERS, UNKNOWN, cards_text, parse_cards
from engine.errors import UnknownCard
from engine.ranking import omaha
from engine.ranking.omaha import best_of
from engine.ranking.rankings import EIGHT_OR_BETTER, HIGH, RANKINGS
from engine.ranking.sums import are_of_one_deck
from engine.ranking.values import USUAL
from engine.ranking.wild import wild_ranking
from tests.support.budget import budget

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("key", RANKINGS)
@pytest.mark.parametrize("hole", [4, 5, 6])
def test_exactly_two_hole_cards_play_with_three_of_the_board(key, hole):
    rng = random.Random(f"{key} {hole}")
    ranking = RANKINGS[key]
    deck = range(16, 52) if key.startswith("short") else range(52)
    suited = [card for card in deck if card % 4 < 2]
    for turn in range(120):
        cards = rng.sample(suited if turn % 2 else deck, hole + 5)
        for board in (cards[:5], cards[:4], cards[:3]):
            wanted = max(
                ranking.rank([*mine, *shared])
                for mine in combinations(cards[5:], 2)
                for shared in combinations(board, 3)
            )
            assert best_of(cards[5:], board, 2, ranking) == wanted, cards_text(cards)


def test_as_many_hole_cards_as_the_game_says_and_what_there_is_of_the_board():
    hole, board = parse_cards("As Ah Kd Kc"), parse_cards("Ac Ad Qs Js Ts")
    assert str(HIGH.say(best_of(hole, board, 2, HIGH))) == "Four of a kind, Aces"
    assert str(HIGH.say(best_of(hole, board, 1, HIGH))) == "Straight, Ace high"
    assert str(HIGH.say(best_of(hole, board[:0], 2, HIGH))) == "Pair of Aces"
    assert str(HIGH.say(best_of(hole, board[:2], 2, HIGH))) == "Four of a kind, Aces"
    assert best_of(hole, board, 2, EIGHT_OR_BETTER) == 0


def test_a_joker_in_the_hole_is_one_of_the_two():
    ranking = wild_ranking(HIGH, frozenset(JOKERS))
    hole, board = parse_cards("X1 Ah 3d 4c"), parse_cards("Kc Kd Ks 7s 2s")
    assert str(ranking.say(best_of(hole, board, 2, ranking))) == "Four of a kind, Kings"


@pytest.mark.parametrize("where", ["hole", "board"])
@pytest.mark.parametrize("ranking", RANKINGS.values(), ids=RANKINGS)
def test_a_card_nobody_knows_cannot_play(ranking, where):
    hole, board = parse_cards("As Ah Kd Kc"), parse_cards("Ac Ad Qs Js Ts")
    hole, board = ((*hole[1:], UNKNOWN), board) if where == "hole" else (hole, (*board[1:], UNKNOWN))
    with pytest.raises(UnknownCard):
        best_of(hole, board, 2, ranking)


@settings(max_examples=budget(12))
@given(st.permutations(range(52)))
def test_only_hands_of_one_deck_are_ranked_for_it(cards):
    """A ranking may refuse five cards of which two are the same: it does in a process where none was ranked before."""

    def rank(hand):
        assert are_of_one_deck(hand), hand
        return HIGH.rank(hand)

    hole, board = cards[:4], cards[4:9]
    assert omaha._by_rows(rank, USUAL)(hole, board) == best_of(hole, board, 2, HIGH)


def test_the_first_hand_of_a_process_may_be_four_of_a_kind():
    program = (
        "from engine.cards import parse_cards\nfrom engine.ranking.omaha import best_of\n"
        "from engine.ranking.rankings import HIGH\n"
        'print(HIGH.say(best_of(parse_cards("Kh Kd 2c 3c"), parse_cards("Ks Kc 7h 8h 9h"), 2, HIGH)))'
    )
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert ran.stdout == "Four of a kind, Kings\n", ran.stderr


def test_ranks_without_a_flush_are_five_different_cards_of_one_deck():
    for three in combinations_with_replacement(range(13), 3):
        for one in range(13):
            for other in range(13):
                ranks = [one, other, *three]
                if max(map(ranks.count, ranks)) > 4:
                    continue
                cards = omaha._without_flush(one, other, *three)
                assert [card >> 2 for card in cards] == ranks
                assert len(set(cards)) == 5
                assert len({card & 3 for card in cards}) > 1
