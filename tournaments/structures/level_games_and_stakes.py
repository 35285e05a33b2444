"""What is played in a level of a structure sheet, and for what stakes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.betting.hand import Stakes
from engine.chinese.rows.chinese_games import POINTS
from engine.mixes.mixes import Leg, MixedStakes
from engine.mixes.rotation import Change, Rotation
from engine.notation.game_names import mix_named
from engine.play.any_game import find_game
from tournaments.structures import levels_and_breaks
from tournaments.structures.sheet_games import leg_of, rotation_of


class Rotations:
    """What is played in each level of a sheet: what is the same in many levels is read once, however many they are."""

    def __init__(self, sheet: Mapping[str, Any]) -> None:
        self._sheet = sheet
        self._by_limit: dict[str, Rotation] = {}
        # A level that names a mix plays its rotation, and then the others what they name.
        self._names_mixes = not sheet.get("rotation") and any(map(mix_named, set(self._games())))

    def at(self, level: levels_and_breaks.Level) -> Rotation:
        """The level's own game or rotation, else the sheet's. Raises `BadSheet`."""
        own, sheet = level.amounts, self._sheet
        limit = str(own.get("limit") or sheet.get("limit") or "")
        if own.get("rotation") or own.get("games"):
            told = own.get("rotation") or {"games": own["games"], "unit": "hands"}
            return rotation_of(told, limit)
        if (sheet.get("rotation") and own.get("game")) or self._names_mixes:
            return _game_or_mix(str(own.get("game") or sheet.get("game") or ""), limit)
        if limit not in self._by_limit:
            told = sheet.get("rotation")
            self._by_limit[limit] = rotation_of(told, limit) if told else self._by_levels(limit)
        return self._by_limit[limit]

    def _by_levels(self, limit: str) -> Rotation:
        games = self._games()
        legs = {name: leg_of(name, limit) for name in dict.fromkeys(games)}
        if len(legs) > 1:
            return Rotation(tuple(legs[name] for name in games), Change("level"), order="once")
        return Rotation(tuple(legs.values()))

    def _games(self) -> list[str]:
        """What each level names, in order."""
        sheet = self._sheet
        return [
            str(item.get("game") or sheet.get("game") or "")
            for item in sheet["items"]
            if isinstance(item, dict) and item.get("type") == "level"
        ]


def _game_or_mix(name: str, limit: str) -> Rotation:
    """One game, or the rotation of a mix that has a name, changing every eight hands. Raises `BadSheet`."""
    if mix_named(name):
        return rotation_of({"games": name}, limit)
    return Rotation((leg_of(name, limit),))


def rotation_at(sheet: Mapping[str, Any], level: levels_and_breaks.Level) -> Rotation:
    """What is played in that level: the level's own game or rotation, else the sheet's. Raises `BadSheet`.

    A sheet whose levels name a game each, and nothing else, changes by level: the button is then frozen in stud as in any mix.
    """
    return Rotations(sheet).at(level)


def is_chinese(sheet: Mapping[str, Any]) -> bool:
    """True if it is played in points alone: every game of it is Chinese. Raises `BadSheet`."""
    return all(leg.limit == POINTS for played in _rotations(sheet) for leg in played.legs)


def is_mixed(sheet: Mapping[str, Any]) -> bool:
    """True if more than one game is played, at once or one after another. Raises `BadSheet`."""
    return len({(leg.game, leg.limit) for played in _rotations(sheet) for leg in played.legs}) > 1


def _rotations(sheet: Mapping[str, Any]) -> list[Rotation]:
    """What is played in the levels of the sheet; a rotation that many levels have in common, once. Raises `BadSheet`."""
    rotations = Rotations(sheet)
    found = [rotations.at(item) for item in levels_and_breaks.items(sheet) if isinstance(item, levels_and_breaks.Level)]
    return list({id(one): one for one in found}.values())


def most_seats(sheet: Mapping[str, Any]) -> int:
    """How many can sit at a dealt table of this sheet: as many as every game seats, in dealer's choice as one does."""
    most = levels_and_breaks.MOST_SEATS
    for played in _rotations(sheet):
        pick = max if played.is_choice else min
        most = min(most, pick(find_game(leg.game).max_seats for leg in played.legs))
    return most


def game_of(sheet: Mapping[str, Any]) -> tuple[str, str]:
    """The game's key and the limit; of a mix those of its first. Raises `BadSheet` for a game that is not in the catalogue."""
    first = next(item for item in levels_and_breaks.items(sheet) if isinstance(item, levels_and_breaks.Level))
    leg = rotation_at(sheet, first).legs[0]
    return leg.game, leg.limit


def counted(sheet: Mapping[str, Any], level: levels_and_breaks.Level) -> int:
    """The number by which a rotation by levels counts: each part of a level for itself if the sheet changes by sublevel."""
    told = level.amounts.get("rotation") or sheet.get("rotation")
    by_parts = not isinstance(told, Mapping) or "sub" in str(told.get("unit", ""))
    return level.number if by_parts else level.n or level.number


def mixed_stakes(level: levels_and_breaks.Level) -> MixedStakes:
    """From which the stakes of every game of a level follow (S2.2, S0.17). Raises `EngineError` for amounts that cannot be.

    Games without blinds take ante and bring-in; an ante per player is theirs alone where the sheet says so, and where it
    does not say whose it is but has limit bets. Without limit bets the blinds stand for them. A point that is not stated is a
    quarter of the small bet, as `MixedStakes` has it.
    """
    amounts = {name: level.amounts.get(name) or 0 for name in levels_and_breaks.AMOUNTS}
    kind = level.amounts.get("ante_type")
    is_limit = bool(amounts["small_bet"] or amounts["big_bet"])
    no_blinds_alone = kind == "per_player_stud_only" or (kind is None and is_limit)
    ante = amounts["big_bet_games_ante"] or (0 if no_blinds_alone else amounts["ante"])
    small_bet = amounts["small_bet"] or (amounts["big_bet"] // 2 if is_limit else amounts["bb"])
    return MixedStakes(
        small_bet=small_bet,
        big_bet=amounts["big_bet"],
        small_blind=amounts["sb"],
        big_blind=amounts["bb"],
        ante=amounts["ante"],
        bring_in=amounts["bring_in"],
        big_bet_small_blind=amounts["big_bet_games_sb"] or (0 if is_limit else amounts["sb"]),
        big_bet_big_blind=amounts["big_bet_games_bb"] or (0 if is_limit else amounts["bb"]),
        no_limit_ante=ante,
        pot_limit_ante=ante,
        big_bet_ante_kind="each" if kind == "per_player" else "big_blind",
        point=amounts["point"],
    )


def stakes(sheet: Mapping[str, Any], level: levels_and_breaks.Level) -> Stakes:
    """What a hand of that level is played for; of a mix its first game's. Raises `BadSheet`, or `EngineError`."""
    return stakes_of(rotation_at(sheet, level).legs[0], level)


def stakes_of(leg: Leg, level: levels_and_breaks.Level) -> Stakes:
    """What a hand of that game is played for in that level. Raises `EngineError` for stakes that cannot be."""
    if (level.amounts.get("small_bet") and level.amounts.get("bb")) or not find_game(leg.game).has_blinds:
        return mixed_stakes(level).of(leg.game, leg.limit)
    # Blinds alone, or limit bets alone: an ante is then everybody's, or the big blind's.
    told = level.amounts
    ante = 0 if told.get("ante_type") == "per_player_stud_only" else told.get("ante") or 0
    kind = "big_blind" if told.get("ante_type") == "big_blind" else "each"
    blinds = {"small_blind": told.get("sb") or 0, "big_blind": told.get("bb") or 0}
    if leg.limit in ("fixed", "spread"):
        small_bet = told.get("small_bet") or blinds["big_blind"]
        if not blinds["big_blind"]:
            return mixed_stakes(level).of(leg.game, leg.limit)
        big_bet = told.get("big_bet") or 2 * small_bet
        return Stakes(limit=leg.limit, ante=ante, ante_kind=kind, small_bet=small_bet, big_bet=big_bet, **blinds)
    return Stakes(limit=leg.limit, ante=ante, ante_kind=kind, **blinds)
