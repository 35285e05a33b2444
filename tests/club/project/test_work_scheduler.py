"""Ticks are sent when there is something to do, and nothing that is to be done is left undone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from django.db import OperationalError

from club.base.registry import WORK
from club.models import Heartbeat
from club.project.celery import app
from club.project.running import work_scheduler
from club.project.running.scheduled_work import ScheduledWork
from club.project.running.work_scheduler import Ticks, WorkScheduler
from tests.support.idle_sweeps import watched

NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Asked:
    """A database that has work for some tasks, or does not answer."""

    def __init__(self, *busy: str) -> None:
        self.busy: set[str] | None = set(busy)
        self.times = 0

    def __call__(self, now: datetime) -> set[str]:
        self.times += 1
        if self.busy is None:
            raise OperationalError("gone")
        return self.busy


def ticks(asked: Asked) -> Ticks:
    return Ticks(lambda: {"sweep", "think"}, asked)


def test_a_tick_without_work_is_sent_once_a_minute_alone():
    wants = ticks(Asked()).wants
    sent = [second for second in range(200) if wants("sweep", now=NOW, clock=float(second))]
    assert sent == [0, 60, 120, 180]


def test_a_tick_with_work_is_sent_each_time_and_one_of_which_nobody_tells_too():
    one = ticks(Asked("sweep"))
    for second in range(5):
        assert one.wants("sweep", now=NOW, clock=float(second))
        assert one.wants("heartbeat", now=NOW, clock=float(second))


def test_the_ticks_of_a_second_share_one_look():
    asked = Asked()
    one = ticks(asked)
    for task in ("sweep", "think"):
        one.wants(task, now=NOW, clock=0.0)
    for second in (1.0, 1.1, 2.0, 2.1):
        one.wants("sweep", now=NOW, clock=second)
        one.wants("think", now=NOW, clock=second)
    assert asked.times == 2


def test_while_the_database_does_not_answer_all_ticks_are_sent(monkeypatch):
    closed: list[bool] = []
    monkeypatch.setattr(work_scheduler, "connection", SimpleNamespace(close=lambda: closed.append(True)))
    asked = Asked()
    one = ticks(asked)
    one.wants("sweep", now=NOW, clock=0.0)
    assert not one.wants("sweep", now=NOW, clock=1.0)
    asked.busy = None
    assert one.wants("sweep", now=NOW, clock=2.0)
    asked.busy = set()
    assert not one.wants("sweep", now=NOW, clock=3.0)
    assert closed == [True], "the next look was by another connection"


@pytest.mark.django_db
def test_the_statement_stands_and_its_instants_are_told_from_now():
    work = ScheduledWork(
        {
            "late": lambda now: [Heartbeat.objects.filter(at__lte=now - timedelta(seconds=10))],
            "named": lambda _now: [Heartbeat.objects.filter(name="none"), Heartbeat.objects.filter(name="x")],
        }
    )
    assert work.at(NOW) == set()
    Heartbeat.objects.create(name="x", at=NOW)
    assert work.at(NOW) == {"named"}
    assert work.at(NOW + timedelta(seconds=9)) == {"named"}
    assert work.at(NOW + timedelta(seconds=10)) == {"late", "named"}
    Heartbeat.objects.all().delete()
    assert work.at(NOW + timedelta(days=1)) == set()


@pytest.mark.django_db
def test_an_idle_club_has_nothing_to_do(django_assert_num_queries):
    work = ScheduledWork(WORK)
    with django_assert_num_queries(1):
        assert work.at(NOW) == set()


@pytest.mark.django_db
def test_a_sweep_that_writes_without_work_is_found():
    def write() -> None:
        Heartbeat.objects.create(name="y", at=NOW)

    with pytest.raises(AssertionError, match="said to have nothing to do"):
        watched("tables.tasks.sweep", write)()


def test_every_task_with_work_is_in_the_schedule_that_this_scheduler_keeps():
    assert set(WORK) <= {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert app.conf.beat_scheduler == f"{work_scheduler.__name__}:{WorkScheduler.__name__}"
