"""What open rows come to: finished rows are the best legal ones, rivals are looked at, and the work is bounded."""

from __future__ import annotations

import random
from itertools import permutations

import numpy as np
import pytest

from engine.cards import parse_cards
from engine.chinese.arranger.arranger import worth_by_cards
from engine.chinese.play import computer_players, row_prospects
from engine.chinese.play.computer_players import Thinking, choose_placement
from engine.chinese.play.row_prospects import (
    Rivals,
    ahead,
    cards_needed,
    finished,
    placements,
    points_against,
    room_of,
    usual_rivals,
)
from engine.chinese.rows.chinese_games import find_chinese_game
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import LOW_MIDDLE, OPEN_FACE, prepare
from engine.chinese.scoring.scoring import score_hand
from engine.games.row_layout import Board

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


def test_a_row_is_worth_more_against_weaker_rows_of_others():
    profile = prepare(ChineseRules(), OPEN_FACE)
    places = [np.array([place]) for place in (0, 7000)]
    weak, strong = [points_against(profile, WORTH, Rivals((one, one, one), 0.0)) for one in places]
    assert weak.back[5000] - strong.back[5000] == pytest.approx(4.0)  # won instead of lost, by itself and in a scoop
    fouled = points_against(profile, WORTH, Rivals((places[1], places[1], places[1]), 1.0))
    assert fouled.back[5000] > strong.back[5000]


def test_others_open_rows_change_where_cards_go():
    """Over some hands; a full board of another that cannot be beaten is no reason to play for rows."""
    profile, changed = prepare(ChineseRules(), OPEN_FACE), 0
    strong = board_of("Qs Qh Qd", "Kc Kd Kh 2c 2d", "As Ah Ad Ac 3c")
    for seed in range(8):
        rng = random.Random(seed)
        deck = [card for card in range(52) if card not in {*strong.front, *strong.middle, *strong.back}]
        cards = rng.sample(deck, 5)
        told = {"coming": STREETS[1:], "seen": sum(strong, ()), "thinking": Thinking(samples=8, reacts=True)}
        empty = Board((), (), ())
        alone = choose_placement(empty, cards, 5, profile, random.Random(1), **told)
        beside = choose_placement(empty, cards, 5, profile, random.Random(1), others=[strong], **told)
        changed += alone != beside
    assert changed


def test_looking_ahead_prefers_what_can_still_be_finished():
    """A pair of aces in front of rows that can hardly hold it comes to less than the same pair at the back."""
    profile = prepare(ChineseRules(), OPEN_FACE)
    points = points_against(profile, WORTH, usual_rivals(profile, is_drawn_freely=True))
    risky, safe = board_of("As Ah", "2c 7d 9h", "3c 8d Ts Jh"), board_of("2c 7d", "3c 8d 9h", "As Ah Ts Jh")
    unseen = [card for card in range(52) if card not in {*sum(risky, ()), *sum(safe, ())}]
    found = ahead([risky, safe], unseen, STREETS[3:], profile, points, random.Random(1), 12, 6)
    assert found[1] > found[0]


def test_the_cards_of_a_sample_are_those_kept_and_one_more():
    assert cards_needed(STREETS[1:]) == 9
    assert cards_needed(()) == 0
    assert cards_needed(find_chinese_game("ofc").streets[1:]) == 8


@pytest.mark.parametrize("samples", [4, 36])
def test_the_work_of_a_decision_is_bounded(samples, monkeypatch):
    """By counts, which no slow machine changes: of the first five cards, where there are most placings."""
    counted, usual = 0, row_prospects.finished

    def counting(boards, room, futures, profile, points):
        nonlocal counted
        counted += len(boards) * futures.shape[1]
        return usual(boards, room, futures, profile, points)

    monkeypatch.setattr(row_prospects, "finished", counting)
    monkeypatch.setattr(computer_players, "finished", counting)
    profile, thinking = prepare(ChineseRules(), OPEN_FACE), Thinking(samples=samples, looks_ahead=True)
    cards = parse_cards("As Kd 9h 7c 2s")
    empty = Board((), (), ())
    choose_placement(empty, cards, 5, profile, random.Random(1), coming=STREETS[1:], thinking=thinking)
    first = len(list(placements(empty, cards, 5)))
    next_street = thinking.deals * thinking.few * 27 * thinking.samples_after
    assert counted <= first * 4 + first // 3 * samples + next_street + thinking.deals * thinking.few * samples
