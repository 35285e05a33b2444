"""Whether the club sends mail, for pages that would promise one."""

from __future__ import annotations

from django import template

from club.notifications import mail

register = template.Library()


@register.simple_tag
def sends_mail() -> bool:
    """True where a mail server is set."""
    return mail.is_sent()
