"""Photographs of members: taken in as a small JPEG, without place, time or camera."""

from __future__ import annotations

import io
from datetime import datetime
from typing import IO

from django.db import transaction
from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from club import audit_log, people
from club.errors import ClubError
from club.models import Player, PlayerPhoto, User

LARGEST_FILE = 8_000_000  # bytes
MOST_PIXELS = 40_000_000
SIDE = 480  # pixels of the longer side as kept
FORMATS = ("JPEG", "PNG", "WEBP")


def set_photo(player: Player, file: IO[bytes], *, by: User | None, source: str = "", now: datetime) -> None:
    """Keep a new photograph of the player. Raises `ClubError` (422) for what is no picture, or too large a one."""
    taken = file.read(LARGEST_FILE + 1)
    if len(taken) > LARGEST_FILE:
        words = _("The file is too large: at most %(most)d MB.") % {"most": LARGEST_FILE // 1_000_000}
        raise ClubError("file_too_large", words, 422, field="photo")
    jpeg = _small(taken)
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


def _small(taken: bytes) -> bytes:
    try:
        with Image.open(io.BytesIO(taken), formats=FORMATS) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise ValueError
            turned = ImageOps.exif_transpose(picture).convert("RGB")
    except (
        OSError,
        ValueError,
        SyntaxError,
        Image.DecompressionBombError,
    ) as wrong:  # what Pillow raises for bad files
        words = _("Choose a picture: %(formats)s.") % {"formats": ", ".join(FORMATS)}
        raise ClubError("no_picture", words, 422, field="photo") from wrong
    turned.thumbnail((SIDE, SIDE))
    told = io.BytesIO()
    turned.save(told, "JPEG", quality=85)
    return told.getvalue()
