"""What a hand came to in words: who took how much of each pot, board and half, and with which hand.

Made from a view alone. The felt, the log, what screen readers hear, the hand's page, the replay and the page of fast entry
all say it with these words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext_lazy, pgettext

from club.base.phrases import gettext as _
from tables.text.engine_words import made_in_words

KINDS = {
    "win": gettext_lazy("wins %(amount)s"),
    "chop": gettext_lazy("chops for %(amount)s"),
    "quarter": gettext_lazy("takes a quarter, %(amount)s"),
}
NOBODY = {
    "high": gettext_lazy("no qualifying high"),
    "low": gettext_lazy("no qualifying low"),
    "badugi": gettext_lazy("no qualifying badugi"),
}
BETWEEN = " · "


def part_name(ranking: str) -> str:
    """What the part of a pot is called that the best hand by that ranking wins."""
    names = {
        "badugi": pgettext("part of a pot", "Badugi"),
        "high": pgettext("part of a pot", "High"),
        "low": pgettext("part of a pot", "Low"),
    }
    return names[_kind_of(ranking)]


def _kind_of(ranking: str) -> str:
    """Which part of a pot that ranking wins: "badugi", "high" or "low"."""
    if ranking.startswith("badugi"):
        return "badugi"
    return "high" if ranking == "high" or ranking.startswith("short-deck") else "low"


def pot_name(at: int, count: int) -> str:
    """What the pot of that index is called; nothing where it is the only one."""
    if count == 1:
        return ""
    return _("Side pot %(n)s") % {"n": at} if at else _("Main pot")


def takes(view: Mapping[str, Any], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Every take of every pot, the main pot first.

    Each has `seat`, `name`, `chips`, `board` (an index or None), `half` and `where` (pot, board and half, as far as there are
    several), `said` (what was taken, as a verb), `hand` in words, its `cards`, those that are `wild`, and `words`: all of it in
    a line.
    """
    outcome = view.get("outcome")
    pots = outcome["pots"] if outcome else []
    return [
        _take(take, part, pot_name(at, len(pots)), names)
        for at, pot in enumerate(pots)
        for part in pot["parts"]
        for take in part["takes"]
    ]


def _take(take: Mapping[str, Any], part: Mapping[str, Any], pot: str, names: Mapping[str, str]) -> dict[str, Any]:
    board = "" if part["board"] is None else _("Board %(number)s") % {"number": part["board"] + 1}
    half = "" if part["by"] is None else part_name(part["by"])
    held = take["hand"] or {"made": None, "cards": [], "wild": []}
    said = str(KINDS[part["kind"]]) % {"amount": intcomma(take["chips"])}
    hand = "" if held["made"] is None else made_in_words(held["made"])
    return {
        "seat": take["seat"],
        "name": names.get(str(take["seat"]), ""),
        "chips": take["chips"],
        "kind": part["kind"],
        "board": part["board"],
        "half": half,
        "where": _line(pot, board, half),
        "said": said,
        "hand": hand,
        "cards": held["cards"],
        "wild": held["wild"],
        "words": _line(said, pot, board, half, hand),
    }


def unqualified(view: Mapping[str, Any]) -> list[str]:
    """What nobody had a hand for, such as "no qualifying low": with its pot and board, as far as these tell it from others."""
    outcome = view.get("outcome")
    pots = [pot for pot in outcome["pots"] if len(pot["seats"]) > 1] if outcome else []
    lacking = [[(part["board"], part["by"]) for part in pot["unqualified"]] for pot in pots]
    told = dict[str, None]()  # in order, each once
    for at, parts in enumerate(lacking):
        for board, by in parts:
            is_everywhere = all((board, by) in others for others in lacking)
            pot = "" if is_everywhere else pot_name(at, len(pots))
            where = "" if board is None else _("Board %(number)s") % {"number": board + 1}
            told[_line(pot, where, str(NOBODY[_kind_of(by)]))] = None
    return list(told)


def _line(*parts: str) -> str:
    return BETWEEN.join(filter(None, parts))


def on_board(told: list[dict[str, Any]], board: int) -> list[dict[str, Any]]:
    """Who took how much of a board, over all pots: `name`, `half` (nothing where the pot has one) and `chips`."""
    found = dict[tuple[str, str], int]()
    for take in told:
        if take["board"] == board:
            key = (take["half"], take["name"])
            found[key] = found.get(key, 0) + take["chips"]
    return [{"half": half, "name": name, "chips": chips} for (half, name), chips in found.items()]


def winners(view: Mapping[str, Any], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Who took any of it, who gained most first: `name`, `taken` in all, `net`, the `takes`, and `words`.

    Somebody who took less than they had put in stands here too. `words` say a single take in full, several by their sum.
    """
    outcome, found = view.get("outcome"), dict[int, list[dict[str, Any]]]()
    for take in takes(view, names):
        found.setdefault(take["seat"], []).append(take)
    told = [
        {
            "seat": seat,
            "name": own[0]["name"],
            "taken": outcome["taken"][str(seat)],
            "net": outcome["net"][str(seat)],
            "takes": own,
            "words": own[0]["said"]
            if len(own) == 1
            else _("takes %(amount)s in all") % {"amount": intcomma(_sum(own))},
        }
        for seat, own in found.items()
        if outcome
    ]
    return sorted(told, key=lambda one: (-one["net"], -one["taken"]))


def _sum(own: list[dict[str, Any]]) -> int:
    return sum(take["chips"] for take in own)


def aloud(view: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """The same as sentences, for who hears the table."""
    said = [*(f"{take['name']} {take['words']}" for take in takes(view, names)), *unqualified(view)]
    return " ".join(_("%(what)s.") % {"what": one} for one in said)


def lit(view: Mapping[str, Any]) -> dict[str, Any]:
    """The cards that won: `seats` and `boards`, each the cards that play by seat and by board; `wild` cards among them.

    Empty while nothing is won with a hand that was shown.
    """
    seats, boards, wild = dict[int, set[str]](), dict[int, set[str]](), set[str]()
    outcome = view.get("outcome")
    for pot in outcome["pots"] if outcome else []:
        for part in pot["parts"]:
            for take in part["takes"]:
                if take["hand"] is not None:
                    cards = set(take["hand"]["cards"])
                    seats.setdefault(take["seat"], set()).update(cards)
                    boards.setdefault(part["board"] or 0, set()).update(cards)
                    wild.update(take["hand"]["wild"])
    return {"seats": seats, "boards": boards, "wild": wild}
