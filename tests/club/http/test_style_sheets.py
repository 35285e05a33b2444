"""Style sheets of several files are fetched as one, and hold every file of their folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from club.http import style_sheets
from tests.folders import ROOT


@pytest.mark.parametrize("name", ["club/club.css", "tables/seats.css"])
def test_a_sheet_is_of_every_file_of_its_folder_each_once(name: str) -> None:
    folder, parts = style_sheets.SHEETS[name]
    assert sorted(parts) == sorted(path.stem for path in (ROOT / folder).glob("*.css"))


@pytest.mark.parametrize("name", style_sheets.SHEETS)
def test_a_browser_fetches_it_as_one_file(client, name: str) -> None:
    answer = client.get(f"/static/{name}")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/css")
    served = b"".join(answer.streaming_content).decode()
    assert served == style_sheets.joined(name)
    assert "/*" not in served
    assert served.count("{") == served.count("}") > 50


def test_it_is_written_anew_when_a_part_has_changed(tmp_path, settings) -> None:
    settings.BASE_DIR = tmp_path
    for folder, parts in style_sheets.SHEETS.values():
        for part in parts:
            place = Path(tmp_path, folder, f"{part}.css")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(f"/* of {part} */\n.{part} {{}}\n")
    finder = style_sheets.JoinedSheets()
    written = Path(finder.find("club/club.css"))
    assert written.read_text().startswith(".tokens {}\n.base {}")
    Path(tmp_path, "club/styles/base.css").write_text(".other {}\n")
    assert finder.find("club/club.css") == str(written)
    assert ".other {}" in written.read_text()
    assert finder.find("club/mark.svg") == []


def test_every_value_by_a_name_has_a_name() -> None:
    """A token that a sheet asks for is set in one of the sheets."""
    sheets = [path for app in ("club", "tables", "tournaments") for path in (ROOT / app).rglob("*.css")]
    texts = "\n".join(path.read_text(encoding="utf-8") for path in sheets)
    asked = set(re.findall(r"var\((--[\w-]+)\)", texts))
    assert len(asked) > 50
    assert [name for name in sorted(asked) if f"{name}:" not in texts] == []
