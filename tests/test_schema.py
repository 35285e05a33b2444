"""schemathesis sends what the API's own schema allows, and near misses: never a 5xx, never a status that is not declared.

A few requests an operation, the same every time; `just fuzz` sends hundreds. In half of them the ids are those of a club
with one of everything, so that something is there to be asked about and changed.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
from typing import Any

import pytest
import schemathesis
from django.db import transaction
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from club.http.request_size import LARGEST_BODY
from club.models import ApiToken, User
from club.people.roles import give_role
from tests.support.budget import is_everyday, sweep
from tests.support.world import World, world

__all__ = ["world"]
pytestmark = [pytest.mark.django_db, pytest.mark.slow]
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "2" if is_everyday() else "4"))
# The same requests every time, unless somebody searches.
AGAIN = {} if settings.get_current_profile_name() == "search" else {"derandomize": True, "database": None}
# The token is ours: one made up is refused before anything else is looked at.
CONFIG = schemathesis.Config.from_dict({"generation": {"with-security-parameters": False}})
RAW = json.loads(json.dumps(SchemaGenerator().get_schema(public=True), default=str))
SCHEMA = schemathesis.openapi.from_dict(RAW, config=CONFIG)
OPERATIONS = {found.ok().label: found.ok() for found in SCHEMA.get_all_operations()}
# What a body calls the things whose ids stand in addresses.
NAMES = {"player": "player_id", "table": "table_id", "hand": "hand_id", "tournament": "tournament_id", "ask": "ask"}


def sent(client: Client, case: Any, known: dict[str, Any]) -> Any:
    """The answer to a generated request, with what is known put in its places; whatever it did is taken back."""
    path = {
        **(case.path_parameters or {}),
        **{name: known[name] for name in case.path_parameters or () if name in known},
    }
    body = case.body
    if isinstance(body, dict):
        body = {**body, **{name: known[NAMES[name]] for name in body if NAMES.get(name) in known}}
    headers = {name: str(value).encode("latin-1", "replace").decode("latin-1") for name, value in case.headers.items()}
    case.path_parameters = path
    is_json = isinstance(body, (dict, list, str, int, float, bool, type(None)))
    before = transaction.savepoint()  # and no block: what is durable may not be nested in one
    try:
        return client.generic(
            case.method,
            case.formatted_path,
            json.dumps(body, default=str).encode() if is_json else b"",
            "application/json",
            query_params={name: str(value) for name, value in (case.query or {}).items()},
            headers=headers,
        )
    finally:
        transaction.savepoint_rollback(before)


def token_of(login: User) -> dict[str, str]:
    _row, token = ApiToken.objects.create(login, name="fuzz")
    return {"Authorization": f"Token {token}"}


@sweep("label", sorted(OPERATIONS))
def test_no_answer_is_a_fault_or_undeclared(world: World, label: str, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.CRITICAL)
    operation = OPERATIONS[label]
    login = User.objects.get(pk=world.me.user_id)
    give_role(login, "owner")
    clients = {
        name: Client(raise_request_exception=False, headers=headers)
        for name, headers in (("owner", token_of(login)), ("player", token_of(world.other.user)), ("stranger", {}))
    }
    declared = {int(status) for status in operation.definition.raw["responses"]}
    known = {**world.fixed, **world.places[world.me.pk]}

    for mode in GenerationMode.POSITIVE, GenerationMode.NEGATIVE:

        @given(
            case=operation.as_strategy(generation_mode=mode), is_known=st.booleans(), who=st.sampled_from([*clients])
        )
        @settings(max_examples=EXAMPLES, phases=(Phase.generate, Phase.shrink), **AGAIN)
        def check(case: Any, is_known: bool, who: str) -> None:
            answer = sent(clients[who], case, known if is_known else {})
            asked = (who, case.method, case.formatted_path, case.query, case.headers, case.body)
            assert answer.status_code < 500, (answer.status_code, *asked)
            assert answer.status_code in declared, (answer.status_code, answer.content[:300], *asked)

        with contextlib.suppress(Unsatisfiable):  # where nothing is asked for, nothing can be asked wrongly
            check()


def test_a_body_beyond_what_any_door_takes_has_its_answer_in_the_schema():
    for label, operation in OPERATIONS.items():
        path = re.sub(r"\{\w+\}", "1", operation.path)
        huge = {"Content-Length": str(LARGEST_BODY + 1)}
        assert Client().generic(operation.method.upper(), path, b"", headers=huge).status_code == 413, label
        assert "413" in operation.definition.raw["responses"], label
