"""Which game a mixed table plays next, by its rotation or by what was chosen (RULES.md S0.16, S0.17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from engine.mixes import dealers_choice, next_game
from engine.mixes.rotation import Turn
from engine.play.any_game import holds_button
from tables.cash.dealers_choice import chosen_leg
from tables.cash.mixed_games import Event, coming_hand, current_turn, rotation_of
from tables.core import table_rules
from tables.models import Sitting, Table


def next_turn(
    table: Table,
    sittings: Sequence[Sitting],
    *,
    now: datetime,
    carried: Mapping[str, Any],
    secret: bytes,
    event: Event | None = None,
) -> Turn:
    """The turn of the next hand for those who are dealt in; `secret` draws the button of the table's first hand.

    Raises `engine.errors.BadStart`.
    """
    rotation, turn = rotation_of(table), current_turn(table, sittings, secret)
    coming = coming_hand(table, sittings, now, event)
    chosen = chosen_leg(table, sittings, dealers_choice.choice(rotation, turn, coming))
    found = next_game.advance(rotation, turn, coming, chosen)
    live = {sitting.seat for sitting in sittings}
    if holds_button(table_rules.of_play(table, found.game), carried, live):
        return next_game.advance(rotation, turn, coming._replace(holds_button=True), chosen)
    return found
