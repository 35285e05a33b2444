"""Nudges: whoever watches a table or a tournament hears that it has a new version, and fetches what they may see."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from functools import lru_cache

import redis
from django.conf import settings
from django.db import connection, transaction

log = logging.getLogger(__name__)


def channel(database: str = "") -> str:
    """Where the nudges of that database (empty: this process's) are told.

    What is published at a Redis server is heard under all its numbers, and a club apart has tables of the same numbers.
    """
    return f"cardhouse:live:{database or connection.settings_dict['NAME']}"


@lru_cache(maxsize=1)
def _client() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)


def nudge(subject: str, version: int) -> None:
    """Tell the watchers of `subject` (such as ``table:12``) when this transaction is committed.

    A lost nudge costs nothing: a viewer looks again by itself now and then.
    """
    nudge_all({subject: version})


def nudge_all(versions: Mapping[str, int]) -> None:
    """`nudge` for many subjects, each with its version, in one message to the server."""

    def publish() -> None:
        with _client().pipeline(transaction=False) as pipe:
            for subject, version in versions.items():
                pipe.publish(channel(), json.dumps({"channel": subject, "version": version}))
            pipe.execute()

    transaction.on_commit(publish, robust=True)
