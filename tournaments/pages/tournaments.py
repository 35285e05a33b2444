"""The pages of the tournaments: the list, one tournament, its clock for the wall."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from rest_framework.exceptions import ValidationError

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.rights import check, has_right, page_needs
from club.models import Player, User
from club.people.people import player_of
from club.text.messages import on_page
from tournaments.acts import registry
from tournaments.acts.act import DIRECT, Place, Section
from tournaments.api import tournament_queries
from tournaments.base.errors import Refused
from tournaments.desk import own_entry, registration
from tournaments.endings import end_requests
from tournaments.flights import flight_summary
from tournaments.floor import floor_view, real_card_tables
from tournaments.log import spectator_delay
from tournaments.log.state import State
from tournaments.models import Tournament
from tournaments.pages import act_forms, announcing, forecast, reception, recurring, screens, seat_sheets, structures
from tournaments.prizes import tickets
from tournaments.screens import remote_control


def _row(tournament_id: int) -> Tournament:
    try:
        return tournament_queries.tournament_of(tournament_id)
    except ClubError as unknown:
        raise Http404(str(unknown)) from unknown


@require_GET
def tournament_list(request: HttpRequest) -> HttpResponse:
    """What is on, and what was."""
    found = spectator_delay.all_seen_by(tournament_queries.listed(), request.user, now=timezone.now())
    lines = [tournament_queries.in_list(row) for row in found]
    context = {"tournaments": lines, "may_edit_structures": has_right(request.user, "structures.import")}
    context["may_direct"] = has_right(request.user, "tournaments.direct")
    return render(request, "tournaments/list.html", context)


@require_GET
def tournament_page(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """One tournament."""
    return _show(request, _row(tournament_id), "tournaments/tournament.html")


@require_GET
def standings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The part of a tournament's page that changes."""
    return _show(request, _row(tournament_id), "tournaments/_standings.html")


def _show(
    request: HttpRequest, tournament: Tournament, template: str, error: str = "", status: int = 200
) -> HttpResponse:
    now = timezone.now()
    flights = spectator_delay.all_seen_by(flight_summary.of(tournament), request.user, now=now)
    tournament = spectator_delay.seen_by(tournament, request.user, now=now)
    seen = tournament_queries.as_seen_by(tournament, player_of(request.user), now=now, flights=flights)
    context: dict[str, Any] = {
        "tournament": tournament,
        "seen": seen,
        "error": error,
        "form_key": uuid.uuid4().hex,
        "may_direct": has_right(request.user, "tournaments.direct"),
    }
    if seen["you"] and seen["you"]["seat"] and seen["status"] in ("running", "paused"):
        context["clock"] = tournament_queries.clock_of(tournament, now=timezone.now())
        context["own"] = next((one for one in seen["entrants"] if one["is_you"] and not one["is_out"]), None)
    if context["may_direct"]:
        context["history"] = tournament_queries.history(tournament, limit=10)
    return render(request, template, context, status=status)


@never_cache
@require_GET
def server_time(request: HttpRequest) -> HttpResponse:
    """The server's clock in milliseconds, by which screens keep in step."""
    return JsonResponse({"now": timezone.now().timestamp() * 1000})


@require_http_methods(["GET", "POST"])
@page_needs("tournaments.direct")
def remote(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The director's remote on a phone: the clock's buttons, a message for the screens, and undo."""
    tournament, error, status = _row(tournament_id), "", 200
    if request.method == "POST":
        by, now = cast(User, request.user), timezone.now()
        try:
            remote_control.press(tournament, request.POST, now=now, by=by, source=source_of(request))
            return redirect("remote", tournament_id)
        except ClubError as refusal:
            error, status = on_page(refusal), refusal.status
    context = {
        "tournament": tournament,
        "clock": tournament_queries.clock_of(tournament, now=timezone.now()),
        "last": next((one for one in tournament_queries.history(tournament, limit=20) if one["may_undo"]), None),
        "error": error,
    }
    return render(request, "tournaments/remote.html", context, status=status)


def _acting(request: HttpRequest, tournament_id: int, act: Callable[[], object]) -> HttpResponse:
    """Do something, and answer with what has become of it; a refusal is shown, with its status."""
    tournament = _row(tournament_id)
    error, status = "", 200
    try:
        act()
    except ClubError as refusal:
        error, status = on_page(refusal), refusal.status
    except ValidationError as wrong:
        error, status = act_forms.in_words(wrong), 400
    tournament.refresh_from_db()
    if getattr(request, "htmx", False):
        return _show(request, tournament, "tournaments/_standings.html", error, status)
    if error:
        return _show(request, tournament, "tournaments/tournament.html", error, status)
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

    return _acting(request, tournament_id, act)


@require_POST
@login_required
def unregister(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Take the caller's entry back."""
    by = cast(User, request.user)

    def act() -> object:
        now = timezone.now()
        return registration.unregister(tournament_id, _player(request), now=now, by=by, source=source_of(request))

    return _acting(request, tournament_id, act)


def _player(request: HttpRequest) -> Player:
    player = player_of(request.user)
    if player is None:
        raise Refused("not_a_player", _("This login belongs to no player."), 403)
    return player


@require_GET
@page_needs("tournaments.direct")
def the_floor(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """What the director does by hand, and what happened."""
    return _floor(request, _row(tournament_id))


def _floor(request: HttpRequest, tournament: Tournament, error: str = "", status: int = 200) -> HttpResponse:
    tournament.refresh_from_db()
    seen, desk, form_key = (
        tournament_queries.as_seen_by(tournament, None, now=timezone.now()),
        own_entry.desk(tournament),
        uuid.uuid4().hex,
    )
    floor, history = act_forms.floor_of(tournament, seen, desk, form_key), tournament_queries.history(tournament)
    context: dict[str, Any] = {
        **_now(tournament, history),
        "seen": seen,
        "forms": {section.name.lower(): act_forms.forms(section, floor) for section in Section},
        "history": history,
        "desk": desk,
        "ending": end_requests.told(tournament),
        "ticket_warnings": tickets.warnings(tournament),
        "may_approve": has_right(request.user, "cashier.approve"),
        "error": error,
    }
    return render(request, "tournaments/floor.html", context, status=status)


def _now(tournament: Tournament, history: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The part of the floor that changes: what to do now, who sits where, the last act that can be taken back."""
    undoable = (line for line in history[:10] if line["may_undo"])
    alive = len(State.from_json(tournament.snapshot).alive)
    return {
        "tournament": tournament,
        "board": floor_view.board(tournament, now=timezone.now()),
        "clock": tournament_queries.face_of(tournament, now=timezone.now()),
        "last": next(undoable, None),
        "alive": alive,
    }


@require_GET
@page_needs("tournaments.direct")
def floor_now(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The part of the floor that changes."""
    tournament = _row(tournament_id)
    return render(
        request, "tournaments/_floor_now.html", _now(tournament, tournament_queries.history(tournament, limit=10))
    )


@require_GET
@page_needs("tournaments.direct")
def floor_sheet(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Moves and seats, for paper."""
    tournament = _row(tournament_id)
    told = {
        "moves": floor_view.moves(tournament, State.from_json(tournament.snapshot)),
        "cards": floor_view.seat_cards(tournament),
    }
    return render(request, "tournaments/sheet.html", {"tournament": tournament, **told})


@require_POST
@login_required
def see_move(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The caller knows where to go."""

    def act() -> None:
        by, now, source = cast(User, request.user), timezone.now(), source_of(request)
        real_card_tables.see_own(tournament_id, _player(request), now=now, by=by, source=source)

    return _acting(request, tournament_id, act)


@require_POST
@login_required
def act_on_floor(request: HttpRequest, tournament_id: int, act: str) -> HttpResponse:
    """An act, from its form on the floor's page, also one on the event itself; a refusal is shown, with its status."""
    found = registry.at(Place.FLOOR).get(act) or registry.at(Place.EVENT).get(act)
    check(request.user, DIRECT if found is None else found.right)
    tournament = _row(tournament_id)
    if found is None:
        raise Http404
    by, given = cast(User, request.user), request.POST.copy()
    for name, values in request.POST.lists():
        if len(values) > 1:
            given.setlist(name, [value for value in values if value])  # rows of a form that were left empty
    error, status = "", 200
    try:
        found.do(tournament_id, given, now=timezone.now(), by=by, source=source_of(request))
    except ClubError as refusal:
        error, status = on_page(refusal), refusal.status
    except ValidationError as wrong:
        error, status = act_forms.in_words(wrong), 400
    if not has_right(request.user, DIRECT):  # whose own act it is, but not the floor
        return _show(request, tournament, "tournaments/tournament.html", error, status)
    return redirect("floor", tournament_id) if status == 200 else _floor(request, tournament, error, status)


@require_POST
@page_needs("cashier.approve")
def decide_ending(request: HttpRequest, tournament_id: int, answer: str) -> HttpResponse:
    """Approve a request about the event's end, or refuse it; a refusal of that is shown, with its status."""
    tournament = _row(tournament_id)
    by, now, source = cast(User, request.user), timezone.now(), source_of(request)
    if answer not in ("approve", "refuse"):
        raise Http404
    error, status = "", 200
    try:
        if answer == "approve":
            end_requests.approve(tournament_id, now=now, by=by, source=source)
        else:
            why = request.POST.get("why", "")[:300]
            end_requests.refuse(tournament_id, why=why, now=now, by=by, source=source)
    except ClubError as refusal:
        error, status = on_page(refusal), refusal.status
    if error and has_right(request.user, "tournaments.direct"):
        return _floor(request, tournament, error, status)
    tournament.refresh_from_db()
    if error:
        return _show(request, tournament, "tournaments/tournament.html", error, status)
    return redirect("floor" if has_right(request.user, "tournaments.direct") else "tournament", tournament_id)


@require_POST
@login_required
def direct(request: HttpRequest, tournament_id: int, act: str) -> HttpResponse:
    """An act on the event itself, from its button: start, pause, resume, end the break; a refusal is shown."""
    found = registry.at(Place.EVENT).get(act)
    check(request.user, DIRECT if found is None else found.right)
    if found is None:
        raise Http404
    by, do, given = cast(User, request.user), found.do, request.POST
    return _acting(
        request, tournament_id, lambda: do(tournament_id, given, now=timezone.now(), by=by, source=source_of(request))
    )


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

    return _acting(request, tournament_id, act_now)


urlpatterns = [
    *announcing.urlpatterns,
    *reception.urlpatterns,
    *recurring.urlpatterns,
    *structures.urlpatterns,
    *forecast.urlpatterns,
    *screens.urlpatterns,
    *seat_sheets.urlpatterns,
    path("tournaments/", tournament_list, name="tournaments"),
    path("tournaments/<int:tournament_id>/", tournament_page, name="tournament"),
    path("tournaments/<int:tournament_id>/standings/", standings, name="standings"),
    path("tournaments/<int:tournament_id>/remote/", remote, name="remote"),
    path("clock/now/", server_time, name="server-time"),
    path("tournaments/<int:tournament_id>/register/", register, name="register"),
    path("tournaments/<int:tournament_id>/unregister/", unregister, name="unregister"),
    path("tournaments/<int:tournament_id>/entry/<slug:act>/", act_on_own_entry, name="own-entry"),
    path("tournaments/<int:tournament_id>/floor/", the_floor, name="floor"),
    path("tournaments/<int:tournament_id>/floor-now/", floor_now, name="floor-now"),
    path("tournaments/<int:tournament_id>/floor-sheet/", floor_sheet, name="floor-sheet"),
    path("tournaments/<int:tournament_id>/move-seen/", see_move, name="move-seen"),
    path("tournaments/<int:tournament_id>/floor/<slug:act>/", act_on_floor, name="floor-act"),
    path("tournaments/<int:tournament_id>/ending/<slug:answer>/", decide_ending, name="ending"),
    path("tournaments/<int:tournament_id>/direct/<slug:act>/", direct, name="direct"),
]
