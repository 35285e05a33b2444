"""Amounts in templates: `{{ price|chips }}` as the club writes its chips."""

from __future__ import annotations

from django import template

from club.house import amounts

register = template.Library()


@register.filter
def chips(amount: int | None) -> str:
    """An amount of the club's chips with separators and symbol; a dash for none."""
    return "–" if amount is None else amounts.written(amount)
