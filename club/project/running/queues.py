"""The names of the workers' queues."""

from __future__ import annotations

import os


def queues() -> tuple[str, str, str]:
    """Ours: for hands to be settled, for whatever else is quick, and for what may take long."""
    name = os.environ.get("CARDHOUSE_QUEUE", "cardhouse")
    return f"{name}-hands", name, f"{name}-slow"
