"""Time charge: what the house takes for every seat of a cash table, in place of rake or beside it.

The time runs from a deal, and is taken from the stacks between two hands once it is up; it begins anew with the next
deal, so that a table that stands still is charged nothing. Whoever writes here holds the table's lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from club.ledger import ledger
from club.models import Transfer, User
from tables.core import table_rules
from tables.core.table_rules import TableRules
from tables.models import Sitting, Table


def start(table: Table, running: TableRules, now: datetime) -> None:
    """At a deal, set (not save: `time_due`) when the charge is due, if the house takes one and it does not run yet."""
    if table.is_cash and not table.is_practice and running.time_charge and table.time_due is None:
        table.time_due = now + timedelta(minutes=running.time_charge_minutes)


def collect(table: Table, now: datetime) -> int:
    """Between hands, take what is due from every stack, the last chips of a shorter one; the chips that were taken.

    Sets, not saves, `time_due`.
    """
    if table.time_due is None or table.time_due > now:
        return 0
    due, table.time_due = table.time_due, None
    charge = table_rules.of_table(table, table.game).time_charge
    seated = Sitting.objects.filter(table=table).exclude(state=Sitting.State.LEFT).select_related("account")
    moved = take(table, list(seated), charge, key=f"table:{table.pk}:time:{due.isoformat()}", by=None)
    return 0 if moved is None else moved[1]


def take(
    table: Table, sittings: Sequence[Sitting], charge: int, *, key: str, by: User | None
) -> tuple[Transfer, int] | None:
    """Take the charge from each of those stacks, the last chips of a shorter one: the transfer and the chips, None if nothing
    was there."""
    accounts = [one.account for one in sittings if one.account is not None]
    moves = {account.pk: -min(charge, account.balance) for account in accounts if charge and account.balance}
    taken = -sum(moves.values())
    if not taken:
        return None
    moves[ledger.open_account("house", "fees", table.unit).pk] = taken
    return ledger.post(key, moves, purpose="time", reference=f"table:{table.pk}", by=by), taken
