"""Mixed tables: which game comes next, and the player who chooses it (RULES.md S0.16, S0.17).

`engine.mixes.rotation` decides; here its values are kept with the table's row. In dealer's choice the next deal waits for the
one whose choice it is: `Table.choosing` holds the question, ``{"seat", "player", "by", "earliest", "offered", "default",
"chosen"}``: the instants until when it waits and before which nothing is dealt, the games such as ``razz fixed``, the one
that is played if nobody answers, and the answer; at a tournament's table also the ``level`` and the clock's ``seconds``
when it was put. Whoever writes here holds the table's lock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from club.base.phrases import gettext as _
from engine.betting.hand import Stakes
from engine.errors import EngineError
from engine.mixes import rotation as rotations
from engine.mixes.mixes import READY_MADE, Leg, MixedStakes, ready_made
from engine.mixes.rotation import Choice, Coming, Rotation, Turn
from engine.play.any_game import find_game, holds_button
from tables.core import seeds, table_rules
from tables.core.due_times import is_due
from tables.core.errors import IllegalAction, Refused
from tables.hand import first_button
from tables.hand.carried_over import winner_of_last
from tables.models import Sitting, Table
from tables.text.engine_words import MIXES


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
    rotation, turn = rotation_of(table), _turn(table, sittings, secret)
    coming = _coming(table, sittings, now, event)
    chosen = _chosen(table, sittings, rotations.choice(rotation, turn, coming))
    found = rotations.advance(rotation, turn, coming, chosen)
    live = {sitting.seat for sitting in sittings}
    if holds_button(table_rules.of_play(table, found.game), carried, live):
        return rotations.advance(rotation, turn, coming._replace(holds_button=True), chosen)
    return found


def take_turn(table: Table, turn: Turn) -> None:
    """Remember that the hand of this turn is dealt; the table's game and stakes are now its."""
    table.turn, table.choosing = turn.as_json(), None
    table.game, table.stakes = turn.game, stakes_of(table, turn).as_json()
    table.save(update_fields=["turn", "choosing", "game", "stakes", "rotation", "level"])


def held(table: Table, turn: Turn) -> Turn:
    """The turn of a hand in which nobody posts a blind (a bomb pot), with button and blinds where the last hand left them."""
    return turn if table.turn is None else turn.standing(Turn.from_json(table.turn))


# -- dealer's choice --------------------------------------------------------------------------------------------------


def put_choice(
    table: Table, sittings: Sequence[Sitting], now: datetime, event: Event | None = None, secret: bytes = b""
) -> bool:
    """Ask the player whose choice the next game is, if it is to be chosen; true if the deal now waits.

    `secret` draws the button of a table that has none (empty: the system's randomness). Sets, not saves, `turn`,
    `button_cards`, `choosing` and `deal_at`. A computer player chooses at once. A question that was put already stands.
    """
    try:
        if table.turn is None and len(sittings) > 1:  # whoever is asked must not change with the next look
            drawn = first_button.draw(table, {sitting.seat for sitting in sittings}, secret or seeds.fresh())
            table.turn, table.button_cards = Turn.begin(drawn.button).as_json(), drawn.texts
        asked = asked_now(table, sittings, now, event)
    except EngineError:  # told where the hand is dealt
        asked = None
    if asked is None:
        table.choosing = None
        return False
    chooser = next(sitting for sitting in sittings if sitting.seat == asked.seat)
    if table.choosing is not None and _is_of(table.choosing, asked, chooser.player_id):
        return False
    seconds = table_rules.of_table(table, table.game).choice_seconds
    offered = [str(leg) for leg in asked.legs]
    earliest = now if table.deal_at is None else max(table.deal_at, now)
    by = max(earliest, now + timedelta(seconds=seconds))
    table.choosing = {
        "seat": asked.seat,
        "player": chooser.player_id,
        "by": by.isoformat(),
        "earliest": earliest.isoformat(),
        "offered": offered,
        "default": str(asked.default),
        "chosen": None,
        **({} if event is None else {"level": event.number, "seconds": event.seconds}),
    }
    if chooser.player.is_computer:
        table.choosing["chosen"] = Random(table.next_hand).choice(offered)
        return False
    if table.deals_itself:  # a tournament's tables are dealt by their director, who looks again
        table.deal_at = by
    return True


def is_waiting(table: Table, now: datetime) -> bool:
    """True while somebody has been asked, has not answered, and is in time."""
    asked = table.choosing
    if asked is None or asked["chosen"] is not None:
        return False
    most = timedelta(seconds=table.pause + table_rules.of_table(table, table.game).choice_seconds)
    return not is_due(datetime.fromisoformat(asked["by"]), now, most=most)


def asked_now(table: Table, sittings: Sequence[Sitting], now: datetime, event: Event | None = None) -> Choice | None:
    """Who has to choose the game of the next hand, and from what; None if it is known. Raises `BadStart`."""
    if table.rotation is None or len(sittings) < 2:
        return None
    return rotations.choice(rotation_of(table), _turn(table, sittings), _coming(table, sittings, now, event))


def choose(table: Table, player_id: int, sittings: Sequence[Sitting], words: str, now: datetime) -> str:
    """Take (not save) the chooser's answer, such as ``razz fixed`` or ``razz``; the next hand no longer waits.

    Returns the game as it is kept. The same answer again is harmless, and until the deal it may be changed. Raises
    `Refused` for one who is not asked, and `IllegalAction` for a game that is not on offer, naming those that are.
    """
    asked, question = asked_now(table, sittings, now), table.choosing
    if asked is None or question is None or not _is_of(question, asked, player_id):
        raise Refused("not_your_choice", _("It is not your turn to choose the game."))
    try:
        wanted = Leg.parse(words)
        rotations.advance(rotation_of(table), _turn(table, sittings), _coming(table, sittings, now), wanted)
    except EngineError as error:
        refusal = IllegalAction(error)
        refusal.params["offered"] = [str(leg) for leg in asked.legs]
        raise refusal from error
    table.choosing = {**question, "chosen": str(wanted)}
    if table.deals_itself:
        table.deal_at = max(now, datetime.fromisoformat(question["earliest"]))
    return str(wanted)


# -- for people -------------------------------------------------------------------------------------------------------


def name_of(rotation: Rotation) -> str:
    """What a mix is called: ``HORSE``; or Dealer's choice, or Mixed games."""
    if rotation.is_choice:
        return _("Dealer's choice")
    played = [(leg.game, leg.limit) for leg in rotation.legs]
    for name in READY_MADE:
        if played == [(leg.game, leg.limit) for leg in ready_made(name)]:
            return _(MIXES[name])
    return _("Mixed games")


_INSIDE = ("earliest", "level", "seconds")  # of the question, not for people


def as_seen(table: Table) -> dict[str, Any] | None:
    """The mix as everybody may see it; None at a table of one game.

    `now` is the game of the hand dealt last with `hands`, how many were dealt of it, `of` so many if it changes by
    hands, else null; null before the first hand. `choosing` is who chooses the next game, until when, from what.
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


# -- the pieces -------------------------------------------------------------------------------------------------------


def _turn(table: Table, sittings: Sequence[Sitting], secret: bytes = b"") -> Turn:
    if table.turn is not None:
        return Turn.from_json(table.turn)
    return Turn.begin(first_button.draw(table, {sitting.seat for sitting in sittings}, secret).button)


def _coming(table: Table, sittings: Sequence[Sitting], now: datetime, event: Event | None = None) -> Coming:
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


def _chosen(table: Table, sittings: Sequence[Sitting], asked: Choice | None) -> Leg | None:
    """The answer of one who is dealt in, if a game is to be chosen; None: the default is played."""
    question = table.choosing
    if asked is None or question is None or question["chosen"] is None:
        return None
    if question["player"] not in [sitting.player_id for sitting in sittings]:
        return None
    wanted = Leg.parse(question["chosen"])
    return wanted if (wanted.game, wanted.limit) in [(leg.game, leg.limit) for leg in asked.legs] else None


def _is_of(question: Mapping[str, Any], asked: Choice, player_id: int) -> bool:
    return bool(question["seat"] == asked.seat and question["player"] == player_id)
