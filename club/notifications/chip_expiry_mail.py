"""E-mail that chips will expire. Told once; the pages tell it as well."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import override

from club.base.phrases import gettext as _
from club.house.club_rules import in_force
from club.ledger import statements
from club.models import ExpiryNotice, Player
from club.notifications import mail
from club.notifications.unsent_mail import BATCH, log
from engine import text_limits

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
