"""Structure sheets: levels and breaks as a published sheet lists them. Values in, values out.

A sheet is kept whole, every field of it; this module reads from it what can be played. A broken sheet (no levels, a gap
in their numbers) is refused; an unfinished one (partial, levels without minutes) is taken in, and says what is missing
before a tournament can be scheduled by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from club.errors import ClubError
from engine.errors import EngineError
from engine.games import GAMES
from engine.hand import Stakes

# What sheets call the games, and what they are here. Others are listed as not playable yet, with this as the reason.
SHEET_GAMES = {
    "NLHE": ("holdem", "no"),
    "LHE": ("holdem", "fixed"),
    "FLHE": ("holdem", "fixed"),
    "PLO": ("omaha", "pot"),
}
# What a sheet may ask for and a freeze-out has not: played without, it would be another tournament.
NOT_RUN = ("rebuy", "addon", "lammers")
ANTE_TYPES = ("big_blind", "per_player", "per_player_stud_only")
LARGEST = 10**12  # chips; far above any sheet, far below what a balance holds
_AMOUNTS = ("sb", "bb", "ante", "small_bet", "big_bet", "bring_in")


class BadSheet(ClubError):
    """A text that is no structure sheet; the message says what would be right."""

    def __init__(self, message: str, **params: Any) -> None:
        super().__init__("bad_structure", message, 422, **params)


@dataclass(frozen=True, slots=True)
class Level:
    """One level: its number, its minutes (None: not stated) and the sheet's amounts in tournament chips."""

    number: int
    minutes: int | None
    amounts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Break:
    """A break: its minutes (None: until the director ends it) and the sheet's note."""

    minutes: int | None
    note: str = ""


Item = Level | Break


def items(sheet: Mapping[str, Any]) -> tuple[Item, ...]:
    """The levels and breaks of a sheet in order. Raises `BadSheet` for a sheet that is none, naming the place."""
    listed = sheet.get("items")
    if not isinstance(listed, list) or not listed:
        raise BadSheet(_("A structure needs a list of items: levels and breaks."), field="items")
    made: list[Item] = []
    expected = 1
    for at, item in enumerate(listed, 1):
        if not isinstance(item, dict):
            raise BadSheet(_("Item %(at)d is no level and no break.") % {"at": at}, field="items", item=at)
        minutes = item.get("minutes")
        if minutes is not None and (type(minutes) is not int or minutes < 1):
            raise BadSheet(_("Item %(at)d: minutes must be a whole number, 1 or more.") % {"at": at}, item=at)
        if item.get("type") == "break":
            made.append(Break(minutes, str(item.get("note", ""))))
        elif item.get("type") == "level":
            made.append(_level(item, at, expected, minutes))
            expected += 1
        else:
            raise BadSheet(_("Item %(at)d: the type must be level or break.") % {"at": at}, field="type", item=at)
    if expected == 1:
        raise BadSheet(_("A structure needs one level at least."), field="items")
    return tuple(made)


def _level(item: Mapping[str, Any], at: int, expected: int, minutes: int | None) -> Level:
    number = item.get("n")
    if number != expected:
        words = _("Item %(at)d is level %(number)s, but level %(expected)d comes next: there is a gap in the levels.")
        raise BadSheet(words % {"at": at, "number": number, "expected": expected}, item=at, expected=expected)
    for name in _AMOUNTS:
        chips = item.get(name, 0)
        if chips is not None and (type(chips) is not int or not 0 <= chips <= LARGEST):
            words = _("Level %(number)d: %(name)s must be a whole number of chips, 0 or more.")
            raise BadSheet(words % {"number": number, "name": name}, item=at, field=name)
    if item.get("ante_type") not in (None, *ANTE_TYPES):
        words = _("Level %(number)d: ante_type must be one of %(known)s.")
        raise BadSheet(words % {"number": number, "known": ", ".join(ANTE_TYPES)}, item=at, field="ante_type")
    return Level(expected, minutes, {key: value for key, value in item.items() if key not in ("type", "n", "minutes")})


def missing(sheet: Mapping[str, Any]) -> tuple[str, ...]:
    """What has to be completed before a tournament can be scheduled by this sheet; empty if nothing has.

    Raises `BadSheet` for a sheet that is none.
    """
    reasons = []
    chips, seats = sheet.get("starting_chips"), sheet.get("table_size")
    if chips is not None and (type(chips) is not int or not 1 <= chips <= LARGEST):
        raise BadSheet(_("The starting chips must be a whole number, 1 or more."), field="starting_chips")
    if seats is not None and (type(seats) is not int or not 2 <= seats <= 10):
        raise BadSheet(_("The table size must be a whole number, 2 to 10."), field="table_size")
    levels = [item for item in items(sheet) if isinstance(item, Level)]
    untimed = [level.number for level in levels if level.minutes is None]
    if untimed:
        words = _("Levels %(first)d to %(last)d have no minutes: say how long each lasts.")
        reasons.append(words % {"first": untimed[0], "last": untimed[-1]})
    if sheet.get("partial"):
        reasons.append(_("The sheet is only a part: add the levels after %(last)d.") % {"last": levels[-1].number})
    if chips is None:
        reasons.append(_("The starting chips are not stated."))
    for feature in NOT_RUN:
        if feature in sheet:
            reasons.append(_("It asks for %(feature)s, which are not run here yet.") % {"feature": feature})
    reasons += _unplayable(sheet, levels)
    return tuple(reasons)


def _unplayable(sheet: Mapping[str, Any], levels: list[Level]) -> list[str]:
    name = str(sheet.get("game", ""))
    if name not in SHEET_GAMES:
        known = ", ".join(SHEET_GAMES)
        return [
            _("The game %(game)s cannot be run as a tournament yet; these can: %(known)s.")
            % {"game": name, "known": known}
        ]
    for level in levels:
        if not (level.amounts.get("bb") or level.amounts.get("small_bet")):
            return [_("Level %(number)d has no bets: state the blinds.") % {"number": level.number}]
        try:
            stakes(sheet, level)
        except EngineError as wrong:
            return [_("Level %(number)d cannot be played: %(why)s") % {"number": level.number, "why": wrong}]
    return []


def game_of(sheet: Mapping[str, Any]) -> tuple[str, str]:
    """The game's key and the limit. Raises `BadSheet` for a game that is not in the catalogue."""
    try:
        key, limit = SHEET_GAMES[str(sheet.get("game", ""))]
    except KeyError:
        raise BadSheet(_unplayable(sheet, [])[0], field="game") from None
    assert key in GAMES
    return key, limit


def stakes(sheet: Mapping[str, Any], level: Level) -> Stakes:
    """What a hand of that level is played for. Raises `BadSheet`, or `EngineError` for stakes that cannot be."""
    _key, limit = game_of(sheet)
    told = level.amounts
    # An ante of the stud games only is none in the games of this catalogue, which all have blinds.
    ante = 0 if told.get("ante_type") == "per_player_stud_only" else told.get("ante") or 0
    kind = "big_blind" if told.get("ante_type") == "big_blind" else "each"
    small_bet, big_bet = told.get("small_bet") or 0, told.get("big_bet") or 0
    blinds = {"small_blind": told.get("sb") or 0, "big_blind": told.get("bb") or 0}
    if limit == "fixed":
        small_bet = small_bet or blinds["big_blind"]
        return Stakes(
            limit=limit, ante=ante, ante_kind=kind, small_bet=small_bet, big_bet=big_bet or 2 * small_bet, **blinds
        )
    return Stakes(limit=limit, ante=ante, ante_kind=kind, **blinds)


def in_words(item: Item) -> tuple[str, str]:
    """A level's blinds and its ante as a screen shows them; two empty texts for a break."""
    if isinstance(item, Break):
        return "", ""
    told = item.amounts
    low, high = (
        (told.get("sb") or 0, told.get("bb") or 0) if told.get("bb") else (told.get("small_bet"), told.get("big_bet"))
    )
    ante = told.get("ante") or 0
    ante_words = "" if not ante else f"{ante:,}" + (" (BB)" if told.get("ante_type") == "big_blind" else "")
    return f"{low:,}/{high:,}", ante_words
