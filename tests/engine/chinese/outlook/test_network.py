"""The learned outlook: when it holds, what it makes of plain cases, and how much work looking ahead is."""

from __future__ import annotations

import random
from dataclasses import fields, replace

import numpy as np
import pytest

from engine.cards import parse_cards
from engine.chinese.arranger.arranger import worth_by_cards
from engine.chinese.outlook import network, next_street
from engine.chinese.outlook.features import unseen_of
from engine.chinese.outlook.many_boards import together
from engine.chinese.outlook.network import LEARNED, STREETS, is_known, networks, outlook
from engine.chinese.outlook.next_street import ahead
from engine.chinese.outlook.row_prospects import points_against, usual_rivals
from engine.chinese.play.computer_players import Thinking, choose_placement
from engine.chinese.rows.chinese_games import CHINESE_GAMES
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import OPEN_FACE, prepare
from engine.games.row_layout import Board
from tests.bench.open_face import at_random, played, thoughtful

USUAL = ChineseRules()
PROFILE = prepare(USUAL, OPEN_FACE)
POINTS = points_against(PROFILE, worth_by_cards(None), usual_rivals(PROFILE, is_drawn_freely=True))


def board_of(front: str, middle: str, back: str) -> Board:
    return Board(parse_cards(front), parse_cards(middle), parse_cards(back))


def left_beside(*boards: Board) -> list[int]:
    return [card for card in range(52) if not any(card in row for board in boards for row in board)]


def told(*boards: Board):
    seen = np.ones((1, 52), dtype=np.bool_)
    seen[:, left_beside(*boards)] = False
    return outlook(together(boards), unseen_of(seen).take(np.zeros(len(boards), dtype=np.intp)))


def test_what_was_learned_is_used_for_its_game_alone():
    known = {key for key, game in CHINESE_GAMES.items() if is_known(prepare(USUAL, game.variant), game.streets[1:])}
    assert known == {"ofc-pineapple"}
    assert not is_known(PROFILE, ()), "the last cards are placed by what full rows are worth"
    assert not is_known(PROFILE, STREETS)


@pytest.mark.parametrize(
    "changed",
    [
        {"royalties": "none"},
        {"front_royalties": "AA 9"},
        {"back_royalties": "flush 40"},
        {"jokers": 2},
        {"fantasyland": False},
        {"fantasyland_pair": "A"},
    ],
    ids=str,
)
def test_it_does_not_hold_where_other_boards_are_worth_most(changed):
    assert is_known(PROFILE, STREETS[1:])
    assert not is_known(prepare(replace(USUAL, **changed), OPEN_FACE), STREETS[1:])


def test_it_does_not_hold_where_fantasyland_is_worth_something_else(monkeypatch):
    asked = []
    monkeypatch.setattr(network, "outlook", lambda *told: asked.append(told) or outlook(*told))
    for worth, times in ((None, 1), (0, 1), ({14: 9, 15: 13, 16: 18, 17: 26, 13: 6}, 2)):
        empty, cards, thinking = Board((), (), ()), parse_cards("As Kd 9h 7c 2s"), Thinking(samples=2)
        told = {"coming": STREETS[1:], "thinking": thinking, "worth": worth}
        choose_placement(empty, cards, 5, PROFILE, random.Random(1), **told)
        assert len(asked) == times


def test_every_rule_that_it_knows_is_a_house_rule():
    assert set(network._RULES) <= {one.name for one in fields(ChineseRules)}


def test_it_has_learned_a_board_after_every_street():
    assert list(networks()) == list(LEARNED)
    assert all(np.isfinite(part).all() for one in networks().values() for layer in one.layers for part in layer)


def test_queens_in_front_are_worth_most_over_rows_that_hold_them():
    held, shaky = board_of("Qs Qh", "Ks Kh 5d", "As Ah Ad 5c"), board_of("Qs Qh", "Ks Jh 5d", "As Th 8d 5c")
    found = told(held, shaky)
    assert found.at(-6)[0] > found.at(-6)[1] + 5
    assert found.fouled[0] < 0.2 < found.fouled[1]


def test_a_board_that_is_fouled_already_is_known_to_be():
    (fouled,) = told(board_of("As Ah Ad", "Ks Qh 5d 7c 2s", "Jh 8d 3c")).fouled
    assert fouled > 0.9


def test_looking_ahead_prefers_what_can_still_be_finished():
    """A pair of aces in front of rows that can hardly hold it comes to less than the same pair at the back."""
    risky, safe = board_of("As Ah", "2c 7d 9h", "3c 8d Ts Jh"), board_of("2c 7d", "3c 8d 9h", "As Ah Ts Jh")
    unseen = left_beside(risky, safe)
    found = ahead(together([risky, safe]), unseen, STREETS[3], PROFILE, POINTS, random.Random(1), 12)
    assert found[1] > found[0]


@pytest.mark.parametrize("samples", [1, 4, 36])
def test_the_work_of_a_decision_is_bounded(samples, monkeypatch):
    """By counts, which no slow machine changes: of the first five cards, where there are most placings."""
    counted, usual = [0], network.outlook

    def counting(boards, unseen, learned=None):
        counted[0] += len(boards.cards)
        return usual(boards, unseen, learned)

    monkeypatch.setattr(network, "outlook", counting)
    monkeypatch.setattr(next_street, "outlook", counting)
    empty, cards = Board((), (), ()), parse_cards("As Kd 9h 7c 2s")
    thinking = Thinking(samples=samples)
    choose_placement(empty, cards, 5, PROFILE, random.Random(1), coming=STREETS[1:], thinking=thinking)
    assert 232 < counted[0] <= 232 + 5 * samples * 27


def test_it_reaches_fantasyland_and_seldom_fouls():
    """Over so few hands no figure is exact: what is held is far from what chance and the former player come to."""
    ours, _theirs = played("ofc-pineapple", (thoughtful(12), at_random), 60, seed=7)
    assert sum(ours.points) > 8 * len(ours.points)
    assert sum(ours.fouls) < 0.3 * len(ours.fouls)
    assert sum(ours.entries) > 0.1 * len(ours.entries)
