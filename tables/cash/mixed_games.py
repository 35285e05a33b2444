"""Mixed tables: what is played at one, kept with the table's row (RULES.md S0.16, S0.17).

`engine.mixes.rotation` has its values; `next_game` takes the next, `dealers_choice` asks whoever chooses it. Whoever writes
here holds the table's lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from club.base.phrases import gettext as _
from engine.betting.hand import Stakes
from engine.mixes.mixes import READY_MADE, Leg, MixedStakes, ready_made
from engine.mixes.rotation import Coming, Rotation, Turn
from engine.play.any_game import find_game
from tables.core import table_rules
from tables.hand import first_button
from tables.hand.carried_over import winner_of_last
from tables.models import Sitting, Table
from tables.text.engine_words import MIXES

_INSIDE = ("earliest", "level", "seconds")  # of the question that a choice is, not for people


class Event(NamedTuple):
    """What a tournament says of the coming hand at one of its mixed tables.

    The rotation and the stakes of its level; `number` counts levels for a rotation by levels, from 1; `seconds` are those
    of the tournament's clock, so that a pause takes nothing from the minutes of a game.
    """

    rotation: Rotation
    level: MixedStakes
    number: int
    seconds: float


def follow(table: Table, event: Event) -> None:
    """Take (not save: `rotation`, `level`) what the tournament plays now."""
    table.rotation, table.level = event.rotation.as_json(), event.level.as_json()


def rotation_of(table: Table) -> Rotation:
    """What this mixed table plays."""
    return Rotation.from_json(table.rotation or {})


def level_of(table: Table) -> MixedStakes | None:
    """From which the stakes follow of the games that have none of their own."""
    return None if table.level is None else MixedStakes.from_json(table.level)


def leg_of(rotation: Rotation, turn: Turn) -> Leg:
    """The game of that turn, with its own stakes if it has any."""
    return rotation.legs[turn.leg]


def stakes_of(table: Table, turn: Turn) -> Stakes:
    """What the hand of that turn is played for."""
    return leg_of(rotation_of(table), turn).stakes_at(level_of(table))


def take_turn(table: Table, turn: Turn) -> None:
    """Remember that the hand of this turn is dealt; the table's game and stakes are now its."""
    table.turn, table.choosing = turn.as_json(), None
    table.game, table.stakes = turn.game, stakes_of(table, turn).as_json()
    table.save(update_fields=["turn", "choosing", "game", "stakes", "rotation", "level"])


def held(table: Table, turn: Turn) -> Turn:
    """The turn of a hand in which nobody posts a blind (a bomb pot), with button and blinds where the last hand left them."""
    return turn if table.turn is None else turn.standing(Turn.from_json(table.turn))


def name_of(rotation: Rotation) -> str:
    """What a mix is called: ``HORSE``; or Dealer's choice, or Mixed games."""
    if rotation.is_choice:
        return _("Dealer's choice")
    played = [(leg.game, leg.limit) for leg in rotation.legs]
    for name in READY_MADE:
        if played == [(leg.game, leg.limit) for leg in ready_made(name)]:
            return _(MIXES[name])
    return _("Mixed games")


def as_seen(table: Table) -> dict[str, Any] | None:
    """The mix as everybody may see it; None at a table of one game.

    `now` is the game of the hand dealt last with `hands`, how many were dealt of it, `of` so many if it changes by
    hands, else null, and in its first hand `chooser`, the seat that chose it or did not in time (`is_default`), else null;
    null before the first hand. `choosing` is who chooses the next game, until when, from what.
    """
    if table.rotation is None:
        return None
    rotation, level = rotation_of(table), level_of(table)
    turn = None if table.turn is None else Turn.from_json(table.turn)
    change = rotation.change
    return {
        "name": name_of(rotation),
        "order": rotation.order,
        "change": {"unit": change.unit, "every": change.every},
        "games": [_told(leg, level) for leg in rotation.legs],
        "now": None
        if turn is None or not turn.hands
        else {
            "game": turn.game,
            "game_name": find_game(turn.game).name,
            "limit": turn.limit,
            "hands": turn.hands,
            "of": change.every if change.unit == "hands" else None,
            "chooser": turn.chooser if rotation.is_choice and turn.hands == 1 else None,
            "is_default": turn.is_default,
        },
        "choosing": table.choosing and {key: value for key, value in table.choosing.items() if key not in _INSIDE},
    }


def _told(leg: Leg, level: MixedStakes | None) -> dict[str, Any]:
    return {
        "key": str(leg),
        "game": leg.game,
        "game_name": find_game(leg.game).name,
        "limit": leg.limit,
        "stakes": leg.stakes_at(level).as_json(),
    }


def current_turn(table: Table, sittings: Sequence[Sitting], secret: bytes = b"") -> Turn:
    if table.turn is not None:
        return Turn.from_json(table.turn)
    return Turn.begin(first_button.draw(table, {sitting.seat for sitting in sittings}, secret).button)


def coming_hand(table: Table, sittings: Sequence[Sitting], now: datetime, event: Event | None = None) -> Coming:
    live = {sitting.seat for sitting in sittings}
    house = table_rules.of_table(table, table.game)
    bare = Coming(
        live=live,
        seats=table.seats,
        mode=house.button,
        now=now.timestamp(),
        winner=winner_of_last(table) if house.button == "winner" else None,
        heads_up=house.heads_up_blinds,
    )
    if event is not None:
        return bare._replace(now=event.seconds, level=event.number)
    asked = table.choosing or {}  # as it was when the question was put
    return bare._replace(now=asked.get("seconds", bare.now), level=asked.get("level"))
