"""The pages of the big screen: the clock for the wall, and how it is arranged."""

from __future__ import annotations

from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_http_methods

from club.base.errors import ClubError
from club.house.audit_log import source_of
from club.house.rights import has_right, page_needs
from club.live.embedding import framed_by_sites
from club.models import User
from club.text.messages import on_page
from tournaments.acts.act import DIRECT
from tournaments.api import event_as_seen
from tournaments.api.clock_face import clock_of
from tournaments.log import spectator_delay
from tournaments.models import Tournament
from tournaments.screens import screen_layout


def _row(tournament_id: int) -> Tournament:
    try:
        return event_as_seen.tournament_of(tournament_id)
    except ClubError as unknown:
        raise Http404(str(unknown)) from unknown


@require_GET
@framed_by_sites
def clock_page(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The clock for the wall."""
    return _clock(request, tournament_id, "tournaments/clock.html")


@require_GET
@framed_by_sites
def clock_face(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The part of the clock's page that changes."""
    return _clock(request, tournament_id, "tournaments/_clock.html")


def _clock(request: HttpRequest, tournament_id: int, template: str) -> HttpResponse:
    row = spectator_delay.seen_by(_row(tournament_id), request.user, now=timezone.now())
    context = {
        "tournament": row,
        "clock": clock_of(row, now=timezone.now()),
        "layout": screen_layout.of(row),
        "signals": list(screen_layout.SIGNALS.items()),
        "may_arrange": has_right(request.user, DIRECT),
    }
    return render(request, template, context)


@require_GET
@cache_control(public=True, max_age=86400)
def picture(request: HttpRequest, screen_id: int, version: int) -> HttpResponse:
    """The picture of a layout; another one has another address."""
    png = screen_layout.picture(screen_id)
    if not png:
        raise Http404
    return HttpResponse(png, content_type="image/png", headers={"X-Content-Type-Options": "nosniff"})


@require_http_methods(["GET", "HEAD", "POST"])
@page_needs(DIRECT)
def arrange(request: HttpRequest, tournament_id: int | None = None) -> HttpResponse:
    """The layout of an event's big screen, or of the club's: cells, the sponsor's line, a picture, sounds."""
    row = None if tournament_id is None else _row(tournament_id)
    layout, error, status = screen_layout.of(row), "", 200
    if request.method == "POST":
        by, now, source = cast(User, request.user), timezone.now(), source_of(request)
        try:
            if request.POST.get("do") == "give-back":
                screen_layout.give_back(row, now=now, by=by, source=source)
            else:
                layout = screen_layout.read(request.POST.dict())
                file, drops = request.FILES.get("picture"), bool(request.POST.get("drops"))
                screen_layout.arrange(row, layout, file=file, drops_picture=drops, now=now, by=by, source=source)
            return redirect(request.path)
        except ClubError as refusal:
            error, status = on_page(refusal), refusal.status
    context: dict[str, Any] = {
        "tournament": row,
        "layout": layout,
        "has_own": screen_layout.has_own(row),
        "cells": _cells(layout),
        "places": list(screen_layout.PLACES.items()),
        "sounds": [(signal, words, layout.sounds.get(signal)) for signal, words in screen_layout.SIGNALS.items()],
        "tones": list(screen_layout.TONES.items()),
        "error": error,
    }
    return render(request, "tournaments/screen.html", context, status=status)


def _cells(layout: screen_layout.Layout) -> list[tuple[str, Any, str, int]]:
    """Each cell with its words, its place and its order there; those of a place together, the hidden ones last."""
    found = [
        (cell, screen_layout.CELLS[cell], place, at)
        for place, cells in layout.cells.items()
        for at, cell in enumerate(cells, 1)
    ]
    shown = {cell for cell, *_rest in found}
    return found + [(cell, words, "", 1) for cell, words in screen_layout.CELLS.items() if cell not in shown]


urlpatterns = [
    path("tournaments/<int:tournament_id>/clock/", clock_page, name="clock"),
    path("tournaments/<int:tournament_id>/clock/face/", clock_face, name="clock-face"),
    path("tournaments/<int:tournament_id>/screen/", arrange, name="screen"),
    path("screens/", arrange, name="club-screen"),
    path("screens/pictures/<int:screen_id>/<int:version>/", picture, name="screen-picture"),
]
