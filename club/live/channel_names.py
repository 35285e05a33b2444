"""Names of channels: a private thing has one that only those know who were told it, so that nobody else hears of its news."""

from __future__ import annotations

from functools import lru_cache

from django.utils.crypto import salted_hmac

_LETTERS = 32  # of 16: 128 bits


@lru_cache(maxsize=4096)
def secret(channel: str, turn: int) -> str:
    """The channel (such as ``table:12``) under its secret name: ``table:12.`` and letters that only this club can make, others each
    `turn`."""
    named = f"{channel}/{turn}"
    return f"{channel}.{salted_hmac('club.live.channel_names', named, algorithm='sha256').hexdigest()[:_LETTERS]}"
