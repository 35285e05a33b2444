"""Naturals and surrender, in the classic game: they stand before rows, royalties and fouls."""

from __future__ import annotations

import pytest

from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import CLASSIC, OPEN_FACE, prepare
from engine.chinese.rows.naturals import NATURALS, natural_of
from engine.chinese.rows.rows import parse_board
from engine.chinese.scoring.scoring import BadSurrender, score
from engine.house_rules import declared
from tests.support.boards import boards

POINTS = {
    "natural_dragon": 13,
    "natural_one_colour": 12,
    "natural_twelve_of_one_colour": 5,
    "natural_five_pairs_and_trips": 4,
    "natural_six_pairs": 3,
    "natural_three_straights": 3,
    "natural_three_flushes": 3,
}
HOUSE = prepare(ChineseRules(**POINTS, surrender_points=3), CLASSIC)

DRAGON = "2s 3h 4d / 5c 6s 7h 8d 9c / Ts Jh Qd Kc As"
SIX_PAIRS = "9s 9d Kh / 2h 2d 3s 3d 4c / 5h 5d 7s 7d Kd"
PLAIN = "Ac Jc 8s / 9h Tc Th 8h 8c / Qh Qs 6c 6d 4s"
FOULED = "Ac Ah 8s / 9h Tc Jh 2s 3c / Qh Ks 6c 7c 4s"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (DRAGON, (13, "dragon")),
        ("2s 3s 4s / 5s 6s 7s 8s 9s / Ts Js Qs Ks As", (13, "dragon")),
        ("2d 3h 4d / 5d 6h 7h 8d 9d / 2h Jh Qd Kd Ah", (12, "thirteen of one colour")),
        ("2d 3h 4d / 5d 6h 7h 8d 9d / 2c Jh Qd Kd Ah", (5, "twelve of one colour")),
        ("Ks Kd 2c / Kc 9s 9d 8h 8c / 5h 5d 7s 7d 2d", (4, "five pairs and trips")),
        (SIX_PAIRS, (3, "six pairs")),
        ("9s 9d Kh / 9h 9c 3s 3d 4c / 5h 5d 7s 7d Kd", (3, "six pairs")),  # four nines are two pairs
        ("Ac 2d 3h / 5d 4s 3c 2c As / 9s Tc Jd Qs Kh", (3, "three straights")),
        ("Qc Kd Ah / 5d 4s 3c 2c As / 9s Tc Jd Qs Kh", (3, "three straights")),
        ("2c 9c Kc / 2s 9s 4s 6s Ks / 3h 5h 8h Jh Ah", (3, "three flushes")),
        ("2c 9c Kc / 2h 9s 4s 6s Ks / 3h 5h 8h Jh Ah", (0, "")),
        ("Kc Ad 2h / 5d 4s 3c 2c As / 9s Tc Jd Qs Kh", (0, "")),  # no straight goes round the corner
        (PLAIN, (0, "")),
        # A joker stands for whatever completes the natural.
        ("2s 3h X1 / 5c 6s 7h 8d 9c / Ts Jh Qd Kc As", (13, "dragon")),
        ("2s 3h X1 / 5c 6s 7h 8d 9c / Ts Jh X2 Kc As", (13, "dragon")),
        ("9s X1 Kh / 2h 2d 3s 3d 4c / 5h 5d 7s 7d Kd", (3, "six pairs")),
        ("X1 2d 3h / 5d 4s X2 2c As / 9s Tc Jd Qs Kh", (3, "three straights")),
        ("X1 9c Kc / 2s 9s 4s 6s Ks / 3h 5h 8h Jh Ah", (3, "three flushes")),
    ],
)
def test_the_best_natural_of_a_hand(text, named):
    assert natural_of(parse_board(text), HOUSE.naturals) == named


def test_every_natural_has_a_house_rule_and_is_off_unless_the_house_plays_it():
    keys = {rule.key for rule in declared(ChineseRules) if rule.key.startswith("natural_")}
    assert keys == {natural.rule for natural in NATURALS} == set(POINTS)
    assert prepare(ChineseRules(), CLASSIC).naturals == ()
    assert prepare(ChineseRules(**POINTS), OPEN_FACE).naturals == ()  # an open-face hand has none


def test_the_higher_natural_wins_whole_and_equal_ones_move_nothing():
    scores = score(boards(DRAGON, SIX_PAIRS, PLAIN), HOUSE)
    assert scores.points == (26, -10, -16)
    assert [hand.natural for hand in scores.hands] == ["dragon", "six pairs", ""]
    other = "6s 6d Kc / 2c 2s 8h 8d Jc / 4h 4d 9h 9c Ks"
    assert score(boards(SIX_PAIRS, other), HOUSE).points == (0, 0)


def test_a_natural_is_not_fouled_by_how_it_was_set():
    scores = score(boards("Ts Jh Qd / 2s 3h 4d 5c 6s / Kc As 7h 8d 9c", PLAIN), HOUSE)
    assert scores.points == (13, -13)
    assert not scores.hands[0].is_fouled
    assert score(boards(SIX_PAIRS, FOULED), HOUSE).points == (3, -3)  # and takes its own points from a fouled hand


def test_a_natural_hand_pays_no_royalties_and_takes_none():
    quads = "Ac Jc 8s / Tc Th 8h 8c 4s / Qh Qs Qc Qd 6d"
    assert score(boards("9s 9d Kh / 2h 2d 3s 3d 4c / 5h 5d 7s 7d Kd", quads), HOUSE).points == (3, -3)


def test_who_surrenders_pays_each_who_does_not():
    dealt = boards(DRAGON, SIX_PAIRS, PLAIN)
    assert score(dealt, HOUSE, surrendered=[False, False, True]).points == (16, -10, -6)
    assert score(dealt, HOUSE, surrendered=[False, True, True]).points == (6, -3, -3)
    assert score(dealt, HOUSE, surrendered=[True, True, True]).points == (0, 0, 0)
    scores = score([None, dealt[2]], HOUSE, surrendered=[True, False])  # and need not set the cards
    assert scores.points == (-3, 3)
    assert scores.hands[0].royalties == (0, 0, 0)
    assert not scores.hands[0].is_fouled
    assert scores.as_json()["joker_reading"][0] is None


@pytest.mark.parametrize(
    ("profile", "surrendered", "said"),
    [
        (prepare(ChineseRules(), CLASSIC), [True, False], "no hand may be surrendered"),
        (prepare(ChineseRules(surrender_points=3), OPEN_FACE), [True, False], "no hand may be surrendered"),
        (HOUSE, [True], "2 hands need 2 answers"),
        (HOUSE, [False, True], "board 1 was not set and is not surrendered"),
        (HOUSE, [], "board 1 was not set and is not surrendered"),
    ],
)
def test_a_surrender_that_may_not_be(profile, surrendered, said):
    with pytest.raises(BadSurrender, match=said):
        score([None, parse_board(PLAIN)], profile, surrendered=surrendered)
