"""Keys to the rail: with one, a login that only watches asks the streams' process, which looks nobody up.

A key is signed, names one channel and the login that was given it, and opens that channel's public view until it runs out.
Nothing takes it back before: whoever logs out or is suspended meanwhile may see for `MOST_SECONDS` more what everybody sees.
"""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from django.core.signing import BadSignature, Signer

LEAST_SECONDS, SPREAD_SECONDS = 180, 120  # spread by login, so that a crowd does not come back in one second
MOST_SECONDS = LEAST_SECONDS + SPREAD_SECONDS
_SALT = "club.rail"
LONGEST = 200  # characters: what is remembered of keys has a bound, whatever a stranger sends


def given(channel: str, login: int, *, now: datetime) -> str:
    """A key to the public view of `channel` (such as ``table:12``) for the login of that number."""
    until = int(now.timestamp()) + LEAST_SECONDS + login % SPREAD_SECONDS
    return Signer(salt=_SALT).sign(f"{channel}:{login}:{until}")


def is_open(key: str, channel: str, *, now: datetime) -> bool:
    """True if the key was given for that channel and has not run out."""
    told = opened(key, now=now)
    return told is not None and told[0] == channel


def opened(key: str, *, now: datetime) -> tuple[str, int] | None:
    """The channel that the key opens and the login that it was given; None if it was not given here or has run out."""
    told = _told(key) if len(key) <= LONGEST else None
    return told[:2] if told is not None and now.timestamp() < told[2] else None


@lru_cache(maxsize=8192)
def _told(key: str) -> tuple[str, int, int] | None:
    """The channel of a key, its login and the second until which it opens it; None for what was not signed here."""
    try:
        channel, login, until = Signer(salt=_SALT).unsign(key).rsplit(":", 2)
    except BadSignature:
        return None
    return channel, int(login), int(until)
