"""The club's own key, and the keys of others: unknown until somebody here accepts one, and remembered from then on."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from club.house import audit_log
from club.models import User
from tournaments.base.errors import Refused
from tournaments.gallery.signed_files import SharedSet, fingerprint
from tournaments.messages.gallery import GalleryText
from tournaments.models import KnownKey, SigningKey

_THE_ONE = 1


@dataclass(frozen=True, slots=True)
class Signer:
    """Whose key signed a set: `standing` is cardhouse (it came with it), own, known or unknown; `name` is as it was accepted."""

    standing: str
    fingerprint: str = ""
    name: str = ""


def own_private(*, now: datetime) -> bytes:
    """The club's own key (32 bytes), made at the first call."""
    row, _made = SigningKey.objects.get_or_create(
        pk=_THE_ONE, defaults={"private": secrets.token_bytes(32).hex(), "made_at": now}
    )
    return bytes.fromhex(row.private)


def own_public() -> bytes:
    """The public half of the club's own key, 32 bytes; empty before there is one."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    row = SigningKey.objects.filter(pk=_THE_ONE).first()
    if row is None:
        return b""
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(row.private)).public_key().public_bytes_raw()


def signer_of(shared: SharedSet) -> Signer:
    """Whose key signed a set."""
    if not shared.public:
        return Signer("cardhouse")
    seen = fingerprint(shared.public)
    if shared.public == own_public():
        return Signer("own", seen)
    known = KnownKey.objects.filter(public=shared.public.hex()).first()
    return Signer("unknown", seen) if known is None else Signer("known", seen, known.name)


def accept(shared: SharedSet, *, by: User | None, source: str = "", now: datetime) -> None:
    """Remember the key of a set as that of the club it names, on record. One that is known stays as it was accepted."""
    with transaction.atomic():
        _row, is_new = KnownKey.objects.get_or_create(
            public=shared.public.hex(), defaults={"name": shared.club, "accepted_by": by, "accepted_at": now}
        )
        if is_new:
            told = {"club": shared.club, "fingerprint": fingerprint(shared.public)}
            audit_log.record("gallery.key-accepted", by=by, subject="gallery", after=told, source=source, now=now)


def forget(key_id: int, *, by: User | None, source: str = "", now: datetime) -> None:
    """Take the acceptance of a key back, on record: its files are of an unknown key again. Raises `Refused` (404)."""
    with transaction.atomic():
        row = KnownKey.objects.filter(pk=key_id).first()
        if row is None:
            raise Refused("unknown_key", GalleryText.NO_KEY(), 404)
        told = {"club": row.name, "fingerprint": fingerprint(bytes.fromhex(row.public))}
        row.delete()
        audit_log.record("gallery.key-forgotten", by=by, subject="gallery", before=told, source=source, now=now)
