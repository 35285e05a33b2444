"""Every refusal that any test meets says its text by an id: what is made without one fails the test that met it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.errors import EngineError
from engine.messages.message import Message

ROOT = Path(__file__).parents[2]
PACKAGES = tuple(f"{ROOT / name}/" for name in ("engine", "club", "tables", "tournaments"))
WITHOUT_ID: list[str] = []  # what was made since it was last looked at, and where


def has_id(message: object) -> bool:
    """True for a `Message`, and for a `Phrase` that knows its text."""
    return isinstance(message, Message) or bool(getattr(message, "text", ""))


def made_at() -> str:
    """The line by which a refusal is made, empty for one that a test makes itself."""
    frame = sys._getframe(2)
    while frame.f_code.co_name == "__init__" and frame.f_back is not None:
        frame = frame.f_back
    name = frame.f_code.co_filename
    return f"{name}:{frame.f_lineno}" if name.startswith(PACKAGES) else ""


def watch(error: type[Any], message_of: Callable[[Any], object]) -> None:
    """Have every error of that class looked at as it is made."""
    real = error.__init__

    def looked_at(self: Any, *args: Any, **named: Any) -> None:
        real(self, *args, **named)
        if not has_id(message_of(self)) and (place := made_at()):
            WITHOUT_ID.append(f"{place}: {self!s}")

    error.__init__ = looked_at


def watch_all() -> None:
    """Watch the errors of the engine and, where it is there, those of the club."""
    watch(EngineError, lambda error: error.message)
    try:
        from club.base.errors import ClubError
    except ImportError:  # the engine's tests run alone as well
        return
    watch(ClubError, lambda error: error.message)


def taken() -> list[str]:
    """What was made without an id since this was asked last."""
    found = WITHOUT_ID[:]
    WITHOUT_ID.clear()
    return found
