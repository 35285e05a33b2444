"""Style sheets of several files, one a component, which a browser fetches as one (`django.contrib.staticfiles` finder).

A sheet's parts stand in `club/styles` and `tables/styles`, and are joined in the order in which they are listed here: where two
of them say otherwise of the same thing, the later counts.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

SEATS = ("table_screen", "felt_and_boards", "seat_places", "seat_cards", "seat_plates", "chinese_rows")
# By the name under which a page links it: a folder, and the parts in it.
SHEETS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "club/club.css": (
        "club/styles",
        (
            "tokens",
            "base",
            "frame",
            "notices",
            "buttons",
            "sheets",
            "menu_sheet",
            "lists",
            "forms",
            "front_page",
            "cards_and_chips",
            "house_rules",
            "members",
            "conduct_and_record",
            "settings",
        ),
    ),
    "tables/seats.css": (
        "tables/styles",
        SEATS,
    ),
    # What the page of a table needs, in one answer; other pages take the files of the felt that they need by themselves.
    "tables/table.css": (
        "tables",
        (
            *(f"static/tables/{name}" for name in ("felt", "results", "showdown", "avatars")),
            *(f"styles/{name}" for name in SEATS),
            *(f"static/tables/{name}" for name in ("placing", "answering", "motion", "own_tables", "chat")),
        ),
    ),
}


def joined(name: str) -> str:
    """The text of a sheet, without its comments. Raises `KeyError` for one that is not of several files."""
    folder, parts = SHEETS[name]
    place = Path(settings.BASE_DIR, folder)
    text = "".join((place / f"{part}.css").read_text(encoding="utf-8") for part in parts)
    return re.sub(r"/\*.*?\*/\s*", "", text, flags=re.DOTALL)


class JoinedSheets(BaseFinder):
    """Finds the sheets of `SHEETS` as files in `var/`, written when they are asked for."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.storage = FileSystemStorage(Path(settings.BASE_DIR, "var", "styles"))

    def check(self, **kwargs: Any) -> list[Any]:
        """Nothing can be set here."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Where the sheet of that name stands; nothing (an empty list) for any other file."""
        found = [self._written(path)] if path in SHEETS else []
        return found if find_all or kwargs.get("all") or not found else found[0]

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        """Every sheet, with where it stands."""
        for name in SHEETS:
            self._written(name)
            yield name, self.storage

    def _written(self, name: str) -> str:
        """The file of the sheet, as its parts are now; in one move, since several processes begin at once."""
        place, text = Path(self.storage.path(name)), joined(name)
        if place.is_file() and place.read_text(encoding="utf-8") == text:
            return str(place)
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=place.parent, encoding="utf-8", delete=False) as draft:
            draft.write(text)
        os.chmod(draft.name, 0o644)
        os.replace(draft.name, place)
        return str(place)
