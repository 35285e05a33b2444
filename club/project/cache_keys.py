"""Keys of the cache: each begins with the name of the database whose truth it keeps."""

from __future__ import annotations

from django.db import connection


def of_this_database(key: str, prefix: str, version: int) -> str:
    """The key as it stands in the cache. Clubs beside each other on one server never read each other's tables."""
    return f"{prefix}:{connection.settings_dict['NAME']}:{version}:{key}"
