"""The floor's page of a table with real cards: hands entered action by action, and "what was that action?"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.rights import page_needs
from club.text.messages import on_page
from engine.mixes.mixes import Leg
from engine.rulings import TURNS
from engine.text_limits import whole
from tables.cash import mixed_games, next_hand
from tables.core.errors import Refused
from tables.live_cards import (
    button_draw_entry,
    live_hand_entry,
    real_card_tables,
    result_entry,
    rulings,
    taking_back_hands,
)
from tables.models import Hand, Sitting, Table
from tables.pages.felt import device_of, number
from tables.pages.hands import refused
from tables.pages.score_sheet import games_of
from tables.queries import game_catalogue, hand_as_seen, table_as_seen
from tables.text import entry_words, hand_narration
from tables.tournament_seats.table_owner import Terms

RIGHT = "tables.record"
SITUATION = ("stack", "bet", "level", "least_bet", "step", "pot", "chip")
IN_WORDS = {
    "in turn": gettext_lazy("In turn"),
    "out of turn": gettext_lazy("Out of turn, another is to act"),
    "action unchanged": gettext_lazy("Out of turn; now it is the player's turn, the action is unchanged"),
    "action changed": gettext_lazy("Out of turn; now it is the player's turn, the action has changed"),
}


@require_GET
@page_needs(RIGHT)
def record(request: HttpRequest, table_id: int) -> HttpResponse:
    """The hand that is entered at the table, or the form to begin one; where only rows are entered, the score sheet."""
    table = Table.objects.filter(pk=table_id).first()
    if table is not None and real_card_tables.takes_rows(table) and not real_card_tables.is_kept_for(table):
        return redirect("scores", table_id=table_id)
    return _page(request, table_id)


@require_POST
@page_needs(RIGHT)
def enter_button_cards(request: HttpRequest, table_id: int) -> HttpResponse:
    """Enter the cards dealt for the first button: `button-card-3` for each seat; all empty: none."""
    names = re.compile(r"button-card-([1-9][0-9]?)")
    typed = {
        int(found[1]): request.POST[name].strip()[:10] for name in request.POST if (found := names.fullmatch(name))
    }
    cards = typed if any(typed.values()) else {}
    return _after(request, table_id, lambda who: button_draw_entry.enter(table_id, cards, **who))


@require_POST
@page_needs(RIGHT)
def begin(request: HttpRequest, table_id: int) -> HttpResponse:
    """Begin a hand: `number`, `button` (a seat, or empty), `game` (where it is chosen), `posting` (seats)."""

    def act(more: dict[str, Any]) -> None:
        live_hand_entry.begin(table_id, number=number(request, "number"), **_chosen(request), **more)

    return _after(request, table_id, act)


@require_POST
@page_needs(RIGHT)
def result(request: HttpRequest, table_id: int) -> HttpResponse:
    """Enter what a hand came to: `number`, `button`, `game`, `pot`, and for each seat `stack-3`, the chips after it."""

    def act(more: dict[str, Any]) -> None:
        named = [name for name in request.POST if re.fullmatch(r"stack-\d{1,2}", name) and request.POST[name].strip()]
        stacks = {int(name.removeprefix("stack-")): _whole(request, name, most=10**15) for name in named}
        pot = _whole(request, "pot", most=10**15) or None
        result_entry.enter(
            table_id, number=number(request, "number"), stacks=stacks, pot=pot, **_chosen(request), **more
        )

    return _after(request, table_id, act)


@require_POST
@page_needs(RIGHT)
def enter(request: HttpRequest, table_id: int) -> HttpResponse:
    """Enter an answer: `hand`, `ask`, `decision`, and where it needs them `amount` or `cards`; as a ruling if `ruled`."""

    def act(more: dict[str, Any]) -> None:
        words = request.POST.get("decision", "")[:400]
        if words == "raise":
            words = f"raise {number(request, 'amount')}"
        elif words in ("deal", "show", "draw", "discard"):
            words = f"{words} {_cards(request.POST.get('cards', ''))}".strip()
        hand_id, ask = number(request, "hand"), number(request, "ask")
        if "ruled" in request.POST:
            rulings.enter(hand_id, ask, words, _motions(request), turn=_turn(request), told=_told(request), **more)
        else:
            live_hand_entry.enter(hand_id, ask, words, **more)

    return _after(request, table_id, act)


@require_POST
@page_needs(RIGHT)
def back(request: HttpRequest, table_id: int) -> HttpResponse:
    """Take the last entry of a hand back, in progress or settled: `hand`, `why`."""

    def act(more: dict[str, Any]) -> None:
        taking_back_hands.step_back(number(request, "hand"), why=request.POST.get("why", "")[:300], **more)

    return _after(request, table_id, act)


@require_POST
@page_needs(RIGHT)
def ask(request: HttpRequest, table_id: int) -> HttpResponse:
    """What was that action, in the hand that is entered? Nothing is written."""
    try:
        table = table_as_seen.table_of(table_id)
        row = real_card_tables.current(table)
        if row is None:
            raise Refused("no_hand", _("No hand is being entered here."))
        ruling = rulings.rule(_motions(request), hand=row, turn=_turn(request), told=_told(request))
    except ClubError as refusal:
        return _page(request, table_id, refusal=refusal)
    return _page(request, table_id, ruling=ruling)


@require_http_methods(["GET", "POST"])
@page_needs(RIGHT)
def ruling_page(request: HttpRequest) -> HttpResponse:
    """What was that action, in a situation that is told? Nothing is written."""
    context: dict[str, Any] = _form(request) | {"situation": _situation_form(request), "ruling": None, "error": ""}
    status = 200
    if request.method == "POST":
        try:
            told_one = _situation(request)
            context["ruling"] = rulings.rule(
                _motions(request), situation=told_one, turn=_turn(request), told=_told(request)
            )
        except ClubError as refusal:
            context["error"], status = on_page(refusal), refusal.status
    return render(request, "tables/ruling.html", context, status=status)


# -- the pieces -------------------------------------------------------------------------------------------------------


def _chosen(request: HttpRequest) -> dict[str, Any]:
    button = request.POST.get("button", "")
    return {
        "button": int(button) if button.isdecimal() and len(button) < 3 else None,
        "game": request.POST.get("game", "").strip()[:60],
        "posting": [int(seat) for seat in request.POST.getlist("posting") if seat.isdecimal() and len(seat) < 3],
    }


def _after(request: HttpRequest, table_id: int, act: Any) -> HttpResponse:
    try:
        act({"by": request.user, "now": timezone.now(), "source": device_of(request)})
    except ClubError as refusal:
        if refusal.code == "rows_are_entered":
            messages.info(request, on_page(refusal))
            told = {name: str(value) for name, value in _chosen(request).items() if name != "posting" and value}
            return redirect(f"{reverse('scores', args=[table_id])}?{urlencode(told)}")
        return _page(request, table_id, refusal=refusal)
    return redirect("record", table_id=table_id)


def _page(
    request: HttpRequest, table_id: int, *, refusal: ClubError | None = None, ruling: dict[str, Any] | None = None
) -> HttpResponse:
    try:
        table = table_as_seen.table_of(table_id)
        if not real_card_tables.is_kept_for(table):
            message = _("Hands are entered at open tables of a betting game with real cards and counted stacks.")
            raise Refused("no_hands_entered_here", message)
    except ClubError as unknown:
        return refused(request, unknown)
    waiting = real_card_tables.unsettled(table)
    row = real_card_tables.current(table) or Hand.objects.filter(table=table).order_by("-number").first()
    context = _form(request) | {
        "table": table,
        "stakes": game_catalogue.stakes_in_words(table),
        "seen": table_as_seen.table_as_seen_by(table, None, now=timezone.now()),
        "hand": None,
        "ruling": ruling,
        "error": "" if refusal is None else on_page(refusal),
        "words": {name: str(text) for name, text in entry_words.WORDS.items()},
        "mix": mixed_games.as_seen(table),
    }
    if row is not None:
        context |= _of_hand(row)
    context |= {"waiting_hand": waiting}
    if not context.get("asked") and waiting is None:
        context |= _coming(table, request.POST)
    return render(request, "tables/hand_entry.html", context, status=200 if refusal is None else refusal.status)


def _coming(table: Table, typed: Mapping[str, str]) -> dict[str, Any]:
    """Who plays the next hand, with their chips before it and as typed after it, and who chooses its game from what."""
    players = [sitting for sitting in real_card_tables.seated(table) if next_hand.stack_of(sitting) > 0]
    context: dict[str, Any] = {
        "ready": [
            (sitting.seat, sitting.player.nickname, stack, typed.get(f"stack-{sitting.seat}", str(stack)))
            for sitting in players
            if (stack := next_hand.stack_of(sitting))
        ],
        "waiting": [
            (sitting.seat, sitting.player.nickname)
            for sitting in players
            if not table.owner and sitting.entry != Sitting.Entry.IN
        ],
        "has_rows": real_card_tables.takes_rows(table),
        "button_cards": button_draw_entry.form(table),
        "is_result_typed": any(name.startswith("stack-") for name in typed),
    }
    if table.rotation is None:
        return context
    rotation = mixed_games.rotation_of(table)
    legs: Sequence[Leg] = (
        rotation.legs if table.owner and rotation.is_choice else ()
    )  # an event's turn is its own to say
    if not table.owner and len(players) > 1:
        try:
            choice = real_card_tables.choice(table, players, Terms(), timezone.now())
        except ClubError:  # told when the hand begins
            choice = None
        if choice is not None:
            legs, context["chooser"] = (
                choice.legs,
                {sitting.seat: sitting.player.nickname for sitting in players}[choice.seat],
            )
    context["offered"] = games_of([str(leg) for leg in legs])
    return context


def _of_hand(row: Hand) -> dict[str, Any]:
    hand = hand_as_seen.hand_as_seen_by(hand_as_seen.hand_of(row.pk), None, now=timezone.now())
    view, names = hand["view"], hand["names"]
    asks = live_hand_entry.asked(row)
    asked = asks[0] if asks else None
    return {
        "hand": hand,
        "asked": asked,
        "asked_name": "" if asked is None or asked["seat"] is None else names[str(asked["seat"])],
        "is_betting": asked is not None and asked["kind"] in ("bet", "bring-in"),
        "lines": hand_narration.told(view, names, hand["button_cards"])[::-1][:20],
    }


def _form(request: HttpRequest) -> dict[str, Any]:
    typed: dict[str, Any] = {
        name: request.POST.get(name, "") for name in ("said", "chips", "taps", "then_said", "then_chips", "told")
    }
    typed["cards"] = "cards_forward" in request.POST
    turns = [(turn, IN_WORDS[turn]) for turn in TURNS]
    return {"typed": typed, "turns": turns, "turn": _turn(request)}


def _motions(request: HttpRequest) -> list[dict[str, Any]]:
    """What was said and done, and what followed. Raises `Refused` for chips that are no numbers."""
    first: dict[str, Any] = {"said": request.POST.get("said", "")[:200], "chips": _chips(request, "chips")}
    first["taps"] = _whole(request, "taps", most=9)
    first["is_cards_forward"] = "cards_forward" in request.POST
    then: dict[str, Any] = {"said": request.POST.get("then_said", "")[:200], "chips": _chips(request, "then_chips")}
    return [first, *([then] if then["said"].strip() or then["chips"] else [])]


def _chips(request: HttpRequest, name: str) -> list[int]:
    """Chips such as ``500 100`` or ``100×3``."""
    text = unicodedata.normalize("NFKC", request.POST.get(name, "")).replace("、", " ").replace(",", " ")
    found: list[int] = []
    for word in text.split():
        match = re.fullmatch(r"(\d{1,12})(?:[x×*](\d{1,2}))?", word)
        if match is None:
            message = _("“%(word)s” is no chip: write each chip's value, such as 500 100 100, or 100x3.")
            raise Refused("bad_chips", message % {"word": word[:40]}, 422)
        found += [int(match[1])] * int(match[2] or 1)
    return found


def _turn(request: HttpRequest) -> str:
    turn = request.POST.get("turn", TURNS[0])
    return turn if turn in TURNS else TURNS[0]


def _told(request: HttpRequest) -> int:
    return _whole(request, "told", most=10**15)


def _whole(request: HttpRequest, name: str, *, most: int) -> int:
    text = unicodedata.normalize("NFKC", request.POST.get(name, "")).replace(",", "").strip()
    if not text:
        return 0
    number = whole(text)
    if number is None or number > most:
        raise Refused("not_a_number", _("%(name)s must be a whole number.") % {"name": name}, 422)
    return number


def _cards(text: str) -> str:
    return unicodedata.normalize("NFKC", text).replace(",", " ").replace("10", "T").strip()[:100]


def _situation_form(request: HttpRequest) -> dict[str, Any]:
    usual = {"stack": "", "bet": "0", "level": "0", "least_bet": "", "step": "", "pot": "", "chip": "1"}
    typed: dict[str, Any] = {name: request.POST.get(name, usual[name]) for name in SITUATION}
    return typed | {"limit": request.POST.get("limit", "no"), "is_heads_up": "is_heads_up" in request.POST}


def _situation(request: HttpRequest) -> dict[str, Any]:
    """The situation that was typed; what is left empty has the engine's own value."""
    found: dict[str, Any] = {
        name: _whole(request, name, most=10**15) for name in SITUATION if request.POST.get(name, "").strip()
    }
    found["limit"] = request.POST.get("limit", "no")
    found["is_heads_up"] = "is_heads_up" in request.POST
    return found


urlpatterns = [
    path("tables/<int:table_id>/record/", record, name="record"),
    path("tables/<int:table_id>/record/button-cards/", enter_button_cards, name="record-button-cards"),
    path("tables/<int:table_id>/record/begin/", begin, name="record-begin"),
    path("tables/<int:table_id>/record/result/", result, name="record-result"),
    path("tables/<int:table_id>/record/enter/", enter, name="record-enter"),
    path("tables/<int:table_id>/record/back/", back, name="record-back"),
    path("tables/<int:table_id>/record/ask/", ask, name="record-ask"),
    path("rulings/", ruling_page, name="rulings"),
]
