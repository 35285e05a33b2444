"""What people call the games, in one table for sheets, API, commands and written hands. Text in, keys out.

A name is read as words: each word or phrase of `WORDS` has a meaning, and a row of `NAMES` (or of `AMBIGUOUS`) must have
all of its meanings and no others. So nothing in a name is passed over: what is not understood, or may be several games, is
refused. A key of the catalogue, with its limit or without, always means that game.

>>> named("PLO8")
Named(key='omaha8', limit='pot')
>>> named("NL 2-7").key
'2-7-single-draw'
>>> named("Stud Hi-Lo")
Traceback (most recent call last):
engine.errors.AmbiguousGame: 'Stud Hi-Lo' may be any of stud8, stud-hi-lo: say which
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import NamedTuple

from engine.chinese.rows.chinese_games import CHINESE_GAMES
from engine.errors import AmbiguousGame, UnknownGame
from engine.games.betting_games import GAMES
from engine.messages.message import Quoted
from engine.messages.starts import GameText

_KEYS = (*GAMES, *CHINESE_GAMES)
LIMITS = ("no", "pot", "fixed", "spread", "points")

# The meaning of each phrase, in the words that `NAMES` uses. Of phrases that begin alike the longest is read.
WORDS: dict[str, tuple[str, ...]] = {
    "no limit, nl, no": ("no",),
    "pot limit, pl, pot": ("pot",),
    "fixed limit, fixed, limit, fl": ("fixed",),
    "spread limit, spread": ("spread",),
    "points": ("points",),
    "holdem, hold em, he, h, texas": ("holdem",),
    "nlh, nlhe": ("no", "holdem"),
    "plh, plhe": ("pot", "holdem"),
    "flh, flhe, lh, lhe": ("fixed", "holdem"),
    "omaha, o": ("omaha",),
    "nlo": ("no", "omaha"),
    "plo": ("pot", "omaha"),
    "flo, lo": ("fixed", "omaha"),
    "big o, bigo": ("omaha", "five", "split"),
    "short deck, shortdeck, 6 plus, six plus": ("short",),
    "courchevel": ("courchevel",),
    "crazy": ("crazy",),
    "pineapple": ("pineapple",),
    "2 7, 27, 2 to 7, two seven, two to seven, deuce seven, deuce to seven, deuce": ("deuce",),
    "a 5, a to 5, ace five, ace to five, ace to 5": ("ace",),
    "triple draw, triple, td": ("triple",),
    "single draw, single, sd": ("single",),
    "draw": ("draw",),
    "lowball, low ball": ("lowball",),
    "california, cal lowball": ("ace", "single"),
    "kansas city": ("deuce", "single"),
    "badugi": ("badugi",),
    "badeucey, badeucy, badeuci": ("badeucey",),
    "badacey, badacy": ("badacey",),
    "archie": ("archie",),
    "stud": ("stud",),
    "cs": ("stud",),
    "cd": ("draw",),
    "razz": ("razz",),
    "razzdugi": ("razzdugi",),
    "razzdeucy, razzdeucey": ("razzdugi", "deuce"),
    "baseball": ("baseball",),
    "no peek, nopeek": ("no peek",),
    "4 card, four card": ("four",),
    "5 card, five card, 5": ("five",),
    "6 card, six card, 6": ("six",),
    "7 card, seven card, 7": ("seven",),
    "13 card, thirteen card": ("thirteen",),
    "hi lo, high low, hi low, high lo, hilo, highlow, h l, hl, split": ("split",),
    "hi, high": ("high",),
    "8 or better, eight or better, 8 b, 8 ob, 8, eight": ("eight",),
    "regular, no qualifier, no qual, nq, unqualified, without qualifier, without a qualifier": ("unqualified",),
    "chinese": ("chinese",),
    "classic": ("classic",),
    "ofc, open face, openface, open faced": ("open face",),
    "ofcp": ("open face", "pineapple"),
    "turbo": ("turbo",),
    "progressive": ("progressive",),
    "poker, game, and": (),
}

# Rows of meanings by game; what is in brackets may be there. Limits need no row, except where they decide.
NAMES: dict[str, tuple[str, ...]] = {
    "holdem": ("holdem (high)",),
    "omaha": ("omaha (four) (high)",),
    "omaha8": ("omaha eight (split) (four)", "omaha split (four)"),
    "omaha5": ("omaha five (high)",),
    "big-o": ("omaha five split (eight)", "omaha five eight"),
    "omaha6": ("omaha six (high)",),
    "courchevel": ("courchevel (omaha) (five) (high)",),
    "courchevel8": ("courchevel eight (split) (omaha) (five)", "courchevel split (omaha) (five)"),
    "pineapple": ("pineapple (holdem)",),
    "crazy-pineapple": ("crazy pineapple (holdem) (high)",),
    "crazy-pineapple8": ("crazy pineapple eight (split) (holdem)", "crazy pineapple split (holdem)"),
    "short-deck": ("short (holdem)",),
    "five-card-draw": ("five draw (high)", "draw high"),
    "2-7-single-draw": ("deuce single (lowball) (draw) (five)", "deuce no (lowball) (draw)"),
    "2-7-triple-draw": ("deuce triple (lowball) (draw)", "deuce fixed (lowball) (draw)"),
    "a-5-single-draw": ("ace single (lowball) (draw) (five)",),
    "a-5-triple-draw": ("ace triple (lowball) (draw)",),
    "badugi": ("badugi (triple)",),
    "badeucey": ("badeucey (triple)",),
    "badacey": ("badacey (triple)",),
    "archie": ("archie (triple) (split) (eight)",),
    "seven-card-stud": ("stud (seven) (high)",),
    "stud8": ("stud eight (seven) (split)",),
    "stud-hi-lo": ("stud seven split (unqualified)", "stud split unqualified"),
    "razz": ("razz (seven) (stud) (ace)",),
    "2-7-razz": ("razz deuce (seven) (stud)",),
    "razzdugi": ("razzdugi",),
    "2-7-razzdugi": ("razzdugi deuce",),
    "five-card-stud": ("stud five (high)",),
    "baseball": ("baseball (seven) (stud)",),
    "no-peek": ("no peek (seven) (stud)",),
    "chinese": ("chinese (thirteen) (classic)",),
    "ofc": ("open face (chinese)",),
    "ofc-turbo": ("open face turbo (chinese)",),
    "ofc-pineapple": ("open face pineapple (chinese) (progressive)", "open face progressive (chinese)"),
    "ofc-2-7-pineapple": ("open face deuce (pineapple) (chinese) (progressive)",),
}
# What may mean several games, and which.
AMBIGUOUS: dict[str, tuple[str, ...]] = {
    "stud split": ("stud8", "stud-hi-lo"),
    "deuce (lowball) (draw)": ("2-7-single-draw", "2-7-triple-draw"),
    "ace (lowball) (draw)": ("a-5-single-draw", "a-5-triple-draw"),
    "triple (lowball)": ("2-7-triple-draw", "a-5-triple-draw"),
    "single (lowball)": ("2-7-single-draw", "a-5-single-draw"),
    "lowball (draw)": ("2-7-single-draw", "2-7-triple-draw", "a-5-single-draw", "a-5-triple-draw"),
    "draw": ("five-card-draw", "2-7-single-draw", "2-7-triple-draw", "a-5-single-draw", "a-5-triple-draw"),
    "split": ("omaha8", "stud8", "stud-hi-lo"),
    "eight": ("omaha8", "stud8"),
    "five": ("five-card-draw", "five-card-stud", "omaha5"),
    "five eight": ("big-o",),
    "six": ("omaha6", "short-deck"),
    "seven": ("seven-card-stud", "stud8", "stud-hi-lo"),
    "chinese pineapple": ("ofc-pineapple", "ofc-2-7-pineapple"),
    "chinese turbo": ("chinese", "ofc-turbo"),
}
# What the mixes are called besides their keys (`engine.mixes.mixes.READY_MADE`); case, spaces and marks do not count.
MIXES: dict[str, tuple[str, ...]] = {
    "horse": (),
    "hose": (),
    "hoe": (),
    "torse": (),
    "triple-stud": (),
    "8-game": ("eight game",),
    "9-game": ("nine game",),
    "10-game": ("ten game",),
    "horse-badacey": ("horse with badacey",),
    "tesla": (),
}


class Named(NamedTuple):
    """The key of a game and the limit it is to be played at; empty if neither the name nor its place says one."""

    key: str
    limit: str


@lru_cache(maxsize=2000)
def named(text: str, limit: str = "") -> Named:
    """The game that a name means where the limit is `limit` unless the name has its own.

    Raises `AmbiguousGame` for what may be several, naming them, and `UnknownGame` for a mix, or for no game at all.
    """
    words = text.split()
    if words and words[0] in _KEYS and (len(words) == 1 or (len(words) == 2 and words[1] in LIMITS)):
        return Named(words[0], words[1] if len(words) == 2 else limit)
    mix, meant = mix_named(text), _meanings(text)
    if mix is not None:
        raise UnknownGame(GameText.MIX(game=Quoted(text.strip()), mix=Quoted(mix)), key=mix)
    if meant:
        limits = [one for one in LIMITS if one in meant]
        said, bare = limits[0] if limits else limit, meant - set(LIMITS)
        for with_limit in (bare | {said}, bare):
            for key, rows in NAMES.items():
                if any(_fits(row, with_limit) for row in rows):
                    if len(limits) > 1:
                        raise _ambiguous(text, limits)
                    return Named(key, said)
        for row, choices in AMBIGUOUS.items():
            if _fits(row, bare):
                raise _ambiguous(text, choices)
    known = list(_KEYS)
    raise UnknownGame(GameText.UNKNOWN(game=Quoted(text), known=[*known]), key=text, known=known)


def key_of(text: str, limit: str = "") -> str:
    """The key of the game that a name means, at `limit` unless that is empty.

    Raises what `named` raises, and `AmbiguousGame` if the name has another limit.
    """
    found = named(text, limit)
    if limit and found.limit != limit:
        raise _ambiguous(text, (limit, found.limit))
    return found.key


def mix_named(text: str) -> str | None:
    """The key of the mix that a name such as ``8-Game Mix`` or ``H.O.R.S.E.`` means; None if it is none."""
    bare = _bare(text)
    return next((key for key, names in MIXES.items() if bare in map(_bare, (key, *names))), None)


def _ambiguous(text: str, choices: list[str] | tuple[str, ...]) -> AmbiguousGame:
    return AmbiguousGame(GameText.AMBIGUOUS(game=Quoted(text.strip()), known=[*choices]), key=text, known=list(choices))


def _bare(text: str) -> str:
    return re.sub(r"(mix|mixed)$", "", "".join(_words(text)))


def _words(text: str) -> list[str]:
    """The words and numbers of a name, however it is typed."""
    plain = re.sub(r"['’ʼ`]", "", unicodedata.normalize("NFKC", text).casefold()).replace("+", " plus ")
    return re.findall(r"[^\W\d_]+|\d+", plain)


def _meanings(text: str) -> frozenset[str]:
    """What the words of a name mean; empty if one of them means nothing here."""
    words, meant, at = _words(text), set[str](), 0
    while at < len(words):
        for end in range(min(len(words), at + _LONGEST), at, -1):
            meaning = _PHRASES.get(" ".join(words[at:end]))
            if meaning is not None:
                meant.update(meaning)
                at = end
                break
        else:
            return frozenset()
    return frozenset(meant)


_PHRASES = {phrase: meaning for phrases, meaning in WORDS.items() for phrase in phrases.split(", ")}
_LONGEST = max(len(phrase.split()) for phrase in _PHRASES)
_PARTS = sorted({one for meaning in WORDS.values() for one in meaning}, key=len, reverse=True)


@cache
def _row(row: str) -> tuple[frozenset[str], frozenset[str]]:
    """The meanings that a row of `NAMES` must have, and those it may have besides."""
    may = set(re.findall(r"\(([^)]+)\)", row))
    rest = re.sub(r"\([^)]+\)", "", row)
    must = set()
    for part in _PARTS:  # the longest first: "no peek" is one
        if re.search(rf"\b{part}\b", rest):
            must.add(part)
            rest = re.sub(rf"\b{part}\b", "", rest)
    return frozenset(must), frozenset(may)


def _fits(row: str, meant: frozenset[str]) -> bool:
    must, may = _row(row)
    return must <= meant <= must | may
