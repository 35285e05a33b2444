"""Photographs of members: taken in as a small JPEG, without place, time or camera."""

from __future__ import annotations

import io
from datetime import datetime
from typing import IO

from django.db import transaction
from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from club.base.errors import ClubError
from club.house import audit_log
from club.models import Player, PlayerPhoto, User
from club.people import people

LARGEST_FILE = 8_000_000  # bytes
MOST_PIXELS = 40_000_000  # of a JPEG that is decoded row by row
MOST_WHOLE = 6_000_000  # of what stands in memory as a whole
MOST_WEBP = 2_000_000  # whose decoder keeps several copies
SIDE = 480  # pixels of the longer side as kept
FORMATS = ("JPEG", "PNG", "WEBP")


def set_photo(player: Player, file: IO[bytes], *, by: User | None, source: str = "", now: datetime) -> None:
    """Keep a new photograph of the player. Raises `ClubError` (422) for what is no picture, or too large a one."""
    taken = file.read(LARGEST_FILE + 1)
    if len(taken) > LARGEST_FILE:
        words = _("The file is too large: at most %(most)d MB.") % {"most": LARGEST_FILE // 1_000_000}
        raise ClubError("file_too_large", words, 422, field="photo")
    jpeg = small(taken)
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


def small(taken: bytes) -> bytes:
    """The picture as it is kept. Raises `ClubError` (422) for what is no picture, or one of too many pixels."""
    try:
        with Image.open(io.BytesIO(taken), formats=FORMATS) as picture:
            most = _most_pixels(picture, taken)
            if picture.width * picture.height > most:
                words = _("The picture is too large: at most %(most)d million pixels of this kind of file.")
                raise ClubError("too_many_pixels", words % {"most": most // 1_000_000}, 422, field="photo")
            picture.draft("RGB", (2 * SIDE, 2 * SIDE))  # a JPEG is decoded at an eighth of its size, if that is enough
            whole = picture if picture.mode in ("RGB", "L") else picture.convert("RGB")
            whole.thumbnail((SIDE, SIDE))
            turned = ImageOps.exif_transpose(whole).convert("RGB")
    except (
        OSError,
        ValueError,
        SyntaxError,
        Image.DecompressionBombError,
    ) as wrong:  # what Pillow raises for bad files
        words = _("Choose a picture: %(formats)s.") % {"formats": ", ".join(FORMATS)}
        raise ClubError("no_picture", words, 422, field="photo") from wrong
    told = io.BytesIO()
    turned.save(told, "JPEG", quality=85)
    return told.getvalue()


def _most_pixels(picture: Image.Image, taken: bytes) -> int:
    """How many pixels may be decoded. A JPEG of one scan needs but some of its rows at a time, anything else all of them."""
    if picture.format == "JPEG" and _is_one_scan(taken):
        return MOST_PIXELS
    return MOST_WEBP if picture.format == "WEBP" else MOST_WHOLE


def _is_one_scan(jpeg: bytes) -> bool:
    """True for a sequential JPEG whose first scan has all its components (ITU-T T.81, B.2): then there is no other."""
    at, components = 2, 0
    while at + 9 < len(jpeg) and jpeg[at] == 0xFF:
        marker, length = jpeg[at + 1], int.from_bytes(jpeg[at + 2 : at + 4], "big")
        if marker in (0xC0, 0xC1):  # the frame: baseline or extended sequential
            components = jpeg[at + 9]
        if marker == 0xDA:
            return 0 < components == jpeg[at + 4]
        at += 2 + length
    return False
