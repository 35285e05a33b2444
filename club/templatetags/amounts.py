"""Amounts in templates: `{{ price|chips }}` as the club writes its chips."""

from __future__ import annotations

from django import template
from django.contrib.humanize.templatetags.humanize import intcomma

from club.house import amounts

register = template.Library()


@register.filter
def chips(amount: int | None) -> str:
    """An amount of the club's chips with separators and symbol; a dash for none."""
    return "–" if amount is None else amounts.written(amount)


@register.filter
def signed(amount: int) -> str:
    """What was won, lost or found to differ, with its sign: +1,200, −350, 0."""
    sign = "+" if amount > 0 else "−" if amount < 0 else ""
    return f"{sign}{intcomma(abs(amount))}"
