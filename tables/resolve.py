"""What a hand comes to: recomputed from its start and decisions, and its chips moved, exactly once.

Called by workers, by sweeps and by commands, any number of times and at once: the table's lock lets one through, the
hand's state turns the others away, and the ledger's key `hand:<id>:settle` stands behind both.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from club import ledger
from engine.errors import EngineError
from engine.hand import Result
from tables import dealer, locks
from tables.history import rebuilt
from tables.models import Hand, HandSeat, Table
from tables.play import Play

log = logging.getLogger(__name__)


def resolve(hand_id: int, *, now: datetime, wait: bool = True) -> bool:
    """Settle a hand that is over; true if this call did it, false if there was nothing to do.

    One transaction: the ledger's batch, the result and the state stand together or not at all.
    Raises `UnknownHand`, `TableBusy` if `wait` is false and somebody else holds the table's lock, and what the ledger
    raises if the chips are not there.
    """
    with transaction.atomic(durable=True):
        table, row = locks.lock_hand(hand_id, wait=wait)
        return settle(table, row, now)


def play_out(hand_id: int, *, now: datetime) -> bool:
    """Have the computer players decide until a person is asked, whatever the pace; true if the hand was settled.

    A hand they finish is settled in the same transaction. Harmless run twice or at once. Raises `UnknownHand`.
    """
    with transaction.atomic(durable=True):
        table, row = locks.lock_hand(hand_id)
        if row.state == Hand.State.PLAYING and not row.is_recorded:
            play = Play(table, row, now)
            play.answer_by_computers(whole=True)
            if play.new:
                play.close(settled_here=True)
        return settle(table, row, now)


def resolve_all(hand_ids: Iterable[int], *, now: datetime) -> int:
    """`resolve` for many hands; one that fails is logged and leaves the others alone. Returns how many it settled."""
    settled = 0
    for hand_id in hand_ids:
        try:
            settled += resolve(hand_id, now=now)
        except Exception:
            log.exception("hand %s could not be settled", hand_id)
    return settled


def settle(table: Table, row: Hand, now: datetime) -> bool:
    """`resolve` for a caller who holds the table's lock and read the hand after it."""
    if row.state != Hand.State.OVER:
        return False
    try:
        hand = rebuilt(row)
    except EngineError as error:
        if not row.is_recorded:
            raise
        _refuse_recorded(row, error.code, str(error), now)
        return True
    result = hand.result
    if result is None:
        if not row.is_recorded:
            raise RuntimeError(f"{row.reference} is marked over, but its decisions leave it open")
        _refuse_recorded(row, "unfinished", "The record ends before the hand does.", now)
        return True
    post(row, result, table.unit)
    row.state = Hand.State.SETTLED
    row.result = result.as_json()  # it holds no cards
    row.save(update_fields=["state", "result"])
    if not row.is_recorded:  # nobody waits at a table of recorded hands
        dealer.after_hand(table, row, now)
    return True


def post(row: Hand, result: Result, unit: str) -> None:
    """Move the hand's chips between the stacks, and the rake to the house, in one batch."""
    held = list(HandSeat.objects.filter(hand=row))
    moves: dict[int, int] = {}
    for seat in held:
        seat.net = result.net.get(seat.seat, 0)
        if seat.net and seat.account_id is not None:
            moves[seat.account_id] = moves.get(seat.account_id, 0) + seat.net
    HandSeat.objects.bulk_update(held, ["net"])
    if result.rake:
        moves[ledger.open_account("house", "rake", unit).pk] = result.rake
    if moves:
        ledger.post(f"{row.reference}:settle", moves, purpose="hand", reference=row.reference)


def _refuse_recorded(row: Hand, code: str, why: str, now: datetime) -> None:
    """A record that is no legal hand moves no chips; it is kept, with the reason."""
    row.state = Hand.State.VOID
    row.ended_at = now
    row.result = {"refused": code, "why": why}
    row.save(update_fields=["state", "ended_at", "result"])
