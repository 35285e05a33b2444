"""What a player does from the seat besides deciding: choosing beforehand, showing cards, being there."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_POST

from club.models import Player
from club.people.people import player_of
from tables.hand import preactions, presence, voluntary_shows
from tables.pages.felt import _device, felt_after, number
from tables.player_choices import seat_switches


@require_POST
@login_required
def choose_preaction(request: HttpRequest, table_id: int) -> HttpResponse:
    """Choose beforehand: `hand`, `preaction` (empty: none)."""
    words = request.POST.get("preaction", "")[:40]
    return felt_after(
        request,
        table_id,
        lambda player: preactions.choose(table_id, number(request, "hand"), words, by=player, now=timezone.now()),
    )


@require_POST
@login_required
def set_switch(request: HttpRequest, table_id: int) -> HttpResponse:
    """Set a switch of one's seat: `switch`, `on` (nothing: off), and for the top-up `chips`."""

    def act(player: Player) -> None:
        seat_switches.set_switch(
            table_id,
            player,
            request.POST.get("switch", "")[:40],
            on=bool(request.POST.get("on")),
            chips=number(request, "chips") if "chips" in request.POST else None,
            now=timezone.now(),
            source=_device(request),
        )

    return felt_after(request, table_id, act)


@require_POST
@login_required
def show_cards(request: HttpRequest, table_id: int) -> HttpResponse:
    """Show cards after a hand: `hand`, `cards` such as ``As Kd``."""
    cards = request.POST.get("cards", "")[:60].split()
    return felt_after(
        request,
        table_id,
        lambda player: voluntary_shows.show(
            number(request, "hand"), cards, by=player, now=timezone.now(), source=_device(request)
        ),
    )


@require_POST
@login_required
def rabbit_hunt(request: HttpRequest, table_id: int) -> HttpResponse:
    """Ask for the cards that would have come: `hand`."""
    return felt_after(
        request,
        table_id,
        lambda player: voluntary_shows.hunt(
            number(request, "hand"), by=player, now=timezone.now(), source=_device(request)
        ),
    )


@require_POST
@login_required
def here(request: HttpRequest, table_id: int) -> HttpResponse:
    """A sign of life of an open page."""
    presence.sign(table_id, player_of(request.user), timezone.now())
    return HttpResponse(status=204)


urlpatterns = [
    path("tables/<int:table_id>/preaction/", choose_preaction, name="preaction"),
    path("tables/<int:table_id>/switch/", set_switch, name="switch"),
    path("tables/<int:table_id>/show-cards/", show_cards, name="show-cards"),
    path("tables/<int:table_id>/rabbit-hunt/", rabbit_hunt, name="rabbit-hunt"),
    path("tables/<int:table_id>/here/", here, name="here"),
]
