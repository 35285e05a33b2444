"""The secret in the address of a member's own calendar: whoever has it reads the calendar, without a login."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import transaction

from club.house import audit_log
from club.models import Player, User
from club.people import people

LENGTH = 24  # bytes of the secret


def make_anew(player_id: int, *, by: User | None, source: str = "", now: datetime) -> Player:
    """A new secret: an address that was given before is dead."""
    return _keep(player_id, secrets.token_urlsafe(LENGTH), by, source, now)


def take_away(player_id: int, *, by: User | None, source: str = "", now: datetime) -> Player:
    """No address any more."""
    return _keep(player_id, None, by, source, now)


def _keep(player_id: int, key: str | None, by: User | None, source: str, now: datetime) -> Player:
    with transaction.atomic():
        player = people.locked(player_id)
        player.calendar_key = key
        player.save(update_fields=["calendar_key"])
        audit_log.record(
            "player.calendar", by=by, subject=player.owner, after={"is_on": key is not None}, source=source, now=now
        )
    return player


def owner_of(key: str) -> Player | None:
    """Whose calendar that secret opens: nobody's for one that was taken back, of a closed login, or of who has left."""
    found = Player.objects.filter(calendar_key=key, erased_at=None, merged_into=None).select_related("user").first()
    return found if found is not None and (found.user is None or found.user.is_active) else None
