"""Sheets: kept whole, refused with the place named, and not scheduled while something is missing."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from engine.hand import Stakes
from tests.shared import needs_shared, shared
from tournaments import sheets, structures
from tournaments.structures import BadSheet, Break, Level

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
    return [structures.stakes(sheet, item) for item in structures.items(sheet) if isinstance(item, Level)]


def test_levels_become_stakes() -> None:
    assert structures.missing(OWN) == ()
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
        ({"items": [{**LEVEL, "minutes": 0}]}, "1 or more"),
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
        structures.missing(changed(**changes))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"partial": True}, "only a part"),
        ({"items": [{**LEVEL, "minutes": None}]}, "no minutes"),
        ({"starting_chips": None}, "starting chips"),
        ({"game": "Whist"}, "Whist"),
        ({"game": "mixed", "rotation": {"unit": "hands"}}, "mixed"),
        ({"rebuy": {"cost": 60}}, "rebuy"),
        ({"lammers": {"count": 2}}, "lammers"),
        ({"items": [{**LEVEL, "sb": 200, "bb": 100}]}, "Level 1 cannot be played"),
        ({"items": [{"type": "level", "n": 1, "minutes": 10}]}, "Level 1 has no bets"),
    ],
)
def test_an_unfinished_sheet_says_what_is_missing(changes: dict[str, Any], words: str) -> None:
    assert words in " ".join(structures.missing(changed(**changes)))


def test_a_break_without_length_is_no_gap() -> None:
    untimed = changed(items=[LEVEL, {"type": "break", "minutes": None, "note": "Dinner"}, OWN["items"][2]])
    assert structures.missing(untimed) == ()


def test_our_own_sheets_can_be_scheduled_and_their_levels_grow() -> None:
    for sheet in sheets.read(sheets.OWN):
        assert structures.missing(sheet) == ()
        blinds = [stakes.big_blind for stakes in stakes_of(dict(sheet))]
        assert blinds == sorted(blinds)


@needs_shared
@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet["id"])
def test_published_sheets_are_read_whole(sheet: dict[str, Any]) -> None:
    items = structures.items(sheet)
    assert sum(isinstance(item, Level) for item in items) == sheet["validation"]["levels"]
    assert sum(isinstance(item, Break) for item in items) == sheet["validation"]["breaks"]


@needs_shared
def test_which_published_sheets_can_be_scheduled_and_why_not() -> None:
    missing = {sheet["id"]: " ".join(structures.missing(sheet)) for sheet in SHEETS}
    ready = {key for key, words in missing.items() if not words}
    assert ready == {"barge-2019-main", "wsop-main-2003", "wsop-main-2004"}
    assert "only a part" in missing["wsop-main-2019-l1-6"]
    assert "no minutes" in missing["homepokertourney-t1000"]
    assert "lammers" in missing["barge-2019-plo-lammers"]
