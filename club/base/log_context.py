"""What a line of the log is about: the request or task, and the numbers of who and what it concerns. No name, no secret.

A name must be forgotten when its player is; a number says nothing to whoever has only the log.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

NUMBERS = ("player", "tournament", "table", "hand", "entry", "event")
_about: ContextVar[Mapping[str, object]] = ContextVar("log_context", default={})  # noqa: B039 - never changed in place


@contextmanager
def about(**fields: object) -> Iterator[None]:
    """Whatever is logged inside carries these fields, beside those of the blocks around."""
    token = _about.set({**_about.get(), **fields})
    try:
        yield
    finally:
        _about.reset(token)


def begin(**fields: object) -> None:
    """What is logged from now on is about this alone: a worker's next task."""
    _about.set(fields)


def also(**fields: object) -> None:
    """Add fields to the block that one is in: what becomes known only on the way, as who asks."""
    _about.set({**_about.get(), **fields})


def numbers_in(named: Mapping[str, object]) -> dict[str, int]:
    """Of an address's or a task's arguments those that are numbers of ours: ``table_id`` becomes ``table``."""
    found = {name.removesuffix("_id"): value for name, value in named.items()}
    return {name: value for name, value in found.items() if name in NUMBERS and isinstance(value, int)}


class AddContext(logging.Filter):
    """Gives each line what it is about."""

    def filter(self, record: logging.LogRecord) -> bool:
        for name, value in _about.get().items():
            if not hasattr(record, name):
                setattr(record, name, value)
        return True
