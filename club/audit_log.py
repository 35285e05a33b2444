"""The record of what people decided: who, from where, when, what, and why. Append-only."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest

from club.models import AuditEntry


def record(
    kind: str,
    *,
    by: Any,
    subject: str = "",
    why: str = "",
    before: Any = None,
    after: Any = None,
    source: str = "",
    now: datetime,
) -> AuditEntry:
    """Put one decision on record, in the caller's transaction: it stands if and only if the decision does."""
    return AuditEntry.objects.create(
        kind=kind, by=by, subject=subject, why=why, before=before, after=after, source=source[:200], at=now
    )


def source_of(request: HttpRequest) -> str:
    """From where a request came: address and browser."""
    return f"{request.META.get('REMOTE_ADDR', '')} {request.META.get('HTTP_USER_AGENT', '')}".strip()[:200]
