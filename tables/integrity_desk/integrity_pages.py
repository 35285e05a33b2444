"""The page of what is worth a look, for whoever runs the club: findings with their evidence, and what was noted of them."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.rights import page_needs
from club.models import User
from club.text.messages import on_page
from tables.integrity_desk import findings_as_seen, looks, marks

FEW = 5  # of the evidence, open at once
MILLION = 1e6


def _show(request: HttpRequest, refusal: ClubError | None = None) -> HttpResponse:
    assert isinstance(request.user, User)  # page_needs lets only logins in
    looks.seen(by=request.user, source=source_of(request), now=timezone.now())
    told = findings_as_seen.told(request.user)
    shown = [_shown(one) for one in told["findings"]]
    context = {
        "look": told["look"],
        "signs": told["signs"],
        "open": [one for one in shown if one["is_open"]],
        "done": [one for one in shown if not one["is_open"]],
        "error": "" if refusal is None else on_page(refusal),
        "longest": marks.LONGEST_NOTE,
    }
    return render(request, "tables/integrity.html", context, status=200 if refusal is None else refusal.status)


def _shown(one: dict[str, Any]) -> dict[str, Any]:
    evidence = [each | {"day": date.fromisoformat(each["day"])} for each in one["evidence"]]
    figures = {name: _figure(one[name]) for name in ("count", "of", "usual")}
    return one | figures | {"few": evidence[:FEW], "more": evidence[FEW:], "one_in": _one_in(one["chance"])}


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) or abs(value) >= 100 else f"{value:,.2f}".rstrip("0").rstrip(".")


def _one_in(chance: float) -> str:
    """A chance as a whole number of tries of two digits; empty beyond a million, where no model of chance is good for more."""
    return "" if chance * MILLION < 1 else f"{float(f'{1 / chance:.2g}'):,.0f}"


@require_GET
@never_cache
@page_needs(looks.RIGHT)
def integrity(request: HttpRequest) -> HttpResponse:
    """What is worth a look, what was looked into, and what is looked for."""
    return _show(request)


@require_POST
@page_needs(looks.RIGHT)
def look_now(request: HttpRequest) -> HttpResponse:
    """Have play looked over by a worker."""
    try:
        looks.ask(by=request.user, source=source_of(request), now=timezone.now())  # type: ignore[arg-type]  # a login
    except ClubError as refusal:
        return _show(request, refusal)
    messages.success(request, _("Play is being looked over; load the page again in a few minutes."))
    return redirect("integrity")


@require_POST
@page_needs(looks.RIGHT)
def mark(request: HttpRequest, finding_id: int) -> HttpResponse:
    """Note that a finding was looked into, or take that back: `act`, `note`."""
    act, note = request.POST.get("act", ""), request.POST.get("note", "").replace("\x00", "")
    how: dict[str, Any] = {"by": request.user, "source": source_of(request), "now": timezone.now()}
    try:
        marks.mark(finding_id, act, note, **how)
    except ClubError as refusal:
        return _show(request, refusal)
    return redirect("integrity")


urlpatterns = [
    path("integrity/", integrity, name="integrity"),
    path("integrity/look/", look_now, name="integrity-look"),
    path("integrity/<int:finding_id>/", mark, name="integrity-mark"),
]
