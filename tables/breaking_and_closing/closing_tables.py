"""Closing a cash table between hands: every chip goes back to its wallet."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from club.base.phrases import gettext as _
from club.house import audit_log
from club.models import User
from tables.cash import between_hands, sittings, waiting_lists
from tables.core import table_events
from tables.core.errors import Refused
from tables.core.locks import bump, lock_table
from tables.models import Table
from tables.sessions import session_tables


def close_table(table_id: int, *, by: User | None, now: datetime, source: str = "") -> Table:
    """Close a table between hands; at a cash table every chip goes back to its wallet.

    Harmless if repeated. Raises `UnknownTable`, and `Refused` while a hand is in progress, and at a session table, whose
    chips are counted (`tables.staff.session_counts.close`).
    """
    with transaction.atomic():
        table = lock_table(table_id)
        if table.status == Table.Status.CLOSED:
            return table
        session_tables.check_none(table)
        if sittings.is_hand_in_progress(table):
            raise Refused("hand_in_progress", _("A hand is in progress here; close the table after it."))
        for sitting in sittings.seated_at(table):
            if table.is_cash:
                sittings.let_go(table, sitting, now)
            else:
                sittings.end(sitting, now)
        end_table(table, by=by, now=now, source=source)
        return table


def end_table(table: Table, *, by: User | None, now: datetime, source: str = "") -> None:
    """Close a locked table at which nobody sits any more."""
    waiting_lists.end(table)
    table.status, table.closed_at, table.deal_at = Table.Status.CLOSED, now, None
    audit_log.record("table.closed", by=by, subject=f"table:{table.pk}", source=source, now=now)
    table_events.tell_table(table_events.CLOSED, table, now=now)
    bump(table, "status", "closed_at", *between_hands.NEXT)
