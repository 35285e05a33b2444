"""Messages in the reader's language, by the catalogue. This is the border: below it are ids and parameters, above it words.

Texts are marked where they stand (`engine.messages`, `tournaments.messages`): the catalogue is made from there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from club.text.cited_rules import address, rule_of
from engine.messages.message import Message, Quoted, Term, Value, worded


def said(value: Value) -> str:
    """A message, or what fills one, in the reader's language."""
    return worded(value, _translated)


def in_words(error: Exception) -> str:
    """What is refused, in the reader's language."""
    message = getattr(error, "message", None)
    return said(message) if isinstance(message, Message) else str(error)


def on_page(error: Exception) -> SafeString:
    """What is refused, for a page: in the reader's language, with a link to the rule that it comes from."""
    words, rule = conditional_escape(in_words(error)), rule_of(error)
    return format_html('{} <a href="{}">{}</a>', words, address(rule), rule) if rule else words


def told(value: Any) -> Any:
    """A parameter as JSON: what has words in the reader's language, all else as it is."""
    if isinstance(value, Message | Term | Quoted):
        return said(value)
    if isinstance(value, Mapping):
        return {name: told(one) for name, one in value.items()}
    return [told(one) for one in value] if isinstance(value, list | tuple) else value


def _translated(english: str, context: str) -> str:
    if not english:
        return ""  # the catalogue has its own head there
    return pgettext(context, english) if context else gettext(english)
