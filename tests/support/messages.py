"""All that the engine may say, from its own lists."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from string import Formatter

import engine.messages
from engine.messages.message import Text


def every_text() -> list[Text]:
    """Each text of each part of the engine."""
    for module in pkgutil.iter_modules(engine.messages.__path__):
        import_module(f"engine.messages.{module.name}")
    return [text for part in Text.__subclasses__() for text in part if part.__module__.startswith("engine.")]


def placeholders(english: str) -> list[str]:
    """The names that a text leaves open."""
    return [name for _, name, _, _ in Formatter().parse(english) if name]
