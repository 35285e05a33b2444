"""The demo club."""

from __future__ import annotations

from datetime import datetime


def keep_going(*, now: datetime) -> None:
    """Nothing, where no demo runs."""
