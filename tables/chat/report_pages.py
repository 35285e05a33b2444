"""The floor's list of reported lines, as a page and as endpoints."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from club.base.errors import ClubError
from club.house.audit_log import source_of
from club.house.rights import page_needs
from club.text.messages import on_page
from tables.chat import chat_lines, reports


def _show(request: HttpRequest, refusal: ClubError | None = None) -> HttpResponse:
    context: dict[str, Any] = {"lines": reports.listed()}
    context["error"] = "" if refusal is None else on_page(refusal)
    return render(request, "tables/reports.html", context, status=200 if refusal is None else refusal.status)


@require_GET
@page_needs(chat_lines.RIGHT)
def reported(request: HttpRequest) -> HttpResponse:
    """The reported lines that wait for the floor."""
    return _show(request)


@require_POST
@page_needs(chat_lines.RIGHT)
def settle(request: HttpRequest, line_id: int) -> HttpResponse:
    """Settle the reports of a line: `act`."""
    how: dict[str, Any] = {"by": request.user, "now": timezone.now(), "source": source_of(request)}
    try:
        reports.settle(line_id, request.POST.get("act", ""), **how)
    except ClubError as refusal:
        return _show(request, refusal)
    return redirect("chat-reports")


urlpatterns = [
    path("chat/reports/", reported, name="chat-reports"),
    path("chat/reports/<int:line_id>/", settle, name="chat-settle"),
]
