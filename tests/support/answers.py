"""Every answer that any test receives from the API is what the schema says: one that is not fails the test that received it.

The schema is open, so that clients live with fields to come; here it is closed: an answer has no field that is not declared.
"""

from __future__ import annotations

import gzip
import json
import re
from functools import cache
from typing import Any

UNLIKE: list[str] = []  # what was unlike the schema since it was last looked at
PREFIX = "/api/v1/"
NEVER_CLOSED = ("Problem",)  # has members of its own for each code


def closed(schema: Any, name: str = "") -> Any:
    """The schema with no room for fields that it does not name."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    told = {key: closed(value, key) for key, value in schema.items()}
    if schema.get("type") == "object" and "properties" in schema and name not in NEVER_CLOSED:
        told.setdefault("additionalProperties", False)
    return told


@cache
def _made() -> dict[str, Any] | Exception:
    """The schema, or why there is none: whoever asks again is not to wait for that again."""
    from django.utils import translation
    from drf_spectacular.generators import SchemaGenerator

    from club.schema.schema_page import ONE_AT_A_TIME

    found: Any = SchemaGenerator(urlconf="club.project.urls")  # type: ignore[no-untyped-call]
    try:
        with ONE_AT_A_TIME, translation.override("en"):
            told: dict[str, Any] = json.loads(json.dumps(found.get_schema(public=True), default=str))
            return told
    except Exception as wrong:
        return wrong


def whole_schema() -> dict[str, Any]:
    """The API's schema as JSON, made once. Raises what its making raised."""
    made = _made()
    if isinstance(made, Exception):
        raise made
    return made


@cache
def components() -> dict[str, Any]:
    """The schema's components, closed."""
    told: dict[str, Any] = closed(whole_schema()["components"]["schemas"])
    return told


REFERENCE = re.compile(r'"#/components/schemas/([^"]+)"')


def _compiled(schema: dict[str, Any]) -> Any:
    """The validator of a closed schema, with the components that it leads to and no others: with all of them each of
    hundreds of validators is five megabytes, and takes a hundred times as long to make."""
    import jsonschema_rs

    led_to: dict[str, Any] = {}
    new = [schema]
    while new:
        for name in REFERENCE.findall(json.dumps(new.pop())):
            if name not in led_to:
                led_to[name] = components()[name]
                new.append(led_to[name])
    return jsonschema_rs.Draft202012Validator({**schema, "components": {"schemas": led_to}}, validate_formats=True)


def _path(route: str) -> str:
    """A route as the schema writes it."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", "/" + route)


@cache
def contents(method: str, route: str, status: int) -> dict[str, Any] | None:
    """The declared contents of an answer by media type; None where the operation or status is not declared."""
    operation = whole_schema()["paths"].get(_path(route), {}).get(method.lower(), {})
    answer = operation.get("responses", {}).get(str(status))
    return None if answer is None else answer.get("content", {})


@cache
def _validator(method: str, route: str, status: int, media: str) -> Any:
    return _compiled(closed((contents(method, route, status) or {})[media]["schema"]))


@cache
def _of_component(name: str) -> Any:
    return _compiled({"$ref": f"#/components/schemas/{name}"})


def unlike(name: str, told: Any) -> list[str]:
    """What of a value is unlike that component of the schema."""
    return [
        f"{'.'.join(map(str, one.instance_path))}: {one.message[:300]}" for one in _of_component(name).iter_errors(told)
    ]


def faults(method: str, route: str, status: int, media: str, body: bytes) -> list[str]:
    """What of an answer is unlike the schema."""
    if _path(route) not in whole_schema()["paths"]:
        return []  # an act that a test made up; that the club's own are all there holds `tests/test_typed_answers.py`
    declared = contents(method, route, status)
    if declared is None:
        return [f"status {status} is not declared"]
    if not declared:
        return ["an answer without content has some"] if body else []
    if media not in declared:
        return [f"{media} is none of {sorted(declared)}"]
    if "json" not in media:
        return []
    found = _validator(method, route, status, media).iter_errors(json.loads(body))
    return [f"{'.'.join(map(str, one.instance_path))}: {one.message[:300]}" for one in found]


def _body(answer: Any) -> bytes:
    if answer.streaming:
        return b""
    content: bytes = answer.content
    return gzip.decompress(content) if answer.get("Content-Encoding") == "gzip" else content


def look(request: Any, answer: Any) -> None:
    """Keep what of an answer is unlike the schema. Refusals are looked at by `problems`."""
    match = getattr(request, "resolver_match", None)
    if match is None or answer.status_code >= 300 or not f"/{match.route}".startswith(PREFIX):
        return
    if request.method not in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        return
    media = answer.get("Content-Type", "").partition(";")[0]
    found = faults(request.method, match.route, answer.status_code, media, _body(answer))
    UNLIKE.extend(f"{request.method} /{match.route}: {one}" for one in found)


def taken() -> list[str]:
    """What was unlike the schema since this was asked last."""
    found = list(dict.fromkeys(UNLIKE))
    UNLIKE.clear()
    return found
