"""The floor's score sheet in the browser: rows of cards, rows and royalties by taps, or points; what they come to is seen at once.

Cards are a form of this page; the other two are drawn by a script (`score_lines.js`), which asks and posts over the API.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.rights import page_needs
from club.text.messages import on_page
from engine.cards import RANKS, SUITS
from engine.chinese.play.hand_start import FANTASYLAND, ChineseStart
from engine.games.hand_start import Stakes
from engine.games.row_layout import ROWS
from engine.mixes.mixes import Leg
from engine.play.any_game import find_game, stored_start
from engine.text_limits import whole
from tables.chinese_hands.chinese_entry import Sheet
from tables.core.errors import Refused
from tables.live_cards import button_draw_entry, correcting_earlier_chinese_hands, real_card_tables, score_sheet
from tables.models import Decision, Hand, Table
from tables.pages.awaited_settlement import of_waiting, settling
from tables.pages.felt import device_of
from tables.pages.hands import refused
from tables.queries import hand_as_seen, table_as_seen
from tables.text import showdown_words, stakes_words
from tables.text.score_words import WORDS, label_in_words

RIGHT = "tables.record"
WAYS = {
    "cards": gettext_lazy("Every card"),
    "lines": gettext_lazy("Rows and royalties"),
    "points": gettext_lazy("Points alone"),
}
DECK = [[f"{rank}{suit}" for rank in reversed(RANKS)] for suit in reversed(SUITS)]


@require_http_methods(["GET", "POST"])
@page_needs(RIGHT)
def sheet(request: HttpRequest, table_id: int) -> HttpResponse:
    """The sheet; a POST shows what its rows come to, and writes nothing. `game` where it is chosen, `way` in which it is entered,
    `correct` a posted hand that is entered anew, `from` a hand that was taken back and begins the new sheet."""
    try:
        table = table_as_seen.table_of(table_id)
        if (number := whole(request.GET.get("correct", ""))) is not None:
            return _correcting(request, table, number)
        waiting = real_card_tables.unsettled(table)
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
    request.session["score_way"] = context["way"]
    name = "tables/_scored_hand.html" if getattr(request, "htmx", False) else "tables/score_sheet.html"
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
            source=device_of(request),
        )
    except ClubError as refusal:
        try:
            context = _context(table_as_seen.table_of(table_id), request)
        except ClubError:  # no sheet here to show the refusal on
            return refused(request, refusal)
        messages.error(request, on_page(refusal))
        return render(request, "tables/score_sheet.html", context, status=refusal.status)
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
            source=device_of(request),
        )
    except ClubError as refusal:
        return refused(request, refusal)
    messages.success(request, _("Hand %(number)s is taken back; enter its rows anew.") % {"number": row.number})
    return redirect(f"{reverse('scores', args=[row.table_id])}?{urlencode({'from': row.pk})}")


@require_POST
@page_needs(RIGHT)
def correct(request: HttpRequest, hand_id: int) -> HttpResponse:
    """Enter cards instead of what was posted of a hand: the sheet's rows, and `why`."""
    try:
        row, warnings = correcting_earlier_chinese_hands.replace(
            hand_id,
            Sheet(_rows(request)),
            by=request.user,  # type: ignore[arg-type]  # as above
            why=request.POST.get("why", ""),
            now=timezone.now(),
            source=device_of(request),
        )
    except ClubError as refusal:
        hand = Hand.objects.filter(pk=hand_id).select_related("table").first()
        if hand is None:
            return refused(request, refusal)
        messages.error(request, on_page(refusal))
        return _correcting(request, hand.table, hand_id, status=refusal.status)
    for words in warnings:
        messages.warning(request, words)
    messages.success(request, _("Hand %(number)s is posted.") % {"number": row.number})
    return redirect("scores", table_id=row.table_id)


def _correcting(request: HttpRequest, table: Table, hand_id: int, status: int = 200) -> HttpResponse:
    try:
        return render(request, "tables/score_sheet.html", _correction(table, hand_id, request), status=status)
    except Refused as refusal:
        return refused(request, refusal)


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
    return [(str(leg), stakes_words.at_limit(find_game(leg.game).name, leg.limit)) for leg in legs]


def _correction(table: Table, hand_id: int, request: HttpRequest) -> dict[str, Any]:
    """A posted hand that is corrected where it stands, in any of the three ways. Raises `Refused`."""
    hand = Hand.objects.filter(pk=hand_id, table=table, state=Hand.State.SETTLED).first()
    start = None if hand is None else stored_start(hand.start)
    if hand is None or not isinstance(start, ChineseStart):
        raise Refused("not_posted", _("Only a hand that was posted here and is settled can be corrected."))
    kept_sheet = (hand.expected or {}).get("sheet")
    entry_way = request.GET.get("way", "") or (
        "cards" if request.method == "POST" or kept_sheet is None else next(iter(kept_sheet))
    )
    entry_way = entry_way if entry_way in WAYS else "cards"
    result: dict[str, Any] = hand.result or {}
    earned = (result.get("carried") or {}).get(FANTASYLAND, {})
    sheet = kept_sheet if kept_sheet is not None and entry_way in kept_sheet else None
    if sheet is None and entry_way == "points":
        sheet = {"points": result["points"], "fantasyland": earned}
    seats: list[dict[str, Any]] = [
        {"seat": seat, "name": hand_as_seen.name_of(place), "playing": 0}
        for seat, place in hand_as_seen.seats_of(hand).items()
    ]
    task = _task(table, entry_way, hand.number, seats, score_sheet.keys_of(start))
    task |= {"sheet": sheet, "is_correction": True, "preview": "", "post": reverse("api-correct", args=[hand.pk])}
    typed = _typed(request, hand) if entry_way == "cards" else {}
    keys = score_sheet.keys_of(start)
    context = {
        "table": table,
        "way": entry_way,
        "ways": _ways(correct=hand.pk),
        "task": None if entry_way == "cards" else task,
        "correcting": hand,
        "why": request.POST.get("why", "")[:300],
        "keys": keys,
        "jokers": _jokers(keys),
        "deck": DECK,
        "places": [{**seat_row, **_place(seat_row["seat"], typed)} for seat_row in seats],
    }
    return context | {"stakes": stakes_words.game_in_words(find_game(hand.start["game"]).name, start.stakes)}


def _ways(names: Sequence[str] = tuple(WAYS), **more: object) -> list[tuple[str, str, str]]:
    """The ways in which a hand may be entered: each with its words, and the address's query that leads there."""
    kept = {name: value for name, value in more.items() if value}
    return [(name, str(WAYS[name]), urlencode({"way": name, **kept})) for name in names]


def _task(table: Table, way: str, number: int, seats: Sequence[dict[str, Any]], keys: dict[str, Any]) -> dict[str, Any]:
    """What the script of the sheet is given (`Task` of `score_lines.js`)."""
    royalties = [
        [{"points": one["points"], "name": label_in_words(one["labels"])} for one in row] for row in keys["royalties"]
    ]
    naturals = [{"key": name, "name": _(name)} for name in keys["naturals"]]
    return {
        "way": way,
        "number": number,
        "seats": sorted(seats, key=lambda one: one["seat"]),
        "keys": {**keys, "royalties": royalties, "naturals": naturals},
        "words": {name: str(text) for name, text in WORDS.items()},
        "post": reverse("api-scores", args=[table.pk]),
        "preview": reverse("api-scores-preview", args=[table.pk]),
        "after": f"{reverse('scores', args=[table.pk])}?way={way}",
        "game": "",
        "is_correction": False,
        "sheet": None,
    }


def _taken_back(table: Table, request: HttpRequest) -> Hand | None:
    """The hand whose sheet begins the new one."""
    number = whole(request.GET.get("from", ""))
    return None if number is None else Hand.objects.filter(pk=number, table=table, state=Hand.State.VOID).first()


def _typed(request: HttpRequest, taken_back: Hand | None) -> dict[int, str]:
    """The rows that were typed, else those of a hand that was taken back."""
    typed = _rows(request)
    if typed or taken_back is None:
        return typed
    texts = Decision.objects.filter(hand=taken_back).values_list("seat", "text")
    return {seat: text.removeprefix("set ") for seat, text in texts if seat}


def _context(table: Table, request: HttpRequest) -> dict[str, Any]:
    taken_back = _taken_back(table, request)
    kept_sheet = None if taken_back is None else (taken_back.expected or {}).get("sheet")
    entry_way = request.GET.get("way", "") or (
        "" if taken_back is None else "cards" if kept_sheet is None else next(iter(kept_sheet))
    )
    entry_way = entry_way or ("cards" if request.method == "POST" else request.session.get("score_way", "cards"))
    entry_way = entry_way if entry_way in WAYS else "cards"
    rows = _typed(request, taken_back) if entry_way == "cards" else {}
    preview = score_sheet.preview(
        table.pk,
        Sheet(rows),
        button=_button(request),
        game=_game(request),
        by=request.user,  # type: ignore[arg-type]  # as above
        now=timezone.now(),
        source=device_of(request),
    )
    result = preview["result"]
    names = preview["seats"]
    places = [
        {
            "seat": place["seat"],
            "name": names[str(place["seat"])],
            "hand": place,
            **_place(place["seat"], rows),
            "refused": preview["refused"].get(str(place["seat"])),
            "points": None if result is None else result["points"][str(place["seat"])],
            "net": None if result is None else result["net"][str(place["seat"])],
            "earned": 0 if result is None else result["hands"][str(place["seat"])]["fantasyland"],
        }
        for place in sorted(preview["view"]["seats"], key=lambda place: place["seat"])
    ]
    view = preview["view"] | {"result": result}
    entered = any(any(place["rows"].values()) for place in view["seats"])
    showdown = {
        "boards": showdown_words.boards(view, names) if entered else [],
        "pairs": showdown_words.pairs(view, names),
        "payments": showdown_words.payments(view, names),
        "nobody": showdown_words.nobody_gains(view),
    }
    seats = [
        {"seat": place_row["seat"], "name": place_row["name"], "playing": place_row["hand"]["fantasyland"]}
        for place_row in places
    ]
    task = _task(table, entry_way, preview["number"], seats, preview["keys"]) | {
        "game": _game(request),
        "sheet": kept_sheet,
    }
    return {
        "table": table,
        "way": entry_way,
        "ways": _ways(game=_game(request)),
        "task": None if entry_way == "cards" else task,
        "keys": preview["keys"],
        "jokers": _jokers(preview["keys"]),
        "button_cards": button_draw_entry.form(table),
        "number": preview["number"],
        "button": preview["view"]["button"],
        "places": places,
        "result": result,
        "down": showdown,
        "rows": ROWS,
        "deck": DECK,
        "game": _game(request),
        "stakes": stakes_words.game_in_words(find_game(preview["game"]).name, Stakes.from_json(preview["stakes"])),
        "posted": Hand.objects.filter(table=table).order_by("-number")[:10],
    }


def _place(seat: int, rows: dict[int, str]) -> dict[str, Any]:
    """What stands in the fields of a seat."""
    text = rows.get(seat, "")
    return {"typed": _fields(text), "surrenders": text == score_sheet.SURRENDER}


def _jokers(keys: dict[str, Any]) -> list[str]:
    return [f"X{number}" for number in range(1, keys["jokers"] + 1)]


def _fields(text: str) -> dict[str, str]:
    """The fields of a seat whose rows are typed so; empty for a surrender."""
    texts = [row.strip() for row in text.split("/")]
    return dict(zip(ROWS, texts, strict=False)) if len(texts) >= len(ROWS) else dict.fromkeys(ROWS, "")


urlpatterns = [
    path("tables/<int:table_id>/scores/", sheet, name="scores"),
    path("tables/<int:table_id>/scores/post/", post, name="post-scores"),
    path("hands/<int:hand_id>/take-back/", take_back, name="take-back"),
    path("hands/<int:hand_id>/correct/", correct, name="correct-scores"),
]
