"""Messages on a page."""

from __future__ import annotations

from django import template

from club.text.messages import said

register = template.Library()
register.filter("said", said)
