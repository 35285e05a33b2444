"""League points: published formulas, a club's own expression kept to arithmetic, seasons and their tie-breaks."""

from __future__ import annotations

import contextlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.base.errors import ClubError
from tests.support.messages import said_in
from tests.support.shared import needs_shared, vectors
from tournaments.formulas import league_points
from tournaments.formulas.league_points import BadFormula, Formula, Overall
from tournaments.formulas.season_standings import Result, Scoring, table

# -- formulas ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", sorted(league_points.FORMULAS))
@given(players=st.integers(2, 5000), data=st.data())
def test_a_better_place_scores_no_less(key: str, players: int, data: st.DataObject) -> None:
    place = data.draw(st.integers(1, players - 1))
    told = {"players": players, "buy_in": 50.0, "spent": 80.0, "hits": 2, "prize": 100}
    formula = league_points.formula(key)
    assert formula.points(place=place, **told) >= formula.points(place=place + 1, **told)


@needs_shared
def test_the_expressions_are_the_published_ones() -> None:
    published = {one["id"]: one for one in vectors("points_formulas")["formulas"]}
    for key, names in (("pokerstars", "nkb"), ("dr_neau", "nbef")):
        for told in ({"n": 33, "k": 4, "b": 12.5, "e": 30, "f": 4}, {"n": 500, "k": 1, "b": 100, "e": 100, "f": 1}):
            values = {name: told[name] for name in names}
            ours = league_points.formula(key).points(**values)
            assert Formula(published[key]["f"]).points(**values) == pytest.approx(ours, rel=1e-12)


def test_short_names_stand_for_the_long() -> None:
    formula = Formula("n - k + place")
    assert formula.points(players=10, place=3) == formula.points(n=10, k=3) == 10
    assert Formula("players / place").points(n=9, r=3) == 3


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 + 3 * 4 ^ 2", 50),
        ("2 ** 0.5", math.sqrt(2)),
        ("max(players, 3) - min(1, place)", 8),
        ("10 if place <= 3 else 0", 10),
        ("5 * (place == 2 and players > 8)", 5),
        ("not place", 0),
        ("log(100, 10) + ln(1) + log2(8)", 5),
        ("floor(7 / 2) + ceil(7 / 2) + abs(-1) + round(2.567, 1)", 3 + 4 + 1 + 2.6),
        ("-players // 2 % 7", 2),
    ],
)
def test_what_a_formula_may_say(text: str, value: float) -> None:
    assert Formula(text).points(players=9, place=2) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "such as 10"),
        ("n +", "at character"),
        ("n = 3", "This is no formula"),
        ("1; 2", "This is no formula"),
        ("__import__('os')", "no such function"),
        ("().__class__", "no attribute"),
        ("players.real", "no attribute"),
        ("[n][0]", "no subscript"),
        ("[n for n in 3]", "no listcomp"),
        ("lambda: 1", "no lambda"),
        ("'a' * 9", "numbers alone"),
        ("f'{n}'", "no joinedstr"),
        ("max(*n, 1)", "no starred"),
        ("max(n)", "such as max.players, place"),
        ("sqrt()", "such as sqrt.players"),
        ("round(n, 1, 2)", "another number of values"),
        ("round(n, ndigits=2)", "another number of values"),
        ("(n := 3)", "no namedexpr"),
        ("chips", "There is no chips; there are players"),
        ("n" * 501, "500 characters at most"),
        ("-" * 60 + "n", "40 operations"),
        ("(" * 300, "This is no formula"),
        ("1j", "numbers alone"),
        ("True", "numbers alone"),
    ],
)
def test_what_is_no_formula_is_refused_before_it_is_used(text: str, words: str) -> None:
    with pytest.raises(BadFormula, match=words):
        Formula(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("n / (n - n)", "division by zero"),
        ("n % 0", "division by zero"),
        ("9 ** 9 ** 9 ** 9", "too large"),
        ("1e300 * 1e300", "no number of points"),
        ("exp(10000)", "too large"),
        ("sqrt(0 - n)", "no such value"),
        ("log(0)", "no such value"),
        ("(0 - 8) ** 0.5", "no number of points"),
        ("1e300 * 1e300 - 1e300 * 1e300", "no number of points"),
        ("9" * 400, "too large"),
    ],
)
def test_a_formula_without_a_value_says_why(text: str, words: str) -> None:
    with pytest.raises(BadFormula, match=words):
        Formula(text).points(n=9)


def test_what_is_wrong_with_a_formula_is_said_in_japanese() -> None:
    for text in (
        "",
        "n +",
        "1; 2",
        "n" * 501,
        "-" * 60 + "n",
        "n.real",
        "'a'",
        "f(n)",
        "max(n)",
        "chips",
        "1 / 0",
        "log(0)",
        "1e99",
    ):
        with pytest.raises(BadFormula) as found:
            Formula(text).points(n=9)
        assert any(ord(sign) > 0x3000 for sign in said_in("ja", found.value)), text


ATOMS = st.sampled_from(["n", "k", "b", "hits", "2", "9e99", "0", "0.5", "99999999"])
EXPRESSIONS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "//", "%", "**", "^", "<", "and"]), inner).map(
            lambda three: f"({' '.join(three)})"
        ),
        st.tuples(st.sampled_from(sorted(league_points.FUNCTIONS)), inner, inner).map(
            lambda three: f"{three[0]}({three[1]}, {three[2]})"
        ),
        st.tuples(inner, inner, inner).map(lambda three: f"({three[0]} if {three[1]} else {three[2]})"),
    ),
    max_leaves=25,
)


@given(EXPRESSIONS)
def test_any_expression_gives_a_number_or_a_clear_refusal(text: str) -> None:
    """And at once: powers of whole numbers like these would take years."""
    with contextlib.suppress(BadFormula):
        value = Formula(text).points(n=30, k=4, b=100, hits=3)
        assert type(value) is float
        assert abs(value) <= league_points.LARGEST


def test_an_unknown_formula_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadFormula, match="pokerstars, dr_neau"):
        league_points.formula("golf")


# -- a season from evenings -------------------------------------------------------------------------------------------


@given(st.lists(st.floats(-100, 1000), max_size=12), st.integers(1, 12))
def test_dropping_the_worst_leaves_the_most(scores: list[float], best: int) -> None:
    counted = Overall(best=best).of(scores)
    assert counted == pytest.approx(math.fsum(sorted(scores)[-best:]), abs=1e-9)
    assert Overall().of(scores) == pytest.approx(math.fsum(scores), abs=1e-9)


def test_other_ways_to_sum_up() -> None:
    assert Overall("mean").of([1, 3]) == 2
    assert Overall("td_overall").of([1, 3]) == pytest.approx((1 - math.exp(-2)) * 100)
    assert Overall("mean").of([]) == 0
    with pytest.raises(BadFormula, match="sum, mean, td_overall"):
        Overall("median").of([1])


def test_the_championship_begins_with_more_chips_for_each_rank() -> None:
    assert [league_points.championship_stack(5000, rank, 3) for rank in (1, 2, 3)] == [6000, 5500, 5000]
    with pytest.raises(ValueError, match="one of 1 to 3"):
        league_points.championship_stack(5000, 4, 3)


def test_a_fixed_table() -> None:
    by_place = league_points.by_table([(2, 9, (10, 6)), (10, 20, (15, 9, 5))])
    assert [by_place(9, 1), by_place(9, 3), by_place(10, 3), by_place(21, 1)] == [10, 0, 5, 0]


def season(*evenings: str) -> list[Result[str]]:
    """An evening a word: players in the order of their places."""
    return [
        Result(event, player, place, place, len(names))
        for event, names in enumerate(evenings, 1)
        for place, player in enumerate(names, 1)
    ]


BEATEN = Formula("players - place")


def test_a_season_by_points() -> None:
    rows = table(season("ABC", "BAC", "CBA"), Scoring(BEATEN))
    assert [(row.rank, row.player, row.points, row.events) for row in rows] == [
        (1, "B", 4, 3),
        (2, "A", 3, 3),
        (3, "C", 2, 3),
    ]


def test_the_worst_evenings_are_dropped_and_told() -> None:
    rows = table(season("ABC", "BAC", "CBA"), Scoring(BEATEN, overall=Overall(best=1)))
    assert [(row.rank, row.player, row.points) for row in rows] == [(1, "B", 2), (2, "A", 2), (3, "C", 2)]
    # A win each, and B's second evening is the best, C's the worst.
    assert rows[0].dropped == (1, 3)


def test_tied_places_score_by_their_mean() -> None:
    tied = [Result(1, "A", 1, 1, 4), Result(1, "B", 2, 3, 4), Result(1, "C", 2, 3, 4), Result(1, "D", 4, 4, 4)]
    assert {row.player: row.points for row in table(tied, Scoring(BEATEN))} == {"A": 3, "B": 1.5, "C": 1.5, "D": 0}


def test_a_re_entry_scores_only_if_the_season_says_so() -> None:
    played = [Result(1, "A", 8, 8, 10), Result(1, "A", 1, 1, 10, entry=2)]
    assert table(played, Scoring(BEATEN, first_entry_only=True))[0].points == 2
    assert table(played, Scoring(BEATEN))[0].points == 9


def test_attendance_and_the_least_number_of_evenings() -> None:
    rows = table(season("ABC", "BC"), Scoring(BEATEN, attendance=5, least_events=2))
    assert [(row.player, row.points) for row in rows] == [("B", 12), ("C", 10), ("A", 7)]


def test_tie_breaks_in_their_order() -> None:
    level = season("ABCD", "CBAD", "BA", "CA")
    assert table(level, Scoring(Formula("0"), tie_breaks=("wins",)))[0].player == "C"
    rows = table(season("AB", "BA"), Scoring(BEATEN))
    assert [row.rank for row in rows] == [1, 1]
    more = table(season("AB", "B"), Scoring(Formula("0"), tie_breaks=("more events",)))
    assert [(row.rank, row.player) for row in more] == [(1, "B"), (2, "A")]
    with pytest.raises(ClubError, match="wins, best scores, places"):
        Scoring(BEATEN, tie_breaks=("age",))


@given(st.lists(st.permutations("ABCDE"), min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_the_order_of_results_changes_no_rank(evenings: list[list[str]], rng: object) -> None:
    results = season(*("".join(names) for names in evenings))
    ranks = {row.player: (row.rank, row.points) for row in table(results, Scoring(BEATEN))}
    rng.shuffle(results)  # type: ignore[attr-defined]  # Hypothesis types its generator as object
    again = table(results, Scoring(BEATEN))
    assert {row.player: (row.rank, row.points) for row in again} == ranks
    assert [row.points for row in again] == sorted((row.points for row in again), reverse=True)
