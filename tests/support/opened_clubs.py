"""The environment of a club that a test opens."""

from __future__ import annotations

import os
from pathlib import Path

from club.project import processes


def environment(var: Path) -> dict[str, str]:
    """What a user's shell would have: none of the addresses that the suite itself runs on."""
    ours = {"DATABASE_URL", "REDIS_URL", "CARDHOUSE_TESTING", "CARDHOUSE_EMBEDDED", "SECRET_KEY", processes.MARK}
    return {name: value for name, value in os.environ.items() if name not in ours} | {"CARDHOUSE_VAR": str(var)}
