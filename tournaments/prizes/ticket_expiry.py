"""Tickets that expire: notice by e-mail beforehand, and their worth to the house when their time is over."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import override

from club.base.phrases import gettext as _
from club.house import amounts, club_rules
from club.notifications import mail
from tournaments.models import Ticket
from tournaments.prizes.tickets import GOOD, WAITING, locked_ticket, on_record, to_house

EXPIRE_AT_ONCE = 500
MAIL_AT_ONCE = 50
NOTICE = timedelta(days=7)
logger = logging.getLogger(__name__)


def expire(*, now: datetime) -> int:
    """The tickets whose time is over leave their worth to the house; how many did. Harmless run twice."""
    due = Ticket.objects.filter(state__in=(GOOD, WAITING), expires_at__lte=now).order_by("pk")
    done = 0
    for number in list(due.values_list("pk", flat=True)[:EXPIRE_AT_ONCE]):
        with transaction.atomic():
            ticket = locked_ticket(number)
            if ticket.state not in (GOOD, WAITING) or ticket.expires_at is None or ticket.expires_at > now:
                continue
            if ticket.state == GOOD:
                to_house(ticket, "ticket-expired", None, now)
            ticket.state = Ticket.State.EXPIRED
            ticket.save(update_fields=["state"])
            on_record("expired", ticket, by=None, now=now, source="")
            done += 1
    return done


def mail_notices(*, now: datetime) -> int:
    """Send word, once, of tickets that expire within `NOTICE`; how many went out. Who has no address reads it on the page."""
    sent = 0
    due = Ticket.objects.filter(state=GOOD, noticed_at=None, expires_at__gt=now, expires_at__lte=now + NOTICE)
    for number in list(due.order_by("pk").values_list("pk", flat=True)[:MAIL_AT_ONCE]):
        try:
            sent += _mail(number, now)
        except (
            OSError
        ) as fault:  # the mail server is away: the mark went with the transaction, the next run tries again
            logger.warning("notice of ticket %s was not sent: %s", number, fault)
    return sent


def _mail(number: int, now: datetime) -> bool:
    with transaction.atomic():
        ticket = (
            Ticket.objects.select_for_update(skip_locked=True, of=("self",)).filter(pk=number, noticed_at=None).first()
        )
        if ticket is None or ticket.state != GOOD or ticket.expires_at is None:
            return False
        ticket.noticed_at = now
        ticket.save(update_fields=["noticed_at"])
        player = ticket.player
        if player.user is None or not player.user.email:
            return False
        with override(player.language):
            local = timezone.localtime(ticket.expires_at, club_rules.in_force().calendar.zone)
            words = _("%(name)s, your ticket worth %(chips)s expires on %(day)s.")
            told = {
                "name": player.nickname,
                "chips": amounts.written(ticket.value),
                "day": date_format(local, "DATETIME_FORMAT"),
            }
            mail.send(_("Your ticket expires soon"), words % told, player.user.email)
    return True
