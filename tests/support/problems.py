"""What every problem that is answered anywhere in the suite must tell (docs/problems.md)."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from django.http import HttpResponseBase
from rest_framework.exceptions import APIException

from club.base.phrases import JOINED
from tests.support.messages import every_text, placeholders

ROOT = Path(__file__).parents[2]


@cache
def codes() -> frozenset[str]:
    """What may be a code: a word that stands in the source, so that neither language nor data make another of it."""
    words = re.compile(r'"([a-z][a-z0-9_-]*)"')
    packages = ("engine", "club", "tables", "tournaments")
    own = {
        word for name in packages for path in (ROOT / name).rglob("*.py") for word in words.findall(path.read_text())
    }
    return frozenset(own | {str(one.default_code) for one in APIException.__subclasses__()})


@cache
def texts() -> dict[str, set[str]]:
    """What each text leaves open, by its id."""
    return {text.id: set(placeholders(text.value)) for text in every_text()}


def params_of(message_id: str) -> set[str]:
    """What a text leaves open: one of the rules of play by its id, else the words that are marked where they are said."""
    if message_id in texts():
        return texts()[message_id]
    return {"phrases"} if message_id == JOINED else set(re.findall(r"%\((\w+)\)", message_id))


def check(answer: HttpResponseBase) -> None:
    """Raise `AssertionError`, saying what is missing, where an answer is a problem and does not tell what it must."""
    if not str(answer.headers.get("Content-Type", "")).startswith("application/problem+json"):
        return
    told: dict[str, Any] = json.loads(answer.content)  # type: ignore[attr-defined]  # a problem is no stream
    assert told["code"] in codes(), f"{told['code']} is no code that stands in the source"
    assert told["detail"], told
    assert told["status"] == answer.status_code, told
    if "message_id" in told:
        assert set(told["params"]) == params_of(told["message_id"]), told
    assert told["type"] == (f"/rules/{told['rule']}/" if "rule" in told else "about:blank"), told
