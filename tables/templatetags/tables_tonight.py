"""The tables that are open, for a page of another app."""

from __future__ import annotations

from typing import Any

from django import template

from tables.views import queries

register = template.Library()


@register.simple_tag
def tables_tonight(most: int) -> list[dict[str, Any]]:
    """So many open cash tables, as lines of the lobby."""
    rows = [row for row in queries.lobby() if row.is_cash][:most]
    return [queries.in_lobby(row) | queries.stakes_in_words(row) for row in rows]
