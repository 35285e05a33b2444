"""Work that beat hands to the workers."""

from __future__ import annotations

import logging
from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from club.accounts.factors import factor_secrets
from club.base.task_kinds import TICK
from club.cashier import chip_expiry
from club.house import health
from club.ledger import asked_audits, audit, seals
from club.membership import retention
from club.notifications import audit_mail, chip_expiry_mail, published_heads, unsent_mail, web_push, webhooks
from club.operator import backups

log = logging.getLogger(__name__)
DELIVERING = timedelta(seconds=25)  # with one more try at the end, below a task's time limit


@shared_task(name="club.tasks.heartbeat", **TICK)
def heartbeat() -> None:
    """Show that beat, broker, worker and database reach each other."""
    health.beat(now=timezone.now())


@shared_task(name="club.tasks.nightly_audit", soft_time_limit=1800, time_limit=audit.LONGEST, **TICK)
def nightly_audit() -> None:
    """Rebuild every balance when the business day has ended, and say loudly what disagrees: by e-mail, and in the log."""
    report = audit.nightly(now=timezone.now())
    if report is not None:
        published_heads.mail_heads()
    if report is None or report.ok:
        return
    for difference in report.differences:
        log.error("the books do not balance: %s", difference)
    audit_mail.mail_audit(report, now=timezone.now())


@shared_task(name="club.tasks.audit_asked", soft_time_limit=1800, time_limit=audit.LONGEST, **TICK)
def audit_asked() -> None:
    """Make the audits that were asked for."""
    while asked_audits.work(clock=timezone.now) is not None:
        pass


@shared_task(name="club.tasks.seal", **TICK)
def seal() -> None:
    """Chain by digests what was written since the last run."""
    seals.seal_all(most=seals.SWEPT)


@shared_task(name="club.tasks.publish_heads", **TICK)
def publish_heads() -> None:
    """Tell the outside how far the chains are."""
    published_heads.publish(now=timezone.now())


@shared_task(name="club.tasks.nightly_backup", soft_time_limit=1800, time_limit=1860, **TICK)
def nightly_backup() -> None:
    """Back up an embedded club when the business day has ended; say loudly if it cannot be done."""
    try:
        backups.nightly(now=timezone.now())
    except backups.BackupError as fault:
        log.error("the nightly backup failed: %s", fault)


@shared_task(name="club.tasks.expire_chips", **TICK)
def expire_chips() -> None:
    """Give notice of chips that will expire, and take back those whose time has come."""
    chip_expiry.sweep(now=timezone.now())


@shared_task(name="club.tasks.mail_notices", **TICK)
def mail_notices() -> None:
    """Send notices that were given by e-mail as well, and try again what could not be sent."""
    chip_expiry_mail.mail_expiry(now=timezone.now())
    unsent_mail.mail_unsent()


@shared_task(name="club.tasks.push", **TICK)
def push_messages() -> None:
    """Call the devices of players, for half a minute at most; the sweep goes on with the rest."""
    began = timezone.now()
    while (now := timezone.now()) - began < DELIVERING and web_push.send_next(now=now):
        pass


@shared_task(name="club.tasks.prune_push", **TICK)
def prune_push() -> None:
    """Forget what devices were told long ago."""
    web_push.prune(now=timezone.now())


@shared_task(name="club.tasks.prune_visits", **TICK)
def prune_visits() -> None:
    """Forget visits, tries and sessions that are past their time."""
    retention.prune(now=timezone.now())


@shared_task(name="club.tasks.seal_factors", **TICK)
def seal_factors() -> None:
    """Seal by the present key what an older version or a former key left of second factors."""
    factor_secrets.reseal()


@shared_task(name="club.tasks.deliver", **TICK)
def deliver(webhook_id: int) -> None:
    """Send what is due to one webhook, for half a minute at most; the sweep goes on with the rest."""
    began = timezone.now()
    while (now := timezone.now()) - began < DELIVERING and webhooks.deliver_next(webhook_id, now=now):
        pass


@shared_task(name="club.tasks.sweep_webhooks", **TICK)
def sweep_webhooks() -> None:
    """Find the webhooks for which a message is due: new ones whose nudge was lost, and those to be tried again."""
    for webhook_id in webhooks.due(timezone.now()):
        deliver.delay(webhook_id)


@shared_task(name="club.tasks.prune_webhooks", **TICK)
def prune_webhooks() -> None:
    """Forget messages that were settled long ago."""
    while webhooks.prune(now=timezone.now()) == webhooks.PRUNED:
        pass
