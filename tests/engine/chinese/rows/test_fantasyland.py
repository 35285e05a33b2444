"""Fantasyland: entry, staying, and the cards of the next hand (S3.10, S3.11)."""

from __future__ import annotations

import pytest

from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import CLASSIC, LOW_MIDDLE, OPEN_FACE, prepare
from engine.chinese.rows.rows import parse_board
from engine.chinese.scoring.scoring import score_hand

UNDER = "/ Ah Kd Qc Js Td / Ad 9d 7d 5d 3d"  # a straight and a flush, above any front


def cards_next(text, now=0, variant=OPEN_FACE, **rules):
    return score_hand(parse_board(text), prepare(ChineseRules(**rules), variant), now).fantasyland


@pytest.mark.parametrize(
    ("front", "cards"),
    [("Jc Jh 2s", 0), ("Qs Qh 2s", 14), ("Ks Kh 2s", 15), ("As Ac 2s", 16), ("2s 2h 2c", 17), ("As Ks Qs", 0)],
)
def test_s3_10_the_ladder(front, cards):
    assert cards_next(f"{front} {UNDER}") == cards


def test_s3_10_the_house_sets_the_ladder():
    flat = dict.fromkeys([f"fantasyland_cards_{step}" for step in ("queens", "kings", "aces", "trips")], 13)
    assert cards_next(f"Qs Qh 2s {UNDER}", **flat) == cards_next(f"2s 2h 2c {UNDER}", **flat) == 13
    assert cards_next(f"Qs Qh 2s {UNDER}", fantasyland_pair="K") == 0
    assert cards_next(f"Ks Kh 2s {UNDER}", fantasyland_pair="K") == 15
    assert cards_next(f"Jc Jh 2s {UNDER}", fantasyland_pair="J") == 14
    assert cards_next(f"2s 2h 2c {UNDER}", fantasyland_trips=False) == 0
    assert cards_next(f"As Ac 2s {UNDER}", fantasyland=False) == 0
    assert cards_next(f"As Ac 2s {UNDER}", variant=CLASSIC) == 0


def test_a_foul_earns_nothing_and_leaves_fantasyland():
    fouled = "Qs Qh 2s / Jh Jd Qc 8s 7d / Ad Ac 7c 5d 3d"
    assert cards_next(fouled) == cards_next(fouled, 14) == 0
    assert cards_next("7s 7h 7d / 6s 6h Jd 9c 4d / Ah Kh Qh 8h 2h", 14) == 0


STAYS = {
    "front trips": ("7s 7h 7d / Jd Tc 9h 8s 7c / Ah Kh Qh 6h 2h", "stay_front_trips", True),
    "back quads": ("Ks 9d 4s / Qs Qh Tc 8c 5d / 7h 7d 7c 7s 3h", "stay_back_quads", True),
    "back straight flush": ("Ks 9d 4s / Qs Qh Tc 8c 5d / 7h 6h 5h 4h 3h", "stay_back_quads", True),
    "middle full house": ("Kd 9d 4s / Ts Th Td 5c 5d / Qs Qh Qd 7c 7h", "stay_middle_full_house", False),
    "queens in front": (f"Qs Qh 2s {UNDER}", "stay_front_again", False),
}


@pytest.mark.parametrize("name", STAYS)
def test_s3_11_what_stays(name):
    text, rule, default = STAYS[name]
    assert cards_next(text, 15) == (15 if default else 0)
    assert cards_next(text, 15, **{rule: True}) == 15
    assert cards_next(text, 15, **{rule: False}) == 0


def test_s3_11_a_full_house_at_the_back_or_queens_in_front_do_not_stay():
    assert cards_next("Kd 9d 4s / Ts Th Td 5c 6d / Qs Qh Qd 7c 7h", 14) == 0
    assert cards_next(f"As Ac 2s {UNDER}", 16) == 0


@pytest.mark.parametrize(
    ("name", "same", "by_front"),
    [("front trips", 15, 17), ("back quads", 15, 14), ("queens in front", 15, 14)],
)
def test_s3_11_cards_on_a_repeat(name, same, by_front):
    text = STAYS[name][0]
    again = {"stay_front_again": True}
    assert cards_next(text, 15, **again) == same
    assert cards_next(text, 15, **again, stay_cards="always") == 14
    assert cards_next(text, 15, **again, stay_cards="always", stay_cards_always=13) == 13
    assert cards_next(text, 15, **again, stay_cards="by the front") == by_front
    kings = "Ks Kh 4s / Ah Ad Tc 8c 5d / 7h 7d 7c 7s 3h"
    assert cards_next(kings, 14, stay_cards="by the front") == 15


WHEEL = "7d 5c 4h 3s 2d / Ad Ac 5h 4s 3d"


def test_the_deuce_to_seven_wheel():
    def low(text, now=0, **rules):
        return cards_next(text, now, LOW_MIDDLE, fantasyland_pair="K", **rules)

    alone, both = f"Kd Qc 2h / {WHEEL}", f"Kd Kc 2h / {WHEEL}"
    assert low(alone) == 0
    assert low(alone, fantasyland_wheel=True) == 14
    assert low(both, fantasyland_wheel=True) == 15
    assert low(both, fantasyland_wheel=True, fantasyland_cards_both=17) == 17
    assert low(both) == 15  # kings alone
    assert low("Kd Qc 2h / 8d 5c 4h 3s 2d / Ad Ac 5h 4s 3d", fantasyland_wheel=True) == 0
    assert low(alone, 14) == 0
    assert low(alone, 14, stay_middle_wheel=True) == 14
    assert low(alone, 14, stay_middle_full_house=True) == 0  # of a high middle only
