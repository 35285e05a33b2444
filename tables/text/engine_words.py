"""The engine's words, marked here for the catalogue: the engine itself knows no language but English.

A test holds these lists against the engine's own, so that a new game or a new message is not forgotten.
"""

from __future__ import annotations

import contextlib
import re
from functools import cache
from typing import Any

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_noop as _

from engine.errors import EngineError
from tables.text.engine_sentences import FRAMES, PARTS, REASONS, SENTENCES
from tables.text.sentences import Pattern, patterns, said

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
    _("Chinese Poker"),
    _("Open-Face Chinese"),
    _("Turbo Open-Face Chinese"),
    _("Pineapple Open-Face Chinese"),
    _("2-7 Pineapple Open-Face Chinese"),
)
# The mixes that have a name; those that are the same in every language are not marked.
MIXES = {
    "horse": "HORSE",
    "hose": "HOSE",
    "hoe": "HOE",
    "torse": "TORSE",
    "triple-stud": _("Triple Stud"),
    "8-game": _("8-Game"),
    "9-game": _("9-Game"),
    "10-game": _("10-Game"),
    "horse-badacey": _("HORSE with Badacey"),
    "tesla": "TESLA",
}
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
# Refusals whose parameters say all that a person needs, by their code.
REFUSALS = {
    "raise_too_small": _("The least raise is to %(least)s, the most to %(most)s."),
    "raise_too_large": _("The most that may be raised is to %(most)s, the least to %(least)s."),
    "not_offered": _("That is not open to you now. You may: %(offers)s."),
    "bad_decision_text": _(
        "“%(text)s” is no decision. Say fold, call, raise AMOUNT, draw CARDS, discard CARDS, show, muck, straddle, pass "
        "or agree TIMES; in Chinese games place, set or surrender."
    ),
}
# What may be answered, in words.
OFFERS = (
    _("fold"),
    _("check"),
    _("call {amount}"),
    _("raise to {amount}"),
    _("raise to {one} or {other}"),
    _("raise to {least}–{most}"),
    _("draw up to {count}"),
    _("discard {count}"),
    _("show"),
    _("muck"),
    _("straddle {amount}"),
    _("pass"),
    _("agree to {least}–{most} runs"),
    _("deal {count}"),
    _("deal {least}–{most}"),
    _("place {count}"),
    _("place 1 card"),
    _("place {count} cards"),
    _("place {count} cards and discard {gone}"),
    _("set {count}"),
    _("set {count} cards"),
    _("set {count} cards and discard {gone}"),
    _("surrender"),
)
# What a Chinese hand is told to be, besides its rows in words.
ROWS = {"front": pgettext_lazy("row", "front"), "middle": pgettext_lazy("row", "middle"),
        "back": pgettext_lazy("row", "back"), "low": pgettext_lazy("row", "low")}  # fmt: skip
FOULS = (
    _("The middle is stronger than the back"),
    _("The front is stronger than the middle"),
    _("The front is stronger than the back"),
    _("The middle does not qualify as a low"),
)
NATURALS = (
    _("dragon"),
    _("thirteen of one colour"),
    _("twelve of one colour"),
    _("five pairs and trips"),
    _("six pairs"),
    _("three straights"),
    _("three flushes"),
)
LIMITS = {
    "no": _("No limit"),
    "pot": _("Pot limit"),
    "fixed": _("Fixed limit"),
    "spread": _("Spread limit"),
    "points": _("Points"),
}


@cache
def _known(messages: tuple[str, ...]) -> list[Pattern]:
    return patterns(messages)


def in_words(error: Exception) -> str:
    """What the engine refuses, in the reader's language; its own English where the lists have no such message."""
    if isinstance(error, EngineError) and error.code in REFUSALS:
        # A KeyError: the engine told less than the message needs; then its sentence is looked up.
        with contextlib.suppress(KeyError):
            return gettext(REFUSALS[error.code]) % _readable(error.params)
    return _sentence(str(error))


def offer_in_words(offer: str) -> str:
    """One offer as the engine says it (``raise to 200–950``), in the reader's language."""
    return said(offer, _known(OFFERS)) or offer


def _sentence(text: str) -> str:
    framed = said(text, _known(FRAMES), _part)
    return framed or said(text, _known((*SENTENCES, *REASONS, *PARTS)), _part) or text


def row_in_words(words: str) -> str:
    """What fouls a hand, or the name of a natural, in the reader's language."""
    return gettext(words) if words in FOULS or words in NATURALS else words


def _part(text: str) -> str:
    if text in LIMITS:
        return gettext(LIMITS[text])
    if text in ROWS:
        return str(ROWS[text])
    if (games := _games(text)) is not None:
        return games
    if text in PARTS:
        return gettext(text)
    if " " not in text:
        return offer_in_words(text)
    sentence = _sentence(text)
    return sentence if sentence != text else ", ".join(map(offer_in_words, text.split(", ")))


@cache
def _names() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Recognise the name of a game, the longest first, and a row of names of which the last may have its limit."""
    name = "|".join(re.escape(game) for game in sorted(GAMES, key=len, reverse=True))
    limit = "|".join(LIMITS)
    return re.compile(name), re.compile(rf"((?:{name})(?:, (?:{name}))*)(?:, ({limit}) limit)?")


def _games(text: str) -> str | None:
    """The games ``Texas Hold'em, Razz``, or the game of a mix ``Razz, fixed limit``; None if the text is neither."""
    name, row = _names()
    found = row.fullmatch(text)
    if found is None:
        return None
    games = name.sub(lambda one: gettext(one[0]), found[1])
    return games if found[2] is None else f"{games}, {gettext(LIMITS[found[2]])}"


def _readable(params: dict[str, Any]) -> dict[str, Any]:
    offers = params.get("offers")
    return params if offers is None else params | {"offers": ", ".join(map(offer_in_words, offers))}
