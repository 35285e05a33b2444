"""The club's screens and widgets on sites elsewhere: which sites may have them in a frame, and the signed addresses of widgets.

A signature is made from the club's own secret key and a key that the owner makes anew, whereupon every address that was given out
before is dead. Only pages whose views say so (`framed_by_sites`) stand in frames of others.
"""

from __future__ import annotations

import functools
import re
import secrets
from collections.abc import Callable
from datetime import datetime
from urllib.parse import urlsplit

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.views.decorators.clickjacking import xframe_options_exempt

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house import audit_log
from club.http.request_cache import once
from club.models import Embedding, User

_THE_ONE = 1
MOST_SITES, LONGEST_SITE = 20, 200
KEY_BYTES, SIGNS = 24, 32  # of the key; hexadecimal signs of a signature (128 bits)
# A host's name or address: letters, digits, hyphens and dots, an IPv6 address in brackets, a port. No sign of a policy (; , * ').
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")
_LOCAL = ("localhost", "127.0.0.1", "::1")


def read_sites(text: str) -> list[str]:
    """Sites as an owner types them, one a line: origins with https, or of this very machine.

    >>> read_sites(" https://Club.Example/ \\n\\nhttps://club.example\\nhttps://shop.example:8443")
    ['https://club.example', 'https://shop.example:8443']

    Raises `ClubError` (422) for what is no such origin, and for too many.
    """
    typed = [line.strip() for line in text.splitlines() if line.strip()]
    found = list(dict.fromkeys(_origin(line) for line in typed))
    if len(found) > MOST_SITES:
        words = _("At most %(most)d sites can be named.") % {"most": MOST_SITES}
        raise ClubError("too_many_sites", words, 422, field="sites")
    return found


def _origin(typed: str) -> str:
    words = _("%(typed)s is no site: an address such as https://club.example is needed, without a page.")
    refusal = ClubError("bad_site", words % {"typed": typed[:80]}, 422, field="sites")
    try:
        parts = urlsplit(typed)
        host, port = (parts.hostname or ""), parts.port
    except ValueError:
        raise refusal from None
    is_local = parts.scheme == "http" and host in _LOCAL
    if (
        len(typed) > LONGEST_SITE
        or not (parts.scheme == "https" or is_local)
        or not _HOST.fullmatch(parts.netloc.lower())
    ):
        raise refusal
    if parts.path not in ("", "/") or "?" in typed or "#" in typed or port == 0:
        raise refusal
    return f"{parts.scheme}://{parts.netloc.lower()}"


def set_sites(sites: list[str], *, by: User | None, source: str = "", now: datetime) -> None:
    """Name the sites (`read_sites`); where there was no key yet, one is made."""
    with transaction.atomic():
        held = _locked(now)
        before, held.sites = held.sites, sites
        held.secret = held.secret or secrets.token_urlsafe(KEY_BYTES)
        _keep(held, now)
        if before != sites:
            audit_log.record(
                "club.embedding", by=by, subject="club", before=before, after=sites, source=source, now=now
            )


def make_key_anew(*, by: User | None, source: str = "", now: datetime) -> None:
    """A new key: every address of a widget that was given out is dead."""
    with transaction.atomic():
        held = _locked(now)
        held.secret = secrets.token_urlsafe(KEY_BYTES)
        _keep(held, now)
        audit_log.record("club.embedding-key", by=by, subject="club", after="anew", source=source, now=now)


def take_away(*, by: User | None, source: str = "", now: datetime) -> None:
    """No site and no widget any more."""
    with transaction.atomic():
        count, _rows = Embedding.objects.all().delete()
        if count:
            audit_log.record("club.embedding-key", by=by, subject="club", before="there", source=source, now=now)


def _locked(now: datetime) -> Embedding:
    Embedding.objects.get_or_create(pk=_THE_ONE, defaults={"changed_at": now})
    return Embedding.objects.select_for_update().get(pk=_THE_ONE)


def _keep(held: Embedding, now: datetime) -> None:
    held.changed_at = now
    held.save()


@once(lambda: ())
def held() -> Embedding | None:
    """The sites and the key as they stand; None where nothing was set."""
    return Embedding.objects.filter(pk=_THE_ONE).first()


def sites() -> list[str]:
    """Which sites may have the club's screens and widgets in a frame."""
    found = held()
    return [] if found is None else list(found.sites)


def signature(kind: str, number: int) -> str:
    """What stands in the address of a widget of that kind about that event (0: about none). Empty where there is no key."""
    found = held()
    if found is None or not found.secret:
        return ""
    return salted_hmac(f"club.live.embedding:{found.secret}", f"{kind}:{number}", algorithm="sha256").hexdigest()[
        :SIGNS
    ]


def is_signed(kind: str, number: int, told: str) -> bool:
    """Whether that signature is one of the key as it is now."""
    right = signature(kind, number)
    return bool(right) and constant_time_compare(right, told)


def framed_by_sites(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that may stand in a frame of the club's own pages and of the owner's sites, and of nobody else's."""

    @functools.wraps(view)
    @xframe_options_exempt  # whose header knows no list; the policy says it (`club.http.page_policy`)
    def framed(request: HttpRequest, *words: object, **named: object) -> HttpResponse:
        answer = view(request, *words, **named)
        answer.frame_ancestors = ["'self'", *sites()]  # type: ignore[attr-defined]
        return answer

    return framed
