"""Audits that somebody asks for: a worker makes them, one at a time, and what each came to is kept.

An audit looks at every line there is, since what was rewritten may be as old as the club: one that began where the last good
one ended would miss just that. So it takes seconds or minutes, longer than anybody waits for an answer.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import F

from club.base import on_commit_tasks
from club.house import audit_log
from club.ledger import audit
from club.models import AskedAudit, User

_LOCK = 0x61756474  # taken while somebody asks, so that two who ask at once ask for the same
MOST_TRIES = 3  # of one that was asked for, whose worker was killed each time


def ask(*, by: User, source: str = "", now: datetime) -> AskedAudit:
    """Have a worker audit the books; on record. One that is asked for while another still waits is the same: it looks at all there
    is when it begins."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        audit_log.record("ledger.audit-asked", by=by, source=source, now=now)
        waiting = AskedAudit.objects.select_for_update().filter(begun_at=None, ended_at=None).order_by("pk").first()
        asked = waiting or AskedAudit.objects.create(by=by, asked_at=now)
        on_commit_tasks.send("club.tasks.audit_asked")
    return asked


def open_one() -> AskedAudit | None:
    """The first that has not ended."""
    return AskedAudit.objects.select_related("by").filter(ended_at=None).order_by("pk").first()


def work(*, clock: Callable[[], datetime]) -> AskedAudit | None:
    """Make the first audit that was asked for and has not ended; None if there is none, or another is under way. Who asked and
    what was found goes on record."""
    with audit.alone() as is_alone:
        asked = open_one() if is_alone else None
        if asked is None:
            return None
        # Nobody else is at it: one that has begun has lost its worker, and is made anew.
        if asked.tries >= MOST_TRIES:
            AskedAudit.objects.filter(pk=asked.pk, ended_at=None).update(ended_at=clock())
            return asked
        AskedAudit.objects.filter(pk=asked.pk).update(begun_at=(now := clock()), tries=F("tries") + 1)
        run = audit.run_and_keep(heads=audit.kept_heads(), now=now)
        with transaction.atomic():
            found = {"ok": run.ok, "differences": len(run.differences)}
            audit_log.record("ledger.audited", by=asked.by, after=found, now=clock())
            AskedAudit.objects.filter(pk=asked.pk).update(ended_at=clock(), run=run)
    return asked


def told(asked: AskedAudit) -> dict[str, Any]:
    """For the API: where it stands, and what it found."""
    return {
        "id": asked.pk,
        "state": asked.state,
        "asked_at": asked.asked_at,
        "begun_at": asked.begun_at,
        "ended_at": asked.ended_at,
        "audit": None if asked.run is None else audit.told(asked.run),
    }
