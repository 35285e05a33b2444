"""What an operator watches: every figure is told, every alert is raised by what it is for, and the files for Prometheus and Grafana
name figures that there are."""

from __future__ import annotations

import json
import logging
import re
import shutil
from datetime import datetime, timedelta
from io import StringIO

import pytest
import redis
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from club.base import log_context
from club.house import audit_log, health
from club.http import request_log
from club.ledger import seals
from club.models import AuditRun, Delivery, Heartbeat, Webhook
from club.operator import alerts, gauges
from club.project.running import queues as worker_queues
from tables.models import IntegrityLook
from tests.folders import ROOT

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def raised() -> set[str]:
    return {alert.name for alert, _gauge in alerts.raised(gauges.measured(now=NOW))}


def webhook_message(due: timedelta) -> None:
    webhook = Webhook.objects.create(
        url="https://203.0.113.9/", name="W", secret="whsec_AAAA", events=["tournament.started"], made_at=NOW
    )
    told = {"event": "tournament.started", "body": "{}", "made_at": NOW, "due_at": NOW + due}
    Delivery.objects.create(webhook=webhook, key="k", **told)


def beat(age: timedelta, now: datetime = NOW) -> None:
    Heartbeat.objects.update_or_create(name=health.WORKERS, defaults={"at": now - age})


def test_a_club_that_runs_well_raises_nothing():
    beat(timedelta(seconds=3))
    AuditRun.objects.create(at=NOW - timedelta(hours=5), ok=True)
    webhook_message(timedelta(seconds=60))
    assert raised() == set()


def test_a_stale_beat_is_told():
    beat(timedelta(seconds=31))
    assert raised() == {"BeatStale"}


def test_books_that_differ_or_were_not_looked_at_are_told():
    AuditRun.objects.create(at=NOW - timedelta(days=3), ok=False, differences=["one chip"])
    assert raised() == {"AuditFailed", "AuditOld"}


def test_lines_that_are_not_sealed_are_told():
    audit_log.record("rule.set", by=None, subject="rule:1", now=NOW - timedelta(minutes=11))
    assert raised() == {"SealsLate"}
    seals.seal_all()
    audit_log.record("rule.set", by=None, subject="rule:2", now=NOW - timedelta(minutes=1))
    assert raised() == set()


def test_law_every_alert_is_raised_in_a_test():
    tests = [line for path in (ROOT / "tests").rglob("test_*.py") for line in path.read_text().splitlines()]
    raised_there = set(re.findall(r'"(\w+)"', "".join(line for line in tests if "raised(" in line)))
    assert raised_there >= {one.name for one in alerts.ALERTS}


def test_play_that_is_looked_over_no_longer_is_told():
    days, counts = {"first_day": "2026-01-01", "last_day": "2026-01-31"}, {"hands": 1, "players": 2}
    look = IntegrityLook.objects.create(at=NOW - timedelta(days=1), **days, **counts)
    assert raised() == set()
    look.at = NOW - timedelta(days=3)
    look.save()
    assert raised() == {"PlayNotLookedOver"}


def test_a_full_disk_is_told(monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: shutil._ntuple_diskusage(10**12, 10**12 - 10**9, 10**9))
    assert raised() == {"DiskNearlyFull"}


def test_a_webhook_message_that_is_not_sent_is_told():
    webhook_message(-timedelta(seconds=301))
    assert raised() == {"WebhooksLate"}


def test_a_long_queue_is_told(settings, monkeypatch):
    monkeypatch.setenv("CARDHOUSE_QUEUE", "monitored")
    with redis.Redis.from_url(settings.REDIS_URL) as server:
        server.rpush(worker_queues.queues()[1], *["task"] * 501)
        try:
            assert raised() == {"QueueLong"}
        finally:
            server.delete(worker_queues.queues()[1])


def test_a_server_that_does_not_answer_is_told_and_the_other_still_read(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    told = {(one.name, *one.labels.values()): one.value for one in gauges.measured(now=NOW)}
    assert told["cardhouse_server_answers", "valkey"] == 0
    assert told["cardhouse_server_answers", "postgresql"] == 1
    assert "cardhouse_transfers_total" in {name for name, *_labels in told}
    assert raised() == {"ServerDown"}


@pytest.mark.parametrize("alert", alerts.ALERTS, ids=lambda alert: alert.name)
def test_every_alert_is_about_a_figure_that_is_told(alert):
    beat(timedelta(seconds=3))
    AuditRun.objects.create(at=NOW, ok=True)
    assert alert.gauge in {one.name for one in gauges.measured(now=NOW)}


def test_the_status_says_what_is_wrong_and_what_to_do():
    beat(timedelta(hours=1), timezone.now())
    told = StringIO()
    with pytest.raises(SystemExit):
        call_command("status", stdout=told, no_color=True)
    assert re.search(r"3,6\d\d  since beat, broker and worker reached the database", told.getvalue())
    assert "BeatStale: No heartbeat" in told.getvalue()
    assert "→ Restart beat" in told.getvalue()


def test_the_status_of_a_club_that_runs_well_ends_well():
    beat(-timedelta(hours=1), timezone.now())
    try:
        call_command("status", stdout=StringIO())
    except (CommandError, SystemExit) as wrong:
        pytest.fail(f"raised {wrong}")


def test_metrics_are_told_in_the_format_of_prometheus_to_whoever_brings_the_token(settings):
    settings.METRICS_TOKEN = "only for monitoring"
    beat(timedelta(seconds=3))
    answer = Client().get("/metrics", headers={"Authorization": "Bearer only for monitoring"})
    assert answer.status_code == 200
    families = {family.name: family for family in text_string_to_metric_families(answer.content.decode())}
    told = {one.name.removesuffix("_total"): one.value for one in gauges.measured(now=timezone.now()) if not one.labels}
    assert set(told) <= set(families)
    assert families["cardhouse_decisions"].type == "counter"
    assert families["cardhouse_hands_playing"].samples[0].value == told["cardhouse_hands_playing"]
    queues = {sample.labels["queue"] for sample in families["cardhouse_queue_length"].samples}
    assert queues == set(worker_queues.queues())


@pytest.mark.parametrize("brought", ["", "Bearer ", "Bearer wrong", "Basic only for monitoring", "Bearer ü"])
def test_nobody_else_is_told_how_busy_the_club_is(settings, brought):
    settings.METRICS_TOKEN = "only for monitoring"
    answer = Client().get("/metrics", headers={"Authorization": brought})
    assert answer.status_code == 401
    assert b"cardhouse_" not in answer.content


def test_without_a_token_in_the_settings_nobody_is_told():
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_the_rules_for_prometheus_are_those_of_the_list():
    written = (ROOT / "docs/monitoring/alerts.yml").read_text()
    assert written == alerts.rules(), "run `python -m club.operator.alerts`"


def test_the_dashboard_shows_figures_that_there_are():
    beat(timedelta(0))
    AuditRun.objects.create(at=NOW, ok=True)
    dashboard = json.loads((ROOT / "docs/monitoring/grafana.json").read_text())
    shown = {
        name
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in re.findall(r"cardhouse_\w+", target["expr"])
    }
    there = {one.name for one in gauges.measured(now=NOW)}
    assert shown <= there
    told_elsewhere = {
        "cardhouse_audit_age_seconds",
        "cardhouse_seal_delay_seconds",
        "cardhouse_integrity_look_age_seconds",
    }
    assert there - shown <= told_elsewhere | {"cardhouse_tables_open", "cardhouse_hands_total"}


# -- lines of the log -------------------------------------------------------------------------------------------------


@pytest.fixture
def lines(settings, caplog):
    """The lines that are logged, as programs read them."""
    formatter = logging.config.DictConfigurator({}).configure_formatter(dict(settings.LOGGING["formatters"]["json"]))
    caplog.handler.addFilter(log_context.AddContext())
    caplog.handler.addFilter(request_log.HideSecrets())
    caplog.set_level(logging.INFO, logger="club.requests")
    yield lambda: [json.loads(formatter.format(record)) for record in caplog.records]
    caplog.handler.filters.clear()


def test_a_request_leaves_a_line_with_its_number_and_what_it_was_about(lines):
    answer = Client().get("/tournaments/77/?secret=word", headers={"X-Request-ID": "from-the-proxy-1"})
    told = [line for line in lines() if line["logger"] == "club.requests"]
    assert answer["X-Request-ID"] == "from-the-proxy-1"
    assert [(line["request"], line["status"], line["tournament"]) for line in told] == [
        ("from-the-proxy-1", answer.status_code, 77)
    ]
    assert "word" not in json.dumps(told)
    assert told[0]["ms"] >= 0


@pytest.mark.parametrize("brought", ["", "short", "a" * 65, 'x"}\n{"level": "lie"', "<script>alert(1)</script>"])
def test_a_number_that_looks_like_none_is_replaced(lines, brought):
    answer = Client().get("/", headers={"X-Request-ID": brought.replace("\n", " ")})
    assert re.fullmatch(r"[0-9a-f]{32}", answer["X-Request-ID"])
    assert {line["request"] for line in lines()} == {answer["X-Request-ID"]}


def test_what_one_request_was_about_is_not_said_of_the_next(lines):
    Client().get("/tournaments/77/")
    Client().get("/accounts/login/")
    assert ["tournament" in line for line in lines() if line["logger"] == "club.requests"] == [True, False]
