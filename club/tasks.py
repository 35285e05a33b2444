"""Work that beat hands to the workers."""

from __future__ import annotations

import logging

from celery import shared_task
from django.utils import timezone

from club import audit, expiry, health, notices
from club.task_kinds import TICK

log = logging.getLogger(__name__)


@shared_task(name="club.tasks.heartbeat", **TICK)
def heartbeat() -> None:
    """Show that beat, broker, worker and database reach each other."""
    health.beat(now=timezone.now())


@shared_task(name="club.tasks.nightly_audit", **TICK)
def nightly_audit() -> None:
    """Rebuild every balance, and say loudly what disagrees."""
    report = audit.run(now=timezone.now())
    for difference in report.differences:
        log.error("the books do not balance: %s", difference)


@shared_task(name="club.tasks.expire_chips", **TICK)
def expire_chips() -> None:
    """Give notice of chips that will expire, and take back those whose time has come."""
    expiry.sweep(now=timezone.now())


@shared_task(name="club.tasks.mail_notices", **TICK)
def mail_notices() -> None:
    """Send notices that were given by e-mail as well."""
    notices.mail_expiry(now=timezone.now())
