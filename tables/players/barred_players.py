"""Players who may no longer play leave the cash tables with their chips."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone

from tables.cash import seating, sittings
from tables.models import Sitting, Table


def barred(player_id: int, *, now: datetime) -> None:
    """Let a player who may no longer play leave every cash table, with all chips; a hand in progress is played out.

    At a session table staff counts the chips, and lets the player go.
    """
    for sitting in sittings.seats_of(player_id):
        table = sitting.table
        if table.is_cash and not table.is_session and table.status == Table.Status.OPEN:
            seating.stand_up(sitting.table_id, sitting.player, now=now)


def sweep_barred(*, now: datetime) -> int:
    """Let go whoever sits at a cash table and may play no longer, where the word of it was lost; how many there were."""
    stopped = Q(player__suspended_at__isnull=False, player__suspended_until=None)
    stopped |= Q(player__suspended_at__isnull=False, player__suspended_until__gt=now)
    here = Sitting.objects.filter(stopped | Q(player__excluded_until__gt=now), table__owner="")
    here = here.exclude(state__in=[Sitting.State.LEFT, Sitting.State.LEAVING])
    here = here.exclude(table__kind=Table.Kind.SESSION)
    players = sorted(set(here.values_list("player_id", flat=True)))
    for number in players:
        barred(number, now=now)
    return len(players)


def on_barred(sender: Any, player_id: int, **named: Any) -> None:
    """A door of its own: the signal comes after the commit, outside every transaction."""
    barred(player_id, now=timezone.now())
