"""How the felt is laid out: seats seen from the viewer's chair, the hand told in words, the sizes a raise box offers.

All of it is made from what `tables.queries.table_as_seen` let the viewer see, and knows no game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import pgettext

from club.base.phrases import gettext as _
from engine.games.betting_games import Game
from engine.play.any_game import find_game
from tables.models import Table
from tables.player_choices import seat_switches
from tables.queries import replay_picture
from tables.queries.run_out import stages as run_out_of
from tables.text import choice_words, outcome_words, pot_words, showdown_words, stakes_words
from tables.text import hand_narration as telling
from tables.text.engine_words import made_in_words, row_in_words

register = template.Library()

FRACTIONS = ((1, 2), (2, 3), (1, 1))  # of the pot, as players ask for them
OPENINGS = (22, 25, 30)  # tenths of a big blind, to which people open
CHINESE_CARDS = 13  # in rows before each player
MOST_FAR = 6  # seats side by side at the far side
MOST_BESIDE = 11  # cards that a seat at the side has room for
_JOINED = re.compile("(?:(?<=ストレート)|(?<=ロイヤル))(?=フラッシュ)|(?<=枚)(?=バドゥーギ)")
_RANKS = re.compile("[0-9AKQJT]+(?:-[0-9AKQJT]+)+")
FRACTION_SIGNS = {(1, 2): "½", (2, 3): "⅔"}

register.filter("street_name", telling.street_name)


@register.filter
def instant(moment: str) -> str:
    """An instant as a page's scripts read it, in UTC to the millisecond: each answer says it anew, in a fourth less letters."""
    told = datetime.fromisoformat(moment).astimezone(UTC).isoformat(timespec="milliseconds")
    return told.replace("+00:00", "Z")


@register.simple_tag
def boards(hand: dict[str, Any]) -> list[dict[str, Any]]:
    """What lies in the middle, board by board: `cards` (each `text` and `marks`), `label`, and of several boards the `takes`
    on it once there are any.
    """
    view = hand["view"]
    lit, takes = outcome_words.lit(view), outcome_words.takes(view, hand["names"])
    return [
        {
            "cards": [{"text": text, "marks": _marks(text, lit["boards"].get(at), lit["wild"])} for text in cards],
            "label": telling.board_name(at, view),
            "takes": outcome_words.on_board(takes, at),
        }
        for at, cards in enumerate(view["boards"])
        if cards
    ]


def _marks(text: str, playing: set[str] | None, wild: set[str]) -> str:
    """Whether a card is one of those that won, or lies beside them; nothing where nobody won with any."""
    if playing is None:
        return ""
    if text not in playing:
        return "is-dim"
    return "is-lit is-wild" if text in wild else "is-lit"


@register.simple_tag
def run_out(view: Mapping[str, Any]) -> str:
    """How an all-in hand ran out (`tables.queries.run_out`), for the page's script: `[[cards of each board], {seat: %}]` a stage,
    as JSON; empty where none did."""
    found = run_out_of(view) if view["over"] else []
    return json.dumps(found) if found else ""


@register.filter
def has_board(view: Mapping[str, Any]) -> bool:
    """True if the game deals to the middle; else what lies there is a card for all who ran out of their own (S2.8)."""
    return telling.has_board(view["game"])


@register.simple_tag
def pots(view: Mapping[str, Any]) -> dict[str, Any]:
    """What is played for (`tables.text.pot_words`)."""
    return {"parts": pot_words.parts(view), "aloud": pot_words.aloud(view)}


@register.simple_tag
def game_words(leg: dict[str, Any]) -> str:
    """A game of a mix with its limit, in the reader's language."""
    return stakes_words.at_limit(leg["game_name"], leg["limit"])


@register.simple_tag
def next_game(seen: dict[str, Any]) -> dict[str, Any] | None:
    """Who is asked for the next game (`tables.text.choice_words.asked`)."""
    return choice_words.asked(seen)


@register.simple_tag
def chosen_game(seen: dict[str, Any]) -> dict[str, str] | None:
    """Who chose the game of the hand that is shown (`tables.text.choice_words.of_hand`)."""
    return choice_words.of_hand(seen)


@register.simple_tag
def game_aloud(seen: dict[str, Any]) -> str:
    """Both of them as a sentence."""
    return choice_words.aloud(seen)


@register.simple_tag
def posts_to_felt(name: str, table: int) -> SafeString:
    """The attributes of a form whose answer is a fresh felt: the page `name` of a table, with and without scripts."""
    htmx = 'hx-target="#felt" hx-swap="outerHTML" hx-sync="#felt:replace"'
    address = reverse(name, args=[table])
    return format_html('method="post" action="{}" hx-post="{}" {}', address, address, mark_safe(htmx))


@register.simple_tag
def has_no_chips(seen: Mapping[str, Any]) -> bool:
    """True if the viewer's stack is gone, and no hand that is being played or settled can bring any of it back."""
    own = next((one for one in seen["sittings"] if one["seat"] == seen["you"]), None)
    is_settled = seen["hand"] is None or seen["hand"]["state"] in ("settled", "void")
    return own is not None and own["stack"] == 0 and is_settled


@register.simple_tag
def hand_status(state: str, view: dict[str, Any]) -> str:
    """How far a hand is, in words: called off, over, or its street."""
    if state == "void":
        return _("called off")
    return _("over") if view["over"] else telling.street_name(view["street"])


@register.simple_tag
def around(places: list[dict[str, Any]], view: dict[str, Any] | None, you: int | None) -> list[dict[str, Any]]:
    """The seats clockwise, the viewer's own first (`at` 0, the near side); each with its last action on this street."""
    ordered = sorted(places, key=lambda place: place["seat"])
    first = next((at for at, place in enumerate(ordered) if place["seat"] == you), 0)
    is_over = view is None or view["over"]
    marks = {} if view is None or is_over else telling.last_actions(view["events"])
    lit = outcome_words.lit(view or {})
    taken = _taken(view)
    sides = seat_sides(len(ordered), view is not None and most_cards(view) > MOST_BESIDE)
    return [
        {
            **place,
            "at": (at - first) % len(ordered),
            "side": sides[(at - first) % len(ordered)],
            "mark": marks.get(place["seat"], ""),
            "cards": _faces(place, lit),
            "classes": " ".join(filter(None, [_classes(place), _fortune(place, taken)])),
            "is_all_in": bool(place["hand"] and place["hand"]["all_in"] and not is_over),
            "absence": _absence(place["sitting"]),
        }
        for at, place in enumerate(ordered[first:] + ordered[:first], first)
    ]


def most_cards(view: Mapping[str, Any]) -> int:
    """How many cards a player of the game holds at most at any time (0 without a hand): for so many a seat has room."""
    game = find_game(view["game"])
    if not isinstance(game, Game):
        return CHINESE_CARDS
    held = most = 0
    for street in game.streets:
        held += street.down + street.up - street.discard  # what is given up goes first
        most = max(most, held)
    return max([most, *[len(seat["cards"]) for seat in view["seats"]]])


@register.filter
def asks_for_cards(asks: Iterable[Mapping[str, Any]]) -> bool:
    """True if the viewer is to throw away or give up cards: one's own on the felt are then there to be tapped."""
    return any(offer["verb"] in ("draw", "discard") for ask in asks or () for offer in ask["offers"])


@register.filter
def holding(view: Mapping[str, Any] | None) -> str:
    """The style of a felt by how many cards a player holds at most, so that seats keep their size through a hand."""
    if view is None:
        return "holds-2"
    game = find_game(view["game"])
    is_open = not isinstance(game, Game) or game.is_unseen or any(street.up for street in game.streets)
    words = [f"holds-{most_cards(view)}", "is-open" if is_open else "", "has-board" if has_board(view) else ""]
    return " ".join(filter(None, words))


def seat_sides(count: int, is_across: bool = False) -> list[str]:
    """Where so many seats stand, clockwise from one's own at the near side: styles, `side-top k1 of4` the second of four.

    is_across: everybody else stands at the far side, where hands are tall.
    """
    is_across &= count <= MOST_FAR + 1
    near = int(count >= 7 and not is_across)
    beside = int(count >= 4 and not is_across)
    far = count - 1 - 2 * near - 2 * beside
    return [
        "side-own",
        *["side-near is-left"] * near,
        *["side-left"] * beside,
        *[f"side-top k{at} of{far}" for at in range(far)],
        *["side-right"] * beside,
        *["side-near is-right"] * near,
    ]


def _classes(place: dict[str, Any]) -> str:
    """What the style sheet has to know of a seat."""
    sitting, held = place["sitting"], place["hand"]
    marks = {
        "is-you": place.get("is_you"),
        "is-to-act": place.get("is_to_act"),
        "is-folded": held and held["folded"],
        "is-empty": not sitting,
        "is-away": sitting and sitting.get("state") == "out",
    }
    return " ".join(name for name, holds in marks.items() if holds)


def _taken(view: Mapping[str, Any] | None) -> Mapping[str, int] | None:
    """Chips taken by seat, as text, once the hand is over and its pots are told; else None."""
    outcome = (view or {}).get("outcome")
    return None if outcome is None else outcome["taken"]


def _fortune(place: dict[str, Any], taken: Mapping[str, int] | None) -> str:
    """Whether a seat took some of the pots or, having stayed to the end, none; in No Peek whoever was beaten has stayed."""
    hand = place["hand"]
    if taken is None or hand is None:
        return ""
    if str(place["seat"]) in taken:
        return "is-winner"
    is_beaten = hand["folded"] and bool(hand["cards"]) and all(hand["up"])
    return "is-loser" if is_beaten or not hand["folded"] else ""


def _absence(sitting: dict[str, Any] | None) -> str:
    """Why somebody with a seat is not dealt in or does not answer, in a word; nothing for who plays, or did in a replay."""
    told = sitting or {}
    if told.get("state") == "out":
        return _("Sitting out")
    if told.get("is_away"):
        return _("Away")
    return _("Waiting") if told.get("entry") == "waits" else ""


def _faces(place: dict[str, Any], lit: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The seat's cards; `is_up` marks those dealt face up, which a viewer of one's own cards would else not know, `marks` those
    that won."""
    held = place["hand"]
    if held is None:
        return []
    ups = held["up"] or [False] * len(held["cards"])
    if held["folded"] and not all(ups):  # who turned up every card and was beaten still shows them (S2.14)
        return []
    return [
        {
            "text": text,
            "is_up": is_up,
            "key": f"{place['seat']}.{at}.{text}",
            "marks": _marks(text, lit["seats"].get(place["seat"]), lit["wild"]),
        }
        for at, (text, is_up) in enumerate(zip(held["cards"], ups, strict=False))
    ]


@register.simple_tag
def told(hand: dict[str, Any], chosen: dict[str, str] | None = None) -> list[dict[str, Any]]:
    """The hand in words, oldest first (`tables.text.hand_narration.told`); before it who chose its game (`chosen_game`)."""
    first = [] if not chosen else [{"name": chosen["name"], "words": chosen["words"], "cards": [], "street": ""}]
    return first + telling.told(hand["view"], hand["names"], hand.get("button_cards"))


@register.simple_tag
def picture(ring: list[dict[str, Any]], dealt: list[dict[str, Any]]) -> dict[str, Any]:
    """Where seats and boards stand on a picture of the moment."""
    return replay_picture.placed(ring, dealt)


@register.filter
def latest(lines: list[dict[str, Any]], most: int) -> list[dict[str, Any]]:
    """The last so many lines: the newest street first, and below its name what happened on it, newest first."""
    found: list[dict[str, Any]] = []
    below = 0  # how many lines have their street's name above them already
    for line in reversed(lines[-most:]):
        found.insert(below if line.get("street") else len(found), line)
        if line.get("street"):
            below = len(found)
    return found


@register.simple_tag
def answers(ask: dict[str, Any], view: dict[str, Any], stakes: dict[str, Any]) -> dict[str, Any]:
    """What a person may answer, ready for buttons, each None or empty where it is not offered; `stakes` are the table's.

    `fold`, `call`, `odds` (of a call), `raise` (a box, or the one size there is), `sizes` (the two sizes that may be bet),
    `to` (what these are called), `cards` (to draw or discard: `verb`, `least`, `most`), `straddle` (its chips), `runs`
    (how often the board may be run), `plain` (verbs that need no more).
    """
    own = next(seat for seat in view["seats"] if seat["seat"] == ask["seat"])
    offers = {offer["verb"]: offer for offer in ask["offers"]}
    call, to, gone = offers.get("call"), offers.get("raise"), offers.get("draw") or offers.get("discard")
    found: dict[str, Any] = {
        "fold": "fold" in offers,
        "fold_is_free": call is not None and call["amount"] == 0,
        "call": None,
        "odds": None,
        "raise": None,
        "sizes": [],
        "to": _how_raised(view),
        "cards": None,
        "straddle": offers["straddle"]["amount"] if "straddle" in offers else None,
        "runs": list(range(1, offers["agree"]["hi"] + 1)) if "agree" in offers else [],
        "plain": [verb for verb in offers if verb in ("show", "muck")],
    }
    if call is not None:
        cost = call["amount"]
        found["call"] = {"amount": cost, "is_check": cost == 0, "is_all_in": 0 < cost == own["stack"]}
        found["odds"] = pot_odds(view["pot"], cost)
    if to is not None and to.get("step"):
        found["sizes"] = list(range(to["lo"], to["hi"] + 1, to["step"]))
    elif to is not None:
        found["raise"] = _raise_box(to, 0 if call is None else call["amount"], own, view, stakes)
    if gone is not None:
        found["cards"] = {"verb": gone["verb"], "least": gone["lo"], "most": gone["hi"]}
    return found


def _how_raised(view: dict[str, Any]) -> str:
    """What a raise would be called now: a bet, the completion of a bring-in (S2.3), or a raise."""
    bets = [
        event["kind"] for event in view["events"] if event["kind"] in ("bring-in", "bet", "complete", "raise", "street")
    ]
    if max(seat["bet"] for seat in view["seats"]) == 0:
        return _("Bet")
    return _("Complete to") if bets[-1:] == ["bring-in"] else _("Raise to")


def pot_odds(pot: int, cost: int) -> dict[str, str] | None:
    """What the pot offers for a call, in chips: `ratio` (3.0 to 1) and `percent`, how often a call must win to pay."""
    if not cost:
        return None
    return {"ratio": f"{pot / cost:.1f}", "percent": f"{round(100 * cost / (pot + cost))}"}


def _raise_box(
    offer: dict[str, Any], cost: int, own: dict[str, Any], view: dict[str, Any], stakes: dict[str, Any]
) -> dict[str, Any]:
    """`step` is by how much slider and wheel go: a big blind, as chips are counted, where that leaves room to choose.

    `pot`, `highest` and `blind` are what a player's own sizes are reckoned from: the pot after a call, the highest bet, the
    big blind.
    """
    lo, hi = offer["lo"], offer["hi"]
    blind = stakes.get("big_blind") or stakes.get("bring_in") or 0
    step = blind or 1
    everything = own["stack"] + own["bet"]
    highest = max(seat["bet"] for seat in view["seats"])
    sizes = [{"label": pgettext("smallest raise", "Min"), "amount": lo}]
    for label, amount in _sizes(view, stakes, highest, view["pot"] + cost):
        if lo < amount < hi:
            sizes.append({"label": label, "amount": amount})
    if hi > lo:
        # Under pot limit the most there is is the pot, unless the stack is shorter.
        most = _("Pot") if view["limit"] == "pot" else pgettext("largest raise", "Max")
        sizes.append({"label": _("All-in") if hi == everything else most, "amount": hi})
    return {
        "lo": lo,
        "hi": hi,
        "step": step if hi - lo >= 10 * step else 1,
        "sizes": sizes,
        "is_fixed": lo == hi,
        "everything": everything,
        "pot": view["pot"] + cost,
        "highest": highest,
        "blind": blind,
    }


def _sizes(view: dict[str, Any], stakes: dict[str, Any], highest: int, pot: int) -> list[tuple[str, int]]:
    """Sizes of a raise with their amounts: multiples of the big blind while nobody has raised it, else parts of the pot."""
    blind, unit = stakes.get("big_blind") or 0, stakes.get("unit") or 1
    if blind and highest == blind and telling.has_board(view["game"]) and not any(view["boards"]):
        return [(f"{tenths / 10:g} BB", blind * tenths // 10 // unit * unit) for tenths in OPENINGS]
    # Pot-sized is the bet called, then the pot as it stands after the call (S0.12).
    amounts = [(part, whole, highest + pot * part // whole) for part, whole in FRACTIONS]
    return [
        (_("%(part)s pot") % {"part": FRACTION_SIGNS[part, whole]} if part < whole else _("Pot"), amount)
        for part, whole, amount in amounts
    ]


@register.simple_tag
def outcome(hand: dict[str, Any]) -> dict[str, Any]:
    """What a hand came to: `winners` (`tables.text.outcome_words.winners`), what was `unqualified`, and `aloud`, as sentences.

    Where no pots are told (only a result was entered, or rows were compared) the winners are who gained; `nobody` says why
    where nobody did.
    """
    view, names = hand["view"], hand["names"]
    if view.get("outcome"):
        return {
            "winners": outcome_words.winners(view, names),
            "unqualified": outcome_words.unqualified(view),
            "aloud": outcome_words.aloud(view, names),
        }
    gains = sorted(
        ((net, int(seat)) for seat, net in (view["result"] or {"net": {}})["net"].items() if net > 0), reverse=True
    )
    told = [
        {"seat": seat, "name": names.get(str(seat), ""), "net": net, "takes": [], "words": ""} for net, seat in gains
    ]
    said = [_("%(what)s.") % {"what": f"{one['name']} {signed(one['net'])}"} for one in told]
    aloud = [*said, showdown_words.nobody_gains(view), showdown_words.aloud(view, names)]
    return {"winners": told, "aloud": " ".join(filter(None, aloud)), "nobody": showdown_words.nobody_gains(view)}


@register.simple_tag
def player_lines(hand: dict[str, Any]) -> list[dict[str, Any]]:
    """The seats of a hand with `name`, `taken` and `net` (None until it is over), `faces` and `is_you` added."""
    view = hand["view"]
    result, lit, taken = view["result"] or {"net": {}}, outcome_words.lit(view), _taken(view)
    return [
        seat
        | {
            "name": hand["names"].get(str(seat["seat"]), ""),
            "net": result["net"].get(str(seat["seat"])),
            "taken": None if taken is None else taken.get(str(seat["seat"]), 0),
            "is_you": seat["seat"] == hand["you"],
            "faces": [
                {"text": text, "marks": _marks(text, lit["seats"].get(seat["seat"]), lit["wild"])}
                for text in seat["cards"]
            ],
        }
        for seat in view["seats"]
    ]


@register.simple_tag
def takes(hand: dict[str, Any]) -> list[dict[str, Any]]:
    """Every take of every pot, board and half (`tables.text.outcome_words.takes`)."""
    return outcome_words.takes(hand["view"], hand["names"])


@register.simple_tag
def unqualified(hand: dict[str, Any]) -> list[str]:
    """What nobody had a hand for, such as no low (`tables.text.outcome_words.unqualified`)."""
    return outcome_words.unqualified(hand["view"])


@register.simple_tag
def rest_of_pots(hand: dict[str, Any]) -> list[dict[str, str]]:
    """What nobody won: bets that nobody called, and the rake, each `name` and `words` as in the log."""
    kinds, view = ("uncalled", "rake"), hand["view"]
    told = [event for event in view["events"] if event["kind"] in kinds]
    return [
        {
            "name": hand["names"].get(str(event["seat"]), ""),
            "words": str(telling.ACTIONS[event["kind"]]) % {"amount": f"{event['amount']:,}"},
        }
        for event in told
    ]


@register.filter
def signed(chips: int) -> str:
    """Chips won or lost, with their sign: ``+1,200``, ``-300``, ``0``."""
    return f"{chips:+,}" if chips else "0"


@register.filter
def gain_class(chips: int) -> str:
    """The style of chips won or lost; none for neither."""
    return "gain" if chips > 0 else "loss" if chips < 0 else ""


@register.filter
def preaction_words(preaction: str) -> str:
    """What is chosen beforehand (`tables.hand.preactions`), in words."""
    verb, _sep, amount = preaction.partition(" ")
    if verb == "call":
        return _("Call %(amount)s, no more") % {"amount": f"{int(amount):,}"}
    words = {"check-fold": _("Check or fold"), "check": _("Check"), "fold": _("Fold to any bet")}
    return words[verb]


@register.filter
def switch_words(name: str, value: bool | int | None) -> str:
    """A switch of a seat (`tables.player_choices.seat_switches`), in words; `value`: how it stands."""
    if name == seat_switches.TOP_UP:
        return _("Top up to this") if value is None else _("Topped up to %(chips)s") % {"chips": f"{value:,}"}
    words = {
        seat_switches.SHOW: _("Show losing hands"),
        seat_switches.STRADDLE: _("Straddle"),
        seat_switches.POST: _("Post instead of waiting"),
        seat_switches.LEAVE: _("Sit out at the next big blind"),
    }
    return words[name]


@register.filter
def hand_words(made: Iterable[Mapping[str, Any]]) -> str:
    """What a hand makes, as a view tells it, in the reader's language."""
    return " / ".join(made_in_words(one) for one in made)


@register.filter
def breakable(words: str) -> SafeString:
    """The same, with places where a word too long for the side of a seat may break, between the words it is made of; ranks such
    as 8-6-3 are kept on one line."""
    return mark_safe(_RANKS.sub(r'<span class="ranks">\g<0></span>', _JOINED.sub("<wbr>", escape(words))))


@register.filter
def row_made(made: Mapping[str, Any] | None) -> str:
    """What a row makes in the reader's language; empty until it is full."""
    return "" if made is None else made_in_words(made)


@register.filter
def row_words(text: str | None) -> str:
    """What fouls a Chinese hand, or the natural it is, in the reader's language."""
    return "" if not text else row_in_words(text)


@register.simple_tag
def no_hand_because(table: Table, seen: Mapping[str, Any]) -> str:
    """What a felt without a hand waits for. `seen`: the table as its viewer sees it."""
    if seen.get("status") == Table.Status.CLOSED:
        return _("This table is closed.")
    if question := choice_words.asked(seen):
        return str(question["words"])
    if seen.get("deal_at"):
        return _("The first hand is about to be dealt")
    if seen.get("settling"):
        return _("Hand %(number)s is waiting to be settled.") % {"number": seen["settling"]["number"]}
    if table.is_session:
        return _("Real cards: staff counts the chips")
    if table.kind == Table.Kind.RECORDED and seen.get("seated", 0) > 1:
        return _("Real cards: the floor enters the hands")
    return _("Waiting for players")
