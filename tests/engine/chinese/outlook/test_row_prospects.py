"""What open rows come to: finished rows are the best legal ones, rivals are looked at, and the work is bounded."""

from __future__ import annotations

import random
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import parse_cards
from engine.chinese.arranger.arranger import worth_by_cards
from engine.chinese.outlook.row_prospects import (
    Rivals,
    cards_needed,
    finished,
    full_boards,
    points_against,
    room_of,
    usual_rivals,
)
from engine.chinese.play.computer_players import Thinking, choose_placement
from engine.chinese.rows.chinese_games import find_chinese_game
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import LOW_MIDDLE, OPEN_FACE, prepare
from engine.chinese.rows.rows import rank_row
from engine.chinese.scoring.scoring import score_hand
from engine.games.row_layout import Board
from tests.support.budget import budget

STREETS = find_chinese_game("ofc-pineapple").streets
WORTH = worth_by_cards(None)


def board_of(front: str, middle: str, back: str) -> Board:
    return Board(parse_cards(front), parse_cards(middle), parse_cards(back))


@pytest.mark.parametrize("jokers", [0, 2])
@pytest.mark.parametrize("variant", [OPEN_FACE, LOW_MIDDLE], ids=["high", "low"])
def test_rows_are_finished_as_a_foul_only_where_every_way_is_one(variant, jokers):
    """Against every order of the cards, scored one by one."""
    profile = prepare(ChineseRules(jokers=jokers), variant)
    points = points_against(profile, WORTH, usual_rivals(profile, is_drawn_freely=True))
    for seed in range(12):
        deck = random.Random(seed).sample(range(52 + jokers), 14)
        board = Board(tuple(deck[:2]), tuple(deck[2:6]), tuple(deck[6:10]))
        fresh = deck[10:14]
        dealt = np.array([[fresh]], dtype=np.uint8)
        found = finished([board], room_of(board), dealt, profile, points)
        fouls = {
            score_hand(Board((*board.front, one), (*board.middle, two), (*board.back, three)), profile).is_fouled
            for one, two, three in permutations(fresh, 3)
        }
        assert (found.fronts[0, 0] < 0) == (fouls == {True})


@settings(max_examples=budget(60), deadline=None)
@given(deck=st.permutations(range(52)), equal=st.sampled_from(["legal", "foul"]))
def test_full_boards_are_worth_what_the_score_says_and_fouled_where_it_says_so(deck, equal):
    """Rows sorted by strength as well, since hardly one board in ten dealt by lot is legal."""
    profile = prepare(ChineseRules(equal_rows=equal), OPEN_FACE)
    nobody = Rivals((np.array([], dtype=np.int64),) * 3, 0.0)
    points = points_against(profile, WORTH, nobody)
    by_lot = Board(tuple(deck[:3]), tuple(deck[3:8]), tuple(deck[8:13]))
    middle, back = sorted([by_lot.middle, by_lot.back], key=rank_row)
    for board in (by_lot, by_lot._replace(middle=middle, back=back)):
        scored = score_hand(board, profile)
        worth, fouled, fantasyland = full_boards(np.array([sum(board, ())], dtype=np.uint8), profile, points)
        assert fouled[0] == scored.is_fouled
        assert worth[0] == (0 if scored.is_fouled else sum(scored.royalties))
        assert fantasyland[0] == WORTH[scored.fantasyland]


def test_a_row_is_worth_more_against_weaker_rows_of_others():
    profile = prepare(ChineseRules(), OPEN_FACE)
    places = [np.array([place]) for place in (0, 7000)]
    weak, strong = [points_against(profile, WORTH, Rivals((one, one, one), 0.0)) for one in places]
    assert weak.back[5000] - strong.back[5000] == pytest.approx(4.0)  # won instead of lost, by itself and in a scoop
    fouled = points_against(profile, WORTH, Rivals((places[1], places[1], places[1]), 1.0))
    assert fouled.back[5000] > strong.back[5000]


def test_others_open_rows_change_where_cards_go():
    """Over some hands of a game that is not played by what was learned; a full board of another that cannot be beaten is no
    reason to play for rows."""
    profile, changed = prepare(ChineseRules(), OPEN_FACE), 0
    strong = board_of("Qs Qh Qd", "Kc Kd Kh 2c 2d", "As Ah Ad Ac 3c")
    for seed in range(8):
        rng = random.Random(seed)
        deck = [card for card in range(52) if card not in {*strong.front, *strong.middle, *strong.back}]
        cards = rng.sample(deck, 5)
        told = {
            "coming": find_chinese_game("ofc-turbo").streets[1:],
            "seen": sum(strong, ()),
            "thinking": Thinking(samples=8, reacts=True),
        }
        empty = Board((), (), ())
        alone = choose_placement(empty, cards, 5, profile, random.Random(1), **told)
        beside = choose_placement(empty, cards, 5, profile, random.Random(1), others=[strong], **told)
        changed += alone != beside
    assert changed


def test_the_cards_of_a_sample_are_those_kept_and_one_more():
    assert cards_needed(STREETS[1:]) == 9
    assert cards_needed(()) == 0
    assert cards_needed(find_chinese_game("ofc").streets[1:]) == 8
