"""Instants as the reader writes them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import pgettext

register = template.Library()


@register.filter
def when(instant: datetime | None) -> str:
    """Day and time in the club's time zone, such as ``Fri 21 Nov, 19:30``; nothing for None."""
    if instant is None:
        return ""
    return date_format(timezone.localtime(instant), pgettext("date format", "D j M, H:i"))


@register.filter
def hours(time: timedelta | None) -> str:
    """A length of time in hours and minutes, such as ``2:05``; nothing for None."""
    if time is None:
        return ""
    minutes = int(time.total_seconds()) // 60
    return f"{minutes // 60}:{minutes % 60:02}"
