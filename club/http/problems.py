"""How every error of the API looks: RFC 9457 problem details, which say what is wrong, and what would be right."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from rest_framework import serializers

CONTENT_TYPE = "application/problem+json"


class Problem(serializers.Serializer[Any]):
    """How every error looks; more members say what would be right."""

    type = serializers.CharField(default="about:blank")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    instance = serializers.CharField()


def body(status: int, code: str, detail: str, instance: str, **more: Any) -> dict[str, Any]:
    """The members of a problem; `more` are extension members."""
    kept = {key: value for key, value in more.items() if key not in ("type", "title", "status", "detail")}
    return {
        **kept,
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        "instance": instance,
    }


def problems(*statuses: int) -> dict[int, type[Problem]]:
    """The error answers of an operation, for the schema."""
    return dict.fromkeys((401, 403, *statuses), Problem)
