"""How large words stand on the big screen."""

from __future__ import annotations

import unicodedata

from django import template

register = template.Library()


@register.filter
def wall_size(words: str, limits: str) -> str:
    """The class of words by their width, counted in Latin letters: none up to the first of two limits, ``is-long`` up to the
    second, ``is-longest`` beyond."""
    width = sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in str(words))
    first, second = map(int, limits.split())
    return "" if width <= first else "is-long" if width <= second else "is-longest"


@register.filter
def of_key(values: dict[str, str], key: str) -> str:
    """The value of a key; empty if there is none."""
    return values.get(key, "")
