"""What follows a hand that was settled or called off: leavers leave, the next deal is set, listeners hear of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from tables.cash import between_hands, time_charge
from tables.core import locks
from tables.core.signals import hand_resolved
from tables.dealing import next_deal_times
from tables.models import Hand, Table
from tables.player_choices import automatic_top_up


def after_hand(table: Table, row: Hand, now: datetime) -> None:
    """What follows a hand that was settled or called off: leavers leave, the next deal is set, listeners hear of it.

    The caller holds the table's lock.
    """
    time_charge.collect(table, now)
    between_hands.release_leavers(table, now)
    automatic_top_up.top_up_seats(table, now)
    between_hands.set_next_deal(table, now)
    locks.bump(table, *between_hands.NEXT)
    tell_of_hand(table, row)


def after_hands(tables: Mapping[int, Table], rows: Sequence[Hand], now: datetime) -> None:
    """`after_hand` for hands at many locked tables, by id: few statements where nothing but the next deal follows."""
    quiet = next_deal_times.set_deals(tables.values(), now)
    for row in rows:
        if row.table_id in quiet:
            tell_of_hand(tables[row.table_id], row)
        else:
            after_hand(tables[row.table_id], row, now)


def tell_of_hand(table: Table, row: Hand) -> None:
    """Have listeners hear, after the commit, of a hand that was settled or called off."""
    hand_id, owner = row.pk, table.owner
    transaction.on_commit(lambda: hand_resolved.send(sender=Hand, hand_id=hand_id, owner=owner), robust=True)
