"""Sheets about a seat on the floor's page: who is out in a hand, and where a player moves. A tap opens one in the page; with
no scripts it is a page of its own."""

from __future__ import annotations

import re
import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_GET

from club.base.errors import ClubError
from club.house.rights import page_needs
from tournaments.acts.act import DIRECT
from tournaments.api import event_as_seen
from tournaments.floor import seat_questions
from tournaments.models import Tournament


@require_GET
@page_needs(DIRECT)
def out_sheet(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """A hand in which players are out: `entries` in the order of their stacks, `won` as ``7-3``. `add`, `drop` and `up`
    change who is out and in which order; `table`: where the hand was played, if nobody is named yet."""
    row, asked = _row(tournament_id), request.GET
    entries = [int(one) for one in asked.getlist("entries") if _is_number(one)]
    entry = int(asked.get("add") or asked.get("drop") or asked.get("up") or 0) if _acts_on_one(asked) else 0
    if asked.get("add"):
        entries.append(entry)
    elif asked.get("drop"):
        entries = [one for one in entries if one != entry]
    elif asked.get("up") and entry in entries[1:]:
        at = entries.index(entry)
        entries[at - 1 : at + 1] = [entry, entries[at - 1]]
    pairs = [re.fullmatch(r"(\d{1,9})-(\d{1,9})", one) for one in asked.getlist("won")]
    won = [(int(pair[1]), int(pair[2])) for pair in pairs if pair]
    table = int(asked["table"]) if _is_number(asked.get("table", "")) else None
    sheet = seat_questions.out_sheet(row, entries, won, timezone.now(), table=table)
    return _show(request, row, "tournaments/_knockout_and_rebuy_sheet.html", {"sheet": sheet, "table": table})


@require_GET
@page_needs(DIRECT)
def seat_sheet(request: HttpRequest, tournament_id: int, entry: int) -> HttpResponse:
    """One player in play: where the seat may be, a knock-out, the stack."""
    row = _row(tournament_id)
    sheet = seat_questions.seat_sheet(row, entry, timezone.now())
    if sheet is None:
        raise Http404
    return _show(request, row, "tournaments/_seat_sheet.html", {"sheet": sheet})


@require_GET
@page_needs(DIRECT)
def bounty_sheet(request: HttpRequest, tournament_id: int, entry: int) -> HttpResponse:
    """One who is out: who won the bounty."""
    row = _row(tournament_id)
    sheet = seat_questions.bounty_sheet(row, entry, timezone.now())
    if sheet is None:
        raise Http404
    return _show(request, row, "tournaments/_bounty_sheet.html", {"sheet": sheet})


def _acts_on_one(asked: Any) -> bool:
    return any(_is_number(asked.get(name, "")) for name in ("add", "drop", "up"))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _row(tournament_id: int) -> Tournament:
    try:
        return event_as_seen.tournament_of(tournament_id)
    except ClubError as unknown:
        raise Http404(str(unknown)) from unknown


def _show(request: HttpRequest, row: Tournament, template: str, context: dict[str, Any]) -> HttpResponse:
    """The sheet alone for a page that is open already, else a page with it."""
    is_part = bool(getattr(request, "htmx", False))
    told = {"tournament": row, "form_key": uuid.uuid4().hex, "template": template, **context}
    return render(request, template if is_part else "tournaments/seat_sheet.html", told)


urlpatterns = [
    path("tournaments/<int:tournament_id>/floor/out/sheet/", out_sheet, name="out-sheet"),
    path("tournaments/<int:tournament_id>/floor/bounty/<int:entry>/", bounty_sheet, name="bounty-sheet"),
    path("tournaments/<int:tournament_id>/floor/seat/<int:entry>/", seat_sheet, name="seat-sheet"),
]
