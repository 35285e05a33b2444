"""Taking in structure sheets: kept whole, by their id; a sheet taken in again replaces the one of that id."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from club import audit_log
from club.models import User
from tournaments import structures
from tournaments.models import Structure
from tournaments.sheet_games import BadSheet

OWN = Path(__file__).parent / "data" / "structures.json"
DEFAULT = "club-evening"


def take_in(sheet: Mapping[str, Any], *, now: datetime, by: User | None = None, source: str = "") -> Structure:
    """Keep one sheet. Raises `BadSheet` for one that is none; one that is unfinished says what is missing."""
    key, name = str(sheet.get("id", "")), str(sheet.get("name", "")).strip()
    if not re.fullmatch(r"[-a-zA-Z0-9_]{1,80}", key):
        raise BadSheet(_("A sheet needs an id of letters, digits and hyphens."), field="id")
    if not name:
        raise BadSheet(_("A sheet needs a name."), field="name")
    missing = list(structures.missing(sheet))
    with transaction.atomic():
        kept, _made = Structure.objects.update_or_create(
            key=key, defaults={"name": name, "sheet": dict(sheet), "missing": missing, "imported_at": now}
        )
        audit_log.record("structure.imported", by=by, subject=f"structure:{key}", after=name, source=source, now=now)
    return kept


def read(path: Path) -> list[Mapping[str, Any]]:
    """The sheets of a file: one sheet, a list of them, or `{"structures": [...]}`. Raises `BadSheet`."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as wrong:
        raise BadSheet(_("%(path)s cannot be read: %(why)s") % {"path": path, "why": wrong}) from None
    listed = data.get("structures", [data]) if isinstance(data, dict) else data
    if not isinstance(listed, list) or not all(isinstance(sheet, dict) for sheet in listed):
        raise BadSheet(_("%(path)s holds no structure sheets.") % {"path": path})
    return listed


def take_in_own(*, now: datetime) -> None:
    """Keep the sheets that come with Cardhouse, where they are not there yet."""
    for sheet in read(OWN):
        if not Structure.objects.filter(key=sheet["id"]).exists():
            take_in(sheet, now=now)
