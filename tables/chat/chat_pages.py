"""The chat of a table or tournament on its page: a part that is fetched anew when something was said."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.rights import page_needs
from club.models import Player
from club.people.people import player_of
from club.text.messages import on_page
from tables.chat import chat_lines, chat_places
from tables.chat.chat_places import ChatPlace
from tables.chat.words import PHRASES, REACTIONS


def _show(request: HttpRequest, place: ChatPlace, refusal: ClubError | None = None) -> HttpResponse:
    seen: dict[str, Any] = chat_lines.as_seen_by(place, player_of(request.user), now=timezone.now())
    context = {
        "chat": seen | {"address": f"{place.address}chat/"},
        "phrases": PHRASES.items(),
        "reactions": REACTIONS.items(),
    }
    context["error"] = "" if refusal is None else on_page(refusal)
    return render(request, "tables/_chat.html", context, status=200 if refusal is None else refusal.status)


def _of_place(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view that is given the `ChatPlace` of its address; where there is none, the page says so."""

    @wraps(view)
    def found(request: HttpRequest, line_id: int | None = None, **numbers: int) -> HttpResponse:
        try:
            place = chat_places.addressed(numbers)
        except ClubError as unknown:
            return render(request, "tables/refused.html", {"error": on_page(unknown)}, status=unknown.status)
        return view(request, place) if line_id is None else view(request, place, line_id)

    return found


@require_GET
@login_required
@_of_place
def chat(request: HttpRequest, place: ChatPlace) -> HttpResponse:
    """What was said there."""
    return _show(request, place)


def _after(request: HttpRequest, place: ChatPlace, act: Callable[[], object]) -> HttpResponse:
    """Do what a form asks for, and answer with the chat; without scripts with the page it stands on."""
    try:
        act()
    except ClubError as refusal:
        return _show(request, place, refusal)
    if getattr(request, "htmx", False):
        return _show(request, place)
    return redirect(place.address)


@require_POST
@login_required
@_of_place
def say(request: HttpRequest, place: ChatPlace) -> HttpResponse:
    """Say something: `words`, or a `phrase` or `reaction` by its name."""
    kind = next((one for one in ("phrase", "reaction") if one in request.POST), "words")
    text = request.POST.get(kind, "")[:2000]
    return _after(request, place, lambda: chat_lines.say(place, _playing(request), kind, text, now=timezone.now()))


@require_POST
@login_required
@_of_place
def unmute(request: HttpRequest, place: ChatPlace) -> HttpResponse:
    """Read everybody again."""
    return _after(request, place, lambda: chat_lines.unmute_all(_playing(request)))


def _playing(request: HttpRequest) -> Player:
    """The player who acts. Raises `ClubError` for a login that is no player's."""
    player = player_of(request.user)
    if player is None:
        raise ClubError("not_a_player", _("This login belongs to no player."), 403)
    return player


def _of_player(act: Callable[..., object]) -> Callable[..., HttpResponse]:
    @require_POST
    @login_required
    @_of_place
    def view(request: HttpRequest, place: ChatPlace, line_id: int) -> HttpResponse:
        return _after(request, place, lambda: act(place, line_id, by=_playing(request), now=timezone.now()))

    return view


def _of_floor(act: Callable[..., object]) -> Callable[..., HttpResponse]:
    @require_POST
    @page_needs(chat_lines.RIGHT)
    @_of_place
    def view(request: HttpRequest, place: ChatPlace, line_id: int) -> HttpResponse:
        given = {"by": request.user, "now": timezone.now(), "source": source_of(request)}
        return _after(request, place, lambda: act(place, line_id, **given))

    return view


PAGES: dict[str, Callable[..., HttpResponse]] = {"": chat, "say/": say, "unmute/": unmute}
PAGES_OF_A_LINE = {
    "report": _of_player(chat_lines.report),
    "mute": _of_player(chat_lines.mute),
    "hide": _of_floor(chat_lines.hide),
    "show": _of_floor(chat_lines.show),
    "silence": _of_floor(chat_lines.silence),
    "lift-silence": _of_floor(chat_lines.lift_silence),
}


def pages_below(page: str, name: str) -> list[URLPattern]:
    """The chat's addresses below the page of a place, such as ``tables/<int:table_id>/``; their names begin with `name`."""
    of_all = [path(f"{page}chat/{end}", view, name=f"{name}-{end}".strip("-/")) for end, view in PAGES.items()]
    of_lines = [
        path(f"{page}chat/<int:line_id>/{act}/", view, name=f"{name}-{act}") for act, view in PAGES_OF_A_LINE.items()
    ]
    return of_all + of_lines


urlpatterns = pages_below("tables/<int:table_id>/", "chat")
