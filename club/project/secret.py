"""Keys of a club that sets none: made once, kept in var/, readable by its owner alone."""

from __future__ import annotations

import base64
import os
import secrets
from collections.abc import Callable

from cryptography.hazmat.primitives.asymmetric import ec

from club.project.servers import var_directory


def kept_secret() -> str:
    """The key in ``var/secret_key``, made at the first call; 64 characters from the system's random source."""
    return _kept("secret_key", lambda: secrets.token_urlsafe(48))


def kept_push_key() -> str:
    """The key in ``var/push_key`` by which push services know the club (RFC 8292), made at the first call: the number of a private
    key of P-256, as base64url."""
    return _kept("push_key", _made_push_key)


def _made_push_key() -> str:
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()


def _kept(name: str, make: Callable[[], str]) -> str:
    path = var_directory() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(handle, "w") as out:
        key = make()
        out.write(key)
    return key
