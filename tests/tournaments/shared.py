"""Where the material beside the checkout is, and a skip that says so where it is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(__file__).resolve().parents[3] / "shared"
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason=f"{SHARED} is not there")


def shared(path: str) -> Any:
    """A JSON file of that folder; empty where the folder is not, since the tests that use it are skipped then."""
    return json.loads((SHARED / path).read_text(encoding="utf-8")) if SHARED.is_dir() else {}
