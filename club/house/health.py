"""Is the club alive? The answer travels the path that counts: beat, broker, worker, row."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import connection

from club.base import registry
from club.base.registry import Standstill
from club.models import Heartbeat

WORKERS = "workers"
LATEST = timedelta(seconds=30)


def beat(*, now: datetime) -> None:
    """A worker was here."""
    if not Heartbeat.objects.filter(name=WORKERS).update(at=now):
        Heartbeat.objects.update_or_create(name=WORKERS, defaults={"at": now})


def workers_are_alive(*, now: datetime) -> bool:
    """True if a heartbeat arrived within the last half minute."""
    return Heartbeat.objects.filter(name=WORKERS, at__gte=now - LATEST).exists()


def standstills() -> list[Standstill]:
    """What waits for a person to act, such as hands that the books refuse."""
    return [one for told in registry.STANDSTILLS.values() for one in told()]


def servers_answer() -> bool:
    """Ask the database and the cache; raises what they raise if they do not answer."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    cache.set("healthz", 1, 60)
    return bool(cache.get("healthz"))
