"""What is said of a look among known vulnerabilities is what came of it: silence of the source is not passed for good news."""

from __future__ import annotations

from tests.advisories import FINE, NOT_LOOKED_UP, VULNERABLE, verdict
from tests.folders import ROOT

KNOWN = {"id": "PYSEC-2019-217", "fix_versions": ["2.8.1"]}
BAD = {"dependencies": [{"name": "jinja2", "version": "2.4.1", "vulns": [KNOWN]}]}
CLEAN = {"dependencies": [{"name": "django", "version": "5.2.19", "vulns": []}]}


def test_a_source_that_knows_nothing_even_of_the_worst_is_none():
    skipped = {"dependencies": [{"name": "jinja2", "skip_reason": "Dependency not found"}]}
    for known_bad in (None, skipped, {"dependencies": [{"name": "jinja2", "version": "2.4.1", "vulns": []}]}):
        assert verdict(CLEAN, known_bad).code == NOT_LOOKED_UP
    assert verdict(None, BAD).code == NOT_LOOKED_UP


def test_what_is_known_is_told_with_the_version_that_mends_it():
    told = verdict(BAD, BAD)
    assert told.code == VULNERABLE
    assert told.words[0] == "jinja2 2.4.1: PYSEC-2019-217, mended in 2.8.1"


def test_what_was_passed_over_is_told():
    told = verdict({"dependencies": [*CLEAN["dependencies"], {"name": "own", "skip_reason": "x"}]}, BAD)
    assert (told.code, told.words) == (FINE, ("not looked up: own", "1 packages looked up"))


def test_the_ci_looks_and_fails_for_what_is_found_alone():
    step = next(line for line in (ROOT / ".ci/run").read_text().splitlines() if line.startswith("step advisories"))
    assert step.endswith("python -m tests.advisories || [ $? = 3 ]")
