"""The forecast of a tournament: asked for, watched while the workers play, and looked at."""

from __future__ import annotations

import secrets
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from club.base.errors import ClubError
from club.house.rights import page_needs
from club.models import User
from club.text.messages import on_page
from tables.text import charts
from tournaments.floor import forecast_jobs
from tournaments.models import Tournament
from tournaments.structures import sheet_drafts


@require_http_methods(["GET", "HEAD", "POST"])
@page_needs("tournaments.direct")
def forecast(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The last forecast, its picture beside the table that says the same; asked anew by POST."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise Http404
    error, status = "", 200
    if request.method == "POST":
        try:
            players = sheet_drafts.whole(str(request.POST.get("players", "")).strip(), "players")
            seed = secrets.randbelow(2**31)
            forecast_jobs.ask(tournament, players, seed=seed, now=timezone.now(), by=cast(User, request.user))
            return redirect("forecast", tournament_id)
        except ClubError as refusal:
            error, status = on_page(refusal), refusal.status
    found = forecast_jobs.latest(tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "error": error,
        "forecast": found and forecast_jobs.seen(found),
    }
    if found is not None and found.result is not None:
        rows = [(one["label"], one["left"]) for one in context["forecast"]["levels"]]
        context["chart"] = charts.band(rows) if len(rows) > 1 else ""
    template = "tournaments/_forecast.html" if getattr(request, "htmx", False) else "tournaments/forecast.html"
    return render(request, template, context, status=status)


urlpatterns = [path("tournaments/<int:tournament_id>/forecast/", forecast, name="forecast")]
