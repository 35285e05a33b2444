"""What structure sheets call the games, and which they are here. Text in, values out.

Sheets write games as people do: "NLHE", "FL Omaha Hi-Lo 8 or better", "2-7 Triple Draw (limit)", "Stud 8"
(`engine.notation.game_names`). Chinese games are settled in points, whatever limit the sheet has for its others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from club.base.errors import ClubError
from engine.chinese.rows.chinese_games import CHINESE_GAMES, POINTS
from engine.errors import AmbiguousGame, EngineError, UnknownGame
from engine.messages.message import Message
from engine.mixes.mixes import Leg, ready_made, standard_limit
from engine.mixes.rotation import Change, Rotation
from engine.notation.game_names import mix_named, named
from engine.play.any_game import find_game
from tournaments.messages.structures import SheetText


class BadSheet(ClubError):
    """A text that is no structure sheet; the message says what would be right."""

    message: Message

    def __init__(self, message: Message, **params: Any) -> None:
        super().__init__("bad_structure", message, 422, **params)


@lru_cache(maxsize=1000)
def leg_of(name: str, limit: str = "") -> Leg:
    """The game of a sheet's name, at the limit it says, else `limit`, else the usual one. Raises `BadSheet`."""
    try:
        found = named(name, limit)
    except AmbiguousGame as wrong:
        raise BadSheet(wrong.message, field="game") from None
    except UnknownGame as wrong:
        if mix_named(name):
            raise BadSheet(wrong.message, field="game") from None
        known = "NLHE, PLO, FL Omaha 8, Razz, Stud 8, 2-7 Triple Draw, OFC Pineapple"
        raise BadSheet(SheetText.NO_SUCH_GAME(game=name or "–", known=known), field="game") from None
    return _leg(name, found.key, POINTS if found.key in CHINESE_GAMES else found.limit)


def _leg(name: str, key: str, limit: str) -> Leg:
    try:
        return Leg(key, limit or standard_limit(find_game(key)))
    except EngineError as wrong:
        raise BadSheet(SheetText.GAME(game=name, why=wrong.message), field="game") from None


def rotation_of(told: Any, limit: str = "") -> Rotation:
    """The rotation of a sheet: `unit` hands, orbit, minutes, level or sublevel, `every`, `games`, perhaps a `chooser`.

    With a chooser the games are on offer (dealer's choice). `games` is a list of names, or the name of a mix. A game
    listed by itself is a rotation of one. Raises `BadSheet`, naming the place.
    """
    if not isinstance(told, Mapping):
        raise BadSheet(SheetText.ROTATION(), field="rotation")
    games = told.get("games")
    if isinstance(games, str) and mix_named(games):
        legs: tuple[Leg, ...] = ready_made(games)
    elif isinstance(games, Sequence) and not isinstance(games, str) and all(isinstance(game, str) for game in games):
        legs = tuple(leg_of(game, limit) for game in games)
    else:
        raise BadSheet(SheetText.ROTATION_GAMES(), field="games")
    unit = str(told.get("unit", "hands"))
    unit = {"sublevel": "level", "sublevels": "level", "levels": "level", "orbits": "orbit", "hand": "hands"}.get(
        unit, unit
    )
    order = "choice" if told.get("chooser") else str(told.get("order", "again"))
    try:
        return Rotation(legs, Change(unit, told.get("every") or (8 if unit == "hands" else 1)), order)
    except EngineError as wrong:
        raise BadSheet(SheetText.ROTATION_UNPLAYABLE(why=wrong.message), field="rotation") from None
