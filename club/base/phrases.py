"""Words in the reader's language that know the text they are worded from.

`gettext` here is Django's, but what it returns keeps the English text, and `%` keeps what fills it: a refusal is worded where
it is raised, and a program is told the text's id and its parameters besides (docs/problems.md). A `Phrase` is a str, so it
goes wherever words go, and nothing is ever read back from words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self

from django.utils import translation

JOINED = "joined"  # the id of what several phrases say together
AT_FIELD = "%(field)s: %(problem)s"  # the id of what a form finds wrong with a field
NOTHING: Mapping[str, object] = {}


class Phrase(str):
    """Words, the English `text` that they are worded from, and the `params` that fill it."""

    __slots__ = ("params", "text")
    text: str
    params: Mapping[str, object]

    def __new__(cls, words: str = "", text: str = "", params: Mapping[str, object] = NOTHING) -> Self:
        made = super().__new__(cls, words)
        made.text = text
        made.params = params
        return made

    def __mod__(self, params: Any) -> str:
        """The words filled in by name; anything but names fills them as it fills any str."""
        words = super().__mod__(params)
        if not isinstance(params, Mapping):
            return words
        return Phrase(words, self.text, {name: value for name, value in params.items() if f"%({name})" in self.text})

    def as_json(self) -> dict[str, Any]:
        """The text as an id, and what fills it, as programs are told it."""
        return {"id": self.text, "params": {name: _plain(value) for name, value in self.params.items()}}


def gettext(text: str) -> str:
    """The text in the reader's language: a `Phrase`."""
    return Phrase(translation.gettext(text), text)


def joined(phrases: Iterable[str], between: str = " ") -> Phrase:
    """Several phrases said together: `joined` to programs, with each of them in `phrases`."""
    listed = list(phrases)
    return Phrase(between.join(listed), JOINED, {"phrases": listed})


def at_field(field: str, problem: str) -> Phrase:
    """What is wrong with a field of a form, which Django or its forms have worded: after the field's name, if it has one."""
    return Phrase(f"{field}: {problem}" if field else problem, AT_FIELD, {"field": field, "problem": problem})


def _plain(value: object) -> Any:
    """What fills a text, for JSON: another phrase by its own text, else a number or words."""
    if isinstance(value, Phrase):
        return value.as_json() if value.text else str(value)
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value if isinstance(value, int | float) or value is None else str(value)
