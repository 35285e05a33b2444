"""The page of the jackpots: what they hold, what waits for approval, and what was decided."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from club.base.errors import ClubError
from club.house.audit_log import source_of
from club.house.rights import page_needs
from club.text.messages import on_page
from tables.jackpot_desk import jackpots_as_seen
from tables.jackpots import jackpot_payments


def _show(request: HttpRequest, refusal: ClubError | None = None) -> HttpResponse:
    context = jackpots_as_seen.told(request.user)  # type: ignore[arg-type]  # page_needs lets only logins in
    context["error"] = "" if refusal is None else on_page(refusal)
    return render(request, "tables/jackpots.html", context, status=200 if refusal is None else refusal.status)


@require_GET
@page_needs(jackpot_payments.RIGHT)
def jackpots(request: HttpRequest) -> HttpResponse:
    """What the jackpots hold, and what was won."""
    return _show(request)


@require_POST
@page_needs(jackpot_payments.RIGHT)
def decide(request: HttpRequest, win_id: int) -> HttpResponse:
    """Pay, refuse or take back: `act`, `why`."""
    try:
        jackpot_payments.decide(
            win_id,
            request.POST.get("act", ""),
            request.POST.get("why", "")[:300],
            by=request.user,  # type: ignore[arg-type]  # page_needs lets only logins in
            now=timezone.now(),
            source=source_of(request),
        )
    except ClubError as refusal:
        return _show(request, refusal)
    return redirect("jackpots")


urlpatterns = [
    path("jackpots/", jackpots, name="jackpots"),
    path("jackpots/<int:win_id>/", decide, name="jackpot-decide"),
]
