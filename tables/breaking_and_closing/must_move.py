"""Must-move: the players of a feeder move to its main table as seats fall free there, whoever has sat longest first.

A player is moved between hands with the stack's account, and owes nothing for it. Tables are locked by primary key.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from club.base.phrases import gettext as _
from club.house import audit_log
from club.models import User
from tables.cash import between_hands, sittings, waiting_lists
from tables.core.errors import Refused
from tables.core.locks import bump, lock_table
from tables.models import Sitting, Table, Wait

MOST_OFFERED = 100


def feed(table_id: int, main_id: int | None, *, by: User | None, now: datetime, source: str = "") -> Table:
    """Make a cash table the feeder of a main table of the same game and stakes, or, None, a table of its own again.

    Raises `UnknownTable`, `Refused` for a table that cannot be its main table.
    """
    with transaction.atomic(durable=True):
        ids = sorted({table_id, *([] if main_id is None else [main_id])})
        locked = {pk: lock_table(pk) for pk in ids}
        table, main = locked[table_id], None if main_id is None else locked[main_id]
        if main is not None and (main.pk == table.pk or main.main_id is not None or not is_same_game(table, main)):
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


def sweep(*, now: datetime) -> int:
    """Move whom a main table has room for; how many tables had anything done."""
    done = 0
    for feeder, main in list(feeders().order_by("pk").values_list("pk", "main_id")):
        with transaction.atomic(durable=True):
            locked = {pk: lock_table(pk) for pk in sorted((feeder, main))}
            done += move_next(locked[feeder], locked[main], now)
    for pk in sorted(set(moving_nowhere().values_list("table", flat=True))):
        with transaction.atomic(durable=True):
            done += let_stay(lock_table(pk), now)
    return done


def feeders() -> QuerySet[Table]:
    """The open tables that feed an open one."""
    return Table.objects.filter(main__status=Table.Status.OPEN, status=Table.Status.OPEN)


def moving_nowhere() -> QuerySet[Sitting]:
    """Those who were to move to a main table that is none any more."""
    waits = Sitting.objects.filter(is_moving=True, table__status=Table.Status.OPEN).exclude(state=Sitting.State.LEFT)
    return waits.exclude(table__main__status=Table.Status.OPEN)


def main_tables(table: Table) -> list[Table]:
    """The open tables that could be this one's main table, `MOST_OFFERED` by name at most, and the one that is."""
    alike: dict[str, Any] = {"rotation__isnull": True, "game": table.game, "stakes": table.stakes}
    if table.rotation is not None:
        alike = {"rotation": table.rotation, "level": table.level}
    found = Table.objects.filter(
        owner="", kind=table.kind, unit=table.unit, status=Table.Status.OPEN, main=None, **alike
    ).exclude(pk=table.pk)
    offered = [one for one in found.order_by("name", "pk")[:MOST_OFFERED] if is_same_game(table, one)]
    if table.main_id is not None and table.main_id not in {one.pk for one in offered}:
        offered += Table.objects.filter(pk=table.main_id)
    return offered


def move_next(feeder: Table, main: Table, now: datetime) -> bool:
    """Move the player who has sat longest at the feeder, if the main table has a seat; true if one was moved or called.

    A player in a hand is dealt no further one, and moves after it; if there is no seat any more, that player stays.
    """
    able = list(waiting_lists.must_come(main).filter(table=feeder).order_by("sat_down_at", "pk"))
    if not able or main.is_breaking or free_seats(main) < 1:
        return let_stay(feeder, now)
    first = next((one for one in able if one.is_moving), able[0])
    if sittings.is_hand_in_progress(feeder):
        if first.is_moving:
            return False
        first.is_moving = True
        first.save(update_fields=["is_moving"])
        return True
    move_to_free_seat(first, main, now)
    for table in (feeder, main):
        between_hands.set_next_deal(table, now)
        bump(table, *between_hands.NEXT)
    return True


def let_stay(table: Table, now: datetime) -> bool:
    """Whoever was to move and has nowhere to go is dealt in again; true if there was somebody. The table is locked."""
    here = Sitting.objects.filter(table=table, is_moving=True).exclude(state=Sitting.State.LEFT)
    if not here.update(is_moving=False):
        return False
    between_hands.set_next_deal(table, now)
    bump(table, *between_hands.NEXT)
    return True


def move_to_free_seat(sitting: Sitting, to: Table, now: datetime) -> None:
    taken = set(Sitting.objects.filter(table=to).exclude(state=Sitting.State.LEFT).values_list("seat", flat=True))
    seat = next(number for number in range(1, to.seats + 1) if number not in taken)
    sittings.move_sitting(sitting, to, seat, now=now)
    waiting_lists.take_seat(to, sitting.player)


def is_same_game(table: Table, other: Table) -> bool:
    """A mixed table's game and stakes change from hand to hand; its mix does not."""
    if table.is_session or other.is_session:  # nobody leaves one without a count
        return False
    if not (table.is_cash and other.is_cash) or (table.kind, table.unit) != (other.kind, other.unit):
        return False
    if table.rotation is not None or other.rotation is not None:
        return (table.rotation, table.level) == (other.rotation, other.level)
    return (table.game, table.stakes) == (other.game, other.stakes)


def free_seats(table: Table) -> int:
    """The seats that are neither taken nor kept for somebody who was called."""
    seated = Sitting.objects.filter(table=table).exclude(state=Sitting.State.LEFT).count()
    return table.seats - seated - Wait.objects.filter(called_to=table, state=Wait.State.CALLED).count()
