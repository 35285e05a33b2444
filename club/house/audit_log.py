"""The record of what people decided: who, from where, when, what, and why. Append-only."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.http import HttpRequest

from club.base.names import plain
from club.base.phrases import gettext as _
from club.base.registry import DECISIONS
from club.base.signals import decision_recorded
from club.database import bulk_sql
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
    entry = AuditEntry.objects.create(
        kind=kind, by=by, subject=subject, why=why, before=before, after=after, source=source[:200], at=now
    )
    decision_recorded.send(sender=AuditEntry, entry=entry)
    return entry


def record_all(kind: str, told: Mapping[str, Any], *, by: Any, source: str = "", now: datetime) -> None:
    """`record` of one kind for many subjects, each with what came of it, in one statement."""
    same = {"kind": kind, "by_id": None if by is None else by.pk, "source": source[:200], "at": now}
    bulk_sql.insert(AuditEntry, ("subject", "after"), told.items(), same)


def source_of(request: HttpRequest) -> str:
    """From where a request came: address and browser."""
    return f"{address_of(request)} {request.META.get('HTTP_USER_AGENT', '')}".strip()[:200]


def address_of(request: HttpRequest) -> str:
    """The address a request came from. What a proxy says of its visitor is believed of those that the settings list
    (`TRUSTED_PROXIES`), one after another from the last: whatever anybody else wrote into the header is not.
    """
    address = str(request.META.get("REMOTE_ADDR", ""))
    told = [one.strip() for one in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    while told and _is_trusted(address) and _parsed(told[-1]) is not None:
        address = told.pop()
    return str(_parsed(address) or address)


def _parsed(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _is_trusted(text: str) -> bool:
    address = _parsed(text)
    return address is not None and any(address in network for network in settings.TRUSTED_PROXIES)


def found(
    *,
    by: str = "",
    kind: str = "",
    subject: str = "",
    text: str = "",
    source: str = "",
    begins: datetime | None = None,
    ends: datetime | None = None,
) -> QuerySet[AuditEntry]:
    """Decisions, latest first: of a login whose name holds `by`, of a kind (or a family, such as ``cashier``), about a
    subject (``player:7``), with `text` in the reason or in what was before and after, from an address or browser that
    holds `source`, from `begins` to before `ends`.
    """
    rows = AuditEntry.objects.select_related("by").order_by("-pk")
    if words := plain(by):
        rows = rows.filter(Q(by__username__icontains=words) | Q(by__player__nickname__spaceless=words))
    if words := plain(kind):
        rows = rows.filter(Q(kind=words) | Q(kind__startswith=f"{words}."))
    if words := plain(subject):
        rows = rows.filter(subject__icontains=words)
    if words := plain(source):
        rows = rows.filter(source__icontains=words)
    if words := plain(text):
        rows = rows.annotate(was=Cast("before", TextField()), became=Cast("after", TextField()))
        rows = rows.filter(Q(why__icontains=words) | Q(was__icontains=words) | Q(became__icontains=words))
    if begins is not None:
        rows = rows.filter(at__gte=begins)
    return rows if ends is None else rows.filter(at__lt=ends)


def in_words(kind: str) -> str:
    """A kind of decision for people."""
    known = DECISIONS.get(kind)
    return _(known) if known else kind


def told(one: AuditEntry) -> dict[str, Any]:
    """A decision for API and pages."""
    return {
        "id": one.pk,
        "at": one.at,
        "kind": one.kind,
        "what": in_words(one.kind),
        "by": None if one.by is None else one.by.get_username(),
        "subject": one.subject,
        "why": one.why,
        "before": one.before,
        "after": one.after,
        "source": one.source,
    }
