"""The form in which a player of a Chinese game says where cards go, and the rows as they lie on the felt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from engine.games.row_layout import PLACE, ROWS, SET, SIZES, SURRENDER
from tables.text import showdown_words

register = template.Library()


@register.filter
def is_placing(ask: Mapping[str, Any]) -> bool:
    """True if the ask is where cards go."""
    return ask["kind"] in (PLACE, SET)


@register.filter
def felt_rows(held: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """The rows of a seat of a Chinese game, each with its `name`, `cards` and `room`, empty ones too; none in other games."""
    rows = (held or {}).get("rows") or {}
    if not any(rows.values()):
        return []
    told = showdown_words.row_names()
    return [
        {"row": row, "name": told[row], "cards": rows[row], "room": range(size - len(rows[row]))}
        for row, size in zip(ROWS, SIZES, strict=True)
    ]


@register.simple_tag
def showdown(hand: Mapping[str, Any]) -> dict[str, Any] | None:
    """The showdown of a Chinese hand that is over: `boards`, `pairs`, `payments`, and `nobody`, why nobody gains; else None."""
    view, names = hand["view"], hand["names"]
    if not view["over"] or not view["result"] or not any("rows" in seat for seat in view["seats"]):
        return None
    if not any(any(seat["rows"].values()) for seat in view["seats"]) and not view["result"].get("pairs"):
        return None
    return {
        "boards": showdown_words.boards(view, names, hand.get("you")),
        "pairs": showdown_words.pairs(view, names),
        "payments": showdown_words.payments(view, names),
        "nobody": showdown_words.nobody_gains(view),
    }


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
    names = showdown_words.row_names()
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
