"""What is said at tables, as it is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from tables.chat.words import PHRASES, REACTIONS

register = template.Library()
KNOWN: dict[str, Mapping[str, Any]] = {"phrase": PHRASES, "reaction": REACTIONS}


@register.filter
def said(line: Mapping[str, Any]) -> str:
    """The words of a line in the reader's language."""
    return str(KNOWN.get(line["kind"], {}).get(line["text"], line["text"]))
