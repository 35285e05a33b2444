"""Whether a provider of identities can be reached, asked by whoever runs the club before members find out.

One request for its document, through the guarded client: what is inside the club's own network is asked only where the settings
allow that of what people start (`WEBHOOKS_MAY_BE_LOCAL`), as everything that a page has this server ask.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from urllib3.exceptions import HTTPError

from club.accounts.openid_provider import NotBelieved, believed, document_of
from club.accounts.provider_answers import JSON, LARGEST
from club.base.errors import ClubError
from club.http import safe_http
from engine.text_limits import BeyondBounds, read_json


class Reach(StrEnum):
    """What came of asking."""

    FINE = "fine"  # its document is there, and is its own
    SILENT = "silent"  # nobody answers in time, or without TLS that counts
    UNKNOWN = "unknown"  # there is no such host
    INSIDE = "inside"  # it stands where a page has nothing asked
    NO_DOCUMENT = "no-document"  # something answers, which is no document of a provider
    NOT_BELIEVED = "not-believed"  # a document that is another issuer's, or names unsafe addresses


_REFUSED = {"unknown_host": Reach.UNKNOWN, "inside_address": Reach.INSIDE, "bad_url": Reach.INSIDE}


def ask(settings: Mapping[str, Any]) -> Reach:
    """Ask the provider of these settings (`SIGN_IN_PROVIDERS`, `settings`) for its document; some seconds at most."""
    try:
        answer = safe_http.get(document_of(settings["issuer"]), most=LARGEST)
    except ClubError as refusal:
        return _REFUSED[refusal.code]
    except (HTTPError, OSError):
        return Reach.SILENT
    try:
        document = read_json(answer.text, JSON)
    except (BeyondBounds, ValueError):
        document = None
    if answer.status != 200 or not isinstance(document, dict):
        return Reach.NO_DOCUMENT
    try:
        believed(document, settings)
    except NotBelieved:
        return Reach.NOT_BELIEVED
    return Reach.FINE
