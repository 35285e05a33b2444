"""Structures of Chinese poker."""

from __future__ import annotations

from typing import Any

OFC: dict[str, Any] = {
    "id": "ofc",
    "name": "Open-face",
    "game": "OFC Pineapple",
    "starting_chips": 1000,
    "table_size": 3,
}


def sheet(*points: int, **changes: Any) -> dict[str, Any]:
    items = [{"type": "level", "n": n, "minutes": 20, "point": point} for n, point in enumerate(points, 1)]
    return {**OFC, "items": items, **changes}
