"""What a new mixed table is to play, as the API and the page tell it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from club.house import house_rules
from engine.errors import BadStart
from engine.messages.message import Quoted
from engine.messages.mixes import MixText
from engine.mixes.mix_rules import MixRules, rotation_of
from engine.mixes.mixes import READY_MADE, Leg, MixedStakes, parse_legs, ready_made
from engine.mixes.rotation import EIGHT_HANDS, Change, Rotation
from engine.notation.game_names import key_of, mix_named

HOUSE = "house"  # the mix of the house rules


def rotation_from(told: Mapping[str, Any]) -> Rotation:
    """The rotation of `games` and what else is told: `order`, `unit`, `every`, `on_time_out`.

    `games` is a mix that has a name (``horse``), ``house`` (the house rules' mix), a list as text (``holdem no, razz
    fixed``), or a list of objects with `game`, `limit` and perhaps `stakes`. Whatever is not told is as in the house
    rules' mix, or as usual. Raises `BadStart`, `UnknownGame`.
    """
    games = told.get("games") or HOUSE
    usual = Rotation(ready_made(READY_MADE[0]), EIGHT_HANDS)
    if games == HOUSE:
        usual = rotation_of(house_rules.resolve(MixRules))
        legs: tuple[Leg, ...] = usual.legs
    elif isinstance(games, str):
        legs = ready_made(games) if mix_named(games) else parse_legs(games)
    elif isinstance(games, list):
        legs = tuple(_leg(leg) for leg in games)
    else:
        raise BadStart(MixText.NO_LIST(value=Quoted(games)), field="games")
    unit = told.get("unit") or usual.change.unit
    every = told.get("every") or (usual.change.every if unit == usual.change.unit else 1)
    return Rotation(
        legs, Change(unit, every), told.get("order") or usual.order, told.get("on_time_out") or usual.on_time_out
    )


def _leg(told: Any) -> Leg:
    """A leg as a program tells it: its game by key or by name. Raises `BadStart`, `UnknownGame`."""
    if isinstance(told, Mapping) and isinstance(told.get("game"), str):
        limit = told.get("limit")
        told = {**told, "game": key_of(told["game"], limit if isinstance(limit, str) else "")}
    return Leg.from_json(told)


def level_from(told: Mapping[str, Any] | None) -> MixedStakes | None:
    """The level of the games that have no stakes of their own; None if nothing is told. Raises `BadStart`."""
    return MixedStakes.from_json(told) if told else None
