"""Material that lies beside the project, where it does: published hands, structure sheets, cases with known answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"
needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason=f"reads published material from {SHARED}, which is not there"
)


def vectors(name: str) -> dict[str, Any]:
    """The cases of that file, or none where the folder is absent (the tests then skip, saying so)."""
    path = SHARED / "vectors" / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
