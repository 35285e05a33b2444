"""Taking in structure sheets: kept whole, by their id; a sheet taken in again replaces the one of that id."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import transaction

from club.house import audit_log
from club.models import User
from engine.errors import EngineError
from engine.messages.message import Value, as_json
from engine.text_limits import read_json
from tables.core import shown_names
from tournaments.base.errors import Refused
from tournaments.messages.structures import EditText, SheetText
from tournaments.models import Structure, StructureVersion
from tournaments.structures import sheet_gaps
from tournaments.structures.sheet_games import BadSheet

OWN = Path(__file__).parent / "data" / "structures.json"
DEFAULT = "club-evening"


def take_in(
    sheet: Mapping[str, Any], *, now: datetime, by: User | None = None, source: str = "", expected: int | None = None
) -> Structure:
    """Keep one sheet as the next version of the structure of its id; the very same sheet again changes nothing.

    `expected` is the version that was edited, 0 for a new structure. Raises `BadSheet` for one that is none, `Refused` if
    another version was saved meanwhile; one that is unfinished says what is missing.
    """
    key, name = check_named(sheet)
    missing = [as_json(why) for why in sheet_gaps.missing(sheet)]
    with transaction.atomic():
        current = Structure.objects.select_for_update(no_key=True).filter(key=key).first()
        if expected is not None and expected != (0 if current is None else current.version):
            raise Refused("changed_since", EditText.SAVED_MEANWHILE())
        if current is not None and current.sheet == dict(sheet):
            return current
        if current is not None and not current.versions.exists():  # from before versions were kept
            StructureVersion.objects.create(
                structure=current, number=current.version, sheet=current.sheet, at=current.imported_at
            )
        structure = current or Structure(key=key, version=0)
        structure.name, structure.sheet, structure.missing, structure.imported_at = (
            name[:200],
            dict(sheet),
            missing,
            now,
        )
        structure.version += 1
        structure.save()
        StructureVersion.objects.create(
            structure=structure, number=structure.version, sheet=structure.sheet, by=by, at=now
        )
        after = {"name": structure.name, "version": structure.version}
        audit_log.record("structure.imported", by=by, subject=f"structure:{key}", after=after, source=source, now=now)
    return structure


# Pages and endpoints that stand where a sheet's own would.
LONGEST_NAME = 200  # characters, as of a tournament's name
PAGES = frozenset(("edit", "generate", "lint", "paste", "read"))


def check_named(sheet: Mapping[str, Any]) -> tuple[str, str]:
    """The id and the name of a sheet. Raises `BadSheet` for one without, and for a name that is long, has lines, or signs that
    nobody sees or that turn letters around."""
    key, name = str(sheet.get("id", "")), str(sheet.get("name", "")).strip()
    if not re.fullmatch(r"[-a-zA-Z0-9_]{1,80}", key):
        raise BadSheet(SheetText.NO_ID(), field="id")
    if key in PAGES:
        raise BadSheet(SheetText.PAGE_ID(key=key), field="id")
    if not name:
        raise BadSheet(SheetText.NO_NAME(), field="name")
    if len(name) > LONGEST_NAME:
        raise BadSheet(SheetText.LONG_NAME(most=LONGEST_NAME), field="name")
    shown_names.check(name)
    return key, name


def read(path: Path) -> list[Mapping[str, Any]]:
    """The sheets of a file: one sheet, a list of them, or `{"structures": [...]}`. Raises `BadSheet`."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as wrong:
        raise BadSheet(SheetText.UNREADABLE(path=str(path), why=_why(wrong))) from None
    return read_text(text, str(path))


def read_text(text: str, path: str) -> list[Mapping[str, Any]]:
    """The sheets of a file's text. Raises `BadSheet`, naming the file by its `path`."""
    try:
        data = read_json(text)
    except ValueError as wrong:
        raise BadSheet(SheetText.UNREADABLE(path=str(path), why=_why(wrong))) from None
    listed = data.get("structures", [data]) if isinstance(data, dict) else data
    if not isinstance(listed, list) or not all(isinstance(sheet, dict) for sheet in listed):
        raise BadSheet(SheetText.NO_SHEETS(path=path))
    return listed


def _why(wrong: Exception) -> Value:
    return wrong.message if isinstance(wrong, EngineError) else str(wrong)


def take_in_own(*, now: datetime) -> None:
    """Keep the sheets that come with Cardhouse, where they are not there yet."""
    for sheet in read(OWN):
        if not Structure.objects.filter(key=sheet["id"]).exists():
            take_in(sheet, now=now)
