"""What has to be completed in a structure sheet before an event can be scheduled by it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.chinese.rows.chinese_games import POINTS
from engine.errors import EngineError
from engine.messages.message import Message
from engine.mixes.rotation import Rotation
from tournaments.base.field_words import named
from tournaments.messages.structures import SheetText
from tournaments.structures import level_games_and_stakes, levels_and_breaks
from tournaments.structures.sheet_games import BadSheet


def missing(sheet: Mapping[str, Any]) -> tuple[Message, ...]:
    """What has to be completed before a tournament can be scheduled by this sheet; empty if nothing has.

    Raises `BadSheet` for a sheet that is none.
    """
    reasons: list[Message] = []
    chips, seats = sheet.get("starting_chips"), sheet.get("table_size")
    if chips is not None and (type(chips) is not int or not 1 <= chips <= levels_and_breaks.LARGEST):
        raise BadSheet(SheetText.STARTING_CHIPS(), field="starting_chips")
    if seats is not None and (type(seats) is not int or not 2 <= seats <= 10):
        raise BadSheet(SheetText.TABLE_SIZE(), field="table_size")
    levels = [item for item in levels_and_breaks.items(sheet) if isinstance(item, levels_and_breaks.Level)]
    untimed = [level.label for level in levels if level.minutes is None]
    if untimed:
        reasons.append(SheetText.NO_MINUTES(first=untimed[0], last=untimed[-1]))
    if sheet.get("partial"):
        reasons.append(SheetText.PARTIAL(last=levels[-1].label))
    if chips is None:
        reasons.append(SheetText.NO_STARTING_CHIPS())
    if chips is not None and (words := above_stack(sheet, chips)):
        reasons.append(words)
    reasons += _unplayable(sheet, levels)
    return tuple(reasons)


def above_stack(sheet: Mapping[str, Any], chips: int | None) -> Message | None:
    """That the first level's ante takes more than the chips with which everybody begins; None if it does not."""
    first = next((item for item in levels_and_breaks.items(sheet) if isinstance(item, levels_and_breaks.Level)), None)
    ante = 0 if first is None else first.amounts.get("ante") or 0
    if first is None or chips is None or ante <= chips:
        return None
    return SheetText.ABOVE_STACK(number=first.label, name=named("ante"), ante=f"{ante:,}", chips=f"{chips:,}")


def _unplayable(sheet: Mapping[str, Any], levels: list[levels_and_breaks.Level]) -> list[Message]:
    rotations = level_games_and_stakes.Rotations(sheet)
    for level in levels:
        try:
            played = rotations.at(level)
            if why := _unstated(played, level):
                return [why]
            for leg in dict.fromkeys(played.legs):
                told = level_games_and_stakes.stakes_of(leg, level)
                replace(leg, stakes=told)  # the engine knows best what cannot be played
        except BadSheet as wrong:
            return [wrong.message]
        except EngineError as wrong:
            return [SheetText.UNPLAYABLE(number=level.label, why=wrong.message)]
    return []


def _unstated(played: Rotation, level: levels_and_breaks.Level) -> Message | None:
    """What the amounts of a level lack, or have too many, for what is played in it; None if nothing."""
    told = level.amounts
    if all(leg.limit == POINTS for leg in played.legs):
        bets = [name for name in levels_and_breaks.AMOUNTS if name != "point" and told.get(name)]
        if bets:
            return SheetText.NO_BETS_IN_CHINESE(number=level.label, name=named(bets[0]))
        if not told.get("point"):
            return SheetText.NO_POINT(number=level.label)
    elif not (told.get("bb") or told.get("small_bet")):
        return SheetText.NO_BETS(number=level.label)
    return None
