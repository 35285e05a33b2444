"""The chat of a table on its page: a part that is fetched anew when something was said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.rights import page_needs
from club.people.people import player_of
from club.text.messages import on_page
from tables.chat import chat_lines
from tables.chat.words import PHRASES, REACTIONS
from tables.models import ChatLine


def _show(request: HttpRequest, table_id: int, refusal: ClubError | None = None) -> HttpResponse:
    viewer, now = player_of(request.user), timezone.now()
    try:
        seen: dict[str, Any] = chat_lines.as_seen_by(chat_lines.table_of(table_id), viewer, now=now)
    except ClubError as unknown:
        return render(request, "tables/refused.html", {"refusal": on_page(unknown)}, status=unknown.status)
    context = {"chat": seen, "phrases": PHRASES.items(), "reactions": REACTIONS.items()}
    context["error"] = "" if refusal is None else on_page(refusal)
    return render(request, "tables/_chat.html", context, status=200 if refusal is None else refusal.status)


@require_GET
@login_required
def chat(request: HttpRequest, table_id: int) -> HttpResponse:
    """What was said at a table."""
    return _show(request, table_id)


def _after(request: HttpRequest, table_id: int, act: Callable[[], object]) -> HttpResponse:
    """Do what a form asks for, and answer with the chat; without scripts with the table's page."""
    try:
        act()
    except ClubError as refusal:
        return _show(request, table_id, refusal)
    if getattr(request, "htmx", False):
        return _show(request, table_id)
    return redirect("table", table_id=table_id)


@require_POST
@login_required
def say(request: HttpRequest, table_id: int) -> HttpResponse:
    """Say something: `words`, or a `phrase` or `reaction` by its name."""
    kind = next((one for one in ("phrase", "reaction") if one in request.POST), "words")

    def act() -> ChatLine:
        player = player_of(request.user)
        if player is None:
            raise _nobody()
        return chat_lines.say(table_id, player, kind, request.POST.get(kind, "")[:2000], now=timezone.now())

    return _after(request, table_id, act)


@require_POST
@login_required
def unmute(request: HttpRequest, table_id: int) -> HttpResponse:
    """Read everybody again."""

    def act() -> None:
        player = player_of(request.user)
        if player is None:
            raise _nobody()
        chat_lines.unmute_all(player)

    return _after(request, table_id, act)


def _nobody() -> ClubError:
    return ClubError("not_a_player", _("This login belongs to no player."), 403)


def _of_player(act: Callable[..., object]) -> Callable[..., HttpResponse]:
    @require_POST
    @login_required
    def view(request: HttpRequest, table_id: int, line_id: int) -> HttpResponse:
        def do() -> object:
            player = player_of(request.user)
            if player is None:
                raise _nobody()
            return act(table_id, line_id, by=player, now=timezone.now())

        return _after(request, table_id, do)

    return view


def _of_floor(act: Callable[..., object]) -> Callable[..., HttpResponse]:
    @require_POST
    @page_needs(chat_lines.RIGHT)
    def view(request: HttpRequest, table_id: int, line_id: int) -> HttpResponse:
        given = {"by": request.user, "now": timezone.now(), "source": source_of(request)}
        return _after(request, table_id, lambda: act(table_id, line_id, **given))

    return view


urlpatterns = [
    path("tables/<int:table_id>/chat/", chat, name="chat"),
    path("tables/<int:table_id>/chat/say/", say, name="chat-say"),
    path("tables/<int:table_id>/chat/unmute/", unmute, name="chat-unmute"),
    path("tables/<int:table_id>/chat/<int:line_id>/report/", _of_player(chat_lines.report), name="chat-report"),
    path("tables/<int:table_id>/chat/<int:line_id>/mute/", _of_player(chat_lines.mute), name="chat-mute"),
    path("tables/<int:table_id>/chat/<int:line_id>/hide/", _of_floor(chat_lines.hide), name="chat-hide"),
    path("tables/<int:table_id>/chat/<int:line_id>/show/", _of_floor(chat_lines.show), name="chat-show"),
    path("tables/<int:table_id>/chat/<int:line_id>/silence/", _of_floor(chat_lines.silence), name="chat-silence"),
    path(
        "tables/<int:table_id>/chat/<int:line_id>/lift-silence/", _of_floor(chat_lines.lift_silence), name="chat-lift"
    ),
]
