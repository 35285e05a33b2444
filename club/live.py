"""Nudges: whoever watches a table or a tournament hears that it has a new version, and fetches what they may see."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
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
    nudge_all({channel: version})


def nudge_all(versions: Mapping[str, int]) -> None:
    """`nudge` for many channels, each with its version, in one message to the server."""

    def publish() -> None:
        with _client().pipeline(transaction=False) as pipe:
            for channel, version in versions.items():
                pipe.publish(CHANNEL, json.dumps({"channel": channel, "version": version}))
            pipe.execute()

    transaction.on_commit(publish, robust=True)
