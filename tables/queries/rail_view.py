"""What the rail is told of a table: written down once a version, and handed as it is to everybody who only watches.

When a table of five hundred spectators changes, all of them ask at once. One looks; the others wait for it, or find it.
They find it soonest at the streams' process (`club.live.spectator_views`), whose `address` comes with each answer.
"""

from __future__ import annotations

import threading
from datetime import datetime
from urllib.parse import quote

from django.core.cache import cache
from django.utils import timezone
from rest_framework.renderers import JSONRenderer

from club.database.prepared_queries import Lines, Rows, read
from club.http import browser_origins
from club.live import spectator_tokens
from club.models import User
from tables.core import spectator_delay
from tables.models import Table
from tables.queries import table_as_seen

KEPT_SECONDS = 60  # found by its version, so an old one is never wrong, only unused
_LOOKING = threading.Lock()  # of this process, so that as many look as there are processes


_TABLE = Rows(Table, "WHERE own.id = %s")
_WATCHER = Lines(
    """
    WITH me AS (SELECT id FROM club_player WHERE user_id = %s)
    SELECT EXISTS (SELECT FROM me),
        EXISTS (SELECT FROM tables_sitting, me WHERE table_id = %s AND player_id = me.id)
        OR EXISTS (
            SELECT FROM me JOIN tables_handseat seat ON seat.player_id = me.id JOIN tables_hand hand ON hand.id = seat.hand_id
            WHERE hand.table_id = %s
        )
        OR EXISTS (SELECT FROM tables_wait, me WHERE state IN ('waiting', 'called') AND player_id = me.id),
        EXISTS (SELECT FROM club_rulevalue WHERE key = 'TableRules.spectator_delay')
    """
)
_LAG = Lines("SELECT EXISTS (SELECT FROM club_rulevalue WHERE key = 'TableRules.spectator_delay')")
_NEWEST: dict[int, tuple[str, int, bytes]] = {}  # by table: what this process wrote or found last, under its key
_MOST = 500


def told(table_id: int, user: User) -> bytes | None:
    """The table's public view as JSON, if that is all this login may see of it, and may see now; else None.

    None for whoever sits or waits somewhere, ever held cards here, or is no player yet; where spectators lag behind; of a
    private table; and for a table that does not exist.
    """
    tables, [(is_player, has_ties, may_lag)] = read((_TABLE, [table_id]), (_WATCHER, [user.pk, table_id, table_id]))
    if not tables or not is_player or has_ties:
        return None
    if tables[0].is_private or (may_lag and spectator_delay.delay_at(tables[0])):
        return None
    return _written(tables[0])[1]


def public(table_id: int) -> tuple[int, bytes | None]:
    """The table's version, and its public view as JSON, for the streams' process to hand on.

    None for the view where spectators lag behind, so that each look is as old as it must be, and of a private table, whose
    every look is asked for; and, with version 0, for a table that does not exist.
    """
    tables, [(may_lag,)] = read((_TABLE, [table_id]), (_LAG, []))
    if not tables:
        return 0, None
    if tables[0].is_private or (may_lag and spectator_delay.delay_at(tables[0])):
        return tables[0].version, None
    return _written(tables[0])


def address(table_id: int, login: int, *, host: str, now: datetime) -> str:
    """Where that login, who asks at `host`, may ask the streams' process for the public view, for a few minutes."""
    channel = f"table:{table_id}"
    key = quote(spectator_tokens.given(channel, login, now=now), safe=":")
    return f"{browser_origins.streams_url(host)}/rail/{channel}?key={key}"


def _written(table: Table) -> tuple[int, bytes]:
    key = f"rail:{table.pk}:{table.opened_at.timestamp()}:{table.version}"
    newest = _NEWEST.get(table.pk)
    if newest is not None and newest[0] == key:
        return newest[1:]
    with _LOOKING:
        newest = _NEWEST.get(table.pk)
        if newest is not None and newest[0] == key:
            return newest[1:]
        kept: bytes | None = cache.get(key)
        if kept is None:
            seen = table_as_seen.table_as_seen_by(table, None, now=timezone.now())
            kept = bytes(JSONRenderer().render(seen))
            if seen["version"] != table.version:
                return seen["version"], kept
            cache.set(key, kept, KEPT_SECONDS)
        if len(_NEWEST) >= _MOST:
            _NEWEST.clear()
        _NEWEST[table.pk] = (key, table.version, kept)
    return table.version, kept
