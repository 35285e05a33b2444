"""What everyday runs leave out is gone through in a thorough one, and nothing that is named is no game."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers

from tests.folders import ROOT
from tests.support.budget import KINDS, PART, SAMPLE, budget, sampled, sweep, swept
from tests.support.watched import GAMES


@pytest.fixture
def profile():
    """Load a profile for the test, and the run's own again after it."""
    before = settings.get_current_profile_name()
    yield settings.load_profile
    settings.load_profile(before)


def test_the_games_of_everyday_runs_are_games():
    assert set(KINDS) < set(GAMES)


def test_a_thorough_run_goes_through_everything_and_an_everyday_one_through_what_is_named(profile):
    profile("thorough")
    assert swept(range(9), {3, 4}) == list(range(9))
    profile("everyday")
    assert swept(range(9), {3, 4}) == [3, 4]


@pytest.mark.parametrize(("examples", "everyday"), [(1, 1), (3, 3), (8, 3), (100, 12), (1500, 188)])
def test_a_law_has_an_eighth_of_its_examples_everyday(profile, monkeypatch, examples, everyday):
    monkeypatch.delenv("CI", raising=False)
    profile("everyday")
    assert budget(examples) == everyday
    profile("thorough")
    assert budget(examples) == examples


@pytest.mark.parametrize("examples", [1, 3, 100])
def test_before_a_thorough_run_the_ci_tries_the_fewest_examples_of_a_law(profile, monkeypatch, examples):
    monkeypatch.setenv("CI", "true")
    profile("everyday")
    assert budget(examples) == min(examples, 3)


def test_an_everyday_run_takes_a_sample_and_a_thorough_one_all(profile, monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    profile("thorough")
    assert sampled(range(40), "numbers") == list(range(40))
    profile("everyday")
    seen = set()
    for sample in range(40):
        monkeypatch.setenv(SAMPLE, str(sample))
        taken = sampled(range(40), "numbers")
        assert len(taken) == 10
        assert taken == sorted(taken) == sampled(range(40), "numbers"), "the same for all workers of a run"
        assert taken != sampled(range(40), "others")
        seen.update(taken)
    assert seen == set(range(40))
    assert sampled([7], "one") == [7]
    assert sampled([], "none") == []


@pytest.mark.parametrize("ids", [None, str, list("abcdefgh")], ids=["none", "made", "given"])
def test_a_sweep_takes_a_sample_of_its_cases_everyday_and_is_marked(profile, monkeypatch, ids):
    def cases():
        def of_each(number):  # marks go to functions with a name
            return number

        marks = sweep("number", range(8), one_of=3, ids=ids)(of_each).pytestmark
        assert {mark.name for mark in marks} == {"sweep", "parametrize"}
        (each,) = [mark for mark in marks if mark.name == "parametrize"]
        names = each.kwargs["ids"]
        assert not isinstance(names, list) or names == ["abcdefgh"[number] for number in each.args[1]]
        return each.args[1]

    monkeypatch.delenv("CI", raising=False)
    profile("thorough")
    assert cases() == list(range(8))
    profile("everyday")
    seen = set()
    for sample in range(40):
        monkeypatch.setenv(SAMPLE, str(sample))
        taken = cases()
        assert len(taken) == 3
        seen.update(taken)
    assert seen == set(range(8))


@pytest.mark.parametrize(("examples", "in_ci"), [(1, 1), (3, 3), (8, 3), (100, 14), (1500, 214)])
def test_a_thorough_run_of_the_ci_has_a_seventh_of_the_examples(profile, monkeypatch, examples, in_ci):
    monkeypatch.setenv("CI", "true")
    profile("thorough")
    assert budget(examples) == in_ci


@pytest.mark.parametrize("count", [1, 2, 8, 40])
def test_both_runs_of_the_ci_together_go_through_all_of_a_sweep(profile, monkeypatch, count):
    monkeypatch.setenv("CI", "true")
    monkeypatch.delenv(SAMPLE, raising=False)
    monkeypatch.delenv(PART, raising=False)
    profile("everyday")
    taken = sampled(range(count), "numbers")
    profile("thorough")
    rest = sampled(range(count), "numbers")
    assert {*taken, *rest} == set(range(count))
    assert rest
    assert count == 1 or not {*taken} & {*rest}
    assert sampled(range(count), "numbers", again=True) == list(range(count))


@pytest.mark.parametrize("parts", [1, 2, 5, 8])
@pytest.mark.parametrize("count", [1, 2, 3, 8, 41])
def test_of_what_is_left_the_ci_takes_a_part_at_a_commit_and_the_rest_at_others(profile, monkeypatch, count, parts):
    monkeypatch.setenv("CI", "true")
    monkeypatch.delenv(SAMPLE, raising=False)
    monkeypatch.delenv(PART, raising=False)
    profile("thorough")
    rest, seen = sampled(range(count), "numbers"), set()
    for commit in range(100):
        monkeypatch.setenv(PART, f"{commit}/{parts}")
        part = sampled(range(count), "numbers")
        assert part == sampled(range(count), "numbers"), "the same for all workers of a run"
        assert part
        assert len(part) in {max(1, len(rest) // parts), -(-len(rest) // parts)}
        seen.update(part)
    assert seen == set(rest)


def test_of_the_cases_of_a_law_a_part_is_taken_too_again(profile, monkeypatch):
    monkeypatch.setenv("CI", "true")
    profile("thorough")
    seen = set()
    for commit in range(40):
        monkeypatch.setenv(PART, f"{commit}/4")
        part = sampled(range(8), "numbers", again=True)
        assert len(part) == 2
        seen.update(part)
    assert seen == set(range(8))


@pytest.mark.parametrize("part", ["", "1a2b3c", "/4", "1a2b3c/0", "1a2b3c/x", "1a2b3c/-1"])
def test_a_part_that_is_none_says_how_it_is_written(profile, monkeypatch, part):
    monkeypatch.setenv("CI", "true")
    monkeypatch.setenv(PART, part)
    profile("thorough")
    with pytest.raises(ValueError, match="COMMIT/PARTS"):
        sampled(range(9), "numbers")


def test_a_law_over_a_sweep_goes_through_its_cases_again(profile, monkeypatch):
    monkeypatch.setenv("CI", "true")
    monkeypatch.delenv(PART, raising=False)

    @given(number=integers())
    def law(case, number):
        return case, number

    profile("thorough")
    (each,) = [mark for mark in sweep("case", range(8))(law).pytestmark if mark.name == "parametrize"]
    assert each.args[1] == list(range(8))


def test_two_sweeps_of_a_test_are_one_over_their_product():
    @sweep("first", range(4))
    def of_each(first, second):
        return first, second

    with pytest.raises(TypeError, match="product"):
        sweep("second", range(4))(of_each)


def test_the_ci_runs_laws_and_sweeps_thoroughly():
    assert 'pytest --hypothesis-profile=thorough -m "hypothesis or sweep"' in (ROOT / ".ci/run").read_text()
