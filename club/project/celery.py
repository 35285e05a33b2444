"""The workers: one schedule, and the settings that make Celery on Redis hold. The kinds of task: `club.base.task_kinds`."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.schedules import crontab
from celery.signals import task_prerun

from club.base import log_context
from club.project.running.queues import queues

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "club.project.settings")
# What computer players multiply is small: threads of a library's own would wait for one another, on cores that pages need.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# What may take long (computer players, setting a hand for a player, a receiver of webhooks) has a queue and a worker of its own.
SLOW = (
    "tables.tasks.play_hand",
    "tables.tasks.think",
    "club.tasks.deliver",
    "club.tasks.push",
    "club.tasks.nightly_backup",
    "club.tasks.nightly_audit",
    "club.tasks.audit_asked",
    "tables.tasks.look_over_play",
    "tables.tasks.look_over_play_nightly",
)
VISIBILITY_SECONDS = 900  # above the time limit, the wait in the queue and the retry delay together


# What people wait for at a table has a queue that the quick worker empties before it takes anything else.
FIRST = ("tables.tasks.resolve_hand",)


def addresses() -> dict[str, Any]:
    """Where the broker is, which queues are ours, and what goes into which."""
    hands, quick, slow = queues()
    return {
        "broker_url": os.environ.get("REDIS_URL", "redis://127.0.0.1:1/0"),
        "task_default_queue": quick,
        "task_routes": {task: {"queue": slow} for task in SLOW} | {task: {"queue": hands} for task in FIRST},
    }


app = Celery("cardhouse")
# Asked at the first use: this module is imported before the embedded servers are up and the environment names them.
app.add_defaults(addresses)
app.conf.update(
    task_ignore_result=True,  # a result backend leaks subscriptions; results are rows
    task_serializer="json",
    accept_content=["json"],
    timezone="UTC",
    task_soft_time_limit=45,
    task_time_limit=60,
    broker_transport_options={
        "visibility_timeout": VISIBILITY_SECONDS,
        "queue_order_strategy": "priority",  # of a worker's queues the first that has work is served
        "socket_timeout": 30,  # a publish on a half-open connection would hang a web request for ever
        "socket_connect_timeout": 5,
        "socket_keepalive": True,
        "health_check_interval": 25,
    },
    visibility_timeout=VISIBILITY_SECONDS,
    task_publish_retry_policy={"max_retries": 1},
    worker_prefetch_multiplier=1,  # reserved messages must not age behind a slow one
    task_retry_on_worker_lost=True,  # counts against max_retries; rejecting would loop for ever
    worker_cancel_long_running_tasks_on_connection_loss=True,
    worker_soft_shutdown_timeout=30,
    worker_enable_soft_shutdown_on_idle=True,
    worker_max_tasks_per_child=2000,
    worker_max_memory_per_child=400_000,  # kB, well above the forked baseline
    worker_eta_task_limit=200,
    worker_hijack_root_logger=False,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    beat_scheduler="club.project.running.work_scheduler:WorkScheduler",
    beat_schedule_filename=os.path.join(os.environ.get("CARDHOUSE_VAR", "var"), "beat-schedule"),
)
app.autodiscover_tasks()

# Exactly one beat runs, and sends a tick when there is something to do (`work_scheduler`). One that waited longer than its
# interval is dropped: the next one finds the same work.
_EVERY = {
    "tables.tasks.sweep": 1.0,
    "tables.tasks.think": 1.0,
    "tournaments.tasks.sweep": 1.0,
    "tournaments.tasks.expire_tickets": 60.0,
    "tournaments.tasks.announce_recurring": 60.0,
    "tables.tasks.sweep_barred": 30.0,
    "club.tasks.heartbeat": 5.0,
    "club.tasks.mail_notices": 60.0,
    "club.tasks.seal": 60.0,
    "club.tasks.audit_asked": 60.0,
    "club.tasks.sweep_webhooks": 5.0,
    "club.tasks.push": 5.0,
    "tables.tasks.call_players": 2.0,
    "tables.tasks.keep_practice_going": 5.0,
}
_SCHEDULE: dict[str, Any] = {
    name: {"task": name, "schedule": seconds, "options": {"expires": max(1.0, seconds * 0.9)}}
    for name, seconds in _EVERY.items()
}
_SCHEDULE["heads of the sealed records"] = {"task": "club.tasks.publish_heads", "schedule": crontab(minute=1)}
_SCHEDULE["nightly audit"] = {
    "task": "club.tasks.nightly_audit",
    "schedule": crontab(minute="*/10"),  # asks whether the club's business day has ended: then it runs, once
}
_SCHEDULE["nightly backup"] = {
    "task": "club.tasks.nightly_backup",
    "schedule": crontab(minute="5-59/10"),  # as the audit, after it
}
_SCHEDULE["integrity of play"] = {
    "task": "tables.tasks.look_over_play_nightly",
    "schedule": crontab(minute="7-59/10"),  # as the audit, after it
}
_SCHEDULE["chips that expire"] = {"task": "club.tasks.expire_chips", "schedule": crontab(minute=15)}
_SCHEDULE["results of tournaments"] = {"task": "tournaments.tasks.keep_results", "schedule": crontab(minute=25)}
_SCHEDULE["old messages of webhooks"] = {"task": "club.tasks.prune_webhooks", "schedule": crontab(minute=45)}
_SCHEDULE["old messages to devices"] = {"task": "club.tasks.prune_push", "schedule": crontab(minute=50)}
_SCHEDULE["jackpots"] = {"task": "tables.tasks.close_jackpot_periods", "schedule": crontab()}
_SCHEDULE["wrong passwords"] = {"task": "tables.tasks.prune_guesses", "schedule": crontab(minute=56)}
_SCHEDULE["second factors under the present key"] = {
    "task": "club.tasks.seal_factors",
    "schedule": crontab(minute=20),
}
_SCHEDULE["old visits"] = {"task": "club.tasks.prune_visits", "schedule": crontab(minute=40)}
_SCHEDULE["old lines of chats"] = {"task": "tables.tasks.prune_chats", "schedule": crontab(minute=55)}
app.conf.beat_schedule = _SCHEDULE  # set, never read here: a first read would ask for the addresses too early


@task_prerun.connect
def _say_what_is_logged(task_id: str, task: Any, args: Any, kwargs: Any, **_more: Any) -> None:
    """Each line that a worker logs carries its task, and the numbers of what the task is about."""
    log_context.begin(task=task.name, task_id=task_id, args=[one for one in args if isinstance(one, int)])
