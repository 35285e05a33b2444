"""What the rail is told of a table: written down once a version, and handed as it is to everybody who only watches.

When a table of five hundred spectators changes, all of them ask at once. One looks; the others wait for it, or find it.
"""

from __future__ import annotations

import threading

from django.core.cache import cache
from django.db.models import Exists, OuterRef
from django.utils import timezone
from rest_framework.renderers import JSONRenderer

from club.models import Player, RuleValue, User
from tables import queries, vantage
from tables.models import HandSeat, Sitting, Table, Wait

KEPT_SECONDS = 60  # found by its version, so an old one is never wrong, only unused
_LOOKING = threading.Lock()  # of this process, so that as many look as there are processes


def told(table_id: int, user: User) -> bytes | None:
    """The table's public view as JSON, if that is all this login may see of it, and may see now; else None.

    None for whoever sits or waits somewhere, ever held cards here, or is no player yet; where spectators lag behind; and
    for a table that does not exist.
    """
    own = {"player__user": user}
    table = (
        Table.objects.filter(pk=table_id)
        .annotate(
            is_player=Exists(Player.objects.filter(user=user)),
            is_known=Exists(Sitting.objects.filter(table=OuterRef("pk"), **own)),
            has_played=Exists(HandSeat.objects.filter(hand__table=OuterRef("pk"), **own)),
            is_waiting=Exists(Wait.objects.filter(state__in=[Wait.State.WAITING, Wait.State.CALLED], **own)),
            may_lag=Exists(RuleValue.objects.filter(key="TableRules.spectator_delay")),
        )
        .first()
    )
    if table is None or not table.is_player or table.is_known or table.has_played or table.is_waiting:
        return None
    if table.may_lag and vantage.delay_at(table):
        return None
    return _written(table)


def _written(table: Table) -> bytes:
    key = f"rail:{table.pk}:{table.opened_at.timestamp()}:{table.version}"
    kept: bytes | None = cache.get(key)
    if kept is not None:
        return kept
    with _LOOKING:
        kept = cache.get(key)
        if kept is None:
            seen = queries.table_as_seen_by(table, None, now=timezone.now())
            kept = bytes(JSONRenderer().render(seen))
            if seen["version"] == table.version:
                cache.set(key, kept, KEPT_SECONDS)
    return kept
