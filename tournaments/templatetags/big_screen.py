"""What stands over the time on the big screen, and how large words stand there."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import template

from club.base.phrases import gettext as _

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


@register.filter
def wall_headline(clock: Mapping[str, Any]) -> str:
    """What stands over the time: how the event stands, or its level. `clock` is that of `_clock.html`."""
    status, words, level = clock.get("status"), str(clock.get("status_words", "")), clock.get("level")
    if status == "over":
        return _("The tournament is over")
    if status == "open":
        return _("Starts in") if clock.get("starts_at") else _("Starts soon")
    if status in ("cancelled", "bagged"):
        return words
    if clock.get("is_break"):
        return _("Break")
    return _("Level %(level)s") % {"level": level} if level else words


@register.filter
def time_left(until: datetime, now_ms: int) -> str:
    """What is left as the clock shows it, so that nothing moves when the script begins to count: `04:05`, an hour and more
    `1:04:05`, what is over `00:00`. `now_ms`: the server's time in milliseconds."""
    return clock_text(until.timestamp() - now_ms / 1000)


@register.filter
def clock_text(seconds: float) -> str:
    """A span in seconds as `clockText` of `server_clock.js` writes it."""
    left = max(0, math.ceil(seconds))
    hours, rest = divmod(left, 3600)
    text = f"{rest // 60:02}:{rest % 60:02}"
    return f"{hours}:{text}" if hours else text
