"""The page on which a cash table is opened: first the game and its limit, then what that game needs.

Choosing another game or limit fetches the same page again, so that only amounts are asked for that mean something.
"""

from __future__ import annotations

import unicodedata
import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.rights import page_needs
from club.ledger.ledger import CHIPS
from club.text.messages import on_page
from engine.betting.hand import Stakes
from engine.errors import EngineError
from engine.games.hand_start import ANTE_KINDS
from engine.mixes.mixes import standard_limit
from engine.play.any_game import CATALOGUE, AnyGame
from tables.cash import new_tables
from tables.core.errors import IllegalAction, Refused
from tables.models import MAX_SEATS, PRACTICE, Table
from tables.text import stakes_words
from tables.text.engine_words import LIMITS

AMOUNTS = {
    "small_blind": gettext_lazy("Small blind"),
    "big_blind": gettext_lazy("Big blind"),
    "ante": gettext_lazy("Ante"),
    "bring_in": gettext_lazy("Bring-in"),
    "min_bet": gettext_lazy("Smallest bet"),
    "small_bet": gettext_lazy("Small bet"),
    "big_bet": gettext_lazy("Big bet"),
    "point": gettext_lazy("Chips a point"),
}
MOST = {  # what the two bets are called where they are the most that may be bet
    "small_bet": gettext_lazy("Largest bet"),
    "big_bet": gettext_lazy("Largest bet on later streets"),
}
ANTES = {
    "each": gettext_lazy("everybody pays it"),
    "big_blind": gettext_lazy("the big blind pays it"),
    "button": gettext_lazy("the button pays it"),
}
KINDS = {
    Table.Kind.DEALT.value: gettext_lazy("dealt here, on the screen"),
    PRACTICE: gettext_lazy("practice: dealt here for play chips, with computer players"),
    Table.Kind.RECORDED.value: gettext_lazy("real cards, entered by the floor"),
    Table.Kind.SESSION.value: gettext_lazy("real cards, no hands entered: buy-ins and counts alone"),
}


@require_http_methods(["GET", "POST"])
@page_needs("tables.open")
def open_table(request: HttpRequest) -> HttpResponse:
    """Open a cash table: `game`, `limit`, its amounts, `kind` (dealt or recorded), `name`, `seats`, `min_buy_in`, `max_buy_in`,
    `key`: the same form sent again leads to the table that it opened."""
    given = request.POST if request.method == "POST" else request.GET
    game = CATALOGUE.get(given.get("game", ""), CATALOGUE["holdem"])
    limit = given.get("limit", "")
    if limit not in game.limits:
        limit = standard_limit(game)
    if request.method == "GET":
        return render(request, "tables/open.html", form(game, limit, given))
    try:
        table = new_tables.open_table(
            new_tables.Opening(
                name=given.get("name", "")[:80],
                game=game.key,
                stakes=stakes_from(game, limit, given),
                seats=whole_number(given, "seats", _("Seats")),
                min_buy_in=whole_number(given, "min_buy_in", _("Smallest buy-in")),
                max_buy_in=whole_number(given, "max_buy_in", _("Largest buy-in")),
                **kind_and_unit(given),
            ),
            by=request.user,  # type: ignore[arg-type]  # page_needs lets only logins in
            now=timezone.now(),
            source=source_of(request),
            key=given.get("key", "")[:80],
        )
    except ClubError as refusal:
        context = form(game, limit, given) | {"error": on_page(refusal)}
        return render(request, "tables/open.html", context, status=refusal.status)
    return redirect("table", table_id=table.pk)


def form(game: AnyGame, limit: str, given: Any) -> dict[str, Any]:
    """What the page asks for, with what was typed, else the example of that game and limit."""
    usual = new_tables.suggested(game, limit)
    amounts = [
        {"name": name, "label": _label(name, limit), "value": given.get(name, getattr(usual, name))}
        for name in _needed(game, limit)
    ]
    return {
        "key": uuid.uuid4().hex,
        "game": game,
        "games": [(one.key, _(one.name)) for one in CATALOGUE.values()],
        "limit": limit,
        "limits": [(one, _(LIMITS[one])) for one in game.limits],
        "amounts": amounts,
        "antes": ANTES if game.has_blinds else {},
        "ante_kind": given.get("ante_kind", "each"),
        "kinds": KINDS,
        "kind": kind_from(given),
        "most_seats": min(game.max_seats, MAX_SEATS),
        "given": {name: given.get(name, "") for name in ("name", "seats", "min_buy_in", "max_buy_in")},
    }


def kind_from(given: Any) -> str:
    """The kind of table that was chosen; dealt by the server, unless real cards or practice were."""
    kind = given.get("kind", Table.Kind.DEALT)
    return str(kind if kind in KINDS else Table.Kind.DEALT)


def kind_and_unit(given: Any) -> dict[str, Any]:
    """`kind` and `unit` of the table that was chosen: a practice table is dealt by the server, in play chips."""
    kind = kind_from(given)
    return {"kind": Table.Kind.DEALT, "unit": PRACTICE} if kind == PRACTICE else {"kind": kind, "unit": CHIPS}


def _needed(game: AnyGame, limit: str) -> list[str]:
    """The amounts that this game has at that limit, in the order in which they are asked for."""
    usual = stakes_words.example(game, limit)
    return [name for name in AMOUNTS if (name == "ante" and not usual.point) or getattr(usual, name)]


def _label(name: str, limit: str) -> str:
    return str(MOST[name] if limit == "spread" and name in MOST else AMOUNTS[name])


def stakes_from(game: AnyGame, limit: str, given: Any) -> Stakes:
    """The stakes that were typed. Raises `Refused` for what is no number, `IllegalAction` for what cannot be played."""
    amounts = {name: whole_number(given, name, _label(name, limit)) or 0 for name in _needed(game, limit)}
    ante_kind = given.get("ante_kind", "each")
    try:
        return Stakes(limit=limit, ante_kind=ante_kind if ante_kind in ANTE_KINDS else "each", **amounts)
    except EngineError as error:
        raise IllegalAction(error) from error


def whole_number(given: Any, name: str, label: str) -> int | None:
    """A typed whole number, None for an empty field; full-width digits are understood. Raises `Refused`."""
    text = unicodedata.normalize("NFKC", given.get(name, "")).replace(",", "").strip()
    if not text:
        return None
    if not text.isdecimal() or len(text) > 12:
        raise Refused("not_a_number", _("%(name)s must be a whole number.") % {"name": label}, 422)
    return int(text)


urlpatterns = [path("tables/open/", open_table, name="open-table")]
