"""Sheets: kept whole, refused with the place named, and not scheduled while something is missing."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

from engine.betting.hand import Stakes
from engine.mixes.rotation import Rotation
from tests.rights import addresses
from tests.support.shared import needs_shared, shared
from tournaments.structures import level_games_and_stakes, levels_and_breaks, sheet_gaps, sheet_import
from tournaments.structures.levels_and_breaks import Break, Level
from tournaments.structures.sheet_games import BadSheet, leg_of

SHEETS = shared("data/structures.json").get("structures", [])
OWN: dict[str, Any] = {
    "id": "own",
    "name": "Own sheet",
    "game": "NLHE",
    "starting_chips": 5000,
    "table_size": 8,
    "house": {"kept": True},
    "items": [
        {"type": "level", "n": 1, "minutes": 20, "sb": 25, "bb": 50, "ante": 0},
        {"type": "break", "minutes": 10, "remove": [25], "note": "Colour up"},
        {"type": "level", "n": 2, "minutes": 20, "sb": 50, "bb": 100, "ante": 100, "ante_type": "big_blind"},
        {"type": "level", "n": 3, "minutes": 20, "sb": 100, "bb": 200, "ante": 25, "ante_type": "per_player"},
    ],
}
LEVEL = OWN["items"][0]


def changed(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(OWN), **changes}


def stakes_of(sheet: dict[str, Any]) -> list[Stakes]:
    return [
        level_games_and_stakes.stakes(sheet, item) for item in levels_and_breaks.items(sheet) if isinstance(item, Level)
    ]


def test_levels_become_stakes() -> None:
    assert sheet_gaps.missing(OWN) == ()
    assert stakes_of(OWN) == [
        Stakes(small_blind=25, big_blind=50),
        Stakes(small_blind=50, big_blind=100, ante=100, ante_kind="big_blind"),
        Stakes(small_blind=100, big_blind=200, ante=25, ante_kind="each"),
    ]


def test_fixed_limit_levels() -> None:
    told = {**LEVEL, "small_bet": 100, "big_bet": 200, "sb": 50, "bb": 100}
    limit = Stakes(limit="fixed", small_blind=50, big_blind=100, small_bet=100, big_bet=200)
    assert stakes_of(changed(game="LHE", items=[told])) == [limit]
    blinds_only = {**LEVEL, "sb": 50, "bb": 100}
    assert stakes_of(changed(game="LHE", items=[blinds_only])) == [limit]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"items": []}, "list of items"),
        ({"items": "levels"}, "list of items"),
        ({"items": [OWN["items"][1]]}, "one level"),
        ({"items": [LEVEL, OWN["items"][3]]}, "level 2 comes next"),
        ({"items": [LEVEL, LEVEL]}, "level 2 comes next"),
        ({"items": [{**LEVEL, "bb": -50}]}, "0 or more"),
        ({"items": [{**LEVEL, "ante": 2.5}]}, "0 or more"),
        ({"items": [{**LEVEL, "bb": 10**30}]}, "0 or more"),
        ({"items": [{**LEVEL, "minutes": 0}]}, "1 to 1440"),
        ({"items": [{**LEVEL, "ante_type": "odd"}]}, "ante_type"),
        ({"items": [LEVEL, {"type": "nap"}]}, "level or break"),
        ({"items": [LEVEL, 7]}, "no level"),
        ({"table_size": "nine"}, "2 to 10"),
        ({"table_size": 12}, "2 to 10"),
        ({"starting_chips": -5}, "starting chips"),
        ({"starting_chips": 10**30}, "starting chips"),
    ],
)
def test_a_faulty_sheet_is_refused_with_what_would_be_right(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSheet, match=words):
        sheet_gaps.missing(changed(**changes))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"partial": True}, "only a part"),
        ({"items": [{**LEVEL, "minutes": None}]}, "no minutes"),
        ({"starting_chips": None}, "starting chips"),
        ({"game": "Whist"}, "Whist"),
        ({"game": "mixed", "rotation": {"unit": "hands"}}, "mixed"),
        ({"game": "mixed", "rotation": {"games": ["Whist"]}}, "Whist"),
        ({"game": "mixed", "rotation": {"games": ["Razz"], "every": 0.5}}, "rotation"),
        ({"items": [{**LEVEL, "sb": 200, "bb": 100}]}, "Level 1 cannot be played"),
        ({"items": [{"type": "level", "n": 1, "minutes": 10}]}, "Level 1 has no bets"),
    ],
)
def test_an_unfinished_sheet_says_what_is_missing(changes: dict[str, Any], words: str) -> None:
    assert words in " ".join(map(str, sheet_gaps.missing(changed(**changes))))


def test_a_break_without_length_is_no_gap() -> None:
    untimed = changed(items=[LEVEL, {"type": "break", "minutes": None, "note": "Dinner"}, OWN["items"][2]])
    assert sheet_gaps.missing(untimed) == ()


def test_our_own_sheets_can_be_scheduled_and_their_levels_grow() -> None:
    for sheet in sheet_import.read(sheet_import.OWN):
        assert sheet_gaps.missing(sheet) == ()
        blinds = [stakes.big_blind for stakes in stakes_of(dict(sheet))]
        assert blinds == sorted(blinds)


@needs_shared
@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet["id"])
def test_published_sheets_are_read_whole(sheet: dict[str, Any]) -> None:
    items = levels_and_breaks.items(sheet)
    assert sum(isinstance(item, Level) for item in items) == sheet["validation"]["levels"]
    assert sum(isinstance(item, Break) for item in items) == sheet["validation"]["breaks"]


@needs_shared
def test_which_published_sheets_can_be_scheduled_and_why_not() -> None:
    missing = {sheet["id"]: " ".join(map(str, sheet_gaps.missing(sheet))) for sheet in SHEETS}
    unfinished = {key: words for key, words in missing.items() if words}
    assert set(unfinished) == {"wsop-main-2019-l1-6", "homepokertourney-t1000"}
    assert "only a part" in missing["wsop-main-2019-l1-6"]
    assert "no minutes" in missing["homepokertourney-t1000"]
    assert not any(levels_and_breaks.unread(sheet) for sheet in SHEETS)


@needs_shared
def test_the_games_of_the_published_sheets() -> None:
    played = {
        sheet["id"]: [
            str(leg) for leg in level_games_and_stakes.rotation_at(sheet, levels_and_breaks.items(sheet)[0]).legs
        ]
        for sheet in SHEETS
    }
    assert played["barge-2019-main"] == ["holdem no"]
    assert played["barge-2019-plo-lammers"] == ["omaha pot"]
    assert played["barge-2019-shortdeck-rebuy"] == ["short-deck no"]
    assert played["barge-2019-tesla"] == [
        "2-7-triple-draw fixed", "stud8 fixed", "seven-card-stud fixed", "a-5-single-draw fixed", "archie fixed"
    ]  # fmt: skip
    assert len(played["barge-2019-dealers-choice"]) == 20


# -- mixed sheets -----------------------------------------------------------------------------------------------------

LIMIT = {"small_bet": 200, "big_bet": 400, "sb": 100, "bb": 200, "ante": 50, "bring_in": 75}
MIXED = {"game": "mixed", "rotation": {"unit": "hands", "every": 6, "games": ["LHE", "Razz", "NLHE"]}}


def first_of(sheet: dict[str, Any]) -> Level:
    return next(item for item in levels_and_breaks.items(sheet) if isinstance(item, Level))


def test_the_stakes_of_a_mixed_level_by_game() -> None:
    level = {**LEVEL, **LIMIT, "ante_type": "per_player_stud_only", "big_bet_games_sb": 25, "big_bet_games_bb": 75}
    sheet = changed(**MIXED, items=[level])
    assert sheet_gaps.missing(sheet) == ()
    legs = level_games_and_stakes.rotation_at(sheet, first_of(sheet)).legs
    assert [level_games_and_stakes.stakes_of(leg, first_of(sheet)) for leg in legs] == [
        Stakes(limit="fixed", small_blind=100, big_blind=200, small_bet=200, big_bet=400),
        Stakes(limit="fixed", ante=50, bring_in=75, small_bet=200, big_bet=400),
        Stakes(small_blind=25, big_blind=75, ante_kind="big_blind"),
    ]


def test_parts_of_levels_are_played_one_after_another() -> None:
    parts = [{**LEVEL, "n": 1, "sub": "A"}, {**LEVEL, "n": 1, "sub": "B"}, {**LEVEL, "n": "2A"}, {**LEVEL, "n": "2B"}]
    levels = [item for item in levels_and_breaks.items(changed(items=parts)) if isinstance(item, Level)]
    assert [(level.number, level.label) for level in levels] == [(1, "1A"), (2, "1B"), (3, "2A"), (4, "2B")]
    sheet = changed(**{**MIXED, "rotation": {**MIXED["rotation"], "unit": "level", "every": 1}}, items=parts)
    assert [level_games_and_stakes.counted(sheet, level) for level in levels] == [1, 1, 2, 2]
    sheet["rotation"]["unit"] = "sublevel"
    assert [level_games_and_stakes.counted(sheet, level) for level in levels] == [1, 2, 3, 4]


def test_levels_may_name_their_games() -> None:
    told = [{**LEVEL, **LIMIT, "n": n, "game": game} for n, game in enumerate(("LHE", "Stud", "NLHE"), 1)]
    sheet = changed(game="mixed", items=told)
    assert sheet_gaps.missing(sheet) == ()
    played = level_games_and_stakes.rotation_at(sheet, first_of(sheet))
    assert [str(leg) for leg in played.legs] == ["holdem fixed", "seven-card-stud fixed", "holdem no"]
    assert (played.change.unit, played.order, played.freezes_button) == ("level", "once", True)


def test_a_rotation_gives_way_to_the_game_of_a_level() -> None:
    sheet = changed(**MIXED, items=[{**LEVEL, **LIMIT}, {**LEVEL, "n": 2, "game": "NLHE"}])
    first, second = (item for item in levels_and_breaks.items(sheet) if isinstance(item, Level))
    assert len(level_games_and_stakes.rotation_at(sheet, first).legs) == 3
    assert [str(leg) for leg in level_games_and_stakes.rotation_at(sheet, second).legs] == ["holdem no"]
    assert level_games_and_stakes.is_mixed(sheet)


def test_what_nothing_reads_is_kept_and_told() -> None:
    assert levels_and_breaks.unread(OWN) == ("house",)
    assert levels_and_breaks.unread(changed(items=[{**LEVEL, "mood": "calm"}])) == ("house", "items.mood")


@pytest.mark.parametrize(
    ("name", "leg"),
    [
        ("NLHE", "holdem no"), ("FLHE", "holdem fixed"), ("No Limit Hold'em", "holdem no"), ("PLO8", "omaha8 pot"),
        ("5 Card PLO", "omaha5 pot"), ("Omaha 8/b", "omaha8 fixed"), ("2-7 TD", "2-7-triple-draw fixed"),
        ("NL 2-7 SD", "2-7-single-draw no"), ("Stud Hi", "seven-card-stud fixed"), ("razz fixed", "razz fixed"),
        ("FL 7 Card Stud Hi-Lo Regular", "stud-hi-lo fixed"), ("PL Big O Hi-Lo 8 or better", "big-o pot"),
        ("FL Badeucey", "badeucey fixed"), ("California Lowball", "a-5-single-draw fixed"),
    ],
)  # fmt: skip
def test_what_sheets_call_the_games(name: str, leg: str) -> None:
    assert str(leg_of(name)) == leg


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Stud Hi-Lo", "may be any of stud8, stud-hi-lo: say which"),
        ("2-7", "may be any of 2-7-single-draw, 2-7-triple-draw: say which"),
        ("Omaha 6 Hi-Lo", "cannot be run as a tournament"),
    ],
)
def test_a_name_that_may_be_several_games_or_none_is_refused(name: str, words: str) -> None:
    with pytest.raises(BadSheet, match=words):
        leg_of(name)


def test_the_limit_of_the_sheet_decides_between_games() -> None:
    assert [str(leg_of("2-7", limit)) for limit in ("no", "fixed")] == ["2-7-single-draw no", "2-7-triple-draw fixed"]


@pytest.mark.parametrize(("name", "mix"), [("HORSE", "horse"), ("8-Game", "8-game"), ("H.O.R.S.E. Mix", "horse")])
def test_a_level_or_a_sheet_that_names_a_mix_plays_its_rotation(name: str, mix: str) -> None:
    levels = [{**LEVEL, **LIMIT, "game": name}, {**LEVEL, **LIMIT, "n": 2, "game": "NLHE"}]
    for sheet, at in ((changed(game=name, items=[{**LEVEL, **LIMIT}]), 0), (changed(items=levels), 0)):
        level = levels_and_breaks.items(sheet)[at]
        assert isinstance(level, Level)
        assert sheet_gaps.missing(sheet) == ()
        assert level_games_and_stakes.is_mixed(sheet)
        assert level_games_and_stakes.rotation_at(sheet, level) == Rotation.ready_made(mix)
    last = levels_and_breaks.items(changed(items=levels))[1]
    assert isinstance(last, Level)
    assert [str(leg) for leg in level_games_and_stakes.rotation_at(changed(items=levels), last).legs] == ["holdem no"]


def test_a_mix_among_the_games_of_a_rotation_is_refused_saying_where_it_goes() -> None:
    sheet = changed(game="mixed", rotation={"unit": "hands", "every": 6, "games": ["HORSE", "Razz"]}, items=[LEVEL])
    with pytest.raises(BadSheet, match="is a mix of games, not one: give it as the games of a rotation"):
        level_games_and_stakes.rotation_at(sheet, first_of(sheet))


def test_no_sheet_has_the_address_of_a_page() -> None:
    found = {
        rest for address, _methods in addresses() for rest in re.findall(r"^/(?:api/v1/)?structures/([a-z]+)/", address)
    }
    assert found == sheet_import.PAGES
    for key in found:
        with pytest.raises(BadSheet, match="address of a page"):
            sheet_import.check_named(changed(id=key))


def test_no_structure_has_a_name_longer_than_a_tournaments() -> None:
    assert sheet_import.check_named(changed(name="x" * 200))[1] == "x" * 200
    with pytest.raises(BadSheet, match="at most 200"):
        sheet_import.check_named(changed(name="x" * 201))
