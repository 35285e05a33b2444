"""Whether a club has its first login yet."""

from __future__ import annotations

from django import template

from club.models import User

register = template.Library()


@register.simple_tag
def has_a_login() -> bool:
    """False in a club that was opened just now: nobody could sign in, and the page says how the first login is made."""
    return User.objects.exists()
