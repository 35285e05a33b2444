"""The next deal of many tables at once, where nothing but the next deal follows a hand.

That is so nearly always. Where somebody leaves, changes seats, tops up by a switch or waits in line, where a charge is due
or the next game is to be chosen, `tables.dealing.after_hands.after_hand` does what is to be done, table by table.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import connection

from club.live import nudges
from tables.models import Sitting, Table, Wait

_LOOK = """
SELECT one.id, count(sitting.id) FILTER (WHERE sitting.state = %(active)s AND NOT sitting.is_moving AND stack.balance > 0)
FROM tables_table one
LEFT JOIN tables_sitting sitting ON sitting.table_id = one.id AND sitting.state <> %(left)s
LEFT JOIN club_account stack ON stack.id = sitting.account_id
WHERE one.id = ANY(%(tables)s) AND NOT EXISTS (
    SELECT FROM tables_wait line WHERE line.state = ANY(%(in_line)s)
    AND (line.called_to_id = one.id OR line.table_id = one.id OR line.table_id IS NULL AND line.game = one.game)
)
GROUP BY one.id HAVING NOT COALESCE(bool_or(
    sitting.state = %(leaving)s OR sitting.wants_since IS NOT NULL OR sitting.tops_up_to > stack.balance
), false)
"""
_SET = """
UPDATE tables_table SET version = told.version, deal_at = told.deal_at
FROM unnest(%s::bigint[], %s::bigint[], %s::timestamptz[]) AS told(id, version, deal_at) WHERE tables_table.id = told.id
"""


def set_deals(tables: Iterable[Table], now: datetime) -> set[int]:
    """Set when those of the tables deal next at which nothing else follows the hand that was settled, give them a new version
    and have their watchers told; their ids. All the tables are locked and no hand is in progress at any.

    The others are left as they are.
    """
    plain = {
        table.pk: table
        for table in tables
        if table.rotation is None and (table.time_due is None or table.time_due > now)
    }
    if not plain:
        return set()
    with connection.cursor() as cursor:
        cursor.execute(
            _LOOK,
            {
                "tables": list(plain),
                "active": Sitting.State.ACTIVE.value,
                "left": Sitting.State.LEFT.value,
                "leaving": Sitting.State.LEAVING.value,
                "in_line": [Wait.State.WAITING.value, Wait.State.CALLED.value],
            },
        )
        ready = dict(cursor.fetchall())
        quiet = [plain[pk] for pk in sorted(ready)]
        for table in quiet:
            table.version += 1
            table.deal_at = _next_deal(table, ready[table.pk], now)
        cursor.execute(
            _SET,
            [[table.pk for table in quiet], [table.version for table in quiet], [table.deal_at for table in quiet]],
        )
    nudges.nudge_all({table.channel: table.version for table in quiet})
    return set(ready)


def _next_deal(table: Table, ready: int, now: datetime) -> datetime | None:
    """When the table deals next, with so many players who have chips; as `tables.cash.between_hands.set_next_deal` says."""
    if not table.deals_itself or table.status != Table.Status.OPEN or table.is_breaking or ready < 2:
        return None
    return table.deal_at or now + timedelta(seconds=table.pause)
