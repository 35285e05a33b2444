"""Where a login is signed in, in the browser: one's own sessions, and a member's for whoever gives roles."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from club.accounts import sessions
from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.rights import page_needs
from club.models import Player, User
from club.web_people.member_pages import attempt, login_of
from engine import text_limits


@never_cache
@require_http_methods(["GET", "POST"])
@login_required
def own(request: HttpRequest) -> HttpResponse:
    """My sessions; by POST one of them (`session`) is ended, or all but this one."""
    user, key = login_of(request), request.session.session_key
    if request.method == "POST":
        _end(request, user, but=key)
        return redirect("my-sessions")
    sessions.keep_listed(request)
    return _listed(request, user, player=None)


@never_cache
@require_http_methods(["GET", "POST"])
@page_needs("roles.give")
def of_member(request: HttpRequest, player_id: int) -> HttpResponse:
    """A member's sessions; by POST one of them is ended, or all."""
    player = get_object_or_404(Player.objects.select_related("user"), pk=player_id)
    if request.method == "POST":
        _end(request, player.user, but=None)
        return redirect("member-sessions", player.pk)
    return _listed(request, player.user, player)


def _end(request: HttpRequest, user: User | None, but: str | None) -> None:
    who: dict[str, Any] = {"by": login_of(request), "source": source_of(request), "now": timezone.now()}
    said = request.POST.get("session", "")
    number = text_limits.whole(said) or 0

    def act() -> None:
        if user is None:
            raise ClubError("no_login", _("This member has no login."), 409)
        if said:
            sessions.end(user, number, **who)
        else:
            sessions.end_all(user, but=but, **who)

    attempt(request, act, _("Ended."))


def _listed(request: HttpRequest, user: User | None, player: Player | None) -> HttpResponse:
    found = [] if user is None else sessions.of(user)
    context = {
        "player": player,
        "sessions": [sessions.told(one, request.session.session_key) for one in found],
    }
    return render(request, "club/sessions.html", context)


urlpatterns = [
    path("me/sessions/", own, name="my-sessions"),
    path("people/<int:player_id>/sessions/", of_member, name="member-sessions"),
]
