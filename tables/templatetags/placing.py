"""The form in which a player of a Chinese game says where cards go, and the rows as they lie on the felt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from club.base.phrases import gettext as _
from engine.games.layout import PLACE, ROWS, SET, SURRENDER

register = template.Library()


@register.filter
def is_placing(ask: Mapping[str, Any]) -> bool:
    """True if the ask is where cards go."""
    return ask["kind"] in (PLACE, SET)


@register.filter
def rows_of(held: Mapping[str, Any] | None) -> list[list[str]]:
    """The rows that a seat shows, front first; empty while nothing lies there, and in games without rows."""
    rows = list(((held or {}).get("rows") or {}).values())
    return rows if any(rows) else []


@register.filter
def royalty_sum(held: Mapping[str, Any]) -> int:
    """The royalties of the full rows, in points."""
    return sum(points or 0 for points in (held.get("royalties") or {}).values())


@register.simple_tag
def row_worths(told: Mapping[str, Any]) -> list[dict[str, Any]]:
    """For each row what it makes, once it is full, and its royalty in points."""
    return [{"row": row, "made": told["row_made"][row], "royalty": told["royalties"][row] or 0} for row in ROWS]


@register.simple_tag
def placing(ask: Mapping[str, Any], view: Mapping[str, Any], suggested: Mapping[str, Any] | None) -> dict[str, Any]:
    """What the form needs: `cards` with where each is suggested to go, `rows` with what lies there, `discard`.

    `is_whole` is true where all thirteen are set at once; `may_surrender` as the house has it.
    """
    own = next(seat for seat in view["seats"] if seat["seat"] == ask["seat"])
    to: dict[str, str] = {}
    if suggested is not None and suggested["ask"] == ask["number"]:
        to = {card: row for row, cards in suggested["rows"].items() for card in cards}
    names = dict(zip(ROWS, (_("Front"), _("Middle"), _("Back")), strict=True))
    rows = [
        {
            "row": row,
            "name": names[row],
            "cards": own["rows"][row],
            "room": range(ask["room"][row]),
            "made": own["row_made"][row],
            "royalty": own["royalties"][row] or 0,
        }
        for row in ROWS
    ]
    return {
        "verb": ask["kind"],
        "cards": [{"text": card, "to": to.get(card, "")} for card in ask["cards"]],
        "rows": rows,
        "discard": ask["discard"],
        "is_whole": ask["kind"] == SET,
        "may_surrender": any(offer["verb"] == SURRENDER for offer in ask["offers"]),
        "keep": len(ask["cards"]) - ask["discard"],
        "told": own,
    }
