"""The felt as all see it who only watch: drawn once a version and language, and handed on from memory.

See `club.live.shared_parts`. Whoever sits at the table, or in its hand, waits for a seat or has written notes on somebody who
sits there, sees another felt: these are told with it, so that nobody is kept from their own cards by a key from before.
"""

from __future__ import annotations

from datetime import datetime

from django.template.loader import render_to_string
from django.utils import timezone, translation

from club.database.prepared_queries import Lines, read
from club.live import shared_parts
from club.live.shared_parts import Shared
from tables.core import spectator_delay
from tables.models import Table
from tables.queries import felt_as_seen

KIND = "felt"
_OTHERS = Lines(
    """
    WITH sits AS (SELECT player_id FROM tables_sitting WHERE table_id = %s AND state <> 'left')
    SELECT own.user_id FROM club_player own WHERE own.user_id IS NOT NULL AND own.id IN (
        SELECT player_id FROM sits
        UNION SELECT player_id FROM tables_wait WHERE state IN ('waiting', 'called')
        UNION SELECT writer_id FROM tables_playernote JOIN sits ON sits.player_id = about_id
        UNION SELECT seat.player_id FROM tables_handseat seat WHERE seat.hand_id = (
            SELECT id FROM tables_hand WHERE table_id = %s ORDER BY number DESC LIMIT 1
        )
    )
    """
)


def drawn(table_id: int, language: str) -> tuple[int, Shared | None]:
    """The table's version, and its felt in that language; None where not all who watch see the same: a private table, or one where
    they lag behind. With version 0 for a table that does not exist."""
    table = Table.objects.filter(pk=table_id).first()
    if table is None:
        return 0, None
    if not _is_public(table):
        return table.version, None
    with translation.override(language):
        shown = felt_as_seen.felt_as_seen_by(table, None, now=timezone.now())
        html = render_to_string("tables/_felt.html", shown | {"is_fragment": True, "may_sit": True})
    # Looked up last: nobody who sat down before that version is left out, and whoever sat down since asks once more.
    return shown["seen"]["version"], Shared(html, _others(table))


def key(table: Table, login: int, *, now: datetime) -> str:
    """The key by which that login has the felt from memory, in the language of now."""
    return shared_parts.key(KIND, table.pk, translation.get_language() or "en", login, now=now)


def is_for(table: Table, login: int) -> bool:
    """Whether that login, who has no right over the table, sees the felt as all see it who only watch."""
    return _is_public(table) and login not in _others(table)


def _is_public(table: Table) -> bool:
    return not table.is_private and not spectator_delay.delay_at(table)


def _others(table: Table) -> frozenset[int]:
    """The logins who see another felt than those who only watch."""
    [lines] = read((_OTHERS, [table.pk, table.pk]))
    return frozenset(login for (login,) in lines)
