"""The page that opens a mixed cash table: the list of games, when they change, and the level their stakes follow from."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods

from club.base.errors import ClubError
from club.house.audit_log import source_of
from club.house.rights import page_needs
from club.text.messages import on_page
from engine.errors import EngineError
from engine.mixes.mixes import MixedStakes
from tables.cash import new_tables
from tables.core.errors import IllegalAction
from tables.pages.mix_fields import HOUSE, rotation_from
from tables.pages.open_table import KINDS, kind_and_unit, kind_from, whole_number
from tables.text.engine_words import MIXES

OWN = "own"
ORDERS = {
    "again": gettext_lazy("the list again and again"),
    "once": gettext_lazy("the list once, then its last game"),
    "choice": gettext_lazy("dealer's choice from the list"),
}
UNITS = {
    "hands": gettext_lazy("hands"),
    "orbit": gettext_lazy("orbits"),
    "minutes": gettext_lazy("minutes"),
}
SMALL_BET = 100
LEVEL = {
    "small_bet": (gettext_lazy("Small bet"), SMALL_BET),
    "ante": (gettext_lazy("Ante"), ""),
    "bring_in": (gettext_lazy("Bring-in"), ""),
    "big_bet_small_blind": (gettext_lazy("Small blind (pot and no limit)"), ""),
    "big_bet_big_blind": (gettext_lazy("Big blind (pot and no limit)"), ""),
    "point": (gettext_lazy("Chips a point"), ""),
}
MORE = {
    "seats": gettext_lazy("Seats"),
    "min_buy_in": gettext_lazy("Smallest buy-in"),
    "max_buy_in": gettext_lazy("Largest buy-in"),
}


@require_http_methods(["GET", "POST"])
@page_needs("tables.open")
def open_mix(request: HttpRequest) -> HttpResponse:
    """Open a mixed cash table: `games` or `own_games`, `order`, `unit`, `every`, the level's amounts, `kind` (dealt or recorded),
    `name`, `seats`, `min_buy_in`, `max_buy_in`."""
    given = request.POST
    if request.method == "GET":
        return render(request, "tables/open_mix.html", _form(request.GET))
    try:
        table = new_tables.open_table(
            _opening(given),
            by=request.user,  # type: ignore[arg-type]  # page_needs lets only logins in
            now=timezone.now(),
            source=source_of(request),
        )
    except ClubError as refusal:
        return render(
            request, "tables/open_mix.html", _form(given) | {"error": on_page(refusal)}, status=refusal.status
        )
    return redirect("table", table_id=table.pk)


def _opening(given: Any) -> new_tables.Opening:
    """What was typed. Raises `Refused` for what is no number, `IllegalAction` for what cannot be played."""
    games = given.get("own_games", "") if given.get("games") == OWN else given.get("games", "")
    amounts: dict[str, Any] = {
        name: whole_number(given, name, str(label)) or 0 for name, (label, _usual) in LEVEL.items()
    }
    more: dict[str, Any] = {name: whole_number(given, name, str(label)) for name, label in MORE.items()}
    every = whole_number(given, "every", str(gettext_lazy("Every")))
    try:
        told = {"games": games or HOUSE, "order": given.get("order"), "unit": given.get("unit"), "every": every}
        rotation, level = rotation_from(told), MixedStakes(**amounts)
    except EngineError as error:
        raise IllegalAction(error) from error
    name = given.get("name", "")[:80]
    return new_tables.Opening(name=name, rotation=rotation, level=level, **kind_and_unit(given), **more)


def usual_level() -> list[tuple[str, tuple[Any, Any]]]:
    """The amounts that the page begins with: an ante as the house has it for stud, the rest as it follows from the small bet."""
    return [
        (name, (label, new_tables.stud_ante(SMALL_BET) if name == "ante" else usual))
        for name, (label, usual) in LEVEL.items()
    ]


def _form(given: Any) -> dict[str, Any]:
    return {
        "mixes": [(name, gettext(words)) for name, words in MIXES.items()],
        "games": given.get("games", "horse"),
        "own_games": given.get("own_games", ""),
        "orders": ORDERS,
        "order": given.get("order", "again"),
        "units": UNITS,
        "unit": given.get("unit", "hands"),
        "every": given.get("every", "8"),
        "amounts": [
            {"name": name, "label": label, "value": given.get(name, usual)} for name, (label, usual) in usual_level()
        ],
        "more": [{"name": name, "label": label, "value": given.get(name, "")} for name, label in MORE.items()],
        "kinds": KINDS,
        "kind": kind_from(given),
        "name": given.get("name", ""),
    }


urlpatterns = [path("tables/open-mix/", open_mix, name="open-mix")]
