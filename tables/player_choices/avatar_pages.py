"""The addresses of avatars: the picture, the player's own choice, and the floor's, who takes one away that nobody should see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from club.base.errors import ClubError
from club.house.audit_log import source_of
from club.house.rights import page_needs
from club.models import Player
from club.people.people import player_of
from club.text.messages import on_page
from tables.player_choices import avatars

KEPT = "private, max-age=31536000, immutable"  # the address has the picture's digest


@require_GET
@login_required
def picture(request: HttpRequest, player_id: int, digest: str) -> HttpResponse:
    """A player's picture, for everybody who is logged in."""
    jpeg = avatars.picture(player_id, digest)
    if jpeg is None:
        raise Http404
    return HttpResponse(jpeg, content_type="image/jpeg", headers={"Cache-Control": KEPT})


@require_POST
@login_required
def choose(request: HttpRequest) -> HttpResponse:
    """Show a file (`avatar`), the club's photograph (`show` is `photo`), or initials (`initials`)."""
    player = player_of(request.user)
    if player is None:
        raise Http404
    file, shown = request.FILES.get("avatar"), request.POST.get("show", "")
    how = _how(request)
    acts: dict[str, Callable[[], None]] = {
        "photo": lambda: avatars.show_photo(player, **how),
        "initials": lambda: avatars.show_initials(player, **how),
    }
    act = acts.get(shown)
    if act is None and file is not None and file.file is not None:
        sent = file.file
        act = lambda: avatars.show_file(player, sent, **how)  # noqa: E731
    if act is None:
        messages.error(request, _("Choose a picture first."))
    else:
        _done(request, act)
    return redirect("my-settings")


@require_POST
@page_needs("people.edit")
def take_away(request: HttpRequest, player_id: int) -> HttpResponse:
    """Have a player show initials."""
    player = get_object_or_404(Player, pk=player_id)
    _done(request, lambda: avatars.show_initials(player, **_how(request)))
    return redirect("member", player_id=player_id)


def _how(request: HttpRequest) -> dict[str, Any]:
    return {"by": request.user, "now": timezone.now(), "source": source_of(request)}


def _done(request: HttpRequest, act: Callable[[], None]) -> None:
    try:
        act()
    except ClubError as refusal:
        messages.error(request, on_page(refusal))
    else:
        messages.success(request, _("Saved."))


urlpatterns = [
    path("players/<int:player_id>/avatar/<slug:digest>.jpg", picture, name="avatar"),
    path("me/avatar/", choose, name="my-avatar"),
    path("people/<int:player_id>/avatar/take-away/", take_away, name="member-avatar-take-away"),
]
