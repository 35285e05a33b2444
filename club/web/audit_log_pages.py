"""The record of decisions in the browser: who decided what, when, from where, why, and what was before and after."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_GET

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.base.registry import DECISIONS
from club.house import audit_log
from club.house.rights import page_needs
from club.ledger import statements
from club.models import AuditEntry
from club.text.messages import on_page
from club.web.audit_log_api import ASKED
from club.web_people.member_pages import day_span

PAGE = 100


@require_GET
@page_needs("audit_log.read")
def audit_log_page(request: HttpRequest) -> HttpResponse:
    """Decisions, latest first, a hundred at a time; narrowed by the fields of `audit_log.found`, and days."""
    asked = {name: request.GET.get(name, "").replace("\x00", "") for name in ASKED}
    begins = ends = None
    try:
        begins, ends = day_span(request.GET.get("begin", ""), request.GET.get("end", ""))
    except ClubError as refusal:
        messages.error(request, on_page(refusal))
    rows = audit_log.found(**asked, begins=begins, ends=ends)
    older = request.GET.get("older", "")
    if older.isdecimal() and len(older) < 19:
        rows = rows.filter(pk__lt=int(older))
    found = list(rows[: PAGE + 1])
    query = request.GET.copy()
    query.pop("older", None)
    context = {
        "rows": [_shown(one) for one in found[:PAGE]],
        "next": found[PAGE - 1].pk if len(found) > PAGE else None,
        "query": query.urlencode(),
        "asked": {**asked, "begin": request.GET.get("begin", ""), "end": request.GET.get("end", "")},
        "kinds": sorted(((kind, _(words)) for kind, words in DECISIONS.items()), key=lambda one: one[0]),
    }
    return render(request, "club/audit_log.html", context)


def _shown(one: AuditEntry) -> dict[str, Any]:
    return audit_log.told(one) | {
        "url": _address(one.subject),
        "before": _written(one.before),
        "after": _written(one.after),
    }


def _address(subject: str) -> str:
    """The page of what a decision is about: whoever reads the record may see members."""
    what, _colon, number = subject.partition(":")
    return f"/people/{number}/" if what == "player" and number.isdecimal() else statements.address(subject)


def _written(value: Any) -> str:
    """What was before or after, to be read: a plain value as it is, anything else as JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)


urlpatterns = [path("audit-log/", audit_log_page, name="audit-log")]
