"""The floor's page and the director's remote: acts from their forms, requests that a second person decides, the sheet of seats."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from rest_framework.exceptions import ValidationError

from club.base.errors import ClubError
from club.cashier import no_self_service
from club.house.audit_log import source_of
from club.house.rights import check, has_right, page_needs
from club.models import User
from club.text.messages import on_page
from tournaments.acts import registry
from tournaments.acts.act import DIRECT, Act, Place, Section
from tournaments.api import clock_face, event_as_seen, event_history
from tournaments.desk import own_entry
from tournaments.endings import requests_to_call_off_or_reopen
from tournaments.floor import floor_view
from tournaments.log.state import State
from tournaments.models import Tournament
from tournaments.pages import (
    act_forms,
    tournaments,
)
from tournaments.prizes import tickets
from tournaments.screens import remote_control


@require_http_methods(["GET", "POST"])
@page_needs("tournaments.direct")
def remote(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The director's remote on a phone: the clock's buttons, a message for the screens, and undo."""
    tournament, error, status = tournaments.event_row(tournament_id), "", 200
    if request.method == "POST":
        by, now = cast(User, request.user), timezone.now()
        try:
            remote_control.press(tournament, request.POST, now=now, by=by, source=source_of(request))
            return redirect("remote", tournament_id)
        except ClubError as refusal:
            error, status = on_page(refusal), refusal.status
    context = {
        "tournament": tournament,
        "clock": clock_face.clock_of(tournament, now=timezone.now()),
        "last": next((one for one in event_history.history(tournament, limit=20) if one["may_undo"]), None),
        "error": error,
    }
    return render(request, "tournaments/remote.html", context, status=status)


@require_GET
@page_needs("tournaments.direct")
def the_floor(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """What the director does by hand, and what happened."""
    return _floor(request, tournaments.event_row(tournament_id))


def _floor(
    request: HttpRequest, tournament: Tournament, error: str = "", status: int = 200, refused: Act | None = None
) -> HttpResponse:
    """refused: the act whose form is shown as it was sent, in an open section."""
    tournament.refresh_from_db()
    seen, desk, form_key = (
        event_as_seen.as_seen_by(tournament, None, now=timezone.now()),
        own_entry.desk(tournament),
        uuid.uuid4().hex,
    )
    floor, history = act_forms.floor_of(tournament, seen, desk, form_key), event_history.history(tournament)
    if refused is not None:
        floor = act_forms.as_sent(floor, refused, request.POST)
    ending = requests_to_call_off_or_reopen.told(tournament)
    context: dict[str, Any] = {
        **_now(tournament, history),
        "seen": seen,
        "forms": {section.name.lower(): act_forms.forms(section, floor) for section in Section},
        "history": history,
        "desk": desk,
        "ending": ending,
        "ticket_warnings": tickets.warnings(tournament),
        "may_approve": has_right(request.user, "cashier.approve"),
        "is_alone": ending is not None and no_self_service.is_alone(cast(User, request.user)),
        "error": error,
        "refused_in": "" if refused is None else refused.section.name.lower(),
    }
    return render(request, "tournaments/floor.html", context, status=status)


def _now(tournament: Tournament, history: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The part of the floor that changes: what to do now, who sits where, the last act that can be taken back."""
    undoable = (line for line in history[:10] if line["may_undo"])
    alive = len(State.from_json(tournament.snapshot).alive)
    return {
        "tournament": tournament,
        "board": floor_view.board(tournament, now=timezone.now()),
        "clock": clock_face.face_of(tournament, now=timezone.now()),
        "last": next(undoable, None),
        "alive": alive,
    }


@require_GET
@page_needs("tournaments.direct")
def floor_now(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The part of the floor that changes."""
    tournament = tournaments.event_row(tournament_id)
    return render(request, "tournaments/_floor_now.html", _now(tournament, event_history.history(tournament, limit=10)))


@require_GET
@page_needs("tournaments.direct")
def floor_sheet(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Moves and seats, for paper."""
    tournament = tournaments.event_row(tournament_id)
    told = {
        "moves": floor_view.moves(tournament, State.from_json(tournament.snapshot)),
        "cards": floor_view.seat_cards(tournament),
    }
    return render(request, "tournaments/sheet.html", {"tournament": tournament, **told})


@require_POST
@login_required
def act_on_floor(request: HttpRequest, tournament_id: int, act: str) -> HttpResponse:
    """An act, from its form on the floor's page, also one on the event itself; a refusal is shown, with its status."""
    found = registry.at(Place.FLOOR).get(act) or registry.at(Place.EVENT).get(act)
    check(request.user, DIRECT if found is None else found.right)
    tournament = tournaments.event_row(tournament_id)
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
        return tournaments.show_event(request, tournament, "tournaments/tournament.html", error, status)
    return redirect("floor", tournament_id) if status == 200 else _floor(request, tournament, error, status, found)


@require_POST
@page_needs("cashier.approve")
def decide_ending(request: HttpRequest, tournament_id: int, answer: str) -> HttpResponse:
    """Approve a request about the event's end, or refuse it; a refusal of that is shown, with its status."""
    tournament = tournaments.event_row(tournament_id)
    by, now, source = cast(User, request.user), timezone.now(), source_of(request)
    if answer not in ("approve", "refuse"):
        raise Http404
    error, status = "", 200
    try:
        if answer == "approve":
            requests_to_call_off_or_reopen.approve(tournament_id, now=now, by=by, source=source)
        else:
            why = request.POST.get("why", "")[:300]
            requests_to_call_off_or_reopen.refuse(tournament_id, why=why, now=now, by=by, source=source)
    except ClubError as refusal:
        error, status = on_page(refusal), refusal.status
    if error and has_right(request.user, "tournaments.direct"):
        return _floor(request, tournament, error, status)
    tournament.refresh_from_db()
    if error:
        return tournaments.show_event(request, tournament, "tournaments/tournament.html", error, status)
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
    return tournaments.acting(
        request, tournament_id, lambda: do(tournament_id, given, now=timezone.now(), by=by, source=source_of(request))
    )


urlpatterns = [
    path("tournaments/<int:tournament_id>/remote/", remote, name="remote"),
    path("tournaments/<int:tournament_id>/floor/", the_floor, name="floor"),
    path("tournaments/<int:tournament_id>/floor-now/", floor_now, name="floor-now"),
    path("tournaments/<int:tournament_id>/floor-sheet/", floor_sheet, name="floor-sheet"),
    path("tournaments/<int:tournament_id>/floor/<slug:act>/", act_on_floor, name="floor-act"),
    path("tournaments/<int:tournament_id>/ending/<slug:answer>/", decide_ending, name="ending"),
    path("tournaments/<int:tournament_id>/direct/<slug:act>/", direct, name="direct"),
]
