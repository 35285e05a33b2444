"""Files of cases: the published ones all match; a changed answer differs; what is no such file says what would be one."""

from __future__ import annotations

import copy
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.support.shared import SHARED, needs_shared
from tournaments.cases import SECTIONS, BadCases, outcomes

FILES = ("tda", "icm", "chop", "bounty", "points_formulas", "blind_generator")


def differing(file: Any) -> list[str]:
    return [str(one) for one in outcomes(json.dumps(file)) if not one.ok]


@needs_shared
@pytest.mark.parametrize("name", FILES)
def test_every_published_case_matches(name: str) -> None:
    found = outcomes((SHARED / "vectors" / f"{name}.json").read_text(encoding="utf-8"))
    assert [str(one) for one in found if not one.ok] == []
    assert len(found) >= 5
    assert len({one.id for one in found}) == len(found)


def changed(value: Any) -> Any:
    """Another answer than that."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, list) and value:
        return [changed(value[0]), *value[1:]]
    if isinstance(value, dict) and value:
        return {key: changed(one) for key, one in value.items()}
    return 1 if value is None else None


EXPECTED = {
    "vectors": ("expected", "exact", "published", "prize_pool", "paid", "paid_to_A", "each_paid"),
    "large": ("expected",),
    "finish_probabilities": ("p",),
    "rounding": ("expected",),
    "leader_over_first": ("exact",),
    "formulas": (),
    "cases": ("output",),
    "acceptance_example": ("output",),
    "dead_button": (),
    "dead_button_fuzz": ("double_bb", "skipped_bb"),
    "balance_destination": ("expect_seat",),
    "balance_mover": ("expect_mover",),
    "balance_halt": ("halt",),
    "balance_trigger": ("move",),
    "break_when": ("can_break", "to_final"),
    "final_table": ("combine_at",),
    "simultaneous_bust": ("places",),
    "tie_share": ("expected",),
    "odd_chips": ("expected",),
    "chip_race": ("expected_high_chips", "value_after", "round_up_variant"),
    "betting_examples": ("min_raise_to", "A_may_raise", "C_may_raise", "pot_5000_or_more", "BB_min_raise_to_before"),
    "dead_money_rules": (),
}


@needs_shared
@pytest.mark.parametrize("name", FILES)
def test_a_changed_answer_differs(name: str) -> None:
    """Whatever is expected is compared: each answer of each case, changed by itself, is found out."""
    file = json.loads((SHARED / "vectors" / f"{name}.json").read_text(encoding="utf-8"))
    tried = 0
    remarks = {key: value for key, value in file.items() if key not in SECTIONS}
    for section in set(file) & set(SECTIONS):
        held = file[section]
        cases = held if isinstance(held, list) else [held] if section not in ("cases",) else list(held.values())
        for at, case in enumerate(cases):
            for key in EXPECTED[section]:
                if not isinstance(case, dict) or key not in case:
                    continue
                other = {**copy.deepcopy(case), key: changed(copy.deepcopy(case[key]))}
                wrong = (
                    [*cases[:at], other] if isinstance(held, list) else {"it": other} if section == "cases" else other
                )
                assert differing({**remarks, section: wrong}), f"{section}[{at}] {key}"
                tried += 1
    assert tried or name == "points_formulas"


def test_changed_points_and_hands_differ() -> None:
    tests = [{"n": 9, "r": 1, "ln": 2.302585, "log10": 1.0}]
    formula = {"id": "td_default", "f": "log((n+1)/r)", "tests": tests}
    assert differing({"formulas": [formula]}) == []
    assert (
        "log10: 1.1 expected, 1 found"
        in differing({"formulas": [{**formula, "tests": [{**tests[0], "log10": 1.1}]}]})[0]
    )
    hands = [{"btn": 1, "sb": 2, "bb": 3, "live": [1, 2, 3, 4]}, {"btn": 2, "sb": 3, "bb": 1}]
    assert "hand 2: bb: 1 expected, 4 found" in differing({"dead_button": [{"hands": hands}]})[0]


# -- others of the same forms -----------------------------------------------------------------------------------------

OWN: dict[str, Any] = {
    "vectors": [
        {"id": "icm", "stacks": [1, 1, 0], "prizes": [50, 30, 20], "expected": [40, 40, 20]},
        {"id": "printed", "stacks": [50, 30, 20], "prizes": [900, 400, 200], "published": [618, 485, 397]},
        {"id": "exact", "stacks": [5000, 3000, 2000], "prizes": [50, 30, 20], "expected_exact": ["1075/28", "131/4", "202/7"]},
        {"id": "icm deal", "stacks": [3, 1], "prizes": [70.5, 30], "method": "icm", "exact": [60.375, 40.125]},
        {"id": "even", "stacks": [9, 1], "prizes": [7, 4], "method": "even", "exact": [5.5, 5.5], "expected": [6, 5]},
        {"id": "by chips alone", "stacks": [3, 1], "prizes": [70, 30], "method": "proportional", "exact": [75, 25]},
        {"id": "custom", "prizes": [70, 30], "shares": [55, 35], "keep": 10, "method": "custom", "expected": [55, 35]},
        {"id": "fixed", "buy_in": 50, "bounty": 10, "entries": 3, "prize_pool": 120},
        {"id": "three hunters", "heads": {"A": 1, "B": 1, "C": 1, "D": 16}, "event": "C, A and B bust D", "unit": 1,
         "paid_to_C": 3, "paid_to_B": 2, "head_C_after": 4, "head_A_after": 4, "head_B_after": 3},
        {"id": "three split", "event": "three players split the pot that busts C", "head_C": 12, "each_paid": 2},
        {"id": "cents", "event": "A busts B", "heads": {"A": 1, "B": 0.25}, "paid_to_A": 0.12, "head_A_after": 1.13},
        {"id": "pots", "busted": "C", "pots": [{"eligible": ["A", "B", "C"], "winners": ["A"]},
         {"eligible": ["B", "C"], "winners": ["B"]}], "winner": "B"},
        {"id": "drawn", "event": "mystery", "drawn": [50, 20], "unopened": [30], "pool": 100},
    ],
    "formulas": [
        {"id": "ours", "f": "n^2 + 1 if k < 3 else bonus", "tests": [{"n": 3, "k": 2, "bonus": 0, "points": 10}]},
        {"id": "drop_worst", "tests": [{"scores": [5, 9, 1], "m": 2, "points": 14}]},
        {"id": "pokerorg", "tests": [{"n": 2, "points": [2, 1.41421]}]},
        {"id": "championship_stack", "tests": [{"base": 5000, "rank": 1, "ranked": 3, "stack": 6000}]},
    ],
    "cases": [{"input": {"stack": 1000, "players": 20, "minutes": 60, "level_min": 20, "bb0": 20},
               "output": {"levels": 3, "bb": [20, 150, 1000]}}],
    "betting_examples": [
        {"rule": "43", "blinds": [25, 50], "actions": "A raises 75 to 125, B raises 75 to 200, C 500", "min_raise_to": 800},
        {"rule": "45", "to_call": 325, "silent_chips": [500, 25], "result": "min raise to 650"},
        {"rule": "45", "to_call": 1000, "silent_total": 1400, "result": "call, 400 returned"},
        {"rule": "54", "blinds": [100, 200], "dead_sb": True, "pot_bet": 700},
        {"rule": "47", "blinds": [100, 200], "street": "flop",
         "actions": "A 300; B all-in 500; C all-in 650; D all-in 800; E 800", "A_may_raise": True},
        {"rule": "47", "then": "A calls", "E_may_raise": False},
        {"rule": "47", "then": "E folds", "A_may_raise": False},
        {"rule": "44", "actions": "facing a bet, raise declared, one oversized chip", "result": "raise = chip"},
    ],
    "simultaneous_bust": [
        {"id": "tie", "left_before": 20, "policy": "tie", "places": {"a": [19, 20], "b": [19, 20]},
         "busts": [{"id": "a", "table": 1, "start": 9000}, {"id": "b", "table": 2, "start": 10}]},
    ],
    "odd_chips": [
        {"id": "two pots", "pots": [300, 300], "unit": 100, "winners": [2, 5], "btn": 9, "expected": {"2": 400, "5": 200}},
        {"id": "quarters", "game": "omaha8", "pot": 105, "unit": 5, "high": [1, 4], "low": [1, 4], "btn": 3,
         "expected": {"4": 55, "1": 50}},
        {"id": "suits", "game": "stud", "pot": 103, "winners": {"3": ["Ks", "2c"], "7": ["Ad"], "8": "Ac"},
         "expected": {"7": 35, "8": 34, "3": 34}},
    ],
    "chip_race": [
        {"id": "saved", "low": 25, "high": 100, "odd_low_chips": {"1": 1, "2": 3}, "value_after": 200,
         "cards": {"1": ["2c"], "2": ["Ac", "9h", "Jd"]}, "other_value": {"1": 0, "2": 500},
         "expected_high_chips": {"1": 1, "2": 1}, "saved_from_bust": [1]},
    ],
    "dead_money_rules": {"rounds": 1, "players": 6, "hands": 6},
}  # fmt: skip


def test_others_of_the_same_forms_match() -> None:
    assert differing(OWN) == []
    assert all(one.ok for one in outcomes(json.dumps(OWN)))


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ({"vectors": [{"prizes": [1]}]}, "a vector has stacks and prizes"),
        ({"vectors": [{"stacks": [1, 2]}]}, "the case has no prizes; it has stacks"),
        ({"vectors": [{"stacks": [1, -2], "prizes": [5], "expected": [1, 2]}]}, "a stack must be 0 or more"),
        ({"vectors": [{"stacks": [1], "prizes": [5], "method": "coin"}]}, "there are icm, chip_chop"),
        ({"vectors": [{"event": "A beats B"}]}, "no bounty is told of"),
        ({"formulas": [{"id": "x", "f": "q + 1", "tests": [{"n": 1, "points": 1}]}]}, "There is no q;"),
        ({"betting_examples": [{"blinds": [1, 2], "actions": "A jumps", "min_raise_to": 4}]}, "'A jumps' is no action"),
        ({"simultaneous_bust": [{"left_before": 3, "busts": [], "places": {}, "policy": "age"}]}, "no policy 'age'"),
        ({"cases": [{"input": {"stack": 5, "tables": 3}, "output": {}}]}, "the case has no players, minutes"),
        ({"chip_race": [{"low": 25, "high": 60, "odd_low_chips": {}, "round_up_variant": {}}]}, "worth several"),
    ],
)
def test_a_case_that_cannot_be_read_says_why(file: Any, words: str) -> None:
    (told,) = differing(file)
    assert words in told


def test_a_case_without_an_answer_is_not_compared() -> None:
    (one,) = outcomes(json.dumps({"vectors": [{"stacks": [1], "prizes": [5]}]}))
    assert (one.ok, one.why) == (None, "it expects nothing that can be compared")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"vectors": [\n {"id": }]}', "line 2 column 9: this is no JSON"),
        ("", "line 1 column 1"),
        ("3", "one JSON object; known sections are vectors"),
        ('{"hands": []}', "no section of this file is known: it has hands; known sections are vectors, large"),
        ('{"vectors": 3}', "vectors must be a list of cases, or an object"),
        ('{"vectors": [3]}', r"vectors\[0\] must be an object, not int"),
        ('{"vectors": []}', "has no cases in vectors"),
        ('{"vectors": [{"stacks": [NaN], "prizes": []}]}', "NaN is no number of JSON"),
        ("[" * 100_000, "nested too deeply|no JSON"),
    ],
)
def test_what_is_no_file_of_cases_says_what_would_be_one(text: str, words: str) -> None:
    with pytest.raises(BadCases, match=words):
        outcomes(text)


# -- the command ------------------------------------------------------------------------------------------------------


def told(path: Path, *options: str) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("cases", str(path), *options, stdout=out)
    except SystemExit as ended:
        return int(str(ended.code)), out.getvalue()
    except CommandError as refused:
        return refused.returncode, str(refused)
    return 0, out.getvalue()


def test_the_command_prints_a_line_a_case(tmp_path: Path) -> None:
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(OWN), encoding="utf-8")
    code, printed = told(file)
    assert code == 0
    assert printed.splitlines()[0].split() == ["ok", "icm"]
    assert printed.splitlines()[-1].endswith("ok, 0 differ, 0 not compared")
    code, printed = told(file, "--json")
    lines = [json.loads(line) for line in printed.splitlines()]
    assert (code, len(lines)) == (0, len(outcomes(json.dumps(OWN))))
    assert lines[0] == {"id": "icm", "ok": True, "why": ""}


def test_the_command_ends_with_1_on_a_difference_and_2_on_what_cannot_be_read(tmp_path: Path) -> None:
    file = tmp_path / "cases.json"
    file.write_text('{"vectors": [{"stacks": [1], "prizes": [5], "expected": [4]}]}', encoding="utf-8")
    code, printed = told(file, "--json")
    assert (code, json.loads(printed)["ok"]) == (1, False)
    assert json.loads(printed)["why"] == "expected: [4] expected, [5] found"
    file.write_bytes(b"\xff\xfe")
    assert told(file)[0] == 2
    assert "no UTF-8" in told(file)[1]
    code, printed = told(tmp_path / "none.json")
    assert (code, "No such file" in printed) == (2, True)
    code, printed = told(tmp_path)
    assert (code, "directory" in printed) == (2, True)


def test_cases_of_a_section_nobody_knows_are_not_passed_over() -> None:
    known = {"transitions": 50, "double_bb": 0, "skipped_bb": 0}
    found = outcomes(json.dumps({"dead_button_fuzz": known, "souffle": [{"id": "a"}], "source": "x", "notes": ["y"]}))
    assert [(one.id, one.ok) for one in found] == [("dead_button_fuzz", True), ("a", False)]
    assert "nothing works out souffle" in found[1].why


@needs_shared
@pytest.mark.parametrize("name", FILES)
def test_a_case_with_a_member_missing_or_strange_is_told_not_fallen_over(name: str) -> None:
    file = json.loads((SHARED / "vectors" / f"{name}.json").read_text(encoding="utf-8"))
    for section, held in file.items():
        if section in SECTIONS and isinstance(held, list) and held and isinstance(held[0], dict):
            for key in held[0]:
                for strange in (None, "x", -1, [], {}, [None], {"a": "b"}):
                    assert len(outcomes(json.dumps({section: [{**held[0], key: strange}]}))) == 1
                without = {one: value for one, value in held[0].items() if one != key}
                assert len(outcomes(json.dumps({section: [without]}))) == 1
