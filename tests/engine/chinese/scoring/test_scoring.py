"""Points: the document's examples and each house rule beside its default (S3.1 to S3.5)."""

from __future__ import annotations

import pytest

from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import Variant
from engine.chinese.scoring.case_rules import DEFAULTS, rules_of
from engine.chinese.scoring.scoring import pairs_of, score
from tests.support.boards import boards

WORKED = (
    "Ks Kh 4d / Ad Jd 9d 6d 3d / Ac Kc 8c 5c 2c",
    "As Ah 5s / 9s 9h 4s 4h Jc / Qs Qh Qd 7s 7h",
)
SCOOP = (
    "Ac Kd 3s / Qh Qs 8d 5c 4c / Kh Ks 9d 9c 2h",
    "As Qd 3d / Jh Js 8s 5d 4d / Qc Jd Jc Tc Td",
)
TWO_ROWS = (  # the middle and the back; the front is tied
    "Ah Kd 7s / Jh Jd 9s 5c 2d / Kh Ks 8s 6c 4d",
    "As Kc 7c / Th Td 9h 5d 2c / Qh Qd 8h 6d 4c",
)
FOUL = (  # the first is fouled; the second has a pair of sixes 1, a straight 4 and a flush 4
    "Kh Kd 7s / Qh Qd 9s 5c 2s / As Ah Jc 8d 4c",
    "6s 6h 3d / Jd Td 9c 8c 7h / Kc Tc 6c 7c 3c",
)
FOUR = (
    "As Ks Qd / 2h 2d 5c 6c 8h / 7s 7h 7d 7c 9s",
    "Ah Kh Jd / 3s 3h 9h 9d Ts / 4s 4h 4d Tc Td",
    "Ad Jh 8s / 5s 5h Kc Qc Th / 6s 6h 6d Js Jc",
    "9c 5d 4c / 3c 3d 2c 2s Kd / Qs Qh 8c 8d Ac",
)


def points(texts, **rules):
    return score(boards(*texts), ChineseRules(**rules)).points


def test_s3_5_the_worked_example_both_ways():
    """Royalties always: 21 against 17. Of rows won only: 9 against 17."""
    assert points(WORKED) == (4, -4)
    assert points(WORKED, royalties="won rows") == (-8, 8)
    assert points(WORKED, royalties="none") == (-1, 1)


def test_s3_5_a_pair_says_what_it_is_made_of():
    (pair,) = score(boards(*WORKED)).pairs
    assert pair == (0, 1, (-1, 1, -1), 5, 0, 4)
    assert pair.as_json() == {
        "a": 0,
        "b": 1,
        "rows": {"front": -1, "middle": 1, "back": -1},
        "royalty": 5,
        "scoop": 0,
        "net": 4,
    }


@pytest.mark.parametrize(
    ("rules", "scoop", "two_rows"),
    [
        ({}, 6, 2),  # 1-6
        ({"scoop_points": 0, "majority_points": 1}, 4, 3),  # 2-4
        ({"scoop_points": 1}, 4, 2),  # 1-4
        ({"row_points": 2, "scoop_points": 4}, 10, 4),
        ({"row_points": 0, "scoop_points": 3}, 3, 0),
    ],
)
def test_s3_2_row_scorings(rules, scoop, two_rows):
    assert points(SCOOP, **rules) == (scoop, -scoop)
    assert points(SCOOP[::-1], **rules) == (-scoop, scoop)
    assert points(TWO_ROWS, **rules) == (two_rows, -two_rows)


def test_s3_1_a_tied_row_counts_nothing_and_bars_the_scoop():
    (pair,) = score(boards(*TWO_ROWS)).pairs
    assert (pair.rows, pair.scoop, pair.net) == ((0, 1, 1), 0, 2)


@pytest.mark.parametrize(
    ("rules", "paid"),
    [
        ({}, 15),
        ({"foul_costs": "rows"}, 12),
        ({"foul_pays_royalties": False}, 6),
        ({"foul_costs": "rows", "foul_pays_royalties": False}, 3),
        ({"foul_costs": "flat"}, 6),
        ({"foul_costs": "flat", "foul_points": 10}, 10),
        ({"royalties": "won rows"}, 15),  # a fouled hand loses every row
        ({"royalties": "none"}, 6),
        ({"scoop_points": 0, "majority_points": 1}, 13),
    ],
)
def test_s3_1_what_a_foul_pays(rules, paid):
    assert points(FOUL, **rules) == (-paid, paid)
    assert points(FOUL[::-1], **rules) == (paid, -paid)


def test_s3_1_two_fouled_hands_move_nothing_and_each_pays_the_third():
    other = "Ac Ad 2h / Ks Qc Ts 3h 2d / 9d 9h 5h 5d 4d"
    assert points((FOUL[0], other)) == (0, 0)
    assert points((FOUL[0], other, FOUL[1])) == (-15, -15, 30)


def test_s3_1_a_foul_has_no_royalties():
    scores = score(boards(*FOUL))
    assert [hand.royalties for hand in scores.hands] == [(0, 0, 0), (1, 4, 4)]
    assert scores.as_json()["foul"] == [True, False]


@pytest.mark.parametrize(
    ("players", "every", "left"),
    [
        (2, [(0, 1)], [(0, 1)]),
        (3, [(0, 1), (0, 2), (1, 2)], [(0, 1), (0, 2), (1, 2)]),
        (
            4,
            [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)],
            [(0, 1), (0, 3), (1, 2), (2, 3)],
        ),
    ],
)
def test_s3_3_each_pair_once(players, every, left):
    assert pairs_of(players) == every
    assert pairs_of(players, "left neighbour") == left


def test_s3_3_four_players_by_every_pair_and_by_the_left_neighbour():
    # 0-1: 5, 0-2: 5, 0-3: 11, 1-2: 1, 1-3: 12, 2-3: 7
    assert points(FOUR) == (21, 8, 1, -30)
    assert points(FOUR, opponents="left neighbour") == (16, -4, 6, -18)
    assert points(FOUR[:2], opponents="left neighbour") == points(FOUR[:2])
    assert points(FOUR[:3], opponents="left neighbour") == points(FOUR[:3])


def test_house_rules_bare_are_those_of_an_open_face_game():
    assert score(boards(*WORKED), ChineseRules()) == score(boards(*WORKED))


def test_the_nested_profile_as_it_stands_is_the_declared_defaults():
    """But for the tables, which it writes out."""
    rules, variant = rules_of(DEFAULTS)
    assert variant == Variant()
    for field in ChineseRules.__dataclass_fields__:
        if not field.endswith("_royalties"):
            assert getattr(rules, field) == getattr(ChineseRules(), field), field
