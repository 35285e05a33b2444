"""What is said at tables, as it is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from club.house.rights import has_right
from tables.chat import chat_lines, reports
from tables.chat.words import PHRASES, REACTIONS

register = template.Library()
KNOWN: dict[str, Mapping[str, Any]] = {"phrase": PHRASES, "reaction": REACTIONS}


@register.filter
def said(line: Mapping[str, Any]) -> str:
    """The words of a line in the reader's language."""
    return str(KNOWN.get(line["kind"], {}).get(line["text"], line["text"]))


@register.simple_tag(takes_context=True)
def reported_lines(context: dict[str, Any]) -> int:
    """How many reported lines wait, for whoever keeps order in chats; 0 for everybody else."""
    return reports.waiting() if has_right(context["request"].user, chat_lines.RIGHT) else 0
