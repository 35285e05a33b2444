"""From when a viewer sees a table: now, or, for spectators, as long ago as the house sets.

Whoever holds a seat sees the table as it is, and so does the floor, who must rule on it. For everybody else the table of
now is the one of `spectator_delay` seconds ago: later decisions, cards, results and stacks are not shown in any form.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q

from club.house.rights import has_right
from club.models import Entry, Player, RuleValue
from tables.core import table_rules
from tables.models import Hand, Sitting, Table

FLOOR = "tables.void"  # the right of those who must see what they rule on
RULE = "TableRules.spectator_delay"
LONGEST = timedelta(seconds=3600)  # that the house may choose


def may_lag() -> bool:
    """False where no delay was ever set, so that nobody lags behind anywhere."""
    return RuleValue.objects.filter(key=RULE).exists()


def with_own_delay() -> list[int]:
    """The tables for which a delay of their own was ever set."""
    scopes = RuleValue.objects.filter(key=RULE, scope__startswith="table:").values_list("scope", flat=True).distinct()
    return [int(scope.removeprefix("table:")) for scope in scopes]


def delay_at(table: Table) -> int:
    """The seconds by which spectators lag behind at that table; 0: they see what everybody sees."""
    if table.kind != Table.Kind.DEALT:
        return 0
    return table_rules.of_table(table, table.game).spectator_delay


def sees_until(table: Table, viewer: Player | None, now: datetime) -> datetime | None:
    """The instant up to which the viewer sees the table, for whom it is not live; None for whom it is."""
    seconds = delay_at(table)
    if not seconds:
        return None
    if viewer is not None:
        if Sitting.objects.filter(table=table, player=viewer).exclude(state=Sitting.State.LEFT).exists():
            return None
        if viewer.user is not None and has_right(viewer.user, FLOOR):
            return None
    return now - timedelta(seconds=seconds)


def seated_at(table: Table, until: datetime) -> int:
    """How many sat at the table at that instant."""
    still = Q(left_at__isnull=True) | Q(left_at__gt=until)
    return Sitting.objects.filter(still, table=table, sat_down_at__lte=until).count()


def is_open_at(table: Table, until: datetime | None) -> bool:
    """True if the table is open for a viewer who sees until then.

    That a tournament has opened or closed a table is told with the hands it follows from; a cash table is there at once.
    """
    if until is None or (table.status == Table.Status.CLOSED and table.closed_at is None):
        return table.status == Table.Status.OPEN
    is_there = table.is_cash or table.opened_at <= until
    return is_there and (table.closed_at is None or table.closed_at > until)


def stacks_at(accounts: Iterable[int], until: datetime) -> dict[int, int]:
    """Each account's balance at that instant, in chips; those that had no line yet are left out."""
    lines = Entry.objects.filter(account__in=list(accounts), transfer__recorded_at__lte=until)
    return dict(lines.order_by("account", "-version").distinct("account").values_list("account_id", "balance_after"))


def is_begun(row: Hand, until: datetime | None) -> bool:
    """True if the hand has begun for a viewer who sees until then."""
    return until is None or row.started_at <= until


def is_ended(row: Hand, until: datetime | None) -> bool:
    """True if the hand has ended for a viewer who sees until then."""
    return row.ended_at is not None and (until is None or row.ended_at <= until)
