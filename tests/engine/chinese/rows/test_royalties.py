"""Royalties: the tables of S3.4, every line of them, and what is no table."""

from __future__ import annotations

import pytest

from engine.cards import RANKS, parse_cards
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import LOW_MIDDLE, prepare
from engine.chinese.rows.rows import rank_low, rank_row
from engine.chinese.rows.royalties import LABELS, NAMED, BadTable, Tables, parse_table
from engine.house_rules import BadRule, declared, resolve

STANDARD = prepare(ChineseRules())
LOW = prepare(ChineseRules(), LOW_MIDDLE)
FRONT, MIDDLE, BACK = range(3)

# One hand of each kind, and what S3.4 gives it in the middle and at the back.
FIVE_CARDS = {
    "As Kd 9c 5h 2s": (0, 0),
    "As Ad 9c 5h 2s": (0, 0),
    "As Ad 9c 9h 2s": (0, 0),
    "2s 2d 2c 9h 5s": (2, 0),
    "5s 4d 3c 2h As": (4, 2),
    "As Kd Qc Jh Ts": (4, 2),
    "7s 5s 4s 3s 2s": (8, 4),
    "As Ks Qs Js 9s": (8, 4),
    "2s 2d 2c 3h 3s": (12, 6),
    "2s 2d 2c 2h 3s": (20, 10),
    "5s 4s 3s 2s As": (30, 15),
    "Ks Qs Js Ts 9s": (30, 15),
    "As Ks Qs Js Ts": (50, 25),
}


def earned(row, text, profile=STANDARD):
    cards = parse_cards(text)
    rank = rank_low if row == MIDDLE and profile.is_low_middle else rank_row
    return profile.royalty(row, rank(cards), cards)


@pytest.mark.parametrize("hand", FIVE_CARDS)
def test_s3_4_middle_and_back(hand):
    assert (earned(MIDDLE, hand), earned(BACK, hand)) == FIVE_CARDS[hand]


def test_s3_4_the_whole_front_pairs_from_six_one_up_and_trips_from_deuces_ten_up():
    pairs = [earned(FRONT, f"{rank}s {rank}h {'3' if rank != '3' else '4'}d") for rank in RANKS]
    trips = [earned(FRONT, f"{rank}s {rank}h {rank}d") for rank in RANKS]
    assert pairs == [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert trips == list(range(10, 23))
    assert sum(pairs) == 45
    assert sum(trips) == 208
    assert earned(FRONT, "As Ks Qs") == 0  # the front knows no straights and no flushes


def test_deuce_to_seven_royalties():
    lows = ["Ts 5h 4d 3c 2s", "9s 5h 4d 3c 2s", "8s 5h 4d 3c 2s", "7s 6h 4d 3c 2s", "7s 5h 4d 3c 2s"]
    assert [earned(MIDDLE, low, LOW) for low in lows] == [0, 1, 2, 4, 8]
    assert earned(MIDDLE, "2s 2d 2c 2h 3s", LOW) == 0


def test_the_eastern_tables():
    eastern = prepare(ChineseRules(front_royalties="eastern", middle_royalties="eastern", back_royalties="eastern"))
    assert [earned(FRONT, hand, eastern) for hand in ("As Ah Kd", "2s 2h 2d", "As Ah Ad")] == [0, 3, 3]
    hands = ["As Kd Qc Jh Ts", "2s 2d 2c 3h 3s", "2s 2d 2c 2h 3s", "Ks Qs Js Ts 9s", "As Ks Qs Js Ts"]
    assert [earned(MIDDLE, hand, eastern) for hand in hands] == [0, 2, 8, 10, 14]
    assert [earned(BACK, hand, eastern) for hand in hands] == [0, 0, 4, 5, 7]


def test_a_house_writes_its_own_table():
    own = prepare(resolve(ChineseRules, {"back_royalties": "quads 8, straight flush 10", "front_royalties": ""}))
    assert earned(BACK, "2s 2d 2c 2h 3s", own) == 8
    assert earned(BACK, "As Ks Qs Js Ts", own) == 10  # a royal flush not listed is a straight flush
    assert earned(BACK, "7s 5s 4s 3s 2s", own) == 0
    assert earned(FRONT, "As Ah Ad", own) == 0
    wheel = prepare(ChineseRules(low_royalties="7 3"), LOW_MIDDLE)
    assert earned(MIDDLE, "7s 5h 4d 3c 2s", wheel) == 3


def test_no_royalties_at_all():
    none = prepare(ChineseRules(royalties="none"))
    assert earned(FRONT, "As Ah Ad", none) == earned(MIDDLE, "As Ks Qs Js Ts", none) == 0


@pytest.mark.parametrize("row", NAMED)
def test_every_named_table_is_one_and_none_pays_less_for_more(row):
    for name in NAMED[row]:
        points = parse_table(row, name)
        order = list(LABELS[row]) if row != "low" else ["T", "9", "8", "7", "wheel"]
        paid = [points.get(label, 0) for label in order]
        assert paid == sorted(paid)
    assert list(Tables(row)) == list(NAMED[row])
    assert "standard" in Tables(row)


@pytest.mark.parametrize(
    ("row", "text", "said"),
    [
        ("front", "66 one", "the royalty of 66 must be a whole number of 0 to 1000 points, not 'one'"),
        ("front", "66 -1", "must be a whole number"),
        ("front", "66 1001", "0 to 1000"),
        ("front", "straight 3", "labels are 22, 33"),
        ("back", "66 1", "write a label and points, as in 'straight 2"),
        ("middle", "flush 8, flush 9", "lists flush twice"),
        ("low", "6 1", "labels are 7, 8"),
        ("middle", "generous", "or name a table: standard, eastern, nothing"),
    ],
)
def test_what_is_no_table_is_told_what_would_be_right(row, text, said):
    with pytest.raises(BadTable, match=said):
        parse_table(row, text)
    with pytest.raises(BadRule, match=said):
        resolve(ChineseRules, {f"{row}_royalties": text})


def test_every_rule_says_what_it_is_and_where_it_comes_from():
    rules = declared(ChineseRules)
    assert len(rules) > 40
    for one in rules:
        assert one.title
        assert one.help.endswith(".")
        assert one.source
        assert one.type in (int, str, bool)
        one.check(one.default)
    assert len({one.title for one in rules}) == len(rules)
