"""From which addresses browsers come: one of the settings, and in a club's own network several more.

A page asks for its stream at the host by which it was reached itself, so that the login's cookie goes with it.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings


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
