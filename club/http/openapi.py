"""What every endpoint's entry in the API's schema says without being asked: the errors its kind of request may meet."""

from __future__ import annotations

import re
from copy import deepcopy
from http import HTTPStatus
from typing import Any

from drf_spectacular.contrib.knox_auth_token import KnoxTokenScheme
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent, build_media_type_object

from club.http.problems import CONTENT_TYPE, Problem
from club.schema.answers import is_answer, schema_of

ANY = (401, 403, 413, 503)  # no login or an unknown token; a right that is missing; a body beyond all bounds; busy
ADDRESSED = (404,)  # something that the address or its query names, and that is not there
ASKED = (400,)  # query or headers that cannot be read
SENT = (400, 415, 422)  # a body of another form or kind; a body that a rule refuses
WRITTEN = (404, 409, 422)  # what is to be changed is not there, has changed meanwhile, or may not be changed so
THROTTLED = (429,)


def problem_statuses(operation: dict[str, Any], method: str, is_throttled: bool) -> set[int]:
    """The statuses of the errors an operation may answer with, by what its schema takes and its HTTP method does."""
    found = set(ANY)
    places = {parameter["in"] for parameter in operation.get("parameters", ())}
    if places & {"path", "query"}:
        found.update(ADDRESSED)
    if places & {"query", "header"}:
        found.update(ASKED)
    if "requestBody" in operation:
        found.update(SENT)
    if method.upper() not in ("GET", "HEAD", "OPTIONS"):
        found.update(WRITTEN)
    if is_throttled:
        found.update(THROTTLED)
    return found


class TokenScheme(KnoxTokenScheme):  # type: ignore[no-untyped-call]  # spectacular's extensions have no types
    """How the schema describes our tokens: as knox's."""

    target_class = "club.accounts.api_tokens.Authentication"


class EndpointSchema(AutoSchema):
    """An endpoint declares what it takes and gives; its errors follow, and are `Problem`s all of them."""

    def get_operation(self, *arguments: Any, **named: Any) -> dict[str, Any] | None:
        """The operation, with the errors of its kind beside the answers it declares."""
        operation = super().get_operation(*arguments, **named)
        if operation is None:
            return None
        problem = {CONTENT_TYPE: build_media_type_object(self.resolve_serializer(Problem, "response").ref)}
        responses = operation["responses"]
        if "content" in responses.get("204", {}):  # a DELETE that tells something is no 204, which has no body
            responses["200"] = responses.pop("204")
        declared = {status for status in responses if int(status) >= 400}
        needed = problem_statuses(operation, self.method, bool(self.view.get_throttles()))
        for status in sorted(declared | {str(one) for one in needed}):
            said = responses.get(status, {}).get("description")
            responses[status] = {"content": problem, "description": said or HTTPStatus(int(status)).phrase}
        operation["responses"] = dict(sorted(responses.items()))
        return operation

    def get_summary(self) -> Any:
        """The first sentence of what the operation says of itself."""
        said = " ".join(self.get_description().split())
        return re.split(r"(?<=[^.][.:;?])\s", said, maxsplit=1)[0].rstrip(".:;") if said else super().get_summary()

    def _get_response_for_code(self, serializer: Any, *arguments: Any, **named: Any) -> Any:
        """An answer's type (`answers`) becomes a schema, and its parts components; a serializer is told as ever."""
        told = self._told(serializer) if is_answer(serializer) else serializer
        return super()._get_response_for_code(told, *arguments, **named)  # type: ignore[no-untyped-call]

    def _told(self, what: Any) -> dict[str, Any]:
        schema, components = deepcopy(schema_of(what))  # spectacular's hooks change what they are given
        for name, one in components.items():
            component: Any = ResolvedComponent(  # type: ignore[no-untyped-call]
                name, ResolvedComponent.SCHEMA, one, f"answer {name}"
            )
            if component in self.registry and self.registry[component].schema != one:
                raise ValueError(f"two components of the schema are called {name}")
            self.registry.register_on_missing(component)
        return schema


def plain(result: dict[str, Any], **_named: Any) -> dict[str, Any]:
    """The schema with nothing that says nothing: what may be anything or null may be anything (a hook of spectacular)."""
    told: dict[str, Any] = _plain(result)
    return told


def _plain(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_plain(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    told = {key: _plain(value) for key, value in schema.items()}
    if {} in told.get("oneOf", ()):
        del told["oneOf"]
    return told
