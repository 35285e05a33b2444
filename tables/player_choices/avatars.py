"""What a player shows at a seat: a picture of one's own choosing, or the initials of the nickname.

The photograph that the reception has is another thing, and shown to nobody else unless its owner chooses it here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime
from typing import IO

from django.db import transaction

from club.base import pictures
from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house import audit_log
from club.models import Player, PlayerPhoto, User
from club.people import people
from tables.models import Avatar

SIDE = pictures.SQUARE


def of_players(players: Iterable[int]) -> dict[int, str]:
    """The digest of each player's picture, by player; those who show initials are left out."""
    return dict(Avatar.objects.filter(player__in=list(players)).values_list("player", "digest"))


def picture(player_id: int, digest: str) -> bytes | None:
    """The JPEG of that address; None where the player shows another by now, or none."""
    found = Avatar.objects.filter(player=player_id, digest=digest).values_list("jpeg", flat=True).first()
    return None if found is None else bytes(found)


def show_file(player: Player, file: IO[bytes], *, by: User | None, now: datetime, source: str = "") -> None:
    """Show a picture that was sent. Raises `ClubError` (422) for what is no picture, or too large a one."""
    _keep(player, pictures.read(file, "avatar"), by, now, source)


def show_photo(player: Player, *, by: User | None, now: datetime, source: str = "") -> None:
    """Show the photograph that the club has of the player. Raises `ClubError` (409) where it has none."""
    held = PlayerPhoto.objects.filter(player=player).first()
    if held is None:
        raise ClubError("no_photo", _("The club has no photograph of you."), 409)
    _keep(player, bytes(held.jpeg), by, now, source)


def show_initials(player: Player, *, by: User | None, now: datetime, source: str = "") -> None:
    """Show the initials again; harmless if there is no picture."""
    with transaction.atomic():
        count, _rows = Avatar.objects.filter(player=player).delete()
        if count:
            audit_log.record("player.changed", by=by, subject=player.owner, after=["avatar"], source=source, now=now)


def _keep(player: Player, taken: bytes, by: User | None, now: datetime, source: str) -> None:
    jpeg = pictures.as_square(taken)
    with transaction.atomic():
        held = people.locked(player.pk)
        if held.erased_at is not None:
            raise ClubError("erased", _("This membership has ended."), 409)
        digest = hashlib.sha256(jpeg).hexdigest()[:16]
        Avatar.objects.update_or_create(player=held, defaults={"jpeg": jpeg, "digest": digest, "set_at": now})
        audit_log.record("player.changed", by=by, subject=held.owner, after=["avatar"], source=source, now=now)
