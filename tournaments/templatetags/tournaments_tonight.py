"""The tournaments of the night, for a page of another app."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments import queries

register = template.Library()


@register.simple_tag
def tournaments_tonight(most: int) -> list[dict[str, Any]]:
    """So many tournaments that are open or running, as lines of their list."""
    lines = [queries.in_list(row) for row in queries.listed()]
    return [line for line in lines if line["status"] in ("open", "running", "paused")][:most]
