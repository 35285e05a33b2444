"""An event that is announced, as the desk announces one."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from tournaments.models import Structure, Tournament
from tournaments.running import event_start
from tournaments.structures import sheet_import


def an_event() -> Tournament:
    """In fifty minutes, by one of the club's own structures."""
    now = timezone.now()
    sheet_import.take_in_own(now=now)
    structure = Structure.objects.get(key="club-turbo")
    starts = now + timedelta(minutes=50)
    return event_start.announce(
        "Friday Deepstack", structure, buy_in=500, fee=50, starts_at=starts, seed=bytes(32), now=now
    )
