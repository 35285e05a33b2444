"""E-mail to owners and admins that the audit found books that do not balance."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db.models import Q
from django.utils.translation import override

from club.base.phrases import gettext as _
from club.ledger import audit
from club.models import User
from club.notifications.unsent_mail import send_or_keep


def mail_audit(report: audit.Report, *, now: datetime) -> int:
    """Tell every owner and admin with an address that the books do not balance, in their language; how many were told.

    What the mail server does not take is kept (`UnsentMail`), tried again by `mail_unsent`, and told by `standstills`.
    """
    staff = User.objects.filter(is_active=True).exclude(email="").select_related("player")
    told = 0
    for user in staff.filter(Q(groups__name__in=("owner", "admin")) | Q(is_superuser=True)).distinct():
        player = getattr(user, "player", None)
        with override(player.language if player is not None else settings.LANGUAGE_CODE):
            words = _(
                "The audit of the books found %(count)d differences, the first of them:\n\n%(first)s\n\nStop the desk. What to "
                "do is on the page of audits."
            )
            text = words % {"count": len(report.differences), "first": "\n".join(report.differences[:5])}
            told += send_or_keep(user, _("The books do not balance"), text, now)
    return told
