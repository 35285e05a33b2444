"""How the felt is laid out: seats seen from the viewer's chair, the hand told in words, the sizes a raise box offers.

All of it is made from what `tables.queries` let the viewer see, and knows no game.
"""

from __future__ import annotations

from typing import Any

from django import template
from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from engine.games import find_game
from tables.hand_words import in_words

register = template.Library()

FRACTIONS = ((1, 2), (2, 3), (1, 1))  # of the pot, as players ask for them
FRACTION_SIGNS = {(1, 2): "½", (2, 3): "⅔"}

STREETS = {
    "pre-flop": gettext_lazy("Pre-flop"),
    "flop": gettext_lazy("Flop"),
    "turn": gettext_lazy("Turn"),
    "river": gettext_lazy("River"),
    "second street": gettext_lazy("Second street"),
    "third street": gettext_lazy("Third street"),
    "fourth street": gettext_lazy("Fourth street"),
    "fifth street": gettext_lazy("Fifth street"),
    "sixth street": gettext_lazy("Sixth street"),
    "seventh street": gettext_lazy("Seventh street"),
    "deal": gettext_lazy("The deal"),
    "rolling": gettext_lazy("Rolling"),
    "pre-draw": gettext_lazy("Before the draw"),
    "draw": gettext_lazy("Draw"),
    "first draw": gettext_lazy("First draw"),
    "second draw": gettext_lazy("Second draw"),
    "third draw": gettext_lazy("Third draw"),
    "showdown": gettext_lazy("Showdown"),
}
DEEDS = {
    "fold": gettext_lazy("folds"),
    "check": gettext_lazy("checks"),
    "call": gettext_lazy("calls %(amount)s"),
    "bet": gettext_lazy("bets %(amount)s"),
    "raise": gettext_lazy("raises to %(amount)s"),
    "complete": gettext_lazy("completes to %(amount)s"),
    "ante": gettext_lazy("posts the ante, %(amount)s"),
    "small blind": gettext_lazy("posts the small blind, %(amount)s"),
    "big blind": gettext_lazy("posts the big blind, %(amount)s"),
    "post": gettext_lazy("posts %(amount)s"),
    "bring-in": gettext_lazy("brings it in for %(amount)s"),
    "uncalled": gettext_lazy("takes back %(amount)s, uncalled"),
    "win": gettext_lazy("wins %(amount)s"),
    "muck": gettext_lazy("mucks"),
}
MARKS = {
    "fold": gettext_lazy("Fold"),
    "check": gettext_lazy("Check"),
    "call": gettext_lazy("Call"),
    "bet": gettext_lazy("Bet"),
    "raise": gettext_lazy("Raise"),
    "complete": gettext_lazy("Complete"),
    "bring-in": gettext_lazy("Bring-in"),
    "small blind": gettext_lazy("SB"),
    "big blind": gettext_lazy("BB"),
}


@register.filter
def street_name(name: str) -> str:
    """A street's name in the reader's language."""
    return str(STREETS.get(name, name))


@register.filter
def has_all_in(view: dict[str, Any]) -> bool:
    """True if somebody is all-in: only then does the pot stand apart while bets are still coming."""
    return any(seat["all_in"] for seat in view["seats"])


@register.simple_tag
def around(places: list[dict[str, Any]], view: dict[str, Any] | None, you: int | None) -> list[dict[str, Any]]:
    """The seats clockwise, the viewer's own first (`at` 0, the near side); each with its last deed on this street."""
    ordered = sorted(places, key=lambda place: place["seat"])
    first = next((at for at, place in enumerate(ordered) if place["seat"] == you), 0)
    marks = {} if view is None or view["over"] else _last_deeds(view["events"])
    return [
        {**place, "at": (at - first) % len(ordered), "mark": marks.get(place["seat"], ""), "cards": _faces(place)}
        for at, place in enumerate(ordered[first:] + ordered[:first], first)
    ]


def _faces(place: dict[str, Any]) -> list[dict[str, Any]]:
    """The seat's cards; `is_up` marks those dealt face up, which a viewer of one's own cards would else not know."""
    held = place["hand"]
    if held is None or held["folded"]:
        return []
    ups = held.get("up") or [False] * len(held["cards"])
    return [
        {"text": text, "is_up": is_up, "key": f"{place['seat']}.{at}.{text}"}
        for at, (text, is_up) in enumerate(zip(held["cards"], ups, strict=False))
    ]


def _last_deeds(events: list[dict[str, Any]]) -> dict[int, str]:
    kinds: dict[int, str] = {}
    for event in events:
        if event["kind"] in ("street", "board"):
            kinds = {seat: kind for seat, kind in kinds.items() if kind == "fold"}
        elif event.get("seat") is not None and event["kind"] in MARKS:
            kinds[event["seat"]] = event["kind"]
    return {seat: str(MARKS[kind]) for seat, kind in kinds.items()}


@register.simple_tag
def told(hand: dict[str, Any]) -> list[dict[str, Any]]:
    """The hand in words, oldest first: each line has `name`, `words`, `cards`, and `street` if it opens one."""
    view, names = hand["view"], hand["names"]
    streets = [street.name for street in find_game(view["game"]).streets]
    lines: list[dict[str, Any]] = []
    for event in view["events"]:
        kind, seat = event["kind"], event.get("seat")
        line = {"name": names.get(str(seat), ""), "words": "", "cards": event.get("cards") or [], "street": ""}
        amount = intcomma(event.get("amount") or 0)
        if kind == "street":
            at = event.get("amount") or 0
            line["street"] = street_name(streets[at]) if at < len(streets) else ""
        elif kind == "board":
            line["name"] = _("Board")
        elif kind == "show":
            line["words"] = _("shows")
        elif kind == "draw":
            line["words"] = _("draws %(count)s") % {"count": event["amount"]} if event["amount"] else _("stands pat")
            line["cards"] = []
        elif kind in ("down", "up"):
            if not any(card != "??" for card in line["cards"]):
                continue
            line["words"] = _("is dealt")
        elif kind in DEEDS:
            line["words"] = str(DEEDS[kind]) % {"amount": amount}
            line["cards"] = []
        elif kind == "reshuffle":
            line["words"] = _("The discards are shuffled again")
            line["cards"] = []
        else:
            line["words"] = f"{kind} {amount}" if event.get("amount") else kind
        lines.append(line)
    return lines


@register.filter
def latest(lines: list[dict[str, Any]], most: int) -> list[dict[str, Any]]:
    """The last so many lines, newest first."""
    return lines[: -most - 1 : -1]


@register.simple_tag
def answers(ask: dict[str, Any], view: dict[str, Any]) -> dict[str, Any]:
    """What a person may answer, ready for buttons: keys `fold`, `call`, `raise`, `draw`, `plain` (other verbs)."""
    own = next(seat for seat in view["seats"] if seat["seat"] == ask["seat"])
    offers = {offer["verb"]: offer for offer in ask["offers"]}
    call = offers.get("call")
    found: dict[str, Any] = {
        "fold": "fold" in offers,
        "fold_is_free": call is not None and call["amount"] == 0,
        "call": None,
        "raise": None,
        "draw": None,
        "plain": [verb for verb in offers if verb in ("show", "muck")],
    }
    if call is not None:
        cost = call["amount"]
        found["call"] = {"amount": cost, "is_check": cost == 0, "is_all_in": 0 < cost == own["stack"]}
    if "raise" in offers:
        found["raise"] = _raise_box(offers["raise"], 0 if call is None else call["amount"], own, view)
    if "draw" in offers:
        cards = [{"text": card, "key": f"{own['seat']}.{at}.{card}"} for at, card in enumerate(own["cards"])]
        found["draw"] = {"most": offers["draw"]["hi"], "cards": cards}
    return found


def _raise_box(offer: dict[str, Any], cost: int, own: dict[str, Any], view: dict[str, Any]) -> dict[str, Any]:
    lo, hi = offer["lo"], offer["hi"]
    everything = own["stack"] + own["bet"]
    highest = max(seat["bet"] for seat in view["seats"])
    sizes = [{"label": pgettext("smallest raise", "Min"), "amount": lo}]
    for part, whole in FRACTIONS:
        # Pot-sized is the bet called, then the pot as it stands after the call (S0.12).
        amount = highest + (view["pot"] + cost) * part // whole
        sign = FRACTION_SIGNS.get((part, whole), "")
        if lo < amount < hi:
            sizes.append({"label": _("%(part)s pot") % {"part": sign} if sign else _("Pot"), "amount": amount})
    if hi > lo:
        sizes.append({"label": _("All-in") if hi == everything else pgettext("largest raise", "Max"), "amount": hi})
    return {"lo": lo, "hi": hi, "sizes": sizes, "is_bet": highest == 0, "is_fixed": lo == hi, "everything": everything}


@register.simple_tag
def outcome(hand: dict[str, Any]) -> list[dict[str, Any]]:
    """Who won what, largest first: `name`, `amount` in chips, `words` of a hand that was shown; empty until it is."""
    result = hand["view"]["result"]
    if not result:
        return []
    held = {seat["seat"]: seat for seat in hand["view"]["seats"]}
    gains = sorted(((net, int(seat)) for seat, net in result["net"].items() if net > 0), reverse=True)
    return [
        {"seat": seat, "name": hand["names"].get(str(seat), ""), "amount": net, "words": held[seat]["words"]}
        for net, seat in gains
    ]


@register.simple_tag
def player_lines(hand: dict[str, Any]) -> list[dict[str, Any]]:
    """The seats of a hand with `name`, `net` (None until it is over) and `is_you` added."""
    result = hand["view"]["result"] or {"net": {}}
    return [
        seat
        | {
            "name": hand["names"].get(str(seat["seat"]), ""),
            "net": result["net"].get(str(seat["seat"])),
            "is_you": seat["seat"] == hand["you"],
        }
        for seat in hand["view"]["seats"]
    ]


@register.filter
def hand_words(text: str | None) -> str:
    """The engine's words for a hand in the reader's language."""
    return "" if not text else in_words(text)
