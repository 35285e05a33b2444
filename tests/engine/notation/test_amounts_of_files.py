"""A file's amounts are the same in every notation it is written in, however often, whatever its smallest unit is."""

from __future__ import annotations

import json
import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import EngineError
from engine.notation import hand_texts
from engine.notation.phh import Record, units
from engine.notation.phh_to_hand import play
from engine.play.convert_hands import converted
from engine.play.phh_replay import replay_text
from tests.support.engine.foreign_hands import FOREIGN
from tests.support.engine.pokerstars_hands import HOLDEM

FACTORS = st.decimals("0.0001", "99999", places=4) | st.sampled_from(
    [Decimal(one) for one in ("1", "10", "0.01", "12345.67")]
)
AMOUNTS = {"amount", "starting_stack", "small_blind_amount", "big_blind_amount", "ante_amount"}


def multiplied(value: object, factor: Decimal, name: str = "") -> object:
    """A hand with every amount so many times as large."""
    if isinstance(value, dict):
        return {key: multiplied(one, factor, key) for key, one in value.items()}
    if isinstance(value, list):
        return [multiplied(one, factor) for one in value]
    return float(Decimal(str(value)) * factor) if name in AMOUNTS else value


def text_of(factor: Decimal, *numbers: str) -> str:
    return "\n\n".join(json.dumps({"ohh": multiplied(FOREIGN, factor) | {"game_number": one}}) for one in numbers)


def converted_to(text: str, to: str) -> str:
    found = list(converted(text, to))
    assert not any(isinstance(one, EngineError) for one in found), found
    return "\n".join(map(str, found))


@given(factor=FACTORS, first=st.sampled_from(["phh", "ohh"]), then=st.sampled_from(["phh", "ohh"]))
def test_law_amounts_stay_what_they_were_by_whatever_way_they_came(factor, first, then):
    text = text_of(factor, "77")
    (source,) = hand_texts.read(text)
    once = converted_to(text, first)
    twice = converted_to(once, then)
    assert converted_to(twice, first) == once
    for written in (once, twice):
        (record,) = hand_texts.read(written)
        for name in ("antes", "blinds_or_straddles", "starting_stacks"):
            assert record.fields[name] == source.fields[name], name
        bets = [
            [Decimal(action.split()[2]) for action in one.fields["actions"] if " cbr " in action]
            for one in (record, source)
        ]
        assert bets[0] == bets[1]
    stacks = re.findall(r"\(([\d.]+) in chips\)", converted_to(twice, "pokerstars"))
    assert [Decimal(one) for one in stacks] == [Decimal(str(one)) for one in source.fields["starting_stacks"]]


@pytest.mark.parametrize("first", ["ours", "theirs"])
def test_a_hand_of_ours_keeps_its_stakes_beside_one_in_cents(first):
    """Our own fields are in the smallest unit whatever else stands in the file; PokerStars text in cents is so written too."""
    ours = converted_to(HOLDEM, "phh")
    theirs = converted_to(text_of(Decimal("0.01"), "77"), "phh")
    texts = [ours, theirs] if first == "ours" else [theirs, ours]
    alone = {one.name: play(one, per) for text in texts for one, per in units_told(text)}
    beside = {one.name: play(one, per) for one, per in units_told("\n".join(texts))}
    for name, story in beside.items():
        assert (story.start, story.stacks(), story.scale) == (
            alone[name].start, alone[name].stacks(), alone[name].scale,
        )  # fmt: skip
    assert beside["2300000001"].start.stakes.big_blind == 10
    assert beside["2300000001"].start.seats[0].stack == 1240
    for to in ("phh", "ohh", "pokerstars"):
        together = converted_to("\n".join(texts), to)
        assert together == "\n".join(converted_to(text, to) for text in texts)
    assert [one.ok for one in replay_text("\n".join(texts), "a.phhs")] == [
        one.ok for text in texts for one in replay_text(text, "a.phhs")
    ]


def units_told(text: str) -> list[tuple[Record, int]]:
    records = hand_texts.read(text)
    return list(zip(records, units(records), strict=True))


@given(numbers=st.lists(st.sampled_from(["7", "7-2", "8", ""]), min_size=2, max_size=6))
def test_law_hands_of_the_same_number_are_read_again_from_what_they_are_written_in(numbers):
    for to in ("phh", "ohh"):
        written = converted_to(text_of(Decimal(1), *numbers), to)
        assert len(hand_texts.read(written)) == len(numbers)


def test_what_toml_has_no_word_for_is_left_out():
    ohh = json.loads(converted_to(text_of(Decimal(1), "7"), "ohh"))
    ohh["ohh"]["_cardhouse"]["fields"] |= {"_none": None, "_deep": [None, {"a": None, "b": [1, None]}], "_kept": "é"}
    (record,) = hand_texts.read(converted_to(json.dumps(ohh), "phh"))
    assert "_none" not in record.fields
    assert (record.fields["_deep"], record.fields["_kept"]) == ([{"b": [1]}], "é")


@pytest.mark.parametrize("name", ["x'\nSeat 9: eve (5 in chips)", "\x00\x1b[2J", "\u2028", " ", ""])
def test_no_name_of_a_table_makes_a_line_of_its_own(name):
    text = json.dumps({"ohh": FOREIGN | {"table_name": name.replace("\x00", "\x01")}})
    lines = converted_to(text, "pokerstars").splitlines()
    assert re.fullmatch(r"Table '[^'\x00-\x1f]+' 5-max \(Play Money\) Seat #5 is the button", lines[1])
    assert lines[2].startswith("Seat 1: Anna")


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"big_blind_amount": -1}, "big_blind_amount of hand 77-1 must be an amount of chips, 0 or more"),
        (
            {"players": [FOREIGN["players"][0]] * 3},
            "players of hand 77-1 must be 2 to 23 players, each with an id and a seat",
        ),
        ({"rounds": {}}, "rounds of hand 77-1 must be a list of objects"),
        ({"dealer_seat": 1.5}, "dealer_seat of hand 77-1 must be a whole number"),
        ({"bet_limit": None}, "bet_limit of hand 77-1 must be an object whose bet_type is one of NL, PL, FL"),
        ({"big_blind_amount": 10**30}, "at most 25 digits before the point and 15 after it"),
    ],
)
def test_a_member_of_another_kind_is_refused_with_the_kind_that_it_must_be(changed, words):
    with pytest.raises(EngineError, match=re.escape(words)):
        list(converted(json.dumps({"ohh": FOREIGN | changed}), "phh"))


def test_a_refused_bet_says_in_which_unit_its_bounds_are():
    (why,) = converted(json.dumps({"ohh": FOREIGN | {"big_blind_amount": 5}}), "phh")
    assert "'p3 cbr 0.3'" in str(why)
    assert str(why).endswith("(of these units 20 make a chip of the file)")
