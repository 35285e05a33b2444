"""Shares of 0 to 1 as percentages."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def percent(share: float | None) -> str:
    """A share of 0 to 1 with one decimal; a dash where there is none."""
    return "–" if share is None else f"{share:.1%}"
