"""The showdown of a Chinese hand in words: row by row who beat whom, royalties, scoops, and who pays whom.

Made from a view alone; the felt, the hand's page, the replay, the score sheet and what screen readers hear say the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import ngettext

from club.base.phrases import gettext as _
from engine.games.row_layout import ROWS, SIZES
from tables.text.engine_words import made_in_words, row_in_words

WON, TIED, LOST = "won", "tied", "lost"


def row_names() -> dict[str, str]:
    """What the rows are called, front first."""
    return dict(zip(ROWS, (_("Front"), _("Middle"), _("Back")), strict=True))


def boards(view: Mapping[str, Any], names: Mapping[str, str], you: int | None = None) -> list[dict[str, Any]]:
    """Each seat's board: `name`, `rows`, `tags` (foul, natural, scoop, fantasyland), and once it is over `points` and `net`.

    A row has its `name`, `cards`, `room` (a place for each card that lacks), what it `made`, its `royalty`, and against each
    other seat whether it `won`, `tied` or `lost`.
    """
    result = view["result"]
    return [_board(place, result, names, you) for place in view["seats"] if "rows" in place]


def _board(
    place: Mapping[str, Any], result: Mapping[str, Any] | None, names: Mapping[str, str], you: int | None
) -> dict[str, Any]:
    seat = place["seat"]
    against = _against(seat, result)
    told = row_names()
    return {
        "seat": seat,
        "name": names.get(str(seat), ""),
        "is_you": seat == you,
        "is_fouled": bool(place["foul"] and place["foul"]["is_certain"]),
        "rows": [
            {
                "row": row,
                "name": told[row],
                "cards": place["rows"][row],
                "room": range(size - len(place["rows"][row])),
                "made": made_in_words(place["row_made"][row]) if place["row_made"][row] else "",
                "royalty": place["royalties"][row] or 0,
                "against": [
                    {"name": names.get(str(other), ""), "how": how} for other, rows in against if (how := rows.get(row))
                ],
            }
            for row, size in zip(ROWS, SIZES, strict=True)
        ],
        "tags": _tags(place, result, names),
        "points": place.get("points"),
        "net": None if result is None else result["net"].get(str(seat)),
    }


def _against(seat: int, result: Mapping[str, Any] | None) -> list[tuple[int, dict[str, str]]]:
    """How each row fared against each other seat; of pairs in which rows were not compared nothing."""
    found = []
    for pair in (result or {}).get("pairs", []):
        if result is None or seat not in (pair["a"], pair["b"]) or not _is_compared(pair, result["hands"]):
            continue
        sign = 1 if seat == pair["a"] else -1
        how = {row: (LOST, TIED, WON)[sign * value + 1] for row, value in pair["rows"].items()}
        found.append((pair["b"] if sign == 1 else pair["a"], how))
    return found


def _is_compared(pair: Mapping[str, Any], hands: Mapping[str, Any]) -> bool:
    """False where naturals, a surrender or two fouls decided: then no row was set against another."""
    one, other = hands[str(pair["a"])], hands[str(pair["b"])]
    apart = one["natural"] or other["natural"] or one["surrender"] or other["surrender"]
    return not apart and not (one["foul"] and other["foul"])


def _tags(place: Mapping[str, Any], result: Mapping[str, Any] | None, names: Mapping[str, str]) -> list[dict[str, str]]:
    """What a board is marked with, each `words` and whether it is `good` or `bad`."""
    seat, found = place["seat"], []
    hand = (result or {"hands": {}})["hands"].get(str(seat), {})
    if place["folded"] or hand.get("surrender"):
        found.append((_("Surrenders"), "bad"))
    if place["foul"] and (place["foul"]["is_certain"] or result is None):
        said = _("Foul") if place["foul"]["is_certain"] else _("in danger of a foul")
        found.append((f"{said}: {row_in_words(place['foul']['words'])}", "bad"))
    if place["natural"]:
        found.append((row_in_words(place["natural"]), "good"))
    for pair in (result or {}).get("pairs", []):
        if pair["scoop"] and seat == (pair["a"] if pair["scoop"] > 0 else pair["b"]):
            loser = names.get(str(pair["b"] if pair["scoop"] > 0 else pair["a"]), "")
            found.append((_("Scoops %(name)s") % {"name": loser}, "good"))
    if hand.get("fantasyland"):
        found.append((_("Fantasyland, %(n)s cards") % {"n": hand["fantasyland"]}, "good"))
    return [{"words": words, "kind": kind} for words, kind in found]


def pairs(view: Mapping[str, Any], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Each pair of hands that was compared, the winner first: `words` (who wins how many points from whom) and `parts`, what
    these are made of."""
    result = view["result"] or {}
    return [_pair(pair, result["hands"], names) for pair in result.get("pairs", [])]


def _pair(pair: Mapping[str, Any], hands: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    sign = -1 if pair["net"] < 0 else 1
    a, b = (pair["a"], pair["b"]) if sign == 1 else (pair["b"], pair["a"])
    winner, loser, points = names.get(str(a), ""), names.get(str(b), ""), abs(pair["net"])
    if points:
        words = ngettext(
            "%(winner)s wins %(points)s point from %(loser)s",
            "%(winner)s wins %(points)s points from %(loser)s",
            points,
        ) % {"winner": winner, "loser": loser, "points": points}
    else:
        words = _("%(one)s and %(other)s: no points") % {"one": winner, "other": loser}
    told, parts = row_names(), list[str]()
    if _is_compared(pair, hands):
        for row, value in pair["rows"].items():
            won = winner if sign * value > 0 else loser if value else _("tied")
            parts.append(_("%(row)s: %(who)s") % {"row": told[row], "who": won})
    elif hands[str(a)]["foul"] and hands[str(b)]["foul"]:
        parts.append(_("both have fouled"))
    elif hands[str(b)]["surrender"] or hands[str(a)]["surrender"]:
        parts.append(_("%(name)s surrenders") % {"name": loser if hands[str(b)]["surrender"] else winner})
    elif hands[str(a)]["natural"]:
        parts.append(row_in_words(hands[str(a)]["natural"]))
    if pair["royalty"]:
        parts.append(_("Royalties %(points)s") % {"points": f"{sign * pair['royalty']:+}"})
    if pair["scoop"]:
        parts.append(_("Scoop %(points)s") % {"points": f"{sign * pair['scoop']:+}"})
    return {"words": words, "parts": parts, "is_even": not points}


def payments(view: Mapping[str, Any], names: Mapping[str, str]) -> list[str]:
    """Who pays whom how many chips, as sentences."""
    return [
        _("%(payer)s pays %(receiver)s %(chips)s.")
        % {
            "payer": names.get(str(one["payer"]), ""),
            "receiver": names.get(str(one["receiver"]), ""),
            "chips": intcomma(one["chips"]),
        }
        for one in (view["result"] or {}).get("payments", [])
    ]


def aloud(view: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """The showdown as sentences, for who hears the table."""
    told = [
        f"{pair['words']}: {', '.join(pair['parts'])}" if pair["parts"] else pair["words"]
        for pair in pairs(view, names)
    ]
    said = [_("%(what)s.") % {"what": one} for one in told]
    return " ".join([*said, *payments(view, names)])


def nobody_gains(view: Mapping[str, Any]) -> str:
    """Why nobody wins anything, where nobody does; else empty."""
    result = view["result"]
    if not result or any(net > 0 for net in result["net"].values()) or "hands" not in result:
        return ""
    hands = list(result["hands"].values())
    if all(hand["foul"] for hand in hands):
        return _("Every hand has fouled: nobody pays.")
    return _("Nobody wins or loses.")
