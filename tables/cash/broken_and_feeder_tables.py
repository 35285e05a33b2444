"""The floor moves players: a table is broken, and a feeder's players must move to the main table.

A player is moved between hands with the stack's account, and owes nothing for it. Tables are locked by primary key.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from club.base.phrases import gettext as _
from club.house import audit_log
from club.models import User
from tables.cash import between_hands, closing, sittings, waiting_lists
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
    if not why.strip():
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


def sweep(*, now: datetime) -> int:
    """Break what is to be broken and move whom a main table has room for; how many tables had anything done."""
    done = 0
    for pk in list(breaking().values_list("pk", flat=True)):
        with transaction.atomic(durable=True):
            table, others = _lock_with_others(pk)
            done += _finish(table, others, now)
    for feeder, main in list(feeders().order_by("pk").values_list("pk", "main_id")):
        with transaction.atomic(durable=True):
            locked = {pk: lock_table(pk) for pk in sorted((feeder, main))}
            done += _must_move(locked[feeder], locked[main], now)
    for pk in sorted(set(moving_nowhere().values_list("table", flat=True))):
        with transaction.atomic(durable=True):
            done += _let_stay(lock_table(pk), now)
    return done


def breaking() -> QuerySet[Table]:
    """The tables that are to be broken."""
    return Table.objects.filter(is_breaking=True, status=Table.Status.OPEN)


def feeders() -> QuerySet[Table]:
    """The open tables that feed an open one."""
    return Table.objects.filter(main__status=Table.Status.OPEN, status=Table.Status.OPEN)


def moving_nowhere() -> QuerySet[Sitting]:
    """Those who were to move to a main table that is none any more."""
    waits = Sitting.objects.filter(is_moving=True, table__status=Table.Status.OPEN).exclude(state=Sitting.State.LEFT)
    return waits.exclude(table__main__status=Table.Status.OPEN)


def feed(table_id: int, main_id: int | None, *, by: User | None, now: datetime, source: str = "") -> Table:
    """Make a cash table the feeder of a main table of the same game and stakes, or, None, a table of its own again.

    Raises `UnknownTable`, `Refused` for a table that cannot be its main table.
    """
    with transaction.atomic(durable=True):
        ids = sorted({table_id, *([] if main_id is None else [main_id])})
        locked = {pk: lock_table(pk) for pk in ids}
        table, main = locked[table_id], None if main_id is None else locked[main_id]
        if main is not None and (main.pk == table.pk or main.main_id is not None or not _is_same_game(table, main)):
            raise Refused(
                "no_main_table", _("A main table is another open cash table of the same game and stakes."), 422
            )
        if table.main_id != main_id:
            audit_log.record(
                "table.feeds",
                by=by,
                subject=f"table:{table.pk}",
                before=table.main_id,
                after=main_id,
                source=source,
                now=now,
            )
            table.main = main
            bump(table, "main")
        return table


def main_tables(table: Table) -> list[Table]:
    """The open tables that could be this one's main table, and the one that is."""
    found = Table.objects.filter(owner="", kind=table.kind, status=Table.Status.OPEN, main=None).order_by("name")
    return [one for one in found if one.pk != table.pk and _is_same_game(table, one)]


# -- the pieces -------------------------------------------------------------------------------------------------------


def _finish(table: Table, others: list[Table], now: datetime) -> bool:
    """Break the table, all locked, unless a hand is in progress or it is done; true if it was done here."""
    if table.status != Table.Status.OPEN or sittings.is_hand_in_progress(table):
        return False
    left: list[tuple[Sitting, Table | None]] = []
    for sitting in Sitting.objects.filter(table=table).exclude(state=Sitting.State.LEFT).order_by("sat_down_at", "pk"):
        target = max(others, key=_free, default=None)
        if target is not None and _free(target) > 0 and not _sits(sitting.player_id, target):
            _move(sitting, target, now)
        else:
            left.append((sitting, target))
    for sitting, target in reversed(left):  # whoever has sat longest comes to stand first
        _to_the_head(sitting, table, target, now)
    for other in others:
        between_hands.set_next_deal(other, now)
        bump(other, *between_hands.NEXT)
    closing.close_table(table.pk, by=None, now=now)
    return True


def _must_move(feeder: Table, main: Table, now: datetime) -> bool:
    """Move the player who has sat longest at the feeder, if the main table has a seat; true if one was moved or called.

    A player in a hand is dealt no further one, and moves after it; if there is no seat any more, that player stays.
    """
    able = list(waiting_lists.must_come(main).filter(table=feeder).order_by("sat_down_at", "pk"))
    if not able or main.is_breaking or _free(main) < 1:
        return _let_stay(feeder, now)
    first = next((one for one in able if one.is_moving), able[0])
    if sittings.is_hand_in_progress(feeder):
        if first.is_moving:
            return False
        first.is_moving = True
        first.save(update_fields=["is_moving"])
        return True
    _move(first, main, now)
    for table in (feeder, main):
        between_hands.set_next_deal(table, now)
        bump(table, *between_hands.NEXT)
    return True


def _let_stay(table: Table, now: datetime) -> bool:
    """Whoever was to move and has nowhere to go is dealt in again; true if there was somebody. The table is locked."""
    here = Sitting.objects.filter(table=table, is_moving=True).exclude(state=Sitting.State.LEFT)
    if not here.update(is_moving=False):
        return False
    between_hands.set_next_deal(table, now)
    bump(table, *between_hands.NEXT)
    return True


def _move(sitting: Sitting, to: Table, now: datetime) -> None:
    taken = set(Sitting.objects.filter(table=to).exclude(state=Sitting.State.LEFT).values_list("seat", flat=True))
    seat = next(number for number in range(1, to.seats + 1) if number not in taken)
    sittings.move_sitting(sitting, to, seat, now=now)
    waiting_lists.take_seat(to, sitting.player)


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
    same = [] if wanted is None else [one.pk for one in found if _is_same_game(wanted, one) and one.pk != table_id]
    locked = {pk: lock_table(pk) for pk in ids if pk == table_id or pk in same}
    return locked[table_id], [one for pk, one in locked.items() if pk != table_id and one.status == Table.Status.OPEN]


def _is_same_game(table: Table, other: Table) -> bool:
    """A mixed table's game and stakes change from hand to hand; its mix does not."""
    if table.is_session or other.is_session:  # nobody leaves one without a count
        return False
    if not (table.is_cash and other.is_cash) or (table.kind, table.unit) != (other.kind, other.unit):
        return False
    if table.rotation is not None or other.rotation is not None:
        return (table.rotation, table.level) == (other.rotation, other.level)
    return (table.game, table.stakes) == (other.game, other.stakes)


def _free(table: Table) -> int:
    """The seats that are neither taken nor kept for somebody who was called."""
    seated = Sitting.objects.filter(table=table).exclude(state=Sitting.State.LEFT).count()
    return table.seats - seated - Wait.objects.filter(called_to=table, state=Wait.State.CALLED).count()


def _sits(player_id: int, table: Table) -> bool:
    return Sitting.objects.filter(table=table, player_id=player_id).exclude(state=Sitting.State.LEFT).exists()
