"""The engine's words, marked here for the catalogue: the engine itself knows no language but English.

A test holds this list against the engine's own, so that a new game or a new message is not forgotten.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from engine.errors import EngineError

GAMES = (
    _("Texas Hold'em"),
    _("Omaha"),
    _("Omaha Hi-Lo, Eight or Better"),
    _("Seven-Card Stud"),
    _("Seven-Card Stud Hi-Lo, Eight or Better"),
    _("Razz"),
    _("2-7 Triple Draw"),
    _("2-7 Single Draw"),
    _("Five-Card Draw"),
    _("Badugi"),
    _("Five-Card Omaha"),
    _("Big O"),
    _("Six-Card Omaha"),
    _("Courchevel"),
    _("Courchevel Hi-Lo, Eight or Better"),
    _("Pineapple"),
    _("Crazy Pineapple"),
    _("Crazy Pineapple Hi-Lo, Eight or Better"),
    _("Short-Deck Hold'em"),
    _("California Lowball"),
    _("A-5 Triple Draw"),
    _("Badeucey"),
    _("Badacey"),
    _("Archie"),
    _("Seven-Card Stud Hi-Lo"),
    _("2-7 Razz"),
    _("Razzdugi"),
    _("2-7 Razzdugi"),
    _("Five-Card Stud"),
    _("Baseball"),
    _("No Peek"),
)
HANDS = (
    _("No hand"),
    _("No low"),
    _("{one} high"),
    _("Pair of {many}"),
    _("Two pair, {many} and {many2}"),
    _("Three of a kind, {many}"),
    _("Straight, {one} high"),
    _("Flush, {one} high"),
    _("{many} full of {many2}"),
    _("Four of a kind, {many}"),
    _("Straight flush, {one} high"),
    _("Royal flush"),
    _("Five of a kind, {many}"),
    _("{ranks} low"),
    _("{count}-card badugi, {ranks}"),
)
RANKS = (
    _("Deuce"), _("Three"), _("Four"), _("Five"), _("Six"), _("Seven"), _("Eight"), _("Nine"), _("Ten"), _("Jack"),
    _("Queen"), _("King"), _("Ace"),
    _("Deuces"), _("Threes"), _("Fours"), _("Fives"), _("Sixes"), _("Sevens"), _("Eights"), _("Nines"), _("Tens"),
    _("Jacks"), _("Queens"), _("Kings"), _("Aces"),
)  # fmt: skip
REFUSALS = {
    "raise_too_small": _("The least raise is to %(least)s, the most to %(most)s."),
    "raise_too_large": _("The most that may be raised is to %(most)s, the least to %(least)s."),
    "not_offered": _("That is not open to you now. You may: %(offers)s."),
    "bad_decision_text": _("“%(text)s” is no decision. Say fold, call, raise AMOUNT, draw CARDS, show or muck."),
}


def in_words(error: EngineError) -> str:
    """What the engine refuses, in the reader's language; its own English where the list has no such message."""
    message = REFUSALS.get(error.code)
    try:
        return str(error) if message is None else gettext(message) % _readable(error.params)
    except KeyError:  # the engine told less than the message needs
        return str(error)


def _readable(params: dict[str, Any]) -> dict[str, Any]:
    return {name: ", ".join(map(str, value)) if isinstance(value, list) else value for name, value in params.items()}
