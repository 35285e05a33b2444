"""The pages on which an event is announced, and changed after it."""

from __future__ import annotations

import secrets
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from club.base.errors import ClubError
from club.house.audit_log import source_of
from club.house.rights import page_needs
from club.models import User
from club.text.messages import in_words
from tournaments.models import Structure, Tournament
from tournaments.rooms import tournament_tables
from tournaments.running import event_start
from tournaments.setup import changed_fields, event_form, event_outline
from tournaments.setup.event_form import EventForm
from tournaments.structures import sheet_drafts
from tournaments.structures.sheet_games import BadSheet

RIGHT = "tournaments.direct"


@require_http_methods(["GET", "HEAD", "POST"])
@page_needs(RIGHT)
def announce(request: HttpRequest) -> HttpResponse:
    """Announce an event: `do` is `look` for what it would come to. GET with `structure` and `preset` fills fields in."""
    if request.method != "POST":
        whole = Structure.objects.filter(missing=[]).order_by("name")
        sheet = (whole.filter(key=request.GET["structure"]) if "structure" in request.GET else whole).first()
        return _form(request, EventForm(initial=event_form.begun_with(sheet, request.GET.get("preset", ""))), sheet)
    form = EventForm(request.POST)
    is_valid = form.is_valid()
    sheet = form.cleaned_data.get("structure")
    if request.POST.get("do") == "look" or not is_valid:
        return _form(request, form, sheet, status=200 if request.POST.get("do") == "look" else 422)
    told = form.told()
    try:
        tournament = event_start.announce(
            told.pop("name"),
            told.pop("structure"),
            starts_at=told.pop("starts_at", None),
            buy_in=told.pop("buy_in", 0),
            fee=told.pop("fee", 0),
            seed=secrets.token_bytes(tournament_tables.DECK_SEED_BYTES),
            now=timezone.now(),
            by=cast(User, request.user),
            source=source_of(request),
            **told,
        )
    except ClubError as refusal:
        put_refusal(form, refusal)
        return _form(request, form, sheet, status=refusal.status)
    return redirect("tournament", tournament.pk)


def put_refusal(form: EventForm, refusal: ClubError) -> None:
    """Show a refusal beside the field it is about, else above the form."""
    name = refusal.params.get("field")
    form.add_error(name if isinstance(name, str) and name in form.fields else None, in_words(refusal))


def _form(request: HttpRequest, form: EventForm, sheet: Structure | None, status: int = 200) -> HttpResponse:
    context: dict[str, Any] = {
        "form": form,
        "presets": [(key, one.name) for key, one in event_form.PRESETS.items()],
        "preset": request.POST.get("preset", request.GET.get("preset", "")),
        "structures": Structure.objects.filter(missing=[]).order_by("name"),
        "sheet": sheet,
        "warnings": sheet_drafts.warnings(sheet.sheet) if sheet else (),
        "said": event_form.of_sheet(sheet.sheet)[1] if sheet else (),
        "outline": outline_of(form, sheet.sheet if sheet else None, request.POST.get("players", "")),
        "players": request.POST.get("players", ""),
    }
    part = getattr(request, "htmx", False) and request.POST.get("do") == "look"
    page = "tournaments/_event_outline.html" if part else "tournaments/announce.html"
    return render(request, page, context, status=status)


def outline_of(form: EventForm, sheet: dict[str, Any] | None, players: str) -> event_outline.Outline | None:
    """What the event would come to for so many, as far as the form says what it needs."""
    try:
        count = sheet_drafts.whole(players.strip(), "players") or 0
        told = form.cleaned_data if form.is_bound else form.initial
        if sheet is None or not 2 <= count <= event_outline.MOST_PLAYERS:
            return None
        return event_outline.outline(sheet, told, count)
    except BadSheet:
        return None


@require_http_methods(["GET", "HEAD", "POST"])
@page_needs(RIGHT)
def edit(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Change the fields of an event that was announced; what players rely on stays, and is told."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise Http404
    if request.method != "POST":
        return _edit_form(request, tournament, EventForm(instance=tournament))
    form = EventForm(request.POST, instance=Tournament.objects.get(pk=tournament.pk))
    if not form.is_valid():
        return _edit_form(request, tournament, form, 422)
    try:
        changed_fields.change(
            tournament.pk,
            **form.meant(tournament),
            why=request.POST.get("why", "")[:300],
            now=timezone.now(),
            by=cast(User, request.user),
            source=source_of(request),
        )
    except ClubError as refusal:
        put_refusal(form, refusal)
        return _edit_form(request, tournament, form, refusal.status)
    return redirect("tournament", tournament.pk)


def _edit_form(request: HttpRequest, tournament: Tournament, form: EventForm, status: int = 200) -> HttpResponse:
    context = {"tournament": tournament, "form": form, "why": request.POST.get("why", "")}
    return render(request, "tournaments/edit_event.html", context, status=status)


urlpatterns = [
    path("tournaments/announce/", announce, name="announce"),
    path("tournaments/<int:tournament_id>/edit/", edit, name="edit-event"),
]
