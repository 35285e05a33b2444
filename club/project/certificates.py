"""TLS for a club in its own network: a certificate that was given, or one by an authority that this installation keeps.

Phones take the authority in once; certificates it signs for new addresses are then good without asking again.
"""

from __future__ import annotations

import os
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import trustme
from cryptography import x509
from cryptography.hazmat.primitives import serialization

GOOD_FOR = timedelta(days=390)  # phones refuse a server's certificate that is good for more than 398 days
RENEWED = timedelta(days=30)  # before it ends


class BadCertificate(ValueError):
    """A certificate or key that cannot be used. The text says why, and what would be right."""


@dataclass(frozen=True)
class Certificate:
    """Files in PEM: the chain, its key (PKCS #8), and the authority for phones to take in; None if they know it."""

    chain: Path
    key: Path
    authority: Path | None


def given(chain: Path, key: Path) -> Certificate:
    """A certificate of the operator's own. Raises `BadCertificate` if there is none, or the key is not its key."""
    for file in (chain, key):
        if not file.is_file():
            raise BadCertificate(f"there is no file {file}")
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(chain, key, password="")
        first = x509.load_pem_x509_certificate(chain.read_bytes())
    except (OSError, ValueError) as wrong:
        raise BadCertificate(
            f"{chain} and {key} are no certificate in PEM with its own key, which has no password: {wrong}"
        ) from wrong
    if first.not_valid_after_utc < datetime.now(UTC):
        raise BadCertificate(f"{chain} was good until {first.not_valid_after_utc:%Y-%m-%d}: renew it")
    return Certificate(chain.resolve(), key.resolve(), None)


def local(directory: Path, names: Sequence[str], *, now: datetime) -> Certificate:
    """A certificate for these names and addresses, by the authority kept in `directory`; both made where they are missing."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    authority, authority_key = directory / "authority.pem", directory / "authority.key"
    if authority.exists() and authority_key.exists():
        signs = trustme.CA.from_pem(authority.read_bytes(), authority_key.read_bytes())
    else:
        signs = trustme.CA(organization_name="Cardhouse", organization_unit_name="this club's own authority")
        _write(authority_key, signs.private_key_pem.bytes())
        _write(authority, signs.cert_pem.bytes())
    found = Certificate(directory / "server.pem", directory / "server.key", authority)
    if not _is_good(found, names, now):
        made = signs.issue_cert(*names, not_after=now + GOOD_FOR)
        key = serialization.load_pem_private_key(made.private_key_pem.bytes(), password=None)
        plain = serialization.NoEncryption()
        _write(found.key, key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain))
        _write(found.chain, b"".join(one.bytes() for one in made.cert_chain_pems))
    return found


def _is_good(held: Certificate, names: Sequence[str], now: datetime) -> bool:
    if not (held.chain.exists() and held.key.exists()):
        return False
    known = x509.load_pem_x509_certificate(held.chain.read_bytes())
    told = known.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    covered = {*told.get_values_for_type(x509.DNSName), *map(str, told.get_values_for_type(x509.IPAddress))}
    return covered >= set(names) and known.not_valid_after_utc > now + RENEWED


def _write(file: Path, content: bytes) -> None:
    """All of it or nothing, for the owner's eyes alone."""
    draft = file.with_suffix(file.suffix + ".new")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(content)
    draft.replace(file)
