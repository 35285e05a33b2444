"""Which refusal comes from which numbered rule of docs/rules. This list is the one place that says so."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse

from engine.messages.message import Message

# By the id of a message; where a refusal has none, by its code.
CITED: Mapping[str, str] = {}


def rule_of(error: Exception) -> str:
    """The number of the rule that a refusal comes from; empty where it comes from none."""
    message = getattr(error, "message", None)
    by_message = CITED.get(message.id, "") if isinstance(message, Message) else ""
    return by_message or CITED.get(str(getattr(error, "code", "")), "")


def address(number: str) -> str:
    """The page of that rule."""
    return reverse("rule", args=[number])
