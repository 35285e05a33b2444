"""The open question that is put to a viewer, and to nobody else."""

from __future__ import annotations

from club.models import Player
from engine.play.any_game import AnyAsk, AnyHand
from tables.core.errors import ClosedAsk, NotInThisHand, NotYourTurn, UnknownHand
from tables.models import Hand, HandSeat


def dealt_hand(hand_id: int) -> Hand:
    """The hand, with its rules. Raises `UnknownHand`, also for one that was recorded."""
    row = Hand.objects.select_related("rule_set").filter(pk=hand_id, is_recorded=False).first()
    if row is None:
        raise UnknownHand(hand_id)
    return row


def seat_in(row: Hand, viewer: Player | None) -> int:
    """The seat whose cards the viewer holds. Raises `NotInThisHand`."""
    held = None if viewer is None else HandSeat.objects.filter(hand=row, player=viewer).first()
    if held is None:
        raise NotInThisHand
    return held.seat


def own_ask(hand: AnyHand, seat: int, number: int) -> AnyAsk:
    """The open ask of that number, which is that seat's. Raises `ClosedAsk` and `NotYourTurn`."""
    ask = next((ask for ask in hand.asks if ask.number == number), None)
    if ask is None:
        raise ClosedAsk(number, [ask.number for ask in hand.asks if ask.seat == seat])
    if ask.seat != seat:
        raise NotYourTurn(number, seat, [ask.seat for ask in hand.asks if ask.seat is not None])
    return ask
