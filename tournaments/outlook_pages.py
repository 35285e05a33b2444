"""The forecast of a tournament: asked for, watched while the workers play, and looked at."""

from __future__ import annotations

import secrets
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from club.errors import ClubError
from club.models import User
from club.rights import page_needs
from tables import charts
from tournaments import drafts, outlook
from tournaments.models import Tournament


@require_http_methods(["GET", "HEAD", "POST"])
@page_needs("tournaments.direct")
def forecast(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The last forecast, its picture beside the table that says the same; asked anew by POST."""
    row = Tournament.objects.filter(pk=tournament_id).first()
    if row is None:
        raise Http404
    error, status = "", 200
    if request.method == "POST":
        try:
            players = drafts.whole(str(request.POST.get("players", "")).strip(), "players")
            seed = secrets.randbelow(2**31)
            outlook.ask(row, players, seed=seed, now=timezone.now(), by=cast(User, request.user))
            return redirect("forecast", tournament_id)
        except ClubError as refusal:
            error, status = refusal.message, refusal.status
    found = outlook.latest(row)
    context: dict[str, Any] = {"tournament": row, "error": error, "forecast": found and outlook.seen(found)}
    if found is not None and found.result is not None:
        rows = [(one["label"], one["left"]) for one in context["forecast"]["levels"]]
        context["chart"] = charts.band(rows) if len(rows) > 1 else ""
    template = "tournaments/_forecast.html" if getattr(request, "htmx", False) else "tournaments/forecast.html"
    return render(request, template, context, status=status)


urlpatterns = [path("tournaments/<int:tournament_id>/forecast/", forecast, name="forecast")]
