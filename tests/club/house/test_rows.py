"""The known settings of a club, a hundred and seven: each is set by something of ours, and a test really sets it otherwise.

`rows.txt` beside says by what and where; what the settings are called stands in the table of `docs/house_rules.md`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import pytest

from club.house import house_rules
from engine.games.hand_start import Stakes
from tables.models import Table
from tests.support.sets_a_rule import reach, says
from tests.support.shared import needs_shared, shared
from tournaments.models import Season, Tournament

RULES = dict(house_rules.all_rules())
OF_ROWS = {f"{model.__name__}.{one.name}": one for model in (Tournament, Table, Season) for one in model._meta.fields}
OF_STAKES = {f"Stakes.{one.name}": one for one in fields(Stakes)}


@dataclass(frozen=True)
class Row:
    """A known setting: what sets it, with values away from the default, and the tests that set them."""

    key: str
    settings: tuple[tuple[str, str], ...]
    tests: tuple[tuple[str, str], ...]


def read(text: str) -> list[Row]:
    found = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            key, settings, tests = (cell.strip() for cell in line.split("|"))
            pairs = [one.strip().split(" ", 1) for one in settings.split(";")] if settings != "-" else []
            named = [tuple(one.strip().split("::")) for one in tests.split(",")]
            found.append(
                Row(key, tuple((name, value) for name, value in pairs), tuple((at, test) for at, test in named))
            )
    return found


ROWS = read((Path(__file__).parent / "rows.txt").read_text(encoding="utf-8"))


def default(setting: str) -> Any:
    if setting in RULES:
        return RULES[setting].default
    if setting in OF_STAKES:
        return OF_STAKES[setting].default
    field = OF_ROWS[setting]
    return field.get_default() if field.has_default() else None


def value_of(setting: str, text: str) -> Any:
    """The value as its type has it: of a field as of its default, else a number where it is one."""
    if text in ("True", "False"):
        return text == "True"
    kind = RULES[setting].type if setting in RULES else type(default(setting))
    return int(text) if kind is int or (kind is type(None) and text.isdigit()) else text


def in_the_table() -> list[str]:
    """The settings that the table of the documents names."""
    table = (Path(__file__).parents[3] / "docs" / "house_rules.md").read_text(encoding="utf-8")
    return re.findall(r"^\| `([\w.]+)` \|", table, re.MULTILINE)


def missing(rows: list[Row], catalogue: list[str]) -> list[str]:
    return sorted({*catalogue} ^ {row.key for row in rows})


def test_every_setting_of_the_table_has_a_row_and_one_alone():
    assert len(ROWS) == len({row.key for row in ROWS}) == 107
    assert missing(ROWS, in_the_table()) == []
    assert missing(ROWS[1:], in_the_table()) == [ROWS[0].key]  # one that is left out is named


@needs_shared
def test_every_row_of_the_catalogue_is_one_of_them():
    assert missing(ROWS, [one["key"] for one in shared("data/house_rules.json")["rules"]]) == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_each_test_is_there_and_sets_the_setting_away_from_its_default(row):
    reached = [reach(f"tests/{at}", test) for at, test in row.tests]
    assert all(reached), [named for named, nodes in zip(row.tests, reached, strict=True) if not nodes]
    for setting, text in row.settings:
        assert setting in {*RULES, *OF_ROWS, *OF_STAKES}
        value = value_of(setting, text)
        assert value != default(setting), f"{setting} is {text} anyway"
        key = setting.partition(".")[2]
        assert any(says(nodes, key, value) for nodes in reached), f"no test named sets {setting} to {text}"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_every_choice_of_a_rule_that_is_a_word_is_in_its_row(row):
    told = set(row.settings)
    for setting in {setting for setting, _text in row.settings} & set(RULES):
        rule = RULES[setting]
        if rule.type is str and isinstance(rule.choices, tuple) and len(rule.choices) < 8:
            assert {choice for choice in rule.choices if (setting, choice) not in told} == {rule.default}, setting


def test_a_row_whose_test_sets_nothing_is_found():
    nodes = reach("tests/tables/hand/test_first_button.py", "test_the_hand_after_it_has_none")
    assert nodes
    assert not says(nodes, "first_button", "by lot")
    assert not reach("tests/tables/hand/test_first_button.py", "test_that_there_is_not")
