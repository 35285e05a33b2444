"""What is decided by itself: computer players who have thought long enough, and clocks that have run out."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from tables.core import locks, table_rules
from tables.core.due_times import is_due, is_too_far
from tables.hand import presence
from tables.hand.hand_in_play import Play
from tables.models import Hand, Table


def play_on(hand_id: int, *, now: datetime, wait: bool = True) -> bool:
    """Have the computer players who have thought long enough decide; true if any did.

    At a table of pace 0 they go on until a person is asked or the hand is over. Harmless at any moment.
    Raises `UnknownHand`; `TableBusy` if `wait` is false and somebody else holds the table's lock.
    """
    with transaction.atomic(durable=True):
        table, row = locks.lock_hand(hand_id, wait=wait)
        if row.state != Hand.State.PLAYING or row.play_at is None:
            return False
        if not is_due(row.play_at, now, most=timedelta(seconds=table.pace)):
            return False
        play = Play(table, row, now)
        play.answer_by_computers(whole=table.pace == 0)
        if play.new:
            play.close()
        return bool(play.new)


def time_out(hand_id: int, *, now: datetime, wait: bool = True) -> bool:
    """Give the asks whose clock has run out their defaults; true if it had. Harmless at any moment.

    Clocks that would run longer than any can (the machine's own was wrong when they were set) begin anew.
    At a cash table whoever let the clock decide sits out from the next hand (a house rule).
    Raises `UnknownHand`; `TableBusy` if `wait` is false and somebody else holds the table's lock.
    """
    with transaction.atomic(durable=True):
        table, row = locks.lock_hand(hand_id, wait=wait)
        if row.state != Hand.State.PLAYING or row.deadline is None:
            return False
        if row.deadline > now:
            if not is_too_far(row.deadline, now, most=_longest_clock(table, row)):
                return False
            play = Play(table, row, now)
            play.begin_clocks_anew()
            play.close()
            return True
        play = Play(table, row, now)
        play.answer_by_clock()
        presence.sit_out_late(table, row, play.new)
        play.look_again()
        if table.pace == 0:
            play.answer_by_computers(whole=True)
        play.close()
        return True


def _longest_clock(table: Table, row: Hand) -> timedelta:
    """How long a player has for a decision at most, with the whole time bank and a grace."""
    running = table_rules.of_table(table, row.start["game"])
    return timedelta(seconds=table.action_seconds + running.time_bank + running.grace_seconds)
