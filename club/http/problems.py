"""How every error of the API looks: RFC 9457 problem details, which say what is wrong, and what would be right."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from rest_framework import serializers

from club.base.errors import ClubError
from club.base.phrases import Phrase
from club.text.cited_rules import address, rule_of
from club.text.messages import in_words, told
from engine.messages.message import Message, as_json

CONTENT_TYPE = "application/problem+json"
OWN = ("type", "message_id", "params", "rule")  # no parameter of a refusal is called so


class Problem(serializers.Serializer[Any]):
    """How every error looks; more members say what would be right."""

    type = serializers.CharField(default="about:blank")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="What is wrong, in the language asked for.")
    code = serializers.CharField(help_text="The kind of problem; it stays the same.")
    instance = serializers.CharField()
    message_id = serializers.CharField(required=False, help_text="The text that `detail` is worded from.")
    params = serializers.DictField(required=False, help_text="What fills that text, by its names.")
    rule = serializers.CharField(required=False, help_text="The rule of play it comes from; `type` is its page.")


def body(status: int, code: str, detail: str, instance: str, **more: Any) -> dict[str, Any]:
    """The members of a problem; `more` are extension members, and `type` where the problem has a page of its own."""
    kept = {key: value for key, value in more.items() if key not in ("title", "status", "detail")}
    return {
        "type": "about:blank",
        **_ids(detail),
        **kept,
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        "instance": instance,
    }


def _ids(message: Message | str) -> dict[str, Any]:
    """The id of the text that is said, and what fills it; nothing of words that nobody knows the text of."""
    if isinstance(message, Message):
        return {"message_id": message.id, "params": as_json(message)["params"]}
    if isinstance(message, Phrase) and message.text:
        said = message.as_json()
        return {"message_id": said["id"], "params": said["params"]}
    return {}


def refusal(error: ClubError, instance: str) -> dict[str, Any]:
    """The members of a refusal: its message by id and parameters, and the rule it comes from, where it has them."""
    more = {name: told(value) for name, value in error.params.items() if name not in OWN}
    more |= _ids(error.message)
    if rule := rule_of(error):
        more |= {"type": address(rule), "rule": rule}
    return body(error.status, error.code, in_words(error), instance, **more)


def problems(*statuses: int) -> dict[int, type[Problem]]:
    """The error answers of an operation, for the schema."""
    return dict.fromkeys((401, 403, *statuses), Problem)
