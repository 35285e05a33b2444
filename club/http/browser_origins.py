"""From which addresses browsers come: one of the settings, and in a club's own network several more.

Where the club has TLS, browsers that come without it are sent on, and programs refused. A page asks for its stream at the host by
which it was reached itself, so that the login's cookie goes with it.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from club.base.phrases import gettext as _
from club.http.request_size import refusal


def refuse_programs_without_tls(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: where pages are sent on to TLS programs are refused. One that was told http:// finds out at once, and does not
    send its token for everybody to read, sent on each time, for years."""

    def handle(request: HttpRequest) -> HttpResponseBase:
        if settings.SECURE_SSL_REDIRECT and request.path.startswith("/api/") and not request.is_secure():
            return refusal(request, 403, "without_tls", _("The API is reached over TLS alone: ask https://."))
        return get_response(request)

    return handle


def streams_url(host: str) -> str:
    """Where a page reached at that host (with a port or without) finds the event streams."""
    usual, asked = urlsplit(settings.STREAMS_URL), urlsplit(f"//{host}").hostname
    others = {urlsplit(origin).hostname for origin in settings.OTHER_WEB_ORIGINS}
    if asked is None or asked == usual.hostname or asked not in others:
        return settings.STREAMS_URL
    return usual._replace(netloc=f"{asked}:{usual.port}" if usual.port else asked).geturl()


def allowed(origin: str) -> str:
    """The origin that may read an answer: the one that asks if it is the club's, else the club's first."""
    return origin if origin in settings.OTHER_WEB_ORIGINS else settings.WEB_ORIGIN
