"""The pages of the structures: the list, one being edited, and one made from players, stack, hours and chips."""

from __future__ import annotations

from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.rights import page_needs
from club.models import User
from club.text.messages import on_page
from engine.play.catalogue import find_game
from tournaments.base import field_words
from tournaments.floor import replanning
from tournaments.messages.structures import EditText
from tournaments.models import Structure, Tournament
from tournaments.structures import drafts, generator, sheet_edits, sheet_import, structures
from tournaments.structures.drafts import Draft
from tournaments.structures.sheet_games import BadSheet

RIGHT = "structures.import"
# The fields of the generator's form, with what they begin with.
ASKED = {
    "game": "holdem", "players": "30", "stack": "20000", "minutes": "240", "level_minutes": "20", "break_every": "80",
    "break_minutes": "10", "seats": "9", "chips": "100, 500, 1000, 5000", "speed": "regular", "rebuys": "0", "addons": "0",
}  # fmt: skip


@require_GET
@page_needs(RIGHT)
def structure_list(request: HttpRequest) -> HttpResponse:
    """Every sheet, with what is missing before a tournament can be scheduled by it."""
    return render(request, "tournaments/structures.html", {"structures": Structure.objects.order_by("name")})


@require_GET
@page_needs(RIGHT)
def structure_page(request: HttpRequest, key: str) -> HttpResponse:
    """One sheet in the editor."""
    row = Structure.objects.filter(key=key).first()
    if row is None:
        raise Http404
    return _editor(request, Draft.of(row.sheet, row.version))


@require_POST
@page_needs(RIGHT)
def edit(request: HttpRequest) -> HttpResponse:
    """One act on the form: a row added, moved or deleted, a look at it, or saving. What is typed is never lost."""
    told = request.POST.dict()
    draft, what = Draft.posted({key: str(value) for key, value in told.items()}), str(told.get("do", "look"))
    if what != "save":
        rows = sheet_edits.changed(draft.rows, what)
        return _editor(request, Draft(draft.fields, rows, draft.rest, draft.version))
    try:
        sheet = draft.sheet()
        known = Structure.objects.filter(key=draft.fields["id"]).values_list("version", flat=True).first()
        # Under another key it is a copy; one that exists already is saved over only from its own editor.
        expected = draft.version if known is not None else 0
        row = sheet_import.take_in(
            sheet, now=timezone.now(), by=cast(User, request.user), source=source_of(request), expected=expected
        )
    except ClubError as refusal:
        return _editor(request, draft, on_page(refusal), refusal.status)
    return redirect("structure", row.key)


@require_http_methods(["GET", "HEAD", "POST"])
@page_needs("tournaments.direct")
def replan(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The tournament's own copy in the editor; what has begun stays, and saving is an act of the floor."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise Http404
    if request.method != "POST":
        return _editor(request, Draft.of(tournament.sheet), tournament=tournament)
    draft = Draft.posted({key: str(value) for key, value in request.POST.dict().items()})
    what = str(request.POST.get("do", "look"))
    if what != "save":
        rows = sheet_edits.changed(draft.rows, what)
        return _editor(request, Draft(draft.fields, rows, draft.rest), tournament=tournament)
    try:
        items = sheet_edits.items_of(draft.rows)
        replanning.edit(
            tournament_id, items, now=timezone.now(), by=cast(User, request.user), source=source_of(request)
        )
    except ClubError as refusal:
        return _editor(request, draft, on_page(refusal), refusal.status, tournament)
    return redirect("floor", tournament_id)


def _editor(
    request: HttpRequest, draft: Draft, error: str = "", status: int = 200, tournament: Tournament | None = None
) -> HttpResponse:
    players = str(request.POST.get("players", request.GET.get("players", "")))
    count = int(players) if players.isascii() and players.isdigit() and len(players) < 7 else 0
    seen = drafts.look(draft, count)
    context: dict[str, Any] = {
        "draft": draft,
        "rows": list(enumerate(draft.rows, 1)),
        "look": seen,
        "error": error,
        "players": count or "",
        "ante_types": [(key, field_words.chosen(key)) for key in structures.ANTE_TYPES],
        "tournament": tournament,
        "amounts": [(name, field_words.named(name)) for name in draft.amounts()],
    }
    part = getattr(request, "htmx", False) and request.POST.get("do") == "look"
    return render(request, "tournaments/_look.html" if part else "tournaments/structure.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@page_needs(RIGHT)
def generate(request: HttpRequest) -> HttpResponse:
    """A sheet from players, stack, hours and chips, opened in the editor to be looked over and saved."""
    told = {name: str(request.POST.get(name, begun)).strip() for name, begun in ASKED.items()}
    error = ""
    if request.method == "POST":
        try:
            asked = asked_of(told)
            sheet = generator.sheet(asked)
            sheet = {"id": slugify(f"{asked.players}-players-{asked.minutes}-min"), **sheet}
            return _editor(request, Draft.of(sheet))
        except ClubError as refusal:
            error = on_page(refusal)
    games = [(key, _(find_game(key).name)) for key in generator.GAMES]
    context = {
        "asked": told,
        "error": error,
        "speeds": [(key, field_words.chosen(key)) for key in generator.SPEEDS],
        "games": games,
    }
    return render(request, "tournaments/generate.html", context, status=422 if error else 200)


def asked_of(told: dict[str, str]) -> generator.Asked:
    """What the generator is asked for, from texts. Raises `ClubError`, naming the field."""
    numbers: dict[str, Any] = {}
    for name in ASKED:
        if name in ("chips", "speed", "game"):
            continue
        value = drafts.whole(told[name], name)
        if value is None:
            raise BadSheet(EditText.WHOLE_NUMBER(name=field_words.named(name)), field=name)
        numbers[name] = value
    chips = tuple(drafts.whole(one.strip(), "chips") or 0 for one in told["chips"].split(",") if one.strip())
    return generator.Asked(**numbers, chips=chips, speed=told["speed"], game=told["game"])


urlpatterns = [
    path("structures/", structure_list, name="structures"),
    path("structures/generate/", generate, name="structure-generate"),
    path("structures/edit/", edit, name="structure-edit"),
    path("structures/<slug:key>/", structure_page, name="structure"),
    path("tournaments/<int:tournament_id>/structure/", replan, name="tournament-structure"),
]
