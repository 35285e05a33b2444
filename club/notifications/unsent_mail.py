"""E-mail that the mail server did not take: kept, tried again, and told until it is sent."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime

from django.db import transaction
from django.urls import reverse

from club.base.phrases import gettext as _
from club.base.registry import Standstill
from club.models import UnsentMail, User
from club.notifications import mail

log = logging.getLogger(__name__)
BATCH = 50  # of one run; the next one goes on


def send_or_keep(user: User, subject: str, text: str, now: datetime) -> bool:
    try:
        mail.send(subject, text, user.email)
    except OSError as fault:
        log.error("an e-mail was not sent to login %s: %s", user.pk, fault)
        UnsentMail.objects.create(user=user, subject=subject[:200], text=text, since=now, fault=str(fault)[:300])
        return False
    return True


def mail_unsent() -> int:
    """Try again what could not be sent, a transaction each; how many went out. Whose login has no address any more is told no
    more; who lost the connection after the mail was taken may get it twice."""
    sent = 0
    for number in list(UnsentMail.objects.order_by("tries", "pk").values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic():
            held = UnsentMail.objects.select_for_update(skip_locked=True, of=("self",)).select_related("user")
            kept = held.filter(pk=number).first()
            if kept is None:
                continue
            try:
                if kept.user.is_active and kept.user.email:
                    mail.send(kept.subject, kept.text, kept.user.email)
                    sent += 1
            except OSError as fault:
                kept.tries, kept.fault = kept.tries + 1, str(fault)[:300]
                kept.save(update_fields=["tries", "fault"])
            else:
                kept.delete()
    return sent


def standstills() -> Iterator[Standstill]:
    """That e-mails wait for the mail server, as the club tells it; nothing where all were sent."""
    unsent = UnsentMail.objects.order_by("-tries", "pk")
    first, n = unsent.first(), unsent.count()
    if first is None:
        return
    words = _("%(n)d e-mails could not be sent, and are tried again every minute. The mail server: %(fault)s")
    yield Standstill(
        reference="mail:unsent",
        plain=f"{n} e-mails could not be sent since {first.since.isoformat()}: {first.fault}",
        words=words % {"n": n, "fault": first.fault},
        address=reverse("audits"),
        is_of_books=False,
    )
