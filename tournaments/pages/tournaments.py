"""The pages of the tournaments: the list, one tournament, its clock for the wall."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from rest_framework.exceptions import ValidationError

from club.base.errors import ClubError
from club.base.page_numbers import page_or_first
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.rights import has_right
from club.models import Player, User
from club.people.people import player_of
from club.text.messages import on_page
from tables.chat.chat_places import OFF
from tournaments.acts import registry
from tournaments.acts.act import Place
from tournaments.api import clock_face, event_as_seen, event_history, event_list
from tournaments.base.errors import Refused
from tournaments.chat.tournament_chat import TournamentChat
from tournaments.desk import registration
from tournaments.flights import flight_summary
from tournaments.floor import real_card_tables
from tournaments.log import spectator_delay
from tournaments.models import Tournament
from tournaments.pages import (
    act_forms,
    announcing,
    embedding,
    feeds,
    forecast,
    reception,
    recurring,
    screens,
    seat_sheets,
    structures,
    widgets,
)
from tournaments.pages.gallery import gallery_page


def event_row(tournament_id: int) -> Tournament:
    try:
        return event_as_seen.tournament_of(tournament_id)
    except ClubError as unknown:
        raise Http404(str(unknown)) from unknown


@require_GET
def tournament_list(request: HttpRequest) -> HttpResponse:
    """What is on, and what was."""
    page = page_or_first(request.GET.get("page", ""))
    now = timezone.now()
    found = spectator_delay.all_seen_by(event_list.listed(page, now=now), request.user, now=now)
    lines = [event_list.in_list(row) for row in found]
    next_page = page + 1 if event_list.has_more(page, now=now) else None
    context = {
        "tournaments": lines,
        "page": page,
        "next_page": next_page,
        "is_beyond": page > 1 and not lines,
        "may_edit_structures": has_right(request.user, "structures.import"),
    }
    context["may_direct"] = has_right(request.user, "tournaments.direct")
    return render(request, "tournaments/list.html", context)


@require_GET
def tournament_page(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """One tournament."""
    return show_event(request, event_row(tournament_id), "tournaments/tournament.html")


@require_GET
def standings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The part of a tournament's page that changes."""
    return show_event(request, event_row(tournament_id), "tournaments/_standings.html")


def show_event(
    request: HttpRequest, tournament: Tournament, template: str, error: str = "", status: int = 200
) -> HttpResponse:
    now = timezone.now()
    flights = spectator_delay.all_seen_by(flight_summary.of(tournament), request.user, now=now)
    tournament = spectator_delay.seen_by(tournament, request.user, now=now)
    seen = event_as_seen.as_seen_by(tournament, player_of(request.user), now=now, flights=flights)
    context: dict[str, Any] = {
        "tournament": tournament,
        "seen": seen,
        "error": error,
        "form_key": uuid.uuid4().hex,
        "may_direct": has_right(request.user, "tournaments.direct"),
        "has_chat": request.user.is_authenticated and TournamentChat(tournament).rule != OFF,
    }
    if seen["you"] and seen["you"]["seat"] and seen["status"] in ("running", "paused"):
        context["clock"] = clock_face.clock_of(tournament, now=timezone.now())
        context["own"] = next((one for one in seen["entrants"] if one["is_you"] and not one["is_out"]), None)
    if context["may_direct"]:
        context["history"] = event_history.history(tournament, limit=10)
    return render(request, template, context, status=status)


@never_cache
@require_GET
def server_time(request: HttpRequest) -> HttpResponse:
    """The server's clock in milliseconds, by which screens keep in step."""
    return JsonResponse({"now": timezone.now().timestamp() * 1000})


def acting(request: HttpRequest, tournament_id: int, act: Callable[[], object]) -> HttpResponse:
    """Do something, and answer with what has become of it; a refusal is shown, with its status."""
    tournament = event_row(tournament_id)
    error, status = "", 200
    try:
        act()
    except ClubError as refusal:
        error, status = on_page(refusal), refusal.status
    except ValidationError as wrong:
        error, status = act_forms.in_words(wrong), 400
    tournament.refresh_from_db()
    if getattr(request, "htmx", False):
        return show_event(request, tournament, "tournaments/_standings.html", error, status)
    if error:
        return show_event(request, tournament, "tournaments/tournament.html", error, status)
    return redirect("tournament", tournament_id)


@require_POST
@login_required
def register(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Register the caller."""
    by = cast(User, request.user)
    key = request.POST.get("key", "")[:100]
    ticket = request.POST.get("ticket", "")

    def act() -> object:
        return registration.register(
            tournament_id,
            _player(request),
            now=timezone.now(),
            by=by,
            source=source_of(request),
            key=key,
            ticket=int(ticket) if ticket.isdecimal() and len(ticket) < 19 else None,
            code=request.POST.get("code", "")[:60],
        )

    return acting(request, tournament_id, act)


@require_POST
@login_required
def unregister(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Take the caller's entry back."""
    by = cast(User, request.user)

    def act() -> object:
        now = timezone.now()
        return registration.unregister(tournament_id, _player(request), now=now, by=by, source=source_of(request))

    return acting(request, tournament_id, act)


def _player(request: HttpRequest) -> Player:
    player = player_of(request.user)
    if player is None:
        raise Refused("not_a_player", _("This login belongs to no player."), 403)
    return player


@require_POST
@login_required
def see_move(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The caller knows where to go."""

    def act() -> None:
        by, now, source = cast(User, request.user), timezone.now(), source_of(request)
        real_card_tables.see_own(tournament_id, _player(request), now=now, by=by, source=source)

    return acting(request, tournament_id, act)


@require_POST
@login_required
def act_on_own_entry(request: HttpRequest, tournament_id: int, act: str) -> HttpResponse:
    """An act of a player about the own entry, from its form; a refusal is shown, with its status."""
    found = registry.at(Place.OWN).get(act)
    if found is None:
        raise Http404
    by, do, given = cast(User, request.user), found.do, request.POST.dict()

    def act_now() -> None:
        player, now = _player(request), timezone.now()
        do(tournament_id, given, now=now, by=by, source=source_of(request), player=player)

    return acting(request, tournament_id, act_now)


urlpatterns = [
    *announcing.urlpatterns,
    *reception.urlpatterns,
    *recurring.urlpatterns,
    *structures.urlpatterns,
    *gallery_page.urlpatterns,
    *feeds.urlpatterns,
    *forecast.urlpatterns,
    *screens.urlpatterns,
    *widgets.urlpatterns,
    *embedding.urlpatterns,
    *seat_sheets.urlpatterns,
    path("tournaments/", tournament_list, name="tournaments"),
    path("tournaments/<int:tournament_id>/", tournament_page, name="tournament"),
    path("tournaments/<int:tournament_id>/standings/", standings, name="standings"),
    path("clock/now/", server_time, name="server-time"),
    path("tournaments/<int:tournament_id>/register/", register, name="register"),
    path("tournaments/<int:tournament_id>/unregister/", unregister, name="unregister"),
    path("tournaments/<int:tournament_id>/entry/<slug:act>/", act_on_own_entry, name="own-entry"),
    path("tournaments/<int:tournament_id>/move-seen/", see_move, name="move-seen"),
]
