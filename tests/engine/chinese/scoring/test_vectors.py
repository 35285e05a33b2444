"""Hands and settlements with known answers, from the published material where it is there (S3)."""

from __future__ import annotations

import json

import pytest

from engine.chinese.scoring import case_files
from engine.chinese.scoring.case_files import outcomes
from engine.chinese.scoring.case_rules import DEFAULTS
from tests.support.shared import SHARED, needs_shared, vectors

FILE = vectors("chinese")


@needs_shared
@pytest.mark.parametrize("kind", ["hands", "money"])
def test_every_published_case_comes_out_as_published(kind):
    text = json.dumps({key: FILE[key] for key in ("schema", "profile_defaults", kind)})
    found = list(outcomes(text))
    assert len(found) == len(FILE[kind]) > 5
    assert [one for one in found if one.ok is not True] == []


@needs_shared
def test_our_whole_profile_is_the_published_one():
    ours = json.loads(json.dumps(DEFAULTS))
    del ours["equal_rows"], ours["fantasyland"]["stay"]["front_again"]  # ours alone
    assert ours == FILE["profile_defaults"]


@needs_shared
def test_a_wrong_expectation_is_a_difference_in_every_part():
    """Each expectation of each case, changed, is found to differ: nothing is waved through."""
    for case in FILE["hands"][:10]:
        for key in ("points", "foul", "royalties", "fl_next", "pairs"):
            wrong = json.loads(json.dumps(case))
            first = wrong["expected"][key][0]
            if key == "royalties":
                first["middle"] += 1
            elif key == "pairs":
                first["net"] += 1
            else:
                wrong["expected"][key][0] = not first if key == "foul" else first + 1
            (found,) = outcomes(json.dumps({"profile_defaults": FILE["profile_defaults"], "hands": [wrong]}))
            assert found.ok is False
            assert found.why


@needs_shared
def test_the_files_of_the_folder_are_where_they_are_said_to_be():
    assert (SHARED / "vectors" / "chinese.json").is_file()
    assert FILE["schema"] == case_files.SCHEMA
