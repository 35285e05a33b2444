"""The API's schema says what every answer is: nothing in it is open but what is open by its nature, and it is sound."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from openapi_spec_validator import OpenAPIV31SpecValidator

from tests.support.answers import whole_schema

# What has no one form, by where it stands, and why.
OPEN = {
    "ActOffered.fields": "each act has fields of its own, as its endpoint says",
    "Due.fields": "each act has fields of its own, as its endpoint says",
    "Message.params": "each text has parameters of its own (docs/problems.md)",
    "OwnMembership.tables": "a person's own copy: each app adds what it keeps",
    "OwnMembership.tournaments": "a person's own copy: each app adds what it keeps",
    "OwnCopy.tables": "a person's own copy: each app adds what it keeps",
    "OwnCopy.tournaments": "a person's own copy: each app adds what it keeps",
    "Problem.params": "each text has parameters of its own (docs/problems.md)",
    "Proof.start": "a hand's start as the engine stores it, to be handed to the engine",
    "RecordedDecision.after": "each kind of decision says what became of what",
    "RecordedDecision.before": "each kind of decision says what became of what",
    "RulingReason.params": "each text has parameters of its own",
    "StaffAct.after": "each kind of act says what became of what",
    "StaffAct.before": "each kind of act says what became of what",
}
SHEETS = ("SheetMade", "StructureEdited", "StructureSeen", "StructureVersionSeen")
OPEN["SharedContent.structures"] = "clubs' own documents, kept whole"
OPEN |= {f"{name}.sheet": "a club's own document, kept whole" for name in SHEETS}


def is_open(schema: dict[str, Any]) -> bool:
    """True for what says nothing of what it holds."""
    says = {"$ref", "anyOf", "oneOf", "allOf", "enum", "const", "items", "properties"}
    if says & schema.keys():
        return False
    if schema.get("type") == "object":
        return schema.get("additionalProperties", True) in (True, {})
    return "type" not in schema or schema["type"] == "array"


def open_places(schema: Any, place: str) -> Iterator[str]:
    """The places in a schema that say nothing, as the names of components and fields."""
    if not isinstance(schema, dict):
        return
    if is_open(schema):
        yield place
    for name, one in schema.get("properties", {}).items():
        yield from open_places(one, f"{place.partition('.')[0]}.{name}")
    for part in ("items", "additionalProperties"):
        yield from open_places(schema.get(part), place)
    for part in ("anyOf", "oneOf", "allOf"):
        for one in schema.get(part, ()):
            yield from open_places(one, place)


def referred(schema: Any) -> Iterator[str]:
    """The names of the components that a schema refers to."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].rpartition("/")[2]
        for one in schema.values():
            yield from referred(one)
    elif isinstance(schema, list):
        for one in schema:
            yield from referred(one)


def answers() -> Iterator[tuple[str, dict[str, Any]]]:
    """The schemas of all JSON answers, by operation and status."""
    for path, operations in whole_schema()["paths"].items():
        for method, operation in operations.items():
            for status, answer in operation["responses"].items():
                for media, told in answer.get("content", {}).items():
                    if "json" in media:
                        yield f"{method.upper()} {path} {status}", told["schema"]


def reached() -> set[str]:
    """The components that answers are made of."""
    components, found = whole_schema()["components"]["schemas"], set[str]()
    coming = {name for _where, schema in answers() for name in referred(schema)}
    while coming:
        found |= coming
        coming = {name for one in coming for name in referred(components[one])} - found
    return found


def test_no_answer_is_untyped():
    assert [where for where, schema in answers() if list(open_places(schema, where))] == []


def test_what_is_open_in_answers_is_open_by_its_nature():
    components = whole_schema()["components"]["schemas"]
    found = {place for name in reached() for place in open_places(components[name], name)}
    log = {
        place for place in found if place.startswith("Log")
    }  # lines of logs are told by their classes (test_log_lines)
    assert found - log == set(OPEN)


def test_an_open_place_is_found():
    assert list(open_places({"type": "object"}, "X")) == ["X"]
    assert list(open_places({"type": "object", "properties": {"a": {}}}, "X")) == ["X.a"]
    assert list(open_places({"type": "array", "items": {"type": "object"}}, "X")) == ["X"]
    assert list(open_places({"type": "object", "additionalProperties": {"type": "integer"}}, "X")) == []


def test_the_schema_is_made_without_a_doubt():
    GENERATOR_STATS.reset()
    again = SchemaGenerator(urlconf="club.project.urls").get_schema(public=True)
    assert again["components"]["schemas"].keys() == whole_schema()["components"]["schemas"].keys()
    assert [*GENERATOR_STATS._warn_cache, *GENERATOR_STATS._error_cache] == []


def test_the_schema_is_sound():
    OpenAPIV31SpecValidator(whole_schema()).validate()
