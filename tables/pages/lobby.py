"""The page of the lobby: the open tables, and the lines that one stands in."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_GET

from club.base.page_numbers import page_or_first
from club.house.rights import has_right
from club.people.people import player_of
from tables.cash import waiting_lists
from tables.core import table_rules
from tables.queries import game_catalogue, own_tables
from tables.queries.lobby import in_lobby, lobby_as_seen_by


@require_GET
@login_required
def lobby(request: HttpRequest) -> HttpResponse:
    """The open tables."""
    player = player_of(request.user)
    page = page_or_first(request.GET.get("page", ""))
    found, has_more = lobby_as_seen_by(player, now=timezone.now(), page=page)
    lines = [in_lobby(table) | game_catalogue.stakes_in_words(table) for table in found]
    waits = [] if player is None else waiting_lists.of_player(player)
    context = {
        "tables": lines,
        "page": page,
        "next_page": page + 1 if has_more else None,
        "is_beyond": page > 1 and not lines,
        "waits": waits,
        "may_open": has_right(request.user, "tables.open"),
        "own_tables": own_tables.of_player(player),
        "has_private": table_rules.of_club().private_tables != "off",
        "has_tiles": True,
    }
    return render(request, "tables/lobby.html", context)


urlpatterns = [
    path("tables/", lobby, name="lobby"),
]
