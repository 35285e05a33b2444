"""The club's logo: set, taken off, read."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import IO

from django.db import transaction

from club.base import pictures
from club.house import audit_log
from club.http.request_cache import once
from club.models import ClubLogo, User

_THE_ONE = 1


def set_logo(file: IO[bytes], *, by: User | None, source: str = "", now: datetime) -> None:
    """Keep a new logo. Raises `ClubError` (422) for what is no picture, or too large a one."""
    png = pictures.as_png(pictures.read(file, "logo"))
    digest = hashlib.sha256(png).hexdigest()[:16]
    with transaction.atomic():
        ClubLogo.objects.update_or_create(pk=_THE_ONE, defaults={"png": png, "digest": digest, "set_at": now})
        audit_log.record("club.logo", by=by, subject="club", after=digest, source=source, now=now)


def remove_logo(*, by: User | None, source: str = "", now: datetime) -> None:
    """Forget the logo, if there is one."""
    with transaction.atomic():
        count, _rows = ClubLogo.objects.all().delete()
        if count:
            audit_log.record("club.logo", by=by, subject="club", source=source, now=now)


@once(lambda: ())
def digest() -> str:
    """By which the logo's address tells a new one from the last; empty if there is none."""
    return ClubLogo.objects.values_list("digest", flat=True).first() or ""


def png() -> bytes | None:
    """The picture, or None."""
    held = ClubLogo.objects.values_list("png", flat=True).first()
    return None if held is None else bytes(held)
