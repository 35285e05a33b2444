"""The pages of the structures: the list, one being edited, one made from players, stack, hours and chips, one pasted as text."""

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
from club.house import club_rules
from club.house.audit_log import source_of
from club.house.rights import has_right, page_needs
from club.models import User
from club.text.messages import on_page
from engine.play.any_game import find_game
from tournaments.base import field_words
from tournaments.floor import structure_changes
from tournaments.messages.structures import EditText, GeneratorText
from tournaments.models import Structure, Tournament
from tournaments.structures import chip_plan, generator, levels_and_breaks, sheet_drafts, sheet_edits, sheet_import
from tournaments.structures.pasted import pasted_sheet, plain_lines
from tournaments.structures.sheet_drafts import Draft
from tournaments.structures.sheet_games import BadSheet

RIGHT = "structures.import"
# The fields of the generator's form, with what they begin with; its chips are the club's, and the stack follows from them.
ASKED = {
    "game": "holdem", "players": "30", "stack": "", "minutes": "240", "level_minutes": "20", "break_every": "80",
    "break_minutes": "10", "seats": "9", "chips": "", "speed": "regular", "rebuys": "0", "addons": "0",
    "ante": "big_blind", "ante_percent": "100",
}  # fmt: skip
# The fields beside a pasted text, with what they begin with.
PASTED = {"name": "", "game": "NLHE", "starting_chips": "", "table_size": "9", "text": ""}
NO_ANTE = "none"
STACK_OF_LARGEST = 4  # a stack is worth so many of the club's largest chips, until somebody asks for another


@require_GET
@page_needs(RIGHT)
def structure_list(request: HttpRequest) -> HttpResponse:
    """Every sheet, with what is missing before a tournament can be scheduled by it."""
    context = {
        "structures": Structure.objects.order_by("name"),
        "may_share": has_right(request.user, "house_rules.set"),
    }
    return render(request, "tournaments/structures.html", context)


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
        structure_changes.edit(
            tournament_id, items, now=timezone.now(), by=cast(User, request.user), source=source_of(request)
        )
    except ClubError as refusal:
        return _editor(request, draft, on_page(refusal), refusal.status, tournament)
    return redirect("floor", tournament_id)


def _editor(
    request: HttpRequest,
    draft: Draft,
    error: str = "",
    status: int = 200,
    tournament: Tournament | None = None,
    chips: chip_plan.ChipPlan | None = None,
) -> HttpResponse:
    """The editor of a draft; `error` is a refusal's text, `tournament` whose own copy it is, `chips` what a made sheet needs."""
    players = str(request.POST.get("players", request.GET.get("players", "")))
    count = int(players) if players.isascii() and players.isdigit() and len(players) < 7 else 0
    seen = sheet_drafts.look(draft, count)
    context: dict[str, Any] = {
        "draft": draft,
        "rows": list(enumerate(draft.rows, 1)),
        "look": seen,
        "error": error,
        "players": count or "",
        "ante_types": [(key, _(field_words.chosen(key).english)) for key in levels_and_breaks.ANTE_TYPES],
        "tournament": tournament,
        "chips": chips,
        "amounts": [(name, _(field_words.named(name).english)) for name in draft.amounts()],
    }
    part = getattr(request, "htmx", False) and request.POST.get("do") == "look"
    return render(
        request, "tournaments/_sheet_findings.html" if part else "tournaments/structure.html", context, status=status
    )


@require_http_methods(["GET", "HEAD", "POST"])
@page_needs(RIGHT)
def generate(request: HttpRequest) -> HttpResponse:
    """A sheet from players, stack, hours and chips, opened in the editor to be looked over and saved."""
    told = {name: str(request.POST.get(name, begun)).strip() for name, begun in {**ASKED, **_own_chips()}.items()}
    error = ""
    if request.method == "POST":
        try:
            asked, pieces = asked_of(told)
            sheet = generator.sheet(asked)
            sheet = {"id": slugify(f"{asked.players}-players-{asked.minutes}-min"), **sheet}
            return _editor(request, Draft.of(sheet), chips=_chip_plan(asked, sheet, pieces))
        except ClubError as refusal:
            error = on_page(refusal)
    games = [(key, _(find_game(key).name)) for key in generator.GAMES]
    context = {
        "asked": told,
        "error": error,
        "antes": [
            (NO_ANTE, _("no ante")),
            *((key, _(field_words.chosen(key).english)) for key in levels_and_breaks.ANTE_TYPES),
        ],
        "speeds": [(key, _(field_words.chosen(key).english)) for key in generator.SPEEDS],
        "games": games,
    }
    return render(request, "tournaments/generate.html", context, status=422 if error else 200)


def _own_chips() -> dict[str, str]:
    """What the form begins with of the club's own chip set."""
    chips = club_rules.in_force().chips
    pieces = {chip.value: chip.pieces for chip in chips}
    return {"chips": chip_plan.written(pieces), "stack": str(STACK_OF_LARGEST * chips[-1].value)}


def _chip_plan(asked: generator.Asked, sheet: dict[str, Any], pieces: chip_plan.Pieces) -> chip_plan.ChipPlan | None:
    """The pieces of a sheet that was made, where it was asked for with chips. Raises `ClubError` where a stack cannot be made."""
    if not pieces:
        return None
    extra = asked.stack * (asked.rebuys + asked.addons)
    made = chip_plan.plan(sheet, pieces, players=asked.players, extra=extra)
    if made is None:
        words = GeneratorText.NO_STACK(stack=asked.stack, players=asked.players, chips=chip_plan.written(pieces))
        raise ClubError("bad_plan", words, 422, field="chips")
    return made


def asked_of(told: dict[str, str]) -> tuple[generator.Asked, chip_plan.Pieces]:
    """What the generator is asked for, from texts, and the pieces there are. Raises `ClubError`, naming the field."""
    numbers: dict[str, Any] = {}
    for name in ASKED:
        if name in ("chips", "speed", "game", "ante"):
            continue
        value = sheet_drafts.whole(told[name], name)
        if value is None:
            raise BadSheet(EditText.WHOLE_NUMBER(name=field_words.named(name)), field=name)
        numbers[name] = value
    pieces = chip_plan.read(told["chips"])
    ante = {"ante_from": None} if told["ante"] == NO_ANTE else {"ante_type": told["ante"]}
    asked = generator.Asked(**numbers, **ante, chips=tuple(pieces), speed=told["speed"], game=told["game"])
    return asked, pieces


@require_http_methods(["GET", "HEAD", "POST"])
@page_needs(RIGHT)
def paste(request: HttpRequest) -> HttpResponse:
    """A text read line by line; with `do` open what was read is a draft in the editor. Nothing is kept before it is saved."""
    typed = {name: str(request.POST.get(name, begun)) for name, begun in PASTED.items()}
    pasted, error, status = None, "", 200
    if request.method == "POST":
        try:
            pasted = pasted_sheet.read(typed["text"])
            sheet = _sheet_of(pasted, typed)
            if request.POST.get("do") == "open":
                return _editor(request, Draft.of(sheet))
        except ClubError as refusal:
            error, status = on_page(refusal), refusal.status
    context = {"typed": typed, "pasted": pasted, "error": error, "most": plain_lines.MOST_CHARACTERS}
    return render(request, "tournaments/paste.html", context, status=status)


def _sheet_of(pasted: pasted_sheet.PastedSheet, typed: dict[str, str]) -> dict[str, Any]:
    """The sheet of what was read and typed; what is typed goes before what the text states. Raises `ClubError`."""
    sheet = pasted.sheet()
    for name in ("starting_chips", "table_size"):
        value = sheet_drafts.whole(typed[name].strip().replace(",", ""), name)
        if value is not None:
            sheet[name] = value
    name = typed["name"].strip()
    return {"id": slugify(name)[:80], "name": name, "game": typed["game"].strip(), **sheet}


urlpatterns = [
    path("structures/", structure_list, name="structures"),
    path("structures/generate/", generate, name="structure-generate"),
    path("structures/paste/", paste, name="structure-paste"),
    path("structures/edit/", edit, name="structure-edit"),
    path("structures/<slug:key>/", structure_page, name="structure"),
    path("tournaments/<int:tournament_id>/structure/", replan, name="tournament-structure"),
]
