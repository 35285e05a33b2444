"""The forms of waiting lists and of changing seats, on the felt and in the lobby."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_POST

from club.house.audit_log import source_of
from club.models import Player
from tables.cash import seat_changes, waiting_lists
from tables.pages.felt import felt_after, number


@require_POST
@login_required
def join(request: HttpRequest, table_id: int) -> HttpResponse:
    """Get in line for the table."""
    source = source_of(request)
    return felt_after(
        request,
        table_id,
        lambda player: waiting_lists.join(player, table_id=table_id, now=timezone.now(), source=source),
    )


@require_POST
@login_required
def leave(request: HttpRequest, table_id: int) -> HttpResponse:
    """Get out of every line for the table: `wait` names it."""

    def get_out(player: Player) -> None:
        waiting_lists.leave(player, number(request, "wait"), now=timezone.now(), source=source_of(request))

    return felt_after(request, table_id, get_out)


@require_POST
@login_required
def want_seat(request: HttpRequest, table_id: int) -> HttpResponse:
    """Change seats: `seat`, empty for no change after all."""

    def change(player: Player) -> object:
        seat = number(request, "seat") if request.POST.get("seat", "").strip() else None
        return seat_changes.want_seat(table_id, player, seat, now=timezone.now(), source=source_of(request))

    return felt_after(request, table_id, change)


urlpatterns = [
    path("tables/<int:table_id>/wait/", join, name="wait"),
    path("tables/<int:table_id>/wait/leave/", leave, name="wait-leave"),
    path("tables/<int:table_id>/want-seat/", want_seat, name="want-seat"),
]
