"""The lock of a table, and how the world hears that it has changed.

Locks are taken in one order: tournament, tables by primary key, accounts by primary key (the ledger takes those).
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Case, Q, When

from club.database.prepared_queries import Rows
from club.live import nudges
from tables.core.errors import UnknownHand, UnknownTable
from tables.models import Hand, Table

LOCKED = Rows(Table, "WHERE own.id = %s FOR NO KEY UPDATE")
LOCKED_IF_FREE = Rows(Table, "WHERE own.id = %s FOR NO KEY UPDATE SKIP LOCKED")


class TableBusy(Exception):
    """Somebody else holds the table's lock, and the caller did not want to wait."""


def lock_table(table_id: int, *, wait: bool = True) -> Table:
    """The table, its row locked until the transaction ends.

    `no_key`: a plain FOR UPDATE would block every insert of a row that refers to the table.
    Raises `UnknownTable`; `TableBusy` if `wait` is false and the row is locked.
    """
    found = (LOCKED if wait else LOCKED_IF_FREE).first(table_id)
    if found is not None:
        return found
    if not wait and Table.objects.filter(pk=table_id).exists():
        raise TableBusy
    raise UnknownTable(table_id)


def table_of(hand_id: int) -> int:
    """The id of the hand's table. Raises `UnknownHand`."""
    table_id = Hand.objects.filter(pk=hand_id).values_list("table_id", flat=True).first()
    if table_id is None:
        raise UnknownHand(hand_id)
    return table_id


def lock_hand(hand_id: int, *, wait: bool = True) -> tuple[Table, Hand]:
    """The hand and its table, the table locked; the hand is read after the lock, so it is the latest.

    Raises `UnknownHand`, `TableBusy`.
    """
    table = lock_table(table_of(hand_id), wait=wait)
    return table, Hand.objects.get(pk=hand_id)


def lock_hands(hand_ids: Iterable[int]) -> tuple[dict[int, Table], list[Hand]]:
    """`lock_hand` for many: the tables by id, locked in the order of their ids, and the hands. Unknown ids are left out."""
    wanted = list(hand_ids)
    ids = Hand.objects.filter(pk__in=wanted).values_list("table_id", flat=True)
    locked = Table.objects.select_for_update(no_key=True, of=("self",)).filter(pk__in=set(ids)).order_by("pk")
    tables = {table.pk: table for table in locked}
    return tables, list(Hand.objects.filter(pk__in=wanted).order_by("table", "number"))


def lock_over(most: int) -> tuple[dict[int, Table], list[Hand]]:
    """At most so many hands that are over, dealt here or entered, at tables nobody works at just now, those over longest first; not
    those whose settlement was refused, which would hold up the others.

    The tables by id, locked, and the hands, read after the locks.
    """
    first = [table_id for _hand, table_id in over_first(most)]
    if not first:
        return {}, []
    free = Table.objects.select_for_update(no_key=True, of=("self",), skip_locked=True).filter(pk__in=first)
    tables = {table.pk: table for table in free.order_by("pk")}
    over = Hand.objects.filter(state=Hand.State.OVER, result__isnull=True, table__in=tables)
    return tables, list(over.order_by("table", "number")[:most])


def over_first(most: int) -> list[tuple[int, int]]:
    """Hand and table of those that are over and were not refused: who sits at a table before imported hands, then those over
    longest."""
    over = Hand.objects.filter(state=Hand.State.OVER, result__isnull=True)
    imported = Q(is_recorded=True, table__owner="") & ~Q(table__unit="chips")
    found = over.order_by(Case(When(imported, then=1), default=0), "ended_at", "pk")
    return list(found.values_list("pk", "table_id")[:most])


def bump(table: Table, *fields: str) -> None:
    """Give the locked table a new version, save that and the named fields, and tell the watchers after the commit."""
    table.version += 1
    table.save(update_fields=["version", *fields])
    nudges.nudge(table.channel, table.version)
