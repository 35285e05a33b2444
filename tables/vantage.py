"""From when a viewer sees a table: now, or, for spectators, as long ago as the house sets.

Whoever holds a seat sees the table as it is, and so does the floor, who must rule on it. For everybody else the table of
now is the one of `spectator_delay` seconds ago: later decisions, cards, results and stacks are not shown in any form.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from club.models import Player
from club.rights import has_right
from tables import rules
from tables.models import Hand, Sitting, Table

FLOOR = "tables.void"  # the right of those who must see what they rule on


def delay_at(table: Table) -> int:
    """The seconds by which spectators lag behind at that table; 0: they see what everybody sees."""
    if table.kind != Table.Kind.DEALT:
        return 0
    return rules.of_table(table, table.game).spectator_delay


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


def is_begun(row: Hand, until: datetime | None) -> bool:
    """True if the hand has begun for a viewer who sees until then."""
    return until is None or row.started_at <= until


def is_ended(row: Hand, until: datetime | None) -> bool:
    """True if the hand has ended for a viewer who sees until then."""
    return row.ended_at is not None and (until is None or row.ended_at <= until)
