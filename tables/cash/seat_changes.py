"""Changing seats at a cash table: at once, or between hands as soon as the wanted seat is free."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from club.base.phrases import gettext as _
from club.models import Player
from tables.cash import between_hands, seating, sittings
from tables.core.errors import Refused
from tables.core.locks import bump, lock_table
from tables.models import Sitting, Table


def want_seat(table_id: int, player: Player, seat: int | None, *, now: datetime, source: str = "") -> Sitting:
    """Change to another seat of the cash table: now, or between hands as soon as it is free; None: no more.

    Who asked first, changes first. Whoever goes where the big blind comes later, waits for it (and may then post). Raises
    `UnknownTable`, `Refused` (not seated here, no such seat).
    """
    with transaction.atomic(durable=True):
        table = lock_table(table_id)
        seating.check_cash(table)
        sitting = sittings.own_sitting(table, player)
        before = sitting.wants_seat
        wish_seat(table, sitting, seat, now=now)
        if sitting.wants_seat != before:
            seating.on_record("seat.wanted", sitting, now, source, before=before, after=sitting.wants_seat)
        return sittings.own_sitting(table, player)


def wish_seat(table: Table, sitting: Sitting, seat: int | None, *, now: datetime) -> None:
    """`want_seat` at a locked table. `sitting` keeps the wish; whether it was granted stands in the database."""
    if seat is not None and not 1 <= seat <= table.seats:
        message = _("This table has the seats 1 to %(seats)s.") % {"seats": table.seats}
        raise Refused("unknown_seat", message, 422, seat=seat)
    if seat == sitting.seat:
        seat = None
    if sitting.wants_seat != seat:
        sitting.wants_seat, sitting.wants_since = seat, None if seat is None else now
        sitting.save(update_fields=["wants_seat", "wants_since"])
    if not sittings.is_hand_in_progress(table):
        between_hands.change_seats(table)
        between_hands.set_next_deal(table, now)
    bump(table, *between_hands.NEXT)
