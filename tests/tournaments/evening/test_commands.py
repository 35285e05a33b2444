"""The commands that take in sheets: all of a file or nothing, and the club's own sheets go along to a night."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.support.shared import SHARED, needs_shared
from tests.tournaments.conftest import SHEET, Evening
from tournaments.management.commands import night
from tournaments.models import Structure
from tournaments.structures import sheet_import


def written(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


@needs_shared
def test_every_published_sheet_is_kept_whole(db: None) -> None:
    file = SHARED / "data" / "structures.json"
    out = StringIO()
    call_command("import_structures", file, stdout=out)
    published = json.loads(file.read_text(encoding="utf-8"))["structures"]
    assert {row.key: row.sheet for row in Structure.objects.all()} == {sheet["id"]: sheet for sheet in published}
    assert "barge-2019-main: ready" in out.getvalue()


def test_one_broken_sheet_and_none_is_taken(db: None, tmp_path: Path) -> None:
    file = written(tmp_path / "sheets.json", [SHEET, {**SHEET, "id": "other", "items": SHEET["items"][1:]}])
    with pytest.raises(CommandError, match="level 1 comes next"):
        call_command("import_structures", file)
    assert not Structure.objects.exists()


@pytest.mark.parametrize("text", ["{", "7", '["a"]'])
def test_a_file_of_no_sheets(db: None, tmp_path: Path, text: str) -> None:
    file = tmp_path / "sheets.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match="nothing was taken in"):
        call_command("import_structures", file)


def test_a_night_may_be_played_by_the_clubs_own_sheet(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.structure()
    monkeypatch.setattr(night.sandbox, "directory_of", tmp_path.joinpath)
    monkeypatch.setattr(night.connection, "close", lambda: None)  # the test's own
    command = night.Command()
    command._hand_over("quick")
    handed_over = tmp_path / "night" / night.HANDED_OVER
    assert sheet_import.read(handed_over) == [SHEET]
    command._hand_over("club-turbo")  # this club has none of its own: nothing old may be left
    assert not handed_over.exists()
