"""The time bank: seconds that a player may add to the action clock, refilled hand by hand (a house rule)."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from django.db import transaction

from club.base.phrases import gettext as _
from club.models import Player
from tables.core import locks, table_rules
from tables.core.errors import ClosedAsk, NotInThisHand, NotYourTurn, Refused, UnknownHand
from tables.core.table_rules import TableRules
from tables.hand.hand_in_play import Play
from tables.models import Hand, Sitting, Table


class Banked(Protocol):
    """Whoever has a time bank: the seconds in it when it was used last, and in which hand that was."""

    @property
    def bank_seconds(self) -> int | None: ...
    @property
    def bank_hand(self) -> int | None: ...


def left(table: Table, sitting: Banked, running: TableRules) -> int:
    """The seconds in the player's bank. It is full until it is used; every hand since then has put some back."""
    if sitting.bank_seconds is None or sitting.bank_hand is None:
        return running.time_bank
    refilled = sitting.bank_seconds + running.time_bank_refill * max(0, table.next_hand - sitting.bank_hand)
    return min(running.time_bank, refilled)


def take(table_id: int, hand_id: int, ask: int, *, by: Player, key: str, now: datetime) -> int:
    """Add time to the player's clock, which runs; the seconds that were added. `key` makes it happen once.

    Where several are asked at once, each has a clock of their own. Raises `UnknownTable`, `UnknownHand`, `NotInThisHand`,
    `NotYourTurn`, `ClosedAsk` (also once the clock has run out), and `Refused` for an empty bank.
    """
    with transaction.atomic(durable=True):
        table = locks.lock_table(table_id)
        row = Hand.objects.filter(table=table, pk=hand_id).first()
        if row is None:
            raise UnknownHand(hand_id)
        sitting = Sitting.objects.filter(table=table, player=by).exclude(state=Sitting.State.LEFT).first()
        if sitting is None:
            raise NotInThisHand
        if sitting.bank_key == key:
            return 0
        play = Play(table, row, now)
        asked, seat = play.open_ask(ask), play.seat_of(by)
        if seat is None:
            raise NotInThisHand
        ends = play.clock_of(ask)
        if asked is None or ends is None or ends <= now:
            raise ClosedAsk(ask, [one.number for one in play.hand.asks if one.seat == seat])
        if asked.seat != seat:
            raise NotYourTurn(ask, seat, [one.seat for one in play.hand.asks if one.seat is not None])
        running = table_rules.of_table(table, row.start["game"])
        has = left(table, sitting, running)
        seconds = min(running.time_bank_step, has)
        if not seconds:
            raise Refused("bank_empty", _("Your time bank is empty; it fills up again hand by hand."))
        play.lengthen(ask, seconds)
        play.set_clocks()
        row.save(update_fields=["deadline", "later", "play_at"])
        sitting.bank_seconds, sitting.bank_hand, sitting.bank_key = has - seconds, table.next_hand, key
        sitting.save(update_fields=["bank_seconds", "bank_hand", "bank_key"])
        locks.bump(table)
        return seconds
