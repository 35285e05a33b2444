"""What structure sheets call the games, and which they are here. Text in, values out.

Sheets write games as people do: "NLHE", "FL Omaha Hi-Lo 8 or better", "2-7 Triple Draw (limit)", "Stud 8". The words for
the limit are taken off; what is left is looked for in `NAMES`, the narrowest first. Chinese games are settled in points,
whatever limit the sheet has for its others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from club.errors import ClubError
from club.registry import in_words
from engine.catalogue import find_game
from engine.chinese.games import CHINESE_GAMES, POINTS
from engine.errors import EngineError
from engine.games import GAMES
from engine.mixes import READY_MADE, Leg, ready_made, standard_limit
from engine.rotation import Change, Rotation


class BadSheet(ClubError):
    """A text that is no structure sheet; the message says what would be right."""

    def __init__(self, message: str, **params: Any) -> None:
        super().__init__("bad_structure", message, 422, **params)


# Words for limits, at the beginning of a name also written together with it (NLHE, PLO8).
_LIMITS = (
    (r"\bno ?limit\b|\bnl\b|\bnl(?=[ho\d])", "no"),
    (r"\bpot ?limit\b|\bpl\b|\bpl(?=[ho\d])", "pot"),
    (r"\bspread( ?limit)?\b", "spread"),
    (r"\bfixed( ?limit)?\b|\blimit\b|\bfl\b|\bfl(?=[ho\d])|\bl(?=h)", "fixed"),
)
_DEUCE = r"\b(2|deuce|two) ?(to )?(7|seven)\b"
_ACE = r"\b(a|ace) ?(to )?(5|five)\b"
_EIGHT = r"\b8(b|ob)?\b|\beight\b|\bo8\b"
_SPLIT = rf"{_EIGHT}|\bhi ?lo(w)?\b|\bhigh ?low\b|\bsplit\b"
_OPEN_FACE = r"\bofcp?\b|\bopen ?face\b"
# In this order; the first of which every pattern is found is the game.
NAMES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("ofc-2-7-pineapple", (_OPEN_FACE, _DEUCE)),
    ("ofc-pineapple", (_OPEN_FACE, r"\bpineapple\b|\bprogressive\b")),
    ("ofc-turbo", (_OPEN_FACE, r"\bturbo\b")),
    ("ofc", (_OPEN_FACE,)),
    ("chinese", (r"\bchinese\b",)),
    ("badeucey", (r"\bbadeuc",)),
    ("badacey", (r"\bbadac",)),
    ("2-7-razzdugi", (r"razzdugi", _DEUCE)),
    ("razzdugi", (r"razzdugi",)),
    ("2-7-razz", (r"\brazz\b", _DEUCE)),
    ("razz", (r"\brazz\b",)),
    ("badugi", (r"\bbadugi\b",)),
    ("archie", (r"\barchie\b",)),
    ("a-5-triple-draw", (_ACE, r"\btriple\b")),
    ("a-5-single-draw", (r"\bcalifornia\b|\bcal lowball\b",)),
    ("a-5-single-draw", (_ACE,)),
    ("2-7-single-draw", (_DEUCE, r"\bsingle\b|\bsd\b")),
    ("2-7-single-draw", (r"\bsingle draw\b",)),
    ("2-7-single-draw", (r"\bkansas city\b",)),
    ("2-7-triple-draw", (_DEUCE,)),
    ("2-7-triple-draw", (r"\btriple draw\b",)),
    ("short-deck", (r"\bshort ?deck\b|\b(6|six) ?plus\b",)),
    ("big-o", (r"\bbig ?o\b",)),
    ("courchevel8", (r"\bcourchevel\b", _SPLIT)),
    ("courchevel", (r"\bcourchevel\b",)),
    ("omaha6", (r"\bomaha\b|\bo8?\b", r"\b(6|six) card\b")),
    ("big-o", (r"\bomaha\b|\bo8?\b", r"\b(5|five) card\b", _SPLIT)),
    ("omaha5", (r"\bomaha\b|\bo8?\b", r"\b(5|five) card\b")),
    ("omaha8", (r"\bomaha\b|\bo ?8?\b", _SPLIT)),
    ("omaha", (r"\bomaha\b|^o$",)),
    ("crazy-pineapple8", (r"\bcrazy pineapple\b", _SPLIT)),
    ("crazy-pineapple", (r"\bcrazy pineapple\b",)),
    ("pineapple", (r"\bpineapple\b",)),
    ("baseball", (r"\bbaseball\b",)),
    ("no-peek", (r"\bno peek\b",)),
    ("five-card-stud", (r"\bstud\b", r"\b(5|five) card\b")),
    ("stud-hi-lo", (r"\bstud\b", _SPLIT, r"\bregular\b|\bno qualifier\b|\bno qual\b")),
    ("stud8", (r"\bstud\b", _SPLIT)),
    ("seven-card-stud", (r"\bstud\b",)),
    ("five-card-draw", (r"\b(5|five) card\b|\bdraw high\b|^draw$",)),
    ("holdem", (r"\bhold ?em\b|^he?\b",)),
)


@lru_cache(maxsize=1000)
def leg_of(name: str, limit: str = "") -> Leg:
    """The game of a sheet's name, at the limit it says, else `limit`, else the usual one. Raises `BadSheet`."""
    words = name.split()
    if words and words[0] in GAMES and len(words) < 3:
        return _leg(name, words[0], words[1] if len(words) == 2 else limit)
    if words and words[0] in CHINESE_GAMES and words[1:] in ([], [POINTS]):
        return _leg(name, words[0], POINTS)
    rest = re.sub(r"[^a-z0-9 ]+", " ", re.sub(r"['’ʼ]", "", name.lower()).replace("short_deck", "short deck"))
    rest = " ".join(rest.split())
    said = limit
    for pattern, meant in _LIMITS:
        found = re.search(pattern, rest)
        if found:
            said, rest = meant, " ".join((rest[: found.start()] + " " + rest[found.end() :]).split())
            break
    for key, patterns in NAMES:
        if all(re.search(pattern, rest) for pattern in patterns):
            return _leg(name, key, POINTS if key in CHINESE_GAMES else said)
    words_of_it = _("The game %(game)s cannot be run as a tournament; games are named like %(known)s.")
    known = "NLHE, PLO, FL Omaha 8, Razz, Stud 8, 2-7 Triple Draw, OFC Pineapple"
    raise BadSheet(words_of_it % {"game": name or "–", "known": known}, field="game")


def _leg(name: str, key: str, limit: str) -> Leg:
    try:
        return Leg(key, limit or standard_limit(find_game(key)))
    except EngineError as wrong:
        raise BadSheet(f"{name}: {in_words(wrong)}", field="game") from None


def rotation_of(told: Any, limit: str = "") -> Rotation:
    """The rotation of a sheet: `unit` hands, orbit, minutes, level or sublevel, `every`, `games`, perhaps a `chooser`.

    With a chooser the games are on offer (dealer's choice). `games` is a list of names, or the name of a mix. A game
    listed by itself is a rotation of one. Raises `BadSheet`, naming the place.
    """
    if not isinstance(told, Mapping):
        raise BadSheet(_("The rotation of a mixed sheet is an object with unit, every and games."), field="rotation")
    games = told.get("games")
    if isinstance(games, str) and games.lower().replace(" ", "-") in READY_MADE:
        legs: tuple[Leg, ...] = ready_made(games.lower().replace(" ", "-"))
    elif isinstance(games, Sequence) and not isinstance(games, str) and all(isinstance(game, str) for game in games):
        legs = tuple(leg_of(game, limit) for game in games)
    else:
        raise BadSheet(_("A mixed sheet needs its games in rotation.games: a list of names, or a mix."), field="games")
    unit = str(told.get("unit", "hands"))
    unit = {"sublevel": "level", "sublevels": "level", "levels": "level", "orbits": "orbit", "hand": "hands"}.get(
        unit, unit
    )
    order = "choice" if told.get("chooser") else str(told.get("order", "again"))
    try:
        return Rotation(legs, Change(unit, told.get("every") or (8 if unit == "hands" else 1)), order)
    except EngineError as wrong:
        raise BadSheet(
            _("The rotation cannot be played: %(why)s") % {"why": in_words(wrong)}, field="rotation"
        ) from None
