"""A hand told in words: its streets, each action as a line, and the last action of each seat as a mark beside it.

All of it is made from a view, so that nothing is told that the viewer may not see.
"""

from __future__ import annotations

from typing import Any

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext

from club.base.phrases import gettext as _
from engine.games.betting_games import Game
from engine.play.any_game import find_game
from tables.text import outcome_words

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
    "setting": gettext_lazy("Setting the hand"),
    "first street": gettext_lazy("First street"),
    "eighth street": gettext_lazy("Eighth street"),
    "ninth street": gettext_lazy("Ninth street"),
}
# What a seat does, or what happens to the table; %(amount)s are chips.
ACTIONS: dict[str, str | Promise] = {
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
    "kill": gettext_lazy("posts the kill, %(amount)s"),
    "straddle": gettext_lazy("straddles for %(amount)s"),
    "pass": gettext_lazy("does not straddle"),
    "bring-in": gettext_lazy("brings it in for %(amount)s"),
    "uncalled": gettext_lazy("takes back %(amount)s, uncalled"),
    "win": gettext_lazy("wins %(amount)s"),
    "muck": gettext_lazy("mucks"),
    "beaten": gettext_lazy("has turned up every card and is beaten"),
    # Chinese poker
    "set": gettext_lazy("has set the hand"),
    "surrender": gettext_lazy("surrenders"),
    "front": gettext_lazy("sets in front"),
    "middle": gettext_lazy("sets in the middle"),
    "back": gettext_lazy("sets at the back"),
    "foul": gettext_lazy("has fouled"),
    "natural": gettext_lazy("shows a natural worth %(amount)s"),
    "royalties": gettext_lazy("earns royalties of %(amount)s"),
    "points": gettext_lazy("scores %(amount)s"),
    "pay": gettext_lazy("pays %(amount)s"),
    "fantasyland": gettext_lazy("earns fantasyland with %(amount)s cards"),
    "open pair": gettext_lazy("shows an open pair"),
    "reshuffle": gettext_lazy("The discards are shuffled again"),
    "rake": gettext_lazy("The house takes a rake of %(amount)s"),
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
    "post": gettext_lazy("Post"),
    "kill": gettext_lazy("Kill"),
    "straddle": gettext_lazy("Straddle"),
    "beaten": gettext_lazy("Beaten"),
}
_WITH_CARDS = ("front", "middle", "back")
_FOR_GOOD = ("fold", "beaten")
# A new street, board, or card turned up begins a new round, and the marks of the last one go.
_NEW_ROUND = ("street", "board", "up")


def street_name(name: str) -> str:
    """A street's name in the reader's language."""
    return str(STREETS.get(name, name))


def told(
    view: dict[str, Any], names: dict[str, str], button_cards: dict[str, str] | None = None
) -> list[dict[str, Any]]:
    """The hand in words, oldest first: each line has `name`, `words`, `cards`, and `street` if it opens one.

    `button_cards` are the cards by seat that its button was dealt for, if it is the first of the table.
    """
    game = find_game(view["game"])
    lines = _of_button(view, names, button_cards or {})
    taken = iter(outcome_words.takes(view, names))  # as many as chips were won, in the same order
    for event in view["events"]:
        kind, seat, cards = event["kind"], event.get("seat"), event.get("cards") or []
        line = {"name": names.get(str(seat), ""), "words": "", "cards": [], "street": ""}
        if kind == "street":
            line["street"] = street_name(game.streets[event["amount"]].name)
        elif kind == "board":
            line |= {"name": board_name(event["amount"], view), "cards": cards}
        elif kind == "show":
            line |= {"words": _("shows"), "cards": cards}
        elif kind in ("down", "up"):
            if not any(card != "??" for card in cards):
                continue
            line |= {
                "words": _("turns up") if isinstance(game, Game) and game.is_unseen else _("is dealt"),
                "cards": cards,
            }
        elif kind in _WITH_CARDS:
            line |= {"words": str(ACTIONS[kind]), "cards": cards}
        elif kind == "win" and (take := next(taken, None)) is not None:
            line |= {"words": take["words"], "cards": take["cards"]}
        elif kind == "discard":
            line |= {"words": _counted(kind, event["amount"]), "cards": [card for card in cards if card != "??"]}
        else:
            line["words"] = _counted(kind, event["amount"]) or str(ACTIONS.get(kind, kind)) % {
                "amount": intcomma(event["amount"])
            }
        lines.append(line)
    none = [{"name": "", "words": words, "cards": [], "street": ""} for words in outcome_words.unqualified(view)]
    return [*lines, *none]


def _of_button(view: dict[str, Any], names: dict[str, str], cards: dict[str, str]) -> list[dict[str, Any]]:
    lines = [
        {"name": names.get(seat, ""), "words": _("is dealt for the button"), "cards": [card], "street": ""}
        for seat, card in sorted(cards.items(), key=lambda one: int(one[0]))
    ]
    if lines:
        holder = names.get(str(view.get("button")), "")
        lines.append({"name": holder, "words": _("has the button"), "cards": [], "street": ""})
    return lines


def has_board(key: str) -> bool:
    """True if that game deals to the middle."""
    game = find_game(key)
    return isinstance(game, Game) and game.has_board


def board_name(at: int, view: dict[str, Any]) -> str:
    """What a board is called; a card in the middle of a game without a board is one for everybody (S2.8)."""
    if not has_board(view["game"]):
        return _("Common card")
    return _("Board %(number)s") % {"number": at + 1} if len(view["boards"]) > 1 else _("Board")


def _counted(kind: str, count: int) -> str:
    """The actions that are counted in cards or runs instead of chips; empty for all others."""
    if kind == "draw":
        return _("draws %(count)s") % {"count": count} if count else _("stands pat")
    if kind == "discard":
        return ngettext("discards a card", "discards %(count)s cards", count) % {"count": count}
    if kind == "unseen":
        return ngettext("is dealt a card unseen", "is dealt %(count)s cards unseen", count) % {"count": count}
    if kind == "agree":
        return ngettext("agrees to one board", "agrees to %(count)s boards", count) % {"count": count}
    if kind == "runs":
        return ngettext("The board is run once", "The board is run %(count)s times", count) % {"count": count}
    return ""


def last_actions(events: list[dict[str, Any]]) -> dict[int, str]:
    """What each seat did last in the round that is on, as a mark beside it; a fold stays."""
    marks: dict[int, tuple[str, str]] = {}
    for event in events:
        kind, seat = event["kind"], event.get("seat")
        if kind in _NEW_ROUND:
            marks = {seat: mark for seat, mark in marks.items() if mark[0] in _FOR_GOOD}
        elif seat is not None and kind in MARKS:
            marks[seat] = (kind, str(MARKS[kind]))
        elif seat is not None and kind == "draw":
            marks[seat] = (kind, _("Draws %(count)s") % {"count": event["amount"]} if event["amount"] else _("Pat"))
    return {seat: mark for seat, (_kind, mark) in marks.items()}
