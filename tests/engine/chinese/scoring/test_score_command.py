"""`python -m engine score FILE`: what it prints, what it exits with, and what it says to files that are none."""

from __future__ import annotations

import json
import re

import pytest

from engine.__main__ import main

WORKED = {
    "id": "worked example",
    "boards": [
        {"front": "Ks Kh 4d", "middle": "Ad Jd 9d 6d 3d", "back": "Ac Kc 8c 5c 2c"},
        {
            "front": ["As", "Ah", "5s"],
            "middle": ["9s", "9h", "4s", "4h", "Jc"],
            "back": ["Qs", "Qh", "Qd", "7s", "7h"],
        },
    ],
    "expected": {
        "points": [4, -4],
        "foul": [False, False],
        "royalties": [{"front": 8, "middle": 8, "back": 4}, {"front": 9, "middle": 0, "back": 6}],
        "fl_next": [15, 16],
        # The other way round than we compare them, which is the same.
        "pairs": [
            {"a": 1, "b": 0, "rows": {"front": 1, "middle": -1, "back": 1}, "royalty": -5, "scoop": 0, "net": -4}
        ],
    },
}
STACKS = {
    "id": "short stack",
    "kind": "stacks",
    "pair_nets": {"0-1": 12, "1-2": 20, "1-3": 20},
    "stacks": [100, 10, 100, 100],
    "button": 3,
    "rule": {"mode": "sequential", "bust_void": True},
    "expected": [110, 0, 100, 100],
}
RAKE = {
    "id": "five per cent",
    "kind": "rake",
    "deltas": [700, -700],
    "rule": {"mode": "net_winners", "bps": 500},
    "expected": [35, 0],
}


def run(tmp_path, capsys, whole, *options):
    path = tmp_path / "cases.json"
    path.write_text(whole if isinstance(whole, str) else json.dumps(whole), encoding="utf-8")
    code = main(["score", str(path), *options])
    return code, capsys.readouterr().out.splitlines()


def one(tmp_path, capsys, case, **whole):
    kind = "money" if "kind" in case else "hands"
    code, lines = run(tmp_path, capsys, {kind: [case], **whole}, "--json")
    assert len(lines) == 1
    return code, json.loads(lines[0])


def test_a_line_a_case(tmp_path, capsys):
    code, lines = run(tmp_path, capsys, {"hands": [WORKED], "money": [STACKS, RAKE]})
    assert code == 0
    assert lines == [
        "matches  worked example  [4, -4]",
        "matches  short stack  [110, 0, 100, 100]",
        "matches  five per cent  [35, 0]",
    ]


def test_a_json_line_a_case(tmp_path, capsys):
    code, line = one(tmp_path, capsys, WORKED)
    assert code == 0
    assert list(line) == ["id", "ok", "points", "foul", "royalties", "pairs", "fl_next", "why"]
    expected = WORKED["expected"]
    assert {key: line[key] for key in expected if key != "pairs"} == {
        key: value for key, value in expected.items() if key != "pairs"
    }
    code, line = one(tmp_path, capsys, STACKS)
    assert (code, line) == (0, {"id": "short stack", "ok": True, "chips": [110, 0, 100, 100], "why": ""})


def test_a_difference_is_named_and_exits_with_one(tmp_path, capsys):
    wrong = {**WORKED, "expected": {**WORKED["expected"], "points": [5, -5]}}
    code, lines = run(tmp_path, capsys, {"hands": [wrong, WORKED]})
    assert code == 1
    assert lines[0].startswith("DIFFERS  worked example  [4, -4]  points [4, -4], expected [5, -5]")
    assert lines[1].startswith("matches")
    code, line = one(tmp_path, capsys, {**RAKE, "expected": [34, 0]})
    assert (code, line["why"]) == (1, "chips [35, 0], expected [34, 0]")


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        ([], "pairs [(0, 1)], expected []"),
        ([{"a": 0, "b": 1, "net": 5}], "pair 0-1: net 4, expected 5"),
        ([{"a": 0, "b": 1, "scoop": 3}], "pair 0-1: scoop 0, expected 3"),
        ([{"a": 0, "b": 1, "rows": {"front": 1, "middle": 1, "back": -1}}], "pair 0-1: rows"),
        ([{"a": 0}], "an expected pair must be an object with seats 'a' and 'b'"),
    ],
)
def test_a_pair_that_differs_is_named(tmp_path, capsys, pairs, said):
    code, line = one(tmp_path, capsys, {**WORKED, "expected": {"pairs": pairs}})
    assert code == 1
    assert said in line["why"]


def test_a_joker_read_otherwise_differs_unless_only_the_suit_does(tmp_path, capsys):
    jokered = {"front": "Kd Qc X1", "middle": "Ac Ad 8d 6c 5c", "back": "9s 9h 4s 4d 2c"}
    case = {"id": "joker", "boards": [jokered, WORKED["boards"][1] | {"front": "3s 3h 5s", "middle": "Th Tc 6s 6h Jc"}]}
    for front, ok in (("Kd Qc Ks", True), ("Kd Qc Kh", True), ("Kd Qc As", False)):
        reading = [{**jokered, "front": front}, case["boards"][1]]
        _, line = one(tmp_path, capsys, {**case, "boards": case["boards"], "expected": {"joker_reading": reading}})
        assert line["ok"] is ok, line["why"]


def test_what_is_not_expected_is_scored_all_the_same(tmp_path, capsys):
    case = {key: value for key, value in WORKED.items() if key != "expected"}
    code, line = one(tmp_path, capsys, case)
    assert (code, line["ok"], line["points"]) == (0, None, [4, -4])


def test_defaults_of_the_file_and_overrides_of_the_case(tmp_path, capsys):
    _, line = one(tmp_path, capsys, WORKED, profile_defaults={"royalties": {"mode": "winning_rows"}})
    assert line["points"] == [-8, 8]
    overridden = {**WORKED, "profile": {"royalties": {"mode": "all", "front": {"KK": 0}}}}
    _, line = one(tmp_path, capsys, overridden, profile_defaults={"royalties": {"mode": "winning_rows"}})
    assert line["points"] == [-4, 4]


BOARDS = WORKED["boards"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"boards": [BOARDS[0]]}, "a case has 2 to 4 boards, not 1"),
        ({"boards": [BOARDS[0], BOARDS[0]]}, "the boards: .* is there twice; a deck has every card once"),
        ({"boards": [BOARDS[0], {**BOARDS[1], "front": "As Ah"}]}, "board 2: the front needs 3 cards, not 2"),
        ({"boards": [BOARDS[0], {**BOARDS[1], "front": ["As", "Ah", "1s"]}]}, "'1s' is no card"),
        ({"boards": [BOARDS[0], {**BOARDS[1], "front": 7}]}, "board 2: the front must be cards such as"),
        ({"boards": [BOARDS[0], {"front": "As Ah 5s"}]}, "board 2 must be an object with front, middle, back"),
        ({"boards": [BOARDS[0], None]}, "board 2 was not set and is not surrendered"),
        ({"surrendered": [True, False]}, "no hand may be surrendered"),
        ({"fl_in": [14]}, "fl_in must be 2 numbers of cards"),
        ({"profile": {"jokr": {}}}, "a profile has no 'jokr'; it may have variant"),
        ({"profile": {"scoring": {"rows": 1}}}, "a profile has no 'scoring.rows'; it may have row, majority, scoop"),
        ({"profile": {"scoring": 1}}, "scoring must be an object"),
        ({"profile": {"scoring": {"row": "1"}}}, "row_points must be int, not '1'"),
        ({"profile": {"comparison": "ring"}}, "comparison must be one of all_pairs, left_neighbour"),
        ({"profile": {"royalties": {"front": {"6": 1}}}}, "'6 1' is no line of a table of royalties for the front"),
        ({"profile": {"royalties": {"back": {"flush": 1.5}}}}, "the royalty of flush must be a whole number"),
        ({"profile": {"fantasyland": {"entry_pair": "X"}}}, "fantasyland.entry_pair must be a rank"),
        ({"profile": {"fantasyland": {"stay_cards": 12}}}, "stay_cards_always must be one of 13 to 17, not 12"),
        ({"profile": {"fantasyland": {"stay_cards": "more"}}}, "fantasyland.stay_cards must be one of same"),
        ({"profile": {"naturals": {"unicorn": 3}}}, "there is no natural 'unicorn'; there are dragon"),
    ],
)
def test_a_case_that_cannot_be_scored_says_what_would_be_right(tmp_path, capsys, change, said):
    code, line = one(tmp_path, capsys, {**WORKED, **change})
    assert code == 1
    assert line["id"] == "worked example"
    assert line["ok"] is False
    assert _matches(said, line["why"]), line["why"]


@pytest.mark.parametrize(
    ("case", "said"),
    [
        (STACKS | {"kind": "chips"}, "kind must be one of stacks, rake, not 'chips'"),
        (STACKS | {"stacks": [1, "2"]}, "stacks must be a list of whole numbers"),
        (STACKS | {"button": 4}, "button must be one of the seats 0 to 3, not 4"),
        (STACKS | {"pair_nets": {"01": 3}}, "pair_nets holds what a pair's first seat wins"),
        (STACKS | {"pair_nets": {"0-9": 3}}, "seats 0 and 9 are no pair"),
        (STACKS | {"rule": {"mode": "fair"}}, "rule.mode must be one of net_prorata, sequential, credit"),
        (STACKS | {"rule": {"mode": "net_prorata", "win_cap": True}}, "rule.win_cap goes with the mode sequential"),
        (STACKS | {"rule": {"cap": True}}, "a stacks rule has no 'cap'"),
        (RAKE | {"deltas": [700, -600]}, "deltas must sum to zero, not to 100"),
        (RAKE | {"rule": {"mode": "generous"}}, "rule.mode must be one of each_winner, net_winners"),
        (RAKE | {"rule": {"mode": "net_winners", "bps": 10001}}, "rake_hundredths must be one of 0 to 10000"),
        (RAKE | {"rule": {"mode": "per_point", "per_point": 1, "point_value": 0}}, "rule.point_value must be"),
    ],
)
def test_money_that_cannot_be_settled_says_what_would_be_right(tmp_path, capsys, case, said):
    code, line = one(tmp_path, capsys, case)
    assert code == 1
    assert said in line["why"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"hands": [\n  {"id": 1,}\n]}', "line 2 column"),
        ("[]", "one JSON object with 'hands' and 'money', not a list"),
        ("{}", "this one has neither"),
        ('{"schema": "else", "hands": []}', "this file's schema is 'else'"),
        ('{"hands": {}}', "hands must be a list, not an object"),
        ('{"hands": [], "profile_defaults": {"x": 1}}', "a profile has no 'x'"),
    ],
)
def test_a_file_that_is_none_is_told_why(tmp_path, capsys, text, said):
    path = tmp_path / "cases.json"
    path.write_text(text, encoding="utf-8")
    assert main(["score", str(path)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err
    assert "cases.json: " in told.err


def test_a_case_that_is_no_object_is_named_by_its_place(tmp_path, capsys):
    code, lines = run(tmp_path, capsys, {"hands": [WORKED, 7]}, "--json")
    assert code == 1
    assert json.loads(lines[1]) == {"id": "hands[1]", "ok": False, "why": "hands[1] must be an object, not a number"}


def test_a_file_that_is_not_there(tmp_path, capsys):
    assert main(["score", str(tmp_path / "none.json")]) == 2
    assert "none.json" in capsys.readouterr().err


def _matches(said, why):
    return re.search(".*".join(re.escape(part) for part in said.split(".*")), why)
