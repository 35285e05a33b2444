"""Automatic top-up: stacks brought up to what their players asked for, between hands, as far as their wallets go."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction

from club.base.errors import ClubError
from tables.cash import seating, sittings
from tables.models import Sitting, Table

log = logging.getLogger(__name__)


def top_up_seats(table: Table, now: datetime) -> None:
    """Between hands, bring the stacks of those who wish so up to what they said, as far as their wallets go.

    The table is locked.
    """
    if not table.is_cash or sittings.is_hand_in_progress(table):
        return
    for sitting in sittings.seated_at(table):
        if sitting.tops_up_to is not None and sitting.state == Sitting.State.ACTIVE:
            top_up(table, sitting, now)


def top_up(table: Table, sitting: Sitting, now: datetime) -> None:
    has, wanted = sittings.stack_of(sitting).balance, min(sitting.tops_up_to or 0, table.max_buy_in)
    amount = min(wanted - has, sittings.wallet_of(sitting.player, table).balance)
    if amount <= 0 or (has == 0 and amount < table.min_buy_in):
        return
    try:
        with transaction.atomic():
            key = f"switch:{table.next_hand}:{sittings.stack_of(sitting).version}"
            seating.add_chips(table, sitting, amount, key=key, now=now, by=sitting.player.user)
            seating.on_record("seat.topped-up", sitting, now, "switch", before=has, after=has + amount)
    except ClubError as refusal:  # who may play no longer, say: the next hand does not wait for it
        log.info("seat %s of table %s is not topped up: %s", sitting.seat, table.pk, refusal)
