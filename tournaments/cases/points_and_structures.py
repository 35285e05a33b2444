"""Cases of league points and of generated structures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations
from typing import Any

from tournaments.cases.compare import Check, NotACase, is_number, need, numbers
from tournaments.formulas import league_points
from tournaments.formulas.league_points import Formula, Overall
from tournaments.formulas.season_standings import Result, Scoring, table
from tournaments.structures import generator

Case = Mapping[str, Any]

# -- points -----------------------------------------------------------------------------------------------------------

# What a test expects, and by which formula of the registry where the published one has several readings.
_EXPECTED = ("points", "expected", "total", "ln", "log10")
_READINGS = {"td_default": {"log10": "td_log10"}}
_NAMES = {"players": "players", "entries": "players", "place": "place", "rank": "place", "buyin": "buy_in"}


def check_points(case: Case, check: Check) -> None:
    """Each of the formula's `tests`; a formula that is not of the registry is read as its `f` stands."""
    tests = case.get("tests", [])
    if not isinstance(tests, list) or not all(isinstance(test, dict) for test in tests):
        raise NotACase("tests must be a list of objects, each with variables and points")
    for at, test in enumerate(tests):
        name = "" if len(tests) == 1 else f"tests[{at}] "
        special = _SEASON.get(str(case.get("id")))
        if special is not None:
            check.same(f"{name}points", *special(test))
            continue
        wanted = [key for key in _EXPECTED if key in test]
        if not wanted:
            raise NotACase(f"{name}expects nothing: one of {', '.join(_EXPECTED)} is missing")
        values = {_NAMES.get(key, key): value for key, value in test.items() if key not in wanted and is_number(value)}
        for key in wanted:
            check.same(name + key, test[key], _scored(_formula(case, key, values), values, test[key]))
    if not tests and str(case.get("id")) in _EXAMPLES:
        _EXAMPLES[str(case["id"])](case, check)
        check.notes.append("the case has no tests: tried on examples")


def _formula(case: Case, wanted: str, values: Mapping[str, float]) -> Formula:
    key = str(case.get("id"))
    key = _READINGS.get(key, {}).get(wanted, key)
    if key in league_points.FORMULAS:
        return league_points.formula(key)
    (text,) = need(case, "f")
    return Formula(str(text), (*league_points.VARIABLES, *league_points.SHORT, *values))


def _scored(formula: Formula, values: Mapping[str, float], expected: Any) -> Any:
    """The points; for a list of them those of the places from 1."""
    if isinstance(expected, list):
        told = {name: value for name, value in values.items() if name not in ("place", *_PLACES)}
        return [formula.points(**told, place=at) for at in range(1, len(expected) + 1)]
    return formula.points(**values)


_PLACES = [short for short, long in league_points.SHORT.items() if long == "place"]


def _points_of(test: Case) -> Any:
    for key in ("points", "expected", "total", "stack"):
        if key in test:
            return test[key]
    raise NotACase(f"the test expects nothing: it has {', '.join(test)}")


def _first(test: Case, *names: str, otherwise: Any = None) -> Any:
    found = next((test[name] for name in names if name in test), otherwise)
    if found is None:
        raise NotACase(f"the test has none of {', '.join(names)}; it has {', '.join(test)}")
    return found


def _drop_worst(test: Case) -> tuple[Any, float]:
    scores = _first(test, "scores", "results")
    best = _first(test, "m", "best", "count", otherwise=len(scores))
    return _points_of(test), Overall(best=best).of(scores)


def _td_overall(test: Case) -> tuple[Any, float]:
    scores = test.get("scores") or [_first(test, "avg")]
    return _points_of(test), Overall("td_overall").of(scores)


def _participation(test: Case) -> tuple[Any, float]:
    each = _first(test, "k", "per_event", otherwise=1)
    return _points_of(test), league_points.formula("participation").points() * each * _first(
        test, "events", "n", otherwise=1
    )


def _first_entry(test: Case) -> tuple[Any, float]:
    return _points_of(test), float(numbers(test, "scores")[0])


def _fixed_table(test: Case) -> tuple[Any, float]:
    rows = [(row["entries"][0], row["entries"][1], row["points"]) for row in _first(test, "table", "rows")]
    return _points_of(test), league_points.by_table(rows)(_first(test, "n", "players"), _first(test, "k", "place"))


def _stack(test: Case) -> tuple[Any, float]:
    base, rank, ranked = _first(test, "base"), _first(test, "rank", "r"), _first(test, "ranked", "n", "players")
    return _points_of(test), league_points.championship_stack(base, rank, ranked, test.get("step", 500))


_SEASON = {
    "drop_worst": _drop_worst,
    "td_overall": _td_overall,
    "participation": _participation,
    "first_entry_only": _first_entry,
    "fixed_table": _fixed_table,
    "championship_stack": _stack,
}


def _example_overall(case: Case, check: Check) -> None:
    """The published expression beside ours."""
    published = Formula(str(case["f"]), ("avg",))
    for scores in ([0.5], [1.0, 3.0], [0.0, 0.25, 2.0]):
        ours = Overall("td_overall").of(scores)
        check.same(str(scores), published.points(avg=sum(scores) / len(scores)), ours, 1e-9)


def _example_best(case: Case, check: Check) -> None:
    """The best m of k is the most that any m of them come to."""
    scores = [30.0, 12.5, 0.0, 30.0, 7.25]
    for best in range(1, 7):
        most = max(sum(some) for some in combinations(scores, min(best, len(scores))))
        check.same(f"the best {best}", most, Overall(best=best).of(scores), 1e-9)


def _season(scoring: Scoring, *played: tuple[int, int, int]) -> dict[str, float]:
    """The points of A by a season of (event, place, entry) among ten."""
    results = [Result(event, "A", place, place, 10, entry) for event, place, entry in played]
    return {row.player: row.points for row in table(results, scoring)}


def _example_attendance(case: Case, check: Check) -> None:
    scoring = Scoring(Formula("players - place"), attendance=3)
    check.same("two events, second and tenth", {"A": 8 + 3 + 0 + 3}, _season(scoring, (1, 2, 1), (2, 10, 1)))


def _example_first_entry(case: Case, check: Check) -> None:
    played = ((1, 8, 1), (1, 1, 2))
    formula = Formula("players - place")
    check.same("the first entry", {"A": 2}, _season(Scoring(formula, first_entry_only=True), *played))
    check.same("the best entry", {"A": 9}, _season(Scoring(formula), *played))


def _example_table(case: Case, check: Check) -> None:
    by_place = league_points.by_table([(2, 9, (10, 6)), (10, 20, (15, 9, 5))])
    check.same("points", [10, 0, 5, 0], [by_place(9, 1), by_place(9, 3), by_place(10, 3), by_place(21, 1)])


def _example_stack(case: Case, check: Check) -> None:
    step = int((re.findall(r"\d+", str(case.get("f"))) or ["500"])[0])
    found = [league_points.championship_stack(5000, rank, 4, step) for rank in (1, 2, 3, 4)]
    check.same("stacks of four", [5000 + 3 * step, 5000 + 2 * step, 5000 + step, 5000], found)


# For formulas that are told in words, without tests.
_EXAMPLES = {
    "td_overall": _example_overall,
    "drop_worst": _example_best,
    "participation": _example_attendance,
    "first_entry_only": _example_first_entry,
    "fixed_table": _example_table,
    "championship_stack": _example_stack,
}

# -- structures -------------------------------------------------------------------------------------------------------

_ASKED = {
    "players": "players",
    "stack": "stack",
    "minutes": "minutes",
    "level_min": "level_minutes",
    "level_minutes": "level_minutes",
    "bb0": "first_big_blind",
    "rebuys": "rebuys",
    "rebuy_stack": "rebuy_stack",
    "addons": "addons",
    "addon_stack": "addon_stack",
    "end_frac": "end_fraction",
    "speed": "speed",
}


def check_blinds(case: Case, file: Case, check: Check) -> None:
    """`input` to `output`: chips, levels, growth and the big blinds; by the case's ladder, the file's, or the usual."""
    told, expected = need(case, "input", "output")
    if not isinstance(told, dict) or not isinstance(expected, dict):
        raise NotACase("input and output must be objects")
    if "hours" in told and "minutes" not in told:
        told = {**told, "minutes": round(60 * told["hours"])}
    need(told, "players", "stack", "minutes")
    known = {*_ASKED, "ladder", "chips", "hours"}
    strange = sorted(name for name, value in told.items() if name not in known and not isinstance(value, str))
    if strange:
        raise NotACase(f"a structure is not generated from {', '.join(strange)}; from {', '.join(_ASKED)}")
    ladder = told.get("ladder") or file.get("ladder_decades") or generator.LADDER
    asked = generator.Asked(
        **{"level_minutes": 20, **{_ASKED[name]: value for name, value in told.items() if name in _ASKED}},
        ladder=tuple(ladder),
        chips=tuple(told.get("chips", ())),
    )
    found = generator.blinds(asked)
    figures = {"total_chips": found.total_chips, "levels": found.levels, "bb": list(found.big_blinds)}
    check.expected(expected, figures)
    check.expected(expected, {"growth": found.growth}, 6e-5)
    check.expected(expected, {"final_bb_target": found.target}, 0.5)
    if "sb" in expected or "remove" in expected:
        items = generator.sheet(asked)["items"]
        check.expected(expected, {"sb": [item["sb"] for item in items if item["type"] == "level"]})
    steps = re.findall(r"\d+", str(case.get("matches", "")))
    if steps:
        check.notes.append(str(case["matches"]))
