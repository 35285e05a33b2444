"""The floor's score sheet in the browser: rows typed or tapped, what they come to at once, posted with one button."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.rights import page_needs
from club.text.messages import on_page
from engine.bounds import whole
from engine.cards import RANKS, SUITS
from engine.games.layout import ROWS
from engine.games.start import Stakes
from engine.mixes.mixes import Leg
from engine.play.catalogue import find_game
from tables.hand.score_sheets import Sheet
from tables.live_cards import button_cards, real_cards, score_sheet
from tables.models import Hand, Table
from tables.pages.felt import _device
from tables.pages.hands import refused
from tables.pages.settling import of_waiting, settling
from tables.text import stakes
from tables.text.engine_words import LIMITS
from tables.views import queries

RIGHT = "tables.record"
DECK = [[f"{rank}{suit}" for rank in reversed(RANKS)] for suit in reversed(SUITS)]


@require_http_methods(["GET", "POST"])
@page_needs(RIGHT)
def sheet(request: HttpRequest, table_id: int) -> HttpResponse:
    """The sheet; a POST shows what its rows come to, and writes nothing. `game` where it is chosen."""
    try:
        table = queries.table_of(table_id)
        waiting = real_cards.unsettled(table)
        if (looked := settling(request, waiting)) is not None:
            return looked
        if waiting is not None and request.method == "GET":
            return render(request, "tables/settling.html", {"table": table, **of_waiting(waiting)})
        context = _context(table, request)
    except ClubError as refusal:
        if refusal.code == "game_missing":
            told = refusal.params
            choice = {"table": table, "chooser": told["name"], "offered": games_of(told["offered"])}
            return render(request, "tables/score_game.html", choice)
        if refusal.code == "bets_are_entered":
            messages.info(request, on_page(refusal))
            return redirect("record", table_id=table_id)
        return refused(request, refusal)
    name = "tables/_score.html" if getattr(request, "htmx", False) else "tables/scores.html"
    return render(request, name, context)


@require_POST
@page_needs(RIGHT)
def post(request: HttpRequest, table_id: int) -> HttpResponse:
    """Post the hand: the sheet's rows, and `number`."""
    number = request.POST.get("number", "")
    try:
        row = score_sheet.post(
            table_id,
            Sheet(_rows(request)),
            number=whole(number) or 0,
            button=_button(request),
            game=_game(request),
            by=request.user,  # type: ignore[arg-type]  # page_needs lets only logins in
            now=timezone.now(),
            source=_device(request),
        )
    except ClubError as refusal:
        try:
            context = _context(queries.table_of(table_id), request)
        except ClubError:  # no sheet here to show the refusal on
            return refused(request, refusal)
        messages.error(request, on_page(refusal))
        return render(request, "tables/scores.html", context, status=refusal.status)
    messages.success(request, _("Hand %(number)s is posted.") % {"number": row.number})
    return redirect("scores", table_id=table_id)


@require_POST
@page_needs(RIGHT)
def take_back(request: HttpRequest, hand_id: int) -> HttpResponse:
    """Take a posted hand back: `why`."""
    try:
        row = score_sheet.correct(
            hand_id,
            by=request.user,  # type: ignore[arg-type]  # as above
            why=request.POST.get("why", ""),
            now=timezone.now(),
            source=_device(request),
        )
    except ClubError as refusal:
        return refused(request, refusal)
    messages.success(request, _("Hand %(number)s is taken back; enter its rows anew.") % {"number": row.number})
    return redirect("scores", table_id=row.table_id)


def _rows(request: HttpRequest) -> dict[int, str]:
    """The rows of the sheet by seat: fields such as ``front-3``, and ``surrender-3``."""
    seats = {name.partition("-")[2] for name in request.POST if name.partition("-")[0] in ROWS}
    rows = {}
    for seat in seats:
        number = whole(seat, 2)
        if number is None:
            continue
        texts = [request.POST.get(f"{row}-{seat}", "").strip() for row in ROWS]
        if request.POST.get(f"surrender-{seat}"):
            rows[number] = score_sheet.SURRENDER
        elif any(texts):
            rows[number] = " / ".join(texts)
    return rows


def _button(request: HttpRequest) -> int | None:
    text = request.POST.get("button", "") or request.GET.get("button", "")
    return whole(text, 2)


def _game(request: HttpRequest) -> str:
    return (request.POST.get("game", "") or request.GET.get("game", "")).strip()[:60]


def games_of(offered: Sequence[str]) -> list[tuple[str, str]]:
    """Games such as ``razz fixed`` that are offered, each with its name in the reader's language."""
    legs = [Leg.parse(words) for words in offered]
    return [(str(leg), f"{_(find_game(leg.game).name)} · {_(LIMITS[leg.limit])}") for leg in legs]


def _context(table: Table, request: HttpRequest) -> dict[str, Any]:
    seen = score_sheet.preview(
        table.pk,
        Sheet(_rows(request)),
        button=_button(request),
        game=_game(request),
        by=request.user,  # type: ignore[arg-type]  # as above
        now=timezone.now(),
        source=_device(request),
    )
    result = seen["result"]
    names = seen["seats"]
    places = [
        {
            "seat": place["seat"],
            "name": names[str(place["seat"])],
            "hand": place,
            "typed": {row: request.POST.get(f"{row}-{place['seat']}", "") for row in ROWS},
            "surrenders": bool(request.POST.get(f"surrender-{place['seat']}")),
            "refused": seen["refused"].get(str(place["seat"])),
            "points": None if result is None else result["points"][str(place["seat"])],
            "net": None if result is None else result["net"][str(place["seat"])],
            "earned": 0 if result is None else result["hands"][str(place["seat"])]["fantasyland"],
        }
        for place in sorted(seen["view"]["seats"], key=lambda place: place["seat"])
    ]
    pays = [
        {"payer": names[str(one["payer"])], "receiver": names[str(one["receiver"])], "chips": one["chips"]}
        for one in (result or {}).get("payments", [])
    ]
    return {
        "table": table,
        "button_cards": button_cards.form(table),
        "number": seen["number"],
        "button": seen["view"]["button"],
        "places": places,
        "result": result,
        "pays": pays,
        "rows": ROWS,
        "deck": DECK,
        "game": _game(request),
        "game_name": find_game(seen["game"]).name,
        "stakes": stakes.in_words(Stakes.from_json(seen["stakes"])),
        "posted": Hand.objects.filter(table=table).order_by("-number")[:10],
    }


urlpatterns = [
    path("tables/<int:table_id>/scores/", sheet, name="scores"),
    path("tables/<int:table_id>/scores/post/", post, name="post-scores"),
    path("hands/<int:hand_id>/take-back/", take_back, name="take-back"),
]
