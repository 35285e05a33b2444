"""Many tables at once: the strip of one's own tables on every page of the tables, and all of them side by side."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_GET

from club.base.errors import ClubError
from club.people.people import player_of
from tables.pages.hands import refused
from tables.queries import own_tables, table_as_seen


@require_GET
@login_required
def badge(request: HttpRequest, table_id: int) -> HttpResponse:
    """One table of the strip, as it stands for me."""
    try:
        table = table_as_seen.table_of(table_id)
    except ClubError as unknown:
        return refused(request, unknown)
    return render(request, "tables/_own_table.html", {"own": own_tables.at_table(player_of(request.user), table)})


@require_GET
@login_required
def side_by_side(request: HttpRequest) -> HttpResponse:
    """All the tables at which I sit, each in a frame of its own."""
    return render(request, "tables/side_by_side.html", {"own_tables": own_tables.of_player(player_of(request.user))})


urlpatterns = [
    path("tables/mine/", side_by_side, name="side-by-side"),
    path("tables/<int:table_id>/badge/", badge, name="own-table"),
]
