"""Answers of the API as types: a `TypedDict` with units and words beside its fields becomes a component of the schema.

>>> class Wallet(TypedDict):
...     '''What somebody has.'''
...     balance: Chips
...     expires_at: Annotated[datetime | None, Told("Null: never.")]
>>> schema, components = schema_of(list[Wallet])
>>> schema
{'items': {'$ref': '#/components/schemas/Wallet'}, 'type': 'array'}
>>> components["Wallet"]["properties"]["balance"]
{'description': 'Chips.', 'type': 'integer'}

The views make plain dicts; that they are what is declared is held by the tests, which look at every answer any of them gets
(`tests/support/answers.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Annotated, Any, get_origin

from typing_extensions import TypedDict, is_typeddict

Schema = dict[str, Any]
REF = "#/components/schemas/"
COMPONENT = "x-component"  # by this name a schema becomes a component, however it is written


@dataclass(frozen=True)
class Told:
    """What a field means: its unit, when it is null."""

    words: str

    def __get_pydantic_json_schema__(self, core: Any, handler: Callable[[Any], Schema]) -> Schema:
        """The schema with these words instead of the type's own."""
        return {**handler(core), "description": self.words}


@dataclass(frozen=True)
class Named:
    """A type that is a component of its own name: an enumeration, or a union told apart by the field `by`."""

    name: str
    words: str = ""
    values: tuple[str, ...] = ()
    by: str = ""

    def __get_pydantic_json_schema__(self, core: Any, handler: Callable[[Any], Schema]) -> Schema:
        """The schema, marked as a component."""
        found: Schema = {"type": "string", "enum": list(self.values)} if self.values else dict(handler(core))
        if self.by:
            found = {"oneOf": found.pop("anyOf"), "discriminator": {"propertyName": self.by}, **found}
        return {**found, **({"description": self.words} if self.words else {}), COMPONENT: self.name}


def one_of(name: str, values: Iterable[str], words: str = "") -> Named:
    """An enumeration: to be put on `str`. An empty text is a value like any other."""
    return Named(name, words, tuple(dict.fromkeys(map(str, values))))


def is_answer(what: Any) -> bool:
    """True for what this module tells: a `TypedDict`, or a list, dict, union or annotation of them."""
    return is_typeddict(what) or get_origin(what) is not None


@cache
def schema_of(what: Any) -> tuple[Schema, dict[str, Schema]]:
    """The schema of a type, and the components that it names. To be read, not changed."""
    from pydantic import TypeAdapter  # only whoever asks for the schema needs it
    from pydantic.json_schema import GenerateJsonSchema

    class Plain(GenerateJsonSchema):
        def field_title_should_be_set(self, schema: Any) -> bool:
            return False

    found = TypeAdapter(what).json_schema(ref_template=REF + "{model}", mode="serialization", schema_generator=Plain)
    components: dict[str, Schema] = {}
    for name, one in found.pop("$defs", {}).items():
        components[name] = _named(one, components)
        components[name].pop("title", None)
        components[name].pop("additionalProperties", None)
    schema = _named(found, components)
    if is_typeddict(what):
        schema.pop("title", None)
        components[what.__name__] = schema
        schema = {"$ref": REF + what.__name__}
    for one in components.values():
        _map(one, components)
    return schema, components


def _named(schema: Any, components: dict[str, Schema]) -> Any:
    """The schema with whatever is marked as a component in `components`, and referred to."""
    if isinstance(schema, list):
        return [_named(one, components) for one in schema]
    if not isinstance(schema, dict):
        return schema
    told = {key: _named(value, components) for key, value in schema.items()}
    if (name := told.pop(COMPONENT, None)) is None:
        return told
    if components.setdefault(name, told) != told:
        raise ValueError(f"two answers are called {name}")
    return {"$ref": REF + name}


def _map(schema: Schema, components: dict[str, Schema]) -> None:
    """Write out by which value each type of a union is told."""
    if "discriminator" not in schema:
        return
    by = schema["discriminator"]["propertyName"]
    refs = [one["$ref"] for one in schema["oneOf"]]
    told = {ref: components[ref.removeprefix(REF)]["properties"][by] for ref in refs}
    schema["discriminator"]["mapping"] = {
        value: ref for ref, one in told.items() for value in one.get("enum", [one.get("const")])
    }


Id = Annotated[int, Told("Its number, which stays.")]
Chips = Annotated[int, Told("Chips.")]
MaybeChips = Annotated[int | None, Told("Chips.")]
Seconds = Annotated[int, Told("Seconds.")]
Instant = Annotated[datetime, Told("An instant, with its offset.")]
MaybeInstant = Annotated[datetime | None, Told("An instant, with its offset; or null.")]
Cards = Annotated[list[str], Told("Cards such as `As` and `Td`.")]


class Message(TypedDict):
    """Something said: by its text's id and parameters for programs, and worded for people."""

    id: str
    params: Annotated[dict[str, Any], Told("What fills the text, by its names.")]
    text: str
