"""The signing key of a club that sets none: made once, kept in var/, readable by its owner alone."""

from __future__ import annotations

import os
import secrets

from club.project.servers import var_directory


def kept_secret() -> str:
    """The key in ``var/secret_key``, made at the first call; 43 characters from the system's random source."""
    path = var_directory() / "secret_key"
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(handle, "w") as out:
        key = secrets.token_urlsafe(32)
        out.write(key)
    return key
