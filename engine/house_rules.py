"""How a house rule is declared: a typed field of a frozen dataclass, made by `rule`, once, by the part that obeys it.

>>> @dataclass(frozen=True)
... class DoorRules:
...     last_call: int = rule(4, title="Last call", help="The hour.", choices=range(24), source="house")
>>> [declared.title for declared in declared(DoorRules)]
['Last call']
>>> resolve(DoorRules, {"last_call": 5})
DoorRules(last_call=5)
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar, cast, get_type_hints

from engine.errors import EngineError
from engine.messages.house_rules import RuleText
from engine.messages.message import Quoted, pgettext

T = TypeVar("T")

PRESETS = (pgettext("choice", "standard"), pgettext("choice", "documents"), pgettext("choice", "tda-2024"))
# Where rules come from, as far as it is no name and no number.
SOURCES = (
    pgettext("source", "house"),
    pgettext("source", "rooms differ"),
    pgettext("source", "rooms that rake by the hand"),
    pgettext("source", "classic thirteen-card rooms"),
    pgettext("source", "rooms that deal 2-7 Pineapple"),
    pgettext("source", "rooms whose jokers stand for unseen cards"),
    pgettext("source", "four players have room for 13 cards each"),
)


class BadRule(EngineError):
    """A value that this house rule cannot have, or a rule nobody declared."""

    code = "bad_house_rule"


@dataclass(frozen=True, slots=True)
class Rule:
    """A declared house rule. `choices` are the values it may have; None: any of its type. `settles`: which conflict.

    `presets` are the values it has in ready-made sets, where they are not the default; one that `is_fact` says what the
    house is or has, such as its chips, and no ready-made set changes it. `parse` reads a text and raises an `EngineError`
    for one that cannot be read.
    """

    key: str
    type: type
    default: Any
    title: str
    help: str
    choices: Collection[Any] | None
    source: str
    settles: str
    presets: Mapping[str, Any]
    parse: Callable[[Any], object] | None
    is_fact: bool = False

    def check(self, value: Any) -> None:
        """Raise `BadRule`, saying what is allowed, for a value this rule cannot have."""
        if type(value) is not self.type:
            raise BadRule(RuleText.TYPE(rule=self.key, type=self.type.__name__, value=Quoted(value)), key=self.key)
        if self.parse is not None:
            try:
                self.parse(value)
            except EngineError as wrong:
                raise BadRule(RuleText.UNREADABLE(rule=self.key, why=wrong.message), key=self.key) from wrong
        if self.choices is None or value in self.choices:
            return
        allowed = (
            RuleText.RANGE(least=self.choices[0], most=self.choices[-1])
            if isinstance(self.choices, range)
            else [str(choice) for choice in self.choices]
        )
        raise BadRule(RuleText.CHOICES(rule=self.key, known=allowed, value=Quoted(value)), key=self.key)


def rule(
    default: Any,
    *,
    title: str,
    help: str,
    choices: Collection[Any] | None = None,
    source: str,
    settles: str = "",
    presets: Mapping[str, Any] | None = None,
    parse: Callable[[Any], object] | None = None,
    is_fact: bool = False,
) -> Any:
    """Declare a house rule: the default of a dataclass field, with all that a page shows of it."""
    told = {
        "title": title,
        "help": help,
        "choices": choices,
        "source": source,
        "settles": settles,
        "presets": MappingProxyType(dict(presets or {})),
        "parse": parse,
        "is_fact": is_fact,
    }
    return dataclasses.field(default=default, metadata={"house_rule": told})


def declared(holder: type) -> tuple[Rule, ...]:
    """The rules that a dataclass declares, in order."""
    return _declared(holder)


@cache
def _declared(holder: Any) -> tuple[Rule, ...]:
    types = get_type_hints(holder)
    return tuple(
        Rule(key=field.name, type=types[field.name], default=field.default, **field.metadata["house_rule"])
        for field in dataclasses.fields(holder)
        if "house_rule" in field.metadata
    )


@cache
def _usual(holder: Any) -> Any:
    """All defaults: one instance, so that what is worked out from it once is found again."""
    return holder()


def resolve(holder: type[T], values: Mapping[str, Any]) -> T:
    """An instance with those values, defaults elsewhere. Raises `BadRule` for a value or a key that cannot be."""
    if not values:
        usual: T = _usual(cast(Any, holder))
        return usual
    rules = {one.key: one for one in declared(holder)}
    for key, value in values.items():
        if key not in rules:
            raise BadRule(RuleText.UNKNOWN(rule=Quoted(key), known=[*rules]), key=key)
        rules[key].check(value)
    return holder(**values)


def preset(holder: type, name: str) -> dict[str, Any]:
    """The values in which that ready-made set differs from the defaults. Raises `BadRule` for a set there is not."""
    if name not in PRESETS:
        raise BadRule(RuleText.UNKNOWN_PRESET(name=Quoted(name), known=[*PRESETS]), key=name)
    return {one.key: one.presets[name] for one in declared(holder) if name in one.presets}


def check_together(resolved: Any) -> None:
    """Raise `BadRule`, saying why, for values that cannot stand together.

    A declaration that knows of such values has a method `impossible`, which says why, or nothing.
    """
    impossible = getattr(resolved, "impossible", None)
    why = impossible() if impossible is not None else None
    if why:
        raise BadRule(why, holder=type(resolved).__name__)
