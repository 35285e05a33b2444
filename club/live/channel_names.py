"""Names of channels: a private thing has one that only those know who were told it, so that nobody else hears of its news."""

from __future__ import annotations

from functools import lru_cache

from django.utils.crypto import salted_hmac

_LETTERS = 24  # of 16: 96 bits


@lru_cache(maxsize=4096)
def secret(channel: str) -> str:
    """The channel (such as ``table:12``) under its secret name: ``table:12.`` and letters that only this club can make."""
    return f"{channel}.{salted_hmac('club.live.channel_names', channel, algorithm='sha256').hexdigest()[:_LETTERS]}"
