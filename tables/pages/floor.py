"""The floor's forms on the felt (misdeal, a hand called off, a table broken), and the players' time bank."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_POST

from club.base.errors import ClubError
from club.house.audit_log import source_of
from club.house.rights import check, page_needs
from club.models import User
from tables.breaking_and_closing import breaking_tables, must_move
from tables.cash import time_bank
from tables.dealing import called_off_hands
from tables.pages.felt import felt_after, form_key, number, show


@require_POST
@login_required
def call_off(request: HttpRequest, table_id: int) -> HttpResponse:
    """Call a hand off: `hand`, `why`, and `misdeal` if it is to be dealt anew from the same button."""
    check(request.user, "tables.void")
    why, is_misdeal = request.POST.get("why", "")[:400], "misdeal" in request.POST

    def act(by: User) -> None:
        called_off_hands.void(
            number(request, "hand"),
            by=by,
            why=why,
            is_misdeal=is_misdeal,
            now=timezone.now(),
            source=source_of(request),
        )

    return _by_the_floor(request, table_id, act)


@require_POST
@page_needs("tables.open")
def break_table(request: HttpRequest, table_id: int) -> HttpResponse:
    """Break the table: `why`."""
    why = request.POST.get("why", "")[:400]

    def act(by: User) -> None:
        breaking_tables.break_table(table_id, by=by, why=why, now=timezone.now(), source=source_of(request))

    return _by_the_floor(request, table_id, act)


@require_POST
@page_needs("tables.open")
def keep_table(request: HttpRequest, table_id: int) -> HttpResponse:
    """Take back that the table is broken."""

    def act(by: User) -> None:
        breaking_tables.keep_table(table_id, by=by, now=timezone.now(), source=source_of(request))

    return _by_the_floor(request, table_id, act)


@require_POST
@page_needs("tables.open")
def feed_table(request: HttpRequest, table_id: int) -> HttpResponse:
    """Set the table to which this one's players must move: `main`, its number; empty: none."""

    def act(by: User) -> None:
        main = number(request, "main") if request.POST.get("main", "").strip() else None
        must_move.feed(table_id, main, by=by, now=timezone.now(), source=source_of(request))

    return _by_the_floor(request, table_id, act)


@require_POST
@login_required
def more_time(request: HttpRequest, table_id: int) -> HttpResponse:
    """Add seconds of the time bank: `hand`, `ask`, `key`."""
    return felt_after(
        request,
        table_id,
        lambda player: time_bank.take(
            table_id,
            number(request, "hand"),
            number(request, "ask"),
            by=player,
            key=form_key(request),
            now=timezone.now(),
        ),
    )


def _by_the_floor(request: HttpRequest, table_id: int, act: Callable[[User], None]) -> HttpResponse:
    """Do what the floor decided, and answer with the felt; a refusal stands on it."""
    refused: ClubError | None = None
    try:
        act(request.user)  # type: ignore[arg-type]  # only logins with the right come here
    except ClubError as refusal:
        refused = refusal
    return show(request, table_id, whole=not getattr(request, "htmx", False), refusal=refused)


urlpatterns = [
    path("tables/<int:table_id>/call-off/", call_off, name="call-off"),
    path("tables/<int:table_id>/break/", break_table, name="break-table"),
    path("tables/<int:table_id>/keep/", keep_table, name="keep-table"),
    path("tables/<int:table_id>/feed/", feed_table, name="feed-table"),
    path("tables/<int:table_id>/time-bank/", more_time, name="more-time"),
]
