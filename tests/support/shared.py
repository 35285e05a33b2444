"""Material that lies beside the project, where it does: published hands, structure sheets, cases with known answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(__file__).resolve().parents[3] / "shared"
needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason=f"reads published material from {SHARED}, which is not there"
)


def shared(path: str) -> Any:
    """A JSON file of that folder; empty where the folder is not, since the tests that use it are skipped then."""
    return json.loads((SHARED / path).read_text(encoding="utf-8")) if SHARED.is_dir() else {}


def vectors(name: str) -> dict[str, Any]:
    """The cases of a file of the folder's vectors."""
    return shared(f"vectors/{name}.json")
