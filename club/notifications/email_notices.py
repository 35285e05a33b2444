"""Word by e-mail: chips that will expire, books that do not balance. Told once; the pages tell it as well."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import override

from club.base.phrases import gettext as _
from club.base.registry import Standstill
from club.house.club_rules import in_force
from club.ledger import audit, statements
from club.models import ExpiryNotice, Player, UnsentMail, User
from club.notifications import mail
from engine import text_limits

log = logging.getLogger(__name__)
BATCH = 50  # of one run; the next one goes on
LATE = timedelta(days=3)  # a notice that could not be sent for so long is left to the page


def mail_expiry(*, now: datetime) -> int:
    """Send the notices of expiry that were not sent, a transaction each; how many went out.

    A notice is marked before it is sent, and the mark goes with the transaction if sending fails: it is tried again by
    the next run. A mail server that takes a mail and then loses the connection may so get it twice.
    """
    sent = 0
    waiting = ExpiryNotice.objects.filter(mail_done_at=None, given_at__gt=now - LATE, due_at__gt=now)
    for number in list(waiting.order_by("pk").values_list("pk", flat=True)[:BATCH]):
        try:
            sent += _mail(number, now)
        except OSError as fault:  # the mail server is away
            log.warning("notice %s was not sent: %s", number, fault)
    return sent


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
            told += _send_or_keep(user, _("The books do not balance"), text, now)
    return told


def _send_or_keep(user: User, subject: str, text: str, now: datetime) -> bool:
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


def _mail(number: int, now: datetime) -> bool:
    with transaction.atomic():
        held = ExpiryNotice.objects.select_for_update(skip_locked=True).filter(pk=number, mail_done_at=None).first()
        if held is None:
            return False
        held.mail_done_at = now
        held.save(update_fields=["mail_done_at"])
        owner = held.account.owner.partition(":")[2]
        player = Player.objects.select_related("user").filter(pk=text_limits.whole(owner) or 0).first()
        stands = held.account.version == held.version and held.account.balance > 0
        if player is None or player.user is None or not player.user.email or not stands:
            return False
        rules = in_force()
        with override(player.language):
            day = date_format(timezone.localtime(held.due_at, rules.calendar.zone), "DATE_FORMAT")
            chips = statements.written(held.account.balance, rules)
            words = _(
                "%(name)s, your wallet holds %(chips)s that nothing has moved for long. They expire on %(day)s unless you "
                "play, or come to the cashier, before."
            )
            text = words % {"name": player.nickname, "chips": chips, "day": day}
            mail.send(_("Your chips expire soon"), text, player.user.email)
    return True
