"""Secrets of second factors as the database keeps them: sealed (Fernet: AES-128-CBC and HMAC-SHA256) by keys made from the secret
keys of the settings, so that whoever reads the database, or a copy of it, makes no codes.

The first of the keys seals; the fallbacks (`SECRET_KEY_FALLBACKS`) still open what they sealed, until `reseal` has gone over it.
What an older version left as it was is read as well.
"""

from __future__ import annotations

import base64
from functools import lru_cache
from typing import Any

from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.db import transaction

from club.base.errors import ClubError
from club.base.phrases import gettext as _

SEALED = "fernet:"  # neither letters of base32 nor hexadecimal: no secret of its own begins so
FOR = b"cardhouse: secrets of second factors"
UNREADABLE = "factor_unreadable"
FIELDS = ("secret", "seed")  # of a factor's data: of codes by the clock, and of recovery codes


def sealed(text: str) -> str:
    """The secret as it is kept."""
    return SEALED + _keys().encrypt(text.encode()).decode()


def opened(kept: str) -> str:
    """The secret that is kept so. Raises `ClubError` (409) for one that no key of the settings has sealed."""
    if not kept.startswith(SEALED):
        return kept
    try:
        return _keys().decrypt(kept.removeprefix(SEALED).encode()).decode()
    except InvalidToken:
        words = _(
            "The second factor cannot be read: the club's secret key is another one. Whoever runs the machine gives the former key "
            "back (SECRET_KEY_FALLBACKS); a passkey opens the login meanwhile."
        )
        raise ClubError(UNREADABLE, words, 409) from None


def reseal() -> int:
    """Seal by the first key what an older version left open, or another key has sealed; how many. What no key opens stays."""
    count = 0
    for number in Authenticator.objects.exclude(type="webauthn").values_list("pk", flat=True):
        with transaction.atomic():
            factor = Authenticator.objects.select_for_update().filter(pk=number).first()
            if factor is not None and (data := _resealed(factor.data)) != factor.data:
                factor.data = data
                factor.save(update_fields=["data"])
                count += 1
    return count


def unreadable() -> int:
    """How many second factors no key of the settings opens."""
    return sum(not _is_readable(data) for data in Authenticator.objects.values_list("data", flat=True))


def _resealed(data: dict[str, Any]) -> dict[str, Any]:
    return data | {name: _again(data[name]) for name in FIELDS if name in data and _is_readable(data)}


def _again(kept: str) -> str:
    is_present = kept.startswith(SEALED) and _opens(_fernets()[0], kept)
    return kept if is_present else sealed(opened(kept))


def _is_readable(data: dict[str, Any]) -> bool:
    kept = [data[name] for name in FIELDS if str(data.get(name, "")).startswith(SEALED)]
    return all(_opens(_keys(), one) for one in kept)


def _opens(key: Fernet | MultiFernet, kept: str) -> bool:
    try:
        key.decrypt(kept.removeprefix(SEALED).encode())
    except InvalidToken:
        return False
    return True


def _keys() -> MultiFernet:
    return MultiFernet(_fernets())


def _fernets() -> list[Fernet]:
    return list(_made(settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))


@lru_cache(maxsize=4)
def _made(*secrets: str) -> tuple[Fernet, ...]:
    return tuple(_derived(secret) for secret in secrets)


def _derived(secret: str) -> Fernet:
    """A key for this alone (RFC 5869): the settings' own signs logins."""
    key = HKDF(algorithm=SHA256(), length=32, salt=None, info=FOR).derive(secret.encode())
    return Fernet(base64.urlsafe_b64encode(key))
