"""Which game a mixed table plays next, by its rotation or by the dealer's choice (RULES.md S0.16, S0.17; TDA 11-B)."""

from __future__ import annotations

from engine.errors import BadStart
from engine.messages.mixes import MixText
from engine.mixes.dealers_choice import choice, picked
from engine.mixes.mixes import Leg
from engine.mixes.rotation import (
    Coming,
    Rotation,
    Turn,
    can_seat,
    is_game_over,
    period_of,
    place_on_list,
    positions_of,
    seats_travelled,
    too_many,
)
from engine.play.any_game import find_game


def advance(rotation: Rotation, turn: Turn, coming: Coming, chosen: Leg | None = None) -> Turn:
    """The turn of the next hand: its game, its limit, its positions.

    In dealer's choice, when `choice` asks, `chosen` is the answer (None: the time is out, and the default is played).
    Raises `BadStart` for a choice that is not open, a game that is not on offer or cannot seat so many, fewer than two
    players, or a rotation by minutes or level without `now` or `level`.
    """
    asked = choice(rotation, turn, coming)
    chooser, is_default = turn.chooser, turn.is_default
    if chosen is not None and asked is None:
        said = MixText.NO_CHOICE() if rotation.is_choice else MixText.LIST_DECIDES()
        raise BadStart(said, field="chosen")
    if asked is not None:
        leg = rotation.legs.index(picked(asked, chosen, rotation, coming))
        begins, chooser, is_default = True, asked.seat, chosen is None
    else:
        leg, begins = _following(rotation, turn, coming)
    playing = rotation.legs[leg]
    if not can_seat(playing, len(coming.live)):
        raise too_many(playing, coming, rotation.legs)
    where = positions_of(rotation, turn, coming, find_game(playing.game))
    if begins:
        hands, travelled, since, level = 1, 0, coming.now, coming.level
    else:
        hands, travelled = turn.hands + 1, seats_travelled(turn, where, coming)
        since = coming.now if turn.since is None else turn.since
        level = coming.level if turn.level is None else turn.level
    blinds = turn.blinds if where.big_blind is None else where
    return Turn(leg, playing.game, playing.limit, hands, travelled, since, level, where, blinds, chooser, is_default)


def _following(rotation: Rotation, turn: Turn, coming: Coming) -> tuple[int, bool]:
    """The place on the list of the next hand's game, and whether it begins there."""
    place = place_on_list(rotation, turn)
    last = len(rotation.legs) - 1
    if rotation.is_choice and place is not None:  # chosen before, and not over
        return place, False
    if rotation.change.unit == "level":
        period = period_of(rotation, coming)
        leg = min(period, last) if rotation.order == "once" else period % (last + 1)
        return leg, leg != place
    if place is None:
        return 0, True
    if not is_game_over(rotation, turn, coming):
        return place, False
    if rotation.order == "once":
        return min(place + 1, last), True
    return (place + 1) % (last + 1), True
