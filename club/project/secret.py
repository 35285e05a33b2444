"""Keys of a club that sets none: made once, kept in var/, readable by its owner alone."""

from __future__ import annotations

import base64
import contextlib
import os
import secrets
from collections.abc import Callable

from club.project.servers import var_directory


def kept_secret() -> str:
    """The key in ``var/secret_key``, made at the first call; 64 characters from the system's random source."""
    return _kept("secret_key", lambda: secrets.token_urlsafe(48))


def kept_push_key() -> str:
    """The key in ``var/push_key`` by which push services know the club (RFC 8292), made at the first call: the number of a private
    key of P-256, as base64url."""
    return _kept("push_key", _made_push_key)


def _made_push_key() -> str:
    from cryptography.hazmat.primitives.asymmetric import ec  # once in the life of a club

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()


def _kept(name: str, make: Callable[[], str]) -> str:
    """Two processes that ask at once are given the same: the file is there when it is whole, and whoever is first makes it."""
    path = var_directory() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        draft = path.with_name(f"{name}.{os.getpid()}.new")
        with open(draft, "w", opener=lambda file, flags: os.open(file, flags, 0o600)) as out:
            out.write(make())
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    return path.read_text().strip()
