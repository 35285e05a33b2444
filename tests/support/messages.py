"""All that the rules may say, from their own lists."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from string import Formatter

import engine.messages
import tournaments.messages
from engine.messages.message import Text

FOLDERS = (engine.messages, tournaments.messages)
MODULES = ("club.text.rule_texts", "tables.text.rule_texts")


def every_text() -> list[Text]:
    """Each text of each part."""
    for folder in FOLDERS:
        for module in pkgutil.iter_modules(folder.__path__):
            import_module(f"{folder.__name__}.{module.name}")
    for name in MODULES:
        import_module(name)
    return [text for part in Text.__subclasses__() for text in part if not part.__module__.startswith("tests.")]


def of_the_engine() -> list[Text]:
    """Those that the engine says alone."""
    return [text for text in every_text() if type(text).__module__.startswith("engine.")]


def placeholders(english: str) -> list[str]:
    """The names that a text leaves open."""
    return [name for _, name, _, _ in Formatter().parse(english) if name]


def said_in(language: str, refused: Exception) -> str:
    """What a refusal says in a language."""
    from django.utils import translation

    from club.text.messages import in_words

    with translation.override(language):
        return in_words(refused)
