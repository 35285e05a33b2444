"""How the installation runs, in figures: servers, queues, workers, books, disk; and what the apps add of play."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import datetime

import redis
from django.conf import settings
from django.db import connection
from django.db.models import Min

from club.base import registry
from club.base.registry import Gauge
from club.house import health
from club.ledger import seals
from club.live import nudges
from club.models import AuditRun, Delivery, Heartbeat, Transfer
from club.project.running.queues import queues
from club.project.servers import var_directory

ANSWERS = "cardhouse_server_answers"


def measured(*, now: datetime) -> Iterator[Gauge]:
    """Every figure of this instant. A server that does not answer is told as such, and what only it knows is left out."""
    is_database_well = is_cache_well = True
    try:
        figures = list(_of_database(now))
    except Exception:  # whatever it is: it does not answer
        figures, is_database_well = [], False
    try:
        figures += _of_queues()
    except (redis.RedisError, OSError):
        is_cache_well = False
    yield Gauge(ANSWERS, is_database_well, "1 where the server answers", {"server": "postgresql"})
    yield Gauge(ANSWERS, is_cache_well, "1 where the server answers", {"server": "valkey"})
    yield from figures
    yield Gauge("cardhouse_disk_free_bytes", shutil.disk_usage(_folder()).free, "bytes free where the club's data lie")


def _folder() -> str:
    folder = var_directory()
    return str(folder if folder.exists() else settings.BASE_DIR)


def _of_database(now: datetime) -> Iterator[Gauge]:
    beat = Heartbeat.objects.filter(name=health.WORKERS).first()
    if beat is not None:
        yield Gauge(
            "cardhouse_heartbeat_age_seconds",
            _since(beat.at, now),
            "since beat, broker and worker reached the database",
        )
    run = AuditRun.objects.order_by("-at").first()
    if run is not None:
        yield Gauge("cardhouse_audit_differences", len(run.differences), "differences that the last audit found")
        yield Gauge("cardhouse_audit_ok", run.ok, "1 where the last audit found the books in balance")
        yield Gauge("cardhouse_audit_age_seconds", _since(run.at, now), "since the last audit")
    unsealed = seals.waits_since()
    yield Gauge(
        "cardhouse_seal_delay_seconds",
        _since(unsealed, now) if unsealed else 0.0,
        "longest that a line of a sealed record waits for its seal",
    )
    yield Gauge("cardhouse_standstills", len(health.standstills()), "things that wait for a person to act")
    waiting = Delivery.objects.filter(state=Delivery.State.WAITING)
    yield Gauge("cardhouse_webhooks_waiting", waiting.count(), "webhook messages to be sent")
    oldest_due = waiting.aggregate(at=Min("due_at"))["at"]
    yield Gauge(
        "cardhouse_webhook_delay_seconds",
        _since(oldest_due, now) if oldest_due else 0.0,
        "longest a due webhook message waits",
    )
    newest_transfer = Transfer.objects.order_by("-pk").values_list("pk", flat=True).first()
    yield Gauge("cardhouse_transfers_total", newest_transfer or 0, "transfers ever posted")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*), current_setting('max_connections')::int, pg_database_size(current_database()) "
            "FROM pg_stat_activity WHERE datname = current_database()"
        )
        connections, most_connections, size = cursor.fetchone()
    yield Gauge("cardhouse_database_connections", connections, "connections to the database")
    yield Gauge("cardhouse_database_connections_max", most_connections, "connections that PostgreSQL allows")
    yield Gauge("cardhouse_database_bytes", size, "size of the database")
    for app_gauges in registry.GAUGES:
        yield from app_gauges(now)


def _of_queues() -> list[Gauge]:
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2) as server:
        lengths = [(queue, server.llen(queue)) for queue in queues()]
        listening = dict(server.pubsub_numsub(nudges.channel()))
    found = [
        Gauge("cardhouse_queue_length", int(length), "tasks that wait, by queue", {"queue": queue})
        for queue, length in lengths
    ]
    return [
        *found,
        Gauge("cardhouse_streams_listening", sum(listening.values()), "processes of event streams that listen"),
    ]


def _since(at: datetime, now: datetime) -> float:
    return max(0.0, (now - at).total_seconds())
