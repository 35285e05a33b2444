"""What the database itself refuses, whoever asks for it."""

from __future__ import annotations

import pgtrigger


def append_only(name: str) -> pgtrigger.Protect:
    """The trigger that refuses every update and delete."""
    return pgtrigger.Protect(name=name, operation=pgtrigger.Update | pgtrigger.Delete)
