"""Nudges: whoever watches a table or a tournament hears that it has a new version, and fetches what they may see."""

from __future__ import annotations

import json
import logging
from functools import lru_cache

import redis
from django.conf import settings
from django.db import transaction

CHANNEL = "cardhouse:live"
log = logging.getLogger(__name__)


@lru_cache(maxsize=1)
def _client() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)


def nudge(channel: str, version: int) -> None:
    """Tell the watchers of `channel` (such as ``table:12``) when this transaction is committed.

    A lost nudge costs nothing: a viewer looks again by itself now and then.
    """

    def publish() -> None:
        _client().publish(CHANNEL, json.dumps({"channel": channel, "version": version}))

    transaction.on_commit(publish, robust=True)
