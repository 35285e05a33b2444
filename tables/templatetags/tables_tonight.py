"""The tables that are open, for a page of another app."""

from __future__ import annotations

from typing import Any

from django import template

from tables.queries import game_catalogue, lobby

register = template.Library()


@register.simple_tag
def tables_tonight(most: int) -> list[dict[str, Any]]:
    """So many open cash tables, as lines of the lobby."""
    rows = lobby.lobby().filter(owner="")[:most]
    return [lobby.in_lobby(row) | game_catalogue.stakes_in_words(row) for row in rows]
