"""Dealer's choice: who chooses the game of the next hand, from what, and what is played if nobody answers (RULES.md S0.17)."""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import BadStart
from engine.games import dealer_button
from engine.messages.mixes import MixText
from engine.mixes.mixes import Leg
from engine.mixes.rotation import (
    Coming,
    Rotation,
    Turn,
    can_seat,
    check_coming,
    is_game_over,
    place_on_list,
    positions_of,
    too_many,
)


class Choice(NamedTuple):
    """The question to the dealer: the seat that chooses, the games that can seat everybody, and the default."""

    seat: int
    legs: tuple[Leg, ...]
    default: Leg


def choice(rotation: Rotation, turn: Turn, coming: Coming) -> Choice | None:
    """Who has to choose the game of the next hand, and from what; None if it is known. Raises as `advance` does."""
    check_coming(rotation, coming)
    if not rotation.is_choice:
        return None
    leg = place_on_list(rotation, turn)
    if leg is not None and not is_game_over(rotation, turn, coming) and can_seat(rotation.legs[leg], len(coming.live)):
        return None
    offered = tuple(one for one in rotation.legs if can_seat(one, len(coming.live)))
    if not offered:
        raise too_many(rotation.legs[0], coming, rotation.legs)
    if turn.chooser is not None:
        seat = dealer_button.next_live(turn.chooser, coming.live)
    else:
        button = positions_of(rotation, turn, coming).button
        seat = button if button in coming.live else dealer_button.next_live(button, coming.live)
    is_same = rotation.on_time_out == "same" and leg is not None and rotation.legs[leg] in offered
    return Choice(seat, offered, rotation.legs[leg] if is_same and leg is not None else offered[0])


def picked(asked: Choice, chosen: Leg | None, rotation: Rotation, coming: Coming) -> Leg:
    if chosen is None:
        return asked.default
    for leg in rotation.legs:
        if (leg.game, leg.limit) == (chosen.game, chosen.limit):
            if leg not in asked.legs:
                raise too_many(leg, coming, asked.legs)
            return leg
    offered = ", ".join(str(leg) for leg in asked.legs)
    raise BadStart(MixText.NOT_ON_OFFER(chosen=str(chosen), offered=offered), field="chosen", offered=offered)
