"""The engine's words, marked here for the catalogue: the engine itself knows no language but English.

A test holds these lists against the engine's own, so that a new game or a new message is not forgotten.
"""

from __future__ import annotations

import contextlib
from functools import cache
from typing import Any

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_noop as _

from engine.errors import EngineError
from tables.sentences import Pattern, patterns, said

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
# Every other refusal, as the engine says it with its parts filled in.
SENTENCES = (
    # stakes
    _("{name} must be a whole number of chips, 0 or more, not {value}"),
    _("limit must be one of {known}, not {value}"),
    _("ante_kind must be one of {known}, not {value}"),
    _("unit, the smallest chip, must be 1 or more"),
    _("the small blind {small} is above the big blind {big}"),
    _("{limit} limit needs 0 < small_bet ≤ big_bet, not {small} and {big}"),
    _("spread limit needs 0 < min_bet ≤ small_bet ≤ big_bet, not {least}, {small} and {big}"),
    _("the bring-in {bring_in} is above the small bet {least}"),
    _("stakes have no {names}"),
    _("a point is worth chips in games settled in points, not at {limit} limit"),
    _("a point must be worth whole smallest chips, {unit} or more, not {point}"),
    _("nobody bets in games settled in points: leave out {name}"),
    # seats and positions
    _("a hand needs two players or more"),
    _("two stacks have the same seat number"),
    _("seat {seat} needs whole numbers, not {stack}, {live}, {dead}"),
    _("seat {seat} needs a number and a stack of 1 or more"),
    _("the big blind is at seat {seat}, which is not dealt in"),
    _("seat {seat} cannot be both small and big blind"),
    _("positions are seat numbers, a button and blinds or none, not {positions}"),
    _("the big blind pays the ante, but there is no big blind"),
    _("a hand has 1 to {most} boards, not {boards}"),
    _("a bomb pot is a whole number of chips, 0 or more, not {bomb}"),
    _("a start needs {names}"),
    _("this is no start of a hand: {why}"),
    # the game
    _("there is no game {game}; there are {known}"),
    _("{game} seats at most {most}, not {count}"),
    _("{game} is played {known} limit, not {limit}"),
    _("{game} has no board: it has no double board and no bomb pot"),
    _("stakes have a big blind, but no seat posts it"),
    _("nobody has to bet: {game} needs blinds or an ante"),
    _("{game} has no blinds, so nobody posts a live bet"),
    _("in a bomb pot nobody posts a live bet"),
    _("the big blind {big} is above the small bet {small}"),
    _("{game} needs a bring-in"),
    _("nobody has to bet: {game} needs an ante"),
    _("{deck} cards are too few for {count} players of {game}: at most {most}"),
    _("{game} is dealt from {deck} different cards; these are {count}, {different} of them different"),
    # cards
    _("wild cards: {why}"),
    _("{piece} is neither a rank of {ranks} nor a card such as Jh"),
    _("{text} is not a row of two-letter cards such as 'As Kd'"),
    _("{piece} is no card: write a rank of {ranks} and a suit of {suits}"),
    _("{count} cards are to be dealt"),
    _("{count} cards are to be dealt, or up to {most} if unseen ones bring others"),
    _("at most {most} cards may be drawn"),
    _("{count} of {cards} must be given up"),
    _("{card} is not among {cards}"),
    # Chinese games
    _("there is no Chinese game {game}; there are {known}"),
    _("{game} is played by the house rules of Chinese games"),
    _("{game} is settled in points: it has no {limit} limit"),
    _("{game} has no bets: nobody owes a post"),
    _("{name} must be a multiple of the smallest chip, {unit}, not {chips}"),
    _("fantasyland is carried as cards by seat, not {told}"),
    _("fantasyland is carried as {least} to {most} cards by seat, not {seat}: {cards}"),
    _("the {row} takes {room} more cards, not {count}"),
    _("the {row} takes {room} cards, not {count} ({cards})"),
    _("{count} cards are to be set, not {given}: {offers}"),
    _("{cards} is not among the cards dealt: {held}"),
    _("{cards} is there twice; the cards dealt are: {held}"),
    _("{count} of {held} are discarded: name them too"),
    _("at most {most} cards were discarded, not {count}"),
    _("a card in a row is seen by everybody: name it; leave out discards that nobody saw"),
    _("{cards} is not in the deck of this hand"),
    _("{cards} is elsewhere in the hand"),
    _("to surrender takes no cards and no amount"),
    _("{amount} does not say how {count} cards are parted among the rows: give a digit a row"),
    _("{text} is no setting: write front / middle / back, and / discards after them if there are"),
    _("{text} does not say where a card goes: write {form}, each once at most"),
    _(
        "{text} is no line of a table of royalties for the {row}: write a label and points, as in {example}; the labels "
        "are {labels}; or name a table: {known}"
    ),
    _("the table of royalties for the {row} lists {label} twice"),
    _("the royalty of {label} must be a whole number of 0 to {most} points, not {points}"),
    # decisions
    _("to {verb} takes a whole number, not {amount}"),
    _("the board may be run 1 to {most} times, not {amount}"),
    _("the hand is over, and there are decisions left"),
    # house rules
    _("{rule} must be {type}, not {value}"),
    _("{rule} must be one of {known}, not {value}"),
    _("{rule}: {why}"),
    _("there is no house rule {rule}; there are {known}"),
    _("there is no preset {name}; there are {known}"),
    _("the most rake of a hand dealt to three or four, {short}, is above the most of any hand, {most}"),
    _("the most rake of a hand dealt to two, {two}, is above the most of a larger hand, {most}"),
    _("the least rake, {least}, is above the most, {most}"),
    # mixed games
    _("an own list of games needs one game at least, such as 'razz fixed'"),
    _("{text} must be a game and its limit, such as 'razz fixed'"),
    _("a game is named by its key, such as 'razz', not {game}"),
    _("there is no mix {name}; there are {known}"),
    _("big_bet_ante_kind must be one of {known}, not {value}"),
    _("{name} has no stakes of its own: it needs those of a level"),
    _("{name} has stakes of {limit} limit: they must be the same"),
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
    return said(text, _known(SENTENCES), _part) or text


def row_in_words(words: str) -> str:
    """What fouls a hand, or the name of a natural, in the reader's language."""
    return gettext(words) if words in FOULS or words in NATURALS else words


def _part(text: str) -> str:
    if text in GAMES or text in LIMITS:
        return gettext(LIMITS.get(text, text))
    if text in ROWS:
        return str(ROWS[text])
    if " " not in text:
        return text
    sentence = _sentence(text)
    return sentence if sentence != text else ", ".join(map(offer_in_words, text.split(", ")))


def _readable(params: dict[str, Any]) -> dict[str, Any]:
    offers = params.get("offers")
    return params if offers is None else params | {"offers": ", ".join(map(offer_in_words, offers))}
