"""A player's own page: card, PIN, language, photograph, self-exclusion, a copy of everything, and leaving for good."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_GET, require_POST

from club.base.errors import ClubError
from club.base.names import plain
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.club_rules import in_force
from club.membership import cards, erasing, personal_data_copy, photos, pins
from club.models import Player
from club.people import conduct, eligibility, ended_access, people, suspensions
from club.people.people import player_of
from club.text.messages import on_page
from club.web_people.conduct_forms import shown
from club.web_people.member_pages import attempt, code_of, ends_access, gives_up, instant_of, login_of, photo_answer


def _own(request: HttpRequest) -> Player:
    player = player_of(request.user)
    if player is None:
        raise Http404
    return player


@require_GET
@login_required
def me(request: HttpRequest) -> HttpResponse:
    """Who I am to the club."""
    player, now = _own(request), timezone.now()
    context = {
        "player": player,
        "code": code_of(request, player),
        "standing": eligibility.may_play(player, now),
        "is_excluded": player.excluded_until is not None and now < player.excluded_until,
        "has_photo": photos.photo_of(player) is not None,
        "languages": settings.LANGUAGES,
        "language": player.language if player.has_chosen_language else people.language_of_the_visit(),
        "is_amusement_room": in_force().is_amusement_room,
        "conduct": shown(conduct.of(player)),
        "ends_access": ended_access.is_open(player.user),
    }
    return render(request, "club/me.html", context)


def _own_decision(words: str, act: Callable[[HttpRequest, Player, dict[str, Any]], Any]) -> Any:
    @require_POST
    @login_required
    def decide(request: HttpRequest) -> HttpResponse:
        player = _own(request)
        who = {"by": login_of(request), "source": source_of(request), "now": timezone.now()}
        attempt(request, lambda: act(request, player, who), _(words))
        ended_access.keep_session(request, request.user)
        return redirect("me")

    return decide


def _take_photo(request: HttpRequest, player: Player, who: dict[str, Any]) -> Any:
    file = request.FILES.get("photo")
    if file is None or file.file is None:
        photos.remove_photo(player, **who)
    else:
        photos.set_photo(player, file.file, **who)


def _exclude(request: HttpRequest, player: Player, who: dict[str, Any]) -> Any:
    suspensions.exclude_oneself(player.pk, instant_of(request.POST.get("until", "")), **who)


def _particulars(request: HttpRequest, player: Player, who: dict[str, Any]) -> Any:
    fields = {name: request.POST[name] for name in ("nickname", "language") if name in request.POST}
    return people.change(player.pk, fields, **who)


@require_GET
@login_required
def photo(request: HttpRequest) -> HttpResponse:
    """My photograph."""
    return photo_answer(_own(request))


@require_GET
@login_required
def export(request: HttpRequest) -> HttpResponse:
    """All that the club keeps of me, as a file."""
    answer = JsonResponse(
        personal_data_copy.everything_about(_own(request)), json_dumps_params={"indent": 1, "ensure_ascii": False}
    )
    answer["Content-Disposition"] = 'attachment; filename="my-data.json"'
    return answer


@require_POST
@login_required
def leave(request: HttpRequest) -> HttpResponse:
    """Have everything about me erased but the books."""
    player = _own(request)
    if plain(request.POST.get("nickname", "")) != player.nickname:
        messages.error(request, _("Type the nickname to confirm: this cannot be undone."))
        return redirect("me")
    try:
        who: dict[str, Any] = {"by": login_of(request), "source": source_of(request), "now": timezone.now()}
        erasing.erase(player.pk, gives_up_chips=gives_up(request), **who)
    except ClubError as refusal:
        messages.error(request, on_page(refusal))
        return redirect("me")
    logout(request)
    messages.success(request, _("What the club knew of you is erased."))
    return redirect("front-door")


OWN: dict[str, tuple[str, Callable[[HttpRequest, Player, dict[str, Any]], Any]]] = {
    "particulars": (gettext_noop("Saved."), _particulars),
    "photo-set": (gettext_noop("Saved."), _take_photo),
    "exclusion": (gettext_noop("You have excluded yourself from play. Take care of yourself."), _exclude),
    "pin": (
        gettext_noop("The new PIN is set."),
        lambda request, player, who: pins.set_pin(
            player.pk, request.POST.get("pin", ""), ends_access=ends_access(request), **who
        ),
    ),
    "new-card": (
        gettext_noop("The card has a new code; the old one lets nobody in."),
        lambda request, player, who: cards.make_anew(player.pk, ends_access=ends_access(request), **who),
    ),
}

urlpatterns = [
    path("me/", me, name="me"),
    path("me/photo.jpg", photo, name="my-photo"),
    path("me/data.json", export, name="my-data"),
    path("me/erase/", leave, name="my-erasure"),
    *(path(f"me/{name}/", _own_decision(*how), name=f"my-{name}") for name, how in OWN.items()),
]
