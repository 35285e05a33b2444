"""A cash table is broken: its players go to free seats elsewhere, else to the head of the line, and the table is closed.

A player is moved between hands with the stack's account, and owes nothing for it. Tables are locked by primary key.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from club.base.lookalikes import shows_nothing
from club.base.phrases import gettext as _
from club.house import audit_log
from club.models import User
from tables.breaking_and_closing import closing_tables
from tables.breaking_and_closing.must_move import free_seats, is_same_game, move_to_free_seat
from tables.cash import between_hands, sittings, waiting_lists
from tables.core.errors import Refused
from tables.core.locks import bump, lock_table
from tables.models import Sitting, Table, Wait
from tables.sessions import session_tables


def break_table(table_id: int, *, by: User | None, why: str, now: datetime, source: str = "") -> bool:
    """Break a cash table: its players go to free seats at tables of the same game and stakes, else to the head of the
    line with their chips in their wallets; the table is closed. True if it was done at once, false if the hand in
    progress is played out first; no other is dealt. Harmless if repeated.

    Raises `UnknownTable`, `Refused` (no open cash table, no reason).
    """
    if shows_nothing(why):
        raise Refused("reason_missing", _("Say why the table is broken."), 422)
    with transaction.atomic(durable=True):
        table, others = _lock_with_others(table_id)
        if not table.is_cash or table.status != Table.Status.OPEN:
            raise Refused("not_a_cash_table", _("Only an open cash table is broken here."))
        session_tables.check_none(table)
        if not table.is_breaking:
            audit_log.record(
                "table.broken", by=by, subject=f"table:{table.pk}", why=why, after=table.name, source=source, now=now
            )
            table.is_breaking = True
            between_hands.set_next_deal(table, now)
            bump(table, "is_breaking", *between_hands.NEXT)
        return _finish(table, others, now)


def keep_table(table_id: int, *, by: User | None, now: datetime, source: str = "") -> None:
    """Take back that a table is broken, while its last hand is still played: hands go on, and its line is called again.

    Harmless if repeated. Raises `UnknownTable`, `Refused` (broken already: its players have gone).
    """
    with transaction.atomic(durable=True):
        table = lock_table(table_id)
        if table.status != Table.Status.OPEN:
            raise Refused("closed", _("This table has been broken, and its players have gone: open another."))
        if table.is_breaking:
            audit_log.record("table.kept", by=by, subject=f"table:{table.pk}", after=table.name, source=source, now=now)
            table.is_breaking = False
            between_hands.set_next_deal(table, now)
            bump(table, "is_breaking", *between_hands.NEXT)


def sweep(*, now: datetime) -> int:
    """Break what is to be broken, now that its hand is over; how many tables were."""
    done = 0
    for pk in list(breaking().values_list("pk", flat=True)):
        with transaction.atomic(durable=True):
            table, others = _lock_with_others(pk)
            done += _finish(table, others, now)
    return done


def breaking() -> QuerySet[Table]:
    """The tables that are to be broken."""
    return Table.objects.filter(is_breaking=True, status=Table.Status.OPEN)


# -- the pieces -------------------------------------------------------------------------------------------------------


def _finish(table: Table, others: list[Table], now: datetime) -> bool:
    """Break the table, all locked, unless a hand is in progress or it is done; true if it was done here."""
    if table.status != Table.Status.OPEN or sittings.is_hand_in_progress(table):
        return False
    left: list[tuple[Sitting, Table | None]] = []
    for sitting in Sitting.objects.filter(table=table).exclude(state=Sitting.State.LEFT).order_by("sat_down_at", "pk"):
        target = max(others, key=free_seats, default=None)
        if target is not None and free_seats(target) > 0 and not _sits(sitting.player_id, target):
            move_to_free_seat(sitting, target, now)
        else:
            left.append((sitting, target))
    for sitting, target in reversed(left):  # whoever has sat longest comes to stand first
        _to_the_head(sitting, table, target, now)
    for other in others:
        between_hands.set_next_deal(other, now)
        bump(other, *between_hands.NEXT)
    closing_tables.close_table(table.pk, by=None, now=now)
    return True


def _to_the_head(sitting: Sitting, table: Table, target: Table | None, now: datetime) -> None:
    """Nowhere is a seat free: chips to the wallet, real ones to be carried to the desk; and first in line for what was played."""
    sittings.let_go(table, sitting, now, is_carried=False)
    line: dict[str, Any] = {"table": None, **waiting_lists.shared_line(table)}
    if target is not None:
        line = {"table": target, "kind": target.line_kind, "game": "", "mix": {}}
    ahead = Wait.objects.filter(state=Wait.State.WAITING, **line).order_by("joined_at").first()
    since = now if ahead is None else min(now, ahead.joined_at - timedelta(microseconds=1))
    Wait.objects.get_or_create(player=sitting.player, state=Wait.State.WAITING, **line, defaults={"joined_at": since})


def _lock_with_others(table_id: int) -> tuple[Table, list[Table]]:
    """The table and the others of its game and stakes, all locked by primary key."""
    found = Table.objects.filter(owner="", status=Table.Status.OPEN).exclude(is_breaking=True)
    ids = sorted({table_id, *found.values_list("pk", flat=True)})
    wanted = Table.objects.filter(pk=table_id).first()
    same = [] if wanted is None else [one.pk for one in found if is_same_game(wanted, one) and one.pk != table_id]
    locked = {pk: lock_table(pk) for pk in ids if pk == table_id or pk in same}
    return locked[table_id], [one for pk, one in locked.items() if pk != table_id and one.status == Table.Status.OPEN]


def _sits(player_id: int, table: Table) -> bool:
    return Sitting.objects.filter(table=table, player_id=player_id).exclude(state=Sitting.State.LEFT).exists()
