"""Ticks are sent when there is something to do, and nothing that is to be done is left undone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from celery import Celery, schedules
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


class Clock(datetime):
    """A machine's clock, which somebody sets."""

    stands = NOW

    @classmethod
    def now(cls, tz=None):
        return cls.stands


@pytest.mark.parametrize("is_kept", [False, True], ids=["put back while beat runs", "wrong when the schedule was kept"])
@pytest.mark.parametrize("back", [timedelta(seconds=2), timedelta(hours=5), timedelta(days=400)], ids=str)
def test_a_clock_that_was_put_back_has_no_tick_wait_until_it_is_that_late_again(tmp_path, monkeypatch, back, is_kept):
    sent: list[str] = []
    own = Celery("clock", set_as_current=False)
    own.conf.beat_schedule = {"sweep": {"task": "sweep", "schedule": 1.0}}
    monkeypatch.setattr(work_scheduler, "datetime", Clock)
    monkeypatch.setattr(schedules.BaseSchedule, "now", lambda _self: Clock.stands)
    monkeypatch.setattr(WorkScheduler, "_when", lambda _self, _entry, delay: Clock.stands.timestamp() + delay)
    monkeypatch.setattr(WorkScheduler, "producer", None)
    monkeypatch.setattr(WorkScheduler, "apply_entry", lambda _self, entry, producer=None: sent.append(entry.task))

    def opened() -> WorkScheduler:
        return WorkScheduler(app=own, schedule_filename=str(tmp_path / "schedule"), lazy=False)

    def ticked(one: WorkScheduler, at: datetime) -> int:
        monkeypatch.setattr(Clock, "stands", at)
        sent.clear()
        for _time in range(3):
            one.tick()
        return sent.count("sweep")

    monkeypatch.setattr(Clock, "stands", NOW)
    one = opened()
    assert ticked(one, NOW + timedelta(seconds=2)) == 1
    if is_kept:
        one.close()
        one = opened()
    ticked(one, NOW - back)
    assert ticked(one, NOW - back + timedelta(seconds=1.1)) == 1


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
