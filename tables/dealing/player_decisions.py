"""What a player decides in a hand, written once: the answer to an ask, under the lock of the table."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction

from club.models import Player
from engine.errors import EngineError
from engine.play.any_game import parse_for
from tables.core.errors import ClosedAsk, IllegalAction, NotInThisHand, NotYourTurn
from tables.hand import presence
from tables.hand.hand_in_play import Play, visit
from tables.hand.hand_replay import rebuilt
from tables.models import Decision, Hand


def decide(
    table_id: int, hand_id: int, ask: int, text: str, *, by: Player, now: datetime, device: str = ""
) -> Decision:
    """`answer`, for callers who want the decision alone."""
    return answer(table_id, hand_id, ask, text, by=by, now=now, device=device)[0]


def answer(
    table_id: int, hand_id: int, ask: int, text: str, *, by: Player, now: datetime, device: str = ""
) -> tuple[Decision, Play]:
    """Answer an ask of a hand with the player's decision, such as ``raise 600``; its row, and the hand as it was left.

    The same answer to the same ask again is answered by the same row. An overdue clock is settled first, and that
    stays written even if the decision then comes too late.

    Raises `UnknownTable`, `UnknownHand`, `NotInThisHand`, `NotYourTurn`, `ClosedAsk` (answered otherwise, or no longer
    open) and `IllegalAction` with what is legal.
    """
    try:
        with transaction.atomic(durable=True):
            play = visit(table_id, hand_id, now)
            outcome = _decide(play, ask, text, by, device)
    except IntegrityError:  # the second guard: somebody else's answer to this ask was written first
        raise ClosedAsk(ask, []) from None
    if isinstance(outcome, ClosedAsk):  # raised only here, so that what the clock decided is kept
        raise outcome
    return outcome, play


def _decide(play: Play, ask_number: int, text: str, by: Player, device: str) -> Decision | ClosedAsk:
    row, now = play.row, play.now
    if any(number == ask_number for number, _text in play.log):
        given = Decision.objects.get(hand=row, ask=ask_number)
        return given if _is_the_same(row, given, text, by) else ClosedAsk(ask_number, [])
    seat = play.seat_of(by)
    if seat is None:
        raise NotInThisHand
    if row.deadline is not None and row.deadline <= now:
        play.answer_by_clock()
        presence.sit_out_late(play.table, row, play.new)
        play.look_again()
    ask = play.open_ask(ask_number)
    if play.new and (ask is None or ask.seat != seat):
        play.close()
        return ClosedAsk(ask_number, [ask.number for ask in play.hand.asks if ask.seat == seat])
    if ask is None:
        raise ClosedAsk(ask_number, [ask.number for ask in play.hand.asks if ask.seat == seat])
    if ask.seat != seat:
        raise NotYourTurn(ask_number, seat, [ask.seat for ask in play.hand.asks if ask.seat is not None])
    try:
        play.answer(ask, parse_for(ask, text), Decision.Source.PLAYER, player=by, device=device)
    except EngineError as error:
        raise IllegalAction(error, ask) from error
    decided = play.new[-1]
    play.go_on_at_once()
    play.close()
    return decided


def _is_the_same(row: Hand, given: Decision, text: str, by: Player) -> bool:
    """True if this player gave this very answer before, in these or other words (``check`` is ``call``)."""
    if given.source != Decision.Source.PLAYER or given.user_id != by.user_id:
        return False
    earlier = Decision.objects.filter(hand=row, seq__lt=given.seq).order_by("seq")
    before = rebuilt(row, earlier.values_list("ask", "text"))
    ask = next(ask for ask in before.asks if ask.number == given.ask)
    try:
        return str(parse_for(ask, text)) == given.text
    except EngineError:
        return False
