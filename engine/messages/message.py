"""A message: a text by its id, and what fills it. `str` is its English; `worded` says it in any language.

>>> class DoorText(Text):
...     CLOSED = _("the door is closed until {hour}; ask {who}")
>>> message = DoorText.CLOSED(hour=5, who=(Term("the porter"), Quoted("Ann")))
>>> message.id, str(message)
('door.closed', "the door is closed until 5; ask the porter, 'Ann'")
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

# Puts a text of the engine into a language; the second argument tells apart what English has one word for.
Translate = Callable[[str, str], str]


def _(english: str) -> str:
    """Mark a text for catalogues, and leave it as it is."""
    return english


def pgettext(_context: str, english: str) -> str:
    """Mark a word for catalogues, where its context tells it from the same word elsewhere, and leave it as it is."""
    return english


class Term(NamedTuple):
    """A word that other languages have another for: a game's name, a limit, a row. `context` says of what kind it is."""

    english: str
    context: str = ""


class Quoted(NamedTuple):
    """What somebody sent, shown as it was written and never translated."""

    sent: object


@dataclass(frozen=True, slots=True)
class Message:
    """One thing said: a text and its parameters, named as the text names them."""

    text: Text
    params: Mapping[str, Value]

    @property
    def id(self) -> str:
        return self.text.id

    def __str__(self) -> str:
        return worded(self, ENGLISH)


# A list is said with commas between. A str is what has no other form in any language: cards, a key, a number in text.
Value = int | str | Term | Quoted | Message | Sequence["Value"]


class Text(Enum):
    """The texts of one part of the rules: each member's value is its English, its name the second half of its id."""

    def __call__(self, **params: Value) -> Message:
        """The message with these parameters."""
        return Message(self, params)

    @property
    def id(self) -> str:
        """Such as ``start.two_players`` of ``StartText.TWO_PLAYERS``."""
        part = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(self).__name__.removesuffix("Text"))
        return f"{part}.{self.name}".lower()


def worded(value: Value, translate: Translate) -> str:
    """A message, or what fills one, in the language of `translate`."""
    if isinstance(value, Message):
        filled = {name: worded(one, translate) for name, one in value.params.items()}
        return translate(value.text.value, "").format_map(filled)
    if isinstance(value, Term):
        return translate(*value)
    if isinstance(value, Quoted):
        return _shown(value.sent)
    if isinstance(value, list | tuple):
        return ", ".join(worded(one, translate) for one in value)
    return str(value)


def _shown(sent: object) -> str:
    """What was sent, as it was written; of what cannot be written out, such as a number of a million digits, its type."""
    try:
        return repr(sent)
    except (ValueError, RecursionError):
        return type(sent).__name__


def as_json(value: Value) -> Any:
    """For storage; `from_json` is its inverse, but for what was quoted, which comes back as the text it was shown as."""
    if isinstance(value, Message):
        return {"id": value.id, "params": {name: as_json(one) for name, one in value.params.items()}}
    if isinstance(value, Term):
        return {"term": value.english, "context": value.context}
    if isinstance(value, Quoted):
        return _shown(value.sent)
    return [as_json(one) for one in value] if isinstance(value, list | tuple) else value


def from_json(data: Any) -> Value:
    """What was stored. Raises `KeyError` for the id of a text that is no more."""
    if isinstance(data, list):
        return [from_json(one) for one in data]
    if not isinstance(data, dict):
        return data if isinstance(data, int) else str(data)
    if "term" in data:
        return Term(data["term"], data["context"])
    texts = {text.id: text for part in Text.__subclasses__() for text in part}
    return Message(texts[data["id"]], {name: from_json(one) for name, one in data["params"].items()})


def plain(value: Any) -> Any:
    """A parameter as programs are told it: messages in English, all else as it is."""
    if isinstance(value, Message):
        return str(value)
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


def ENGLISH(english: str, _context: str = "") -> str:
    """The language in which the engine works alone."""
    return english
