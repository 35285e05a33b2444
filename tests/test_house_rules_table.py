"""The table of known settings (`docs/house_rules.md`): every one of the catalogue is in it, and what it names is there."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from pathlib import Path

import pytest

from club.house import house_rules
from engine.games.hand_start import Stakes
from tables.models import Table
from tests.support.shared import needs_shared, shared
from tournaments.models import Season, Tournament

DOCUMENT = Path(__file__).parents[1] / "docs" / "house_rules.md"
WAYS = {"house rule", "field of the event", "always so", "not taken"}
FIELDS = {
    *(f"{model.__name__}.{one.name}" for model in (Tournament, Table, Season) for one in model._meta.fields),
    *(f"Stakes.{one.name}" for one in fields(Stakes)),
}


@dataclass(frozen=True)
class Line:
    """One row of the table."""

    setting: str
    way: str
    names: tuple[str, ...]
    remark: str


def lines() -> list[Line]:
    found = []
    for row in DOCUMENT.read_text(encoding="utf-8").splitlines():
        if row.startswith("| `"):
            setting, way, names, remark = (cell.strip() for cell in row.strip("|").split("|"))
            found.append(Line(setting.strip("`"), way, tuple(re.findall(r"`([^`]+)`", names)), remark))
    return found


@needs_shared
def test_every_setting_of_the_catalogue_is_in_the_table_once():
    catalogue = [one["key"] for one in shared("data/house_rules.json")["rules"]]
    assert len(catalogue) > 100
    assert sorted(line.setting for line in lines()) == sorted(catalogue)


@pytest.mark.parametrize("line", lines(), ids=lambda line: line.setting)
def test_what_the_table_names_is_there_and_what_is_missing_has_a_reason(line):
    assert line.way in WAYS
    if line.way == "house rule":
        assert line.names
        rules = {full for full, _rule in house_rules.all_rules()}
        assert set(line.names) & rules
        assert set(line.names) <= rules | FIELDS
    elif line.way == "field of the event":
        assert line.names
        assert set(line.names) <= FIELDS
    else:
        assert (line.names, bool(line.remark)) == ((), True)
    # Rules that a remark refers to are there as well.
    named = set(re.findall(r"`(\w+Rules\.\w+)`", line.remark))
    assert named <= {full for full, _rule in house_rules.all_rules()}
