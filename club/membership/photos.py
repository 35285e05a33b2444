"""Photographs of members: taken in as a small JPEG, without place, time or camera."""

from __future__ import annotations

from datetime import datetime
from typing import IO

from django.db import transaction

from club.base import pictures
from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house import audit_log
from club.models import Player, PlayerPhoto, User
from club.people import people


def set_photo(player: Player, file: IO[bytes], *, by: User | None, source: str = "", now: datetime) -> None:
    """Keep a new photograph of the player. Raises `ClubError` (422) for what is no picture, or too large a one."""
    jpeg = pictures.as_jpeg(pictures.read(file, "photo"))
    with transaction.atomic():
        held = people.locked(player.pk)
        if held.erased_at is not None:
            raise ClubError("erased", _("This membership has ended."), 409)
        PlayerPhoto.objects.update_or_create(player=held, defaults={"jpeg": jpeg, "set_at": now})
        audit_log.record("player.changed", by=by, subject=held.owner, after=["photo"], source=source, now=now)


def remove_photo(player: Player, *, by: User | None, source: str = "", now: datetime) -> None:
    """Forget the photograph, if there is one."""
    with transaction.atomic():
        count, _rows = PlayerPhoto.objects.filter(player=player).delete()
        if count:
            audit_log.record("player.changed", by=by, subject=player.owner, after=["photo"], source=source, now=now)


def photo_of(player: Player) -> PlayerPhoto | None:
    """The player's photograph, if there is one."""
    return PlayerPhoto.objects.filter(player=player).first()
