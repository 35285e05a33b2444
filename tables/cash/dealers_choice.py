"""Dealer's choice: the player who chooses the next game is asked, and the deal waits for the answer (RULES.md S0.17).

`Table.choosing` holds the question, ``{"seat", "player", "by", "earliest", "offered", "default", "chosen"}``: the instants
until when it waits and before which nothing is dealt, the games such as ``razz fixed``, the one that is played if nobody
answers, and the answer; at a tournament's table also the ``level`` and the clock's ``seconds`` when it was put. Whoever
writes here holds the table's lock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from club.base.phrases import gettext as _
from engine.errors import EngineError
from engine.mixes import dealers_choice, next_game
from engine.mixes.dealers_choice import Choice
from engine.mixes.mixes import Leg
from engine.mixes.rotation import Turn
from tables.cash.mixed_games import Event, coming_hand, current_turn, rotation_of
from tables.core import seeds, table_rules
from tables.core.due_times import is_due
from tables.core.errors import IllegalAction, Refused
from tables.hand import first_button
from tables.models import Sitting, Table


def put_choice(
    table: Table, sittings: Sequence[Sitting], now: datetime, event: Event | None = None, secret: bytes = b""
) -> bool:
    """Ask the player whose choice the next game is, if it is to be chosen; true if the deal now waits.

    `secret` draws the button of a table that has none (empty: the system's randomness). Sets, not saves, `turn`,
    `button_cards`, `choosing` and `deal_at`. A computer player chooses at once. A question that was put already stands.
    """
    try:
        if table.turn is None and len(sittings) > 1:  # whoever is asked must not change with the next look
            drawn_button = first_button.draw(table, {sitting.seat for sitting in sittings}, secret or seeds.fresh())
            table.turn, table.button_cards = Turn.begin(drawn_button.button).as_json(), drawn_button.texts
        question = asked_now(table, sittings, now, event)
    except EngineError:  # told where the hand is dealt
        question = None
    if question is None:
        table.choosing = None
        return False
    chooser = next(sitting for sitting in sittings if sitting.seat == question.seat)
    if table.choosing is not None and _is_of(table.choosing, question, chooser.player_id):
        return False
    seconds = table_rules.of_table(table, table.game).choice_seconds
    games_offered = [str(game) for game in question.legs]
    earliest = now if table.deal_at is None else max(table.deal_at, now)
    answer_by = max(earliest, now + timedelta(seconds=seconds))
    table.choosing = {
        "seat": question.seat,
        "player": chooser.player_id,
        "by": answer_by.isoformat(),
        "earliest": earliest.isoformat(),
        "offered": games_offered,
        "default": str(question.default),
        "chosen": None,
        **({} if event is None else {"level": event.number, "seconds": event.seconds}),
    }
    if chooser.player.is_computer:
        table.choosing["chosen"] = Random(table.next_hand).choice(games_offered)
        return False
    if table.deals_itself:  # a tournament's tables are dealt by their director, who looks again
        table.deal_at = answer_by
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
    return dealers_choice.choice(
        rotation_of(table), current_turn(table, sittings), coming_hand(table, sittings, now, event)
    )


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
        next_game.advance(rotation_of(table), current_turn(table, sittings), coming_hand(table, sittings, now), wanted)
    except EngineError as error:
        refusal = IllegalAction(error)
        refusal.params["offered"] = [str(leg) for leg in asked.legs]
        raise refusal from error
    table.choosing = {**question, "chosen": str(wanted)}
    if table.deals_itself:
        table.deal_at = max(now, datetime.fromisoformat(question["earliest"]))
    return str(wanted)


def chosen_leg(table: Table, sittings: Sequence[Sitting], asked: Choice | None) -> Leg | None:
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
