"""The cache in Valkey: its keys, each of which names its database, and its clients, which are kept."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from django.core.cache.backends import redis
from django.db import connection

AT_ONCE = 1_000  # keys
_LITERAL = re.compile(r"[\\*?\[\]]")  # what has a meaning of its own in a pattern of keys


def of_this_database(key: str, prefix: str, version: int) -> str:
    """The key as it stands in the cache. Clubs beside each other on one server never read each other's tables."""
    return f"{prefix}:{connection.settings_dict['NAME']}:{version}:{key}"


class _Clients(redis.RedisCacheClient):
    """Django makes a client for each look into the cache, which takes longer than the look; it keeps their connections alone."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._kept: dict[bool, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """The client that reads, or the one that writes."""
        if write not in self._kept:
            self._kept[write] = super().get_client(key, write=write)
        return self._kept[write]


class Cache(redis.RedisCache):
    """As Django's, with clients that are kept, and that clears what is its own."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Clients

    def clear(self) -> None:
        """Forget what is kept of this database. Django's empties the server: other clubs' keys there, and tasks that wait."""
        own = _LITERAL.sub(r"\\\g<0>", f"{self.key_prefix}:{connection.settings_dict['NAME']}:") + "*"
        client = self._cache.get_client(None, write=True)
        found = client.scan_iter(match=own, count=AT_ONCE)
        while keys := list(islice(found, AT_ONCE)):
            client.unlink(*keys)
