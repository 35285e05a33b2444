"""What a player chooses to do before being asked: check or fold, check, call this amount only, fold to any bet.

The choice is kept with the seat of the hand and seen by nobody else. It is used when the ask comes, if it is still what was
chosen, and holds for one street: ``call 200`` falls away when a call has come to cost anything else.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from club.base.phrases import gettext as _
from club.models import Player
from engine.betting.hand import Ask
from engine.betting.hand import Decision as Answer
from engine.betting.hand import Hand as Betting
from engine.games.betting_games import GAMES
from engine.games.decisions import STRADDLE
from engine.play.any_game import AnyHand
from tables.core import locks
from tables.core.errors import NotInThisHand, Refused, UnknownHand
from tables.hand.hand_replay import rebuilt
from tables.models import Hand, HandSeat, Sitting

CHECK_FOLD, CHECK, CALL, FOLD = "check-fold", "check", "call", "fold"
_CHECKS, _FOLDS, STRADDLES = Answer("call"), Answer("fold"), Answer("straddle")


def street_of(hand: AnyHand) -> int:
    """The number of the street that is played, counted from 0."""
    return max((event.amount for event in hand.events if event.kind == "street"), default=0)


def answer_to(ask: Ask, held: HandSeat, street: int) -> tuple[Answer | None, bool]:
    """What the preaction of the seat answers to a bet's ask, None if it no longer holds; and whether it goes on holding.

    Check or fold is used up with the answer; fold to any bet waits through free checks of the street.
    """
    if held.preaction_street != street:
        return None, False
    verb, _sep, amount = held.preaction.partition(" ")
    if ask.call == 0:
        return (_CHECKS, verb == FOLD) if verb in (CHECK_FOLD, CHECK, FOLD) else (None, False)
    if verb in (CHECK_FOLD, FOLD):
        return _FOLDS, False
    return (_CHECKS if verb == CALL and amount == str(ask.call) else None), False


def answer_by_switch(ask: Ask, sitting: Sitting | None) -> Answer | None:
    """What a seat answers whose player has said once for all that they straddle; None if a person is to be asked."""
    wants = sitting is not None and sitting.straddles and sitting.state == Sitting.State.ACTIVE
    return STRADDLES if wants and ask.kind == STRADDLE else None


def offered(view: dict[str, Any], seat: int | None) -> list[str]:
    """What that seat may choose beforehand in a hand as it sees it; nothing if it is asked now, or out of the hand."""
    own = next((place for place in view["seats"] if place["seat"] == seat), None)
    if own is None or view["over"] or own.get("folded") or own.get("all_in") or seat in view["to_act"]:
        return []
    if view["game"] not in GAMES or not view["to_act"]:  # in games settled in points nobody bets
        return []
    cost = min(max(place["bet"] for place in view["seats"]) - own["bet"], own["stack"])
    return [CHECK_FOLD, *([f"{CALL} {cost}"] if cost else [CHECK]), FOLD]


def choose(table_id: int, hand_id: int, words: str, *, by: Player, now: datetime) -> HandSeat:
    """Keep the player's choice for the next bet of this street, in place of any other; empty words: none.

    Raises `UnknownTable`, `UnknownHand`, `NotInThisHand`, and `Refused` for what cannot be chosen now, with what can.
    """
    with transaction.atomic(durable=True):
        table = locks.lock_table(table_id)
        row = Hand.objects.filter(table=table, pk=hand_id, is_recorded=False).first()
        if row is None:
            raise UnknownHand(hand_id)
        held = HandSeat.objects.filter(hand=row, player=by).first()
        if held is None:
            raise NotInThisHand
        hand, wanted = rebuilt(row), " ".join(words.split())
        able = []
        if row.state == Hand.State.PLAYING and isinstance(hand, Betting):
            able = offered(hand.view(held.seat), held.seat)
        if wanted and wanted not in able:
            raise Refused(
                "no_such_preaction", _("That cannot be chosen beforehand now; look at the table again."), offered=able
            )
        held.preaction, held.preaction_street = wanted, street_of(hand) if wanted else None
        held.save(update_fields=["preaction", "preaction_street"])
        return held
