"""The pages of private tables: opening one, coming in by a link or a password, and what the host changes."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.models import Player
from club.text.messages import on_page
from engine.mixes.mixes import standard_limit
from engine.play.any_game import CATALOGUE
from tables.cash.new_tables import Opening
from tables.core import table_rules
from tables.core.errors import Refused
from tables.pages import open_table
from tables.pages.felt import device_of, number
from tables.pages.own_play import players_only
from tables.private import private_tables
from tables.queries import game_catalogue, lobby


@require_http_methods(["GET", "POST"])
@players_only
def own(request: HttpRequest, player: Player) -> HttpResponse:
    """One's private tables, and the way in by number and password: `number`, `password`."""
    refusal = None
    if request.method == "POST":
        try:
            password = request.POST.get("password", "")[:200]
            table = private_tables.enter_by_number(
                number(request, "number"), player, password=password, now=timezone.now()
            )
            return redirect("table", table_id=table.pk)
        except ClubError as refused:
            refusal = refused
    found = private_tables.of_player(player)
    context = {
        "tables": [lobby.in_lobby(table) | game_catalogue.stakes_in_words(table) for table in found],
        "may_open": private_tables.may_open(player),
        "number": request.POST.get("number", "")[:20],
        "error": "" if refusal is None else on_page(refusal),
    }
    return render(request, "tables/private.html", context, status=200 if refusal is None else refusal.status)


@require_http_methods(["GET", "POST"])
@players_only
def open_private(request: HttpRequest, player: Player) -> HttpResponse:
    """Open a private table: `game`, `limit`, its amounts, `name`, `seats`, `password`, `key`."""
    given = request.POST if request.method == "POST" else request.GET
    game = CATALOGUE.get(given.get("game", ""), CATALOGUE["holdem"])
    limit = given.get("limit", "")
    limit = limit if limit in game.limits else standard_limit(game)
    if not private_tables.may_open(player):
        raise Refused("not_allowed_here", _("This club lets you open no private tables."))
    context: dict[str, Any] = open_table.form(game, limit, given) | {"most": table_rules.of_club().private_most}
    if request.method == "GET":
        return render(request, "tables/open_private.html", context)
    try:
        opening = Opening(
            name=given.get("name", "")[:80],
            game=game.key,
            stakes=open_table.stakes_from(game, limit, given),
            seats=open_table.whole_number(given, "seats", _("Seats")),
        )
        made = private_tables.open_private(
            opening,
            host=player,
            password=given.get("password", "")[:200],
            now=timezone.now(),
            source=device_of(request),
            key=given.get("key", "")[:80],
        )
    except ClubError as refusal:
        return render(request, "tables/open_private.html", context | {"error": on_page(refusal)}, status=refusal.status)
    return redirect("private-table", table_id=made.table_id)


@require_http_methods(["GET", "POST"])
@players_only
def enter(request: HttpRequest, player: Player, link: str) -> HttpResponse:
    """Come in by a link: a tap lets one in, so that a program that looks at links does not. `password` where one is asked for."""
    found = private_tables.by_link(link)
    refusal = None
    if request.method == "POST":
        try:
            password = request.POST.get("password", "")[:200]
            table = private_tables.enter(link, player, password=password, now=timezone.now())
            return redirect("table", table_id=table.pk)
        except ClubError as refused:
            refusal = refused
    context = {
        "host": found.host.nickname,
        "has_password": bool(found.password),
        "error": "" if refusal is None else on_page(refusal),
    }
    return render(request, "tables/enter_private.html", context, status=200 if refusal is None else refusal.status)


@require_http_methods(["GET", "POST"])
@players_only
def private_table(request: HttpRequest, player: Player, table_id: int) -> HttpResponse:
    """The host's page of a private table: `act`, with `password` or `player`."""
    found = private_tables.of_host(table_id, player)
    refusal = None
    if request.method == "POST":
        try:
            given: dict[str, Any] = {name: request.POST[name][:200] for name in ("password",) if name in request.POST}
            given["player"] = number(request, "player") if "player" in request.POST else None
            how: dict[str, Any] = {"by": player, "now": timezone.now(), "source": device_of(request)}
            private_tables.act(table_id, request.POST.get("act", ""), given, **how)
            return redirect("private-table", table_id=table_id)
        except ClubError as refused:
            refusal = refused
    told = private_tables.as_seen(found)
    context = {
        "private": told,
        "address": request.build_absolute_uri(told["link"]) if told["link"] else "",
        "error": "" if refusal is None else on_page(refusal),
    }
    return render(request, "tables/private_table.html", context, status=200 if refusal is None else refusal.status)


urlpatterns = [
    path("tables/private/", own, name="private-tables"),
    path("tables/private/open/", open_private, name="private-open"),
    path("tables/enter/<str:link>/", enter, name="private-enter"),
    path("tables/<int:table_id>/private/", private_table, name="private-table"),
]
