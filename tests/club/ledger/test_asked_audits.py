"""Audits that are asked for: made by a worker, once for all who wait, and by another where the first was killed."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.utils import timezone

from club import tasks
from club.ledger import asked_audits, audit
from club.models import AskedAudit, AuditEntry, AuditRun
from club.project.celery import SLOW, app
from tests.support.desk import user_of
from tests.support.races import at_once

pytestmark = pytest.mark.django_db
STATE = AskedAudit.State


def asked(name: str = "cara") -> AskedAudit:
    return asked_audits.ask(by=user_of(name, "cashier"), now=timezone.now())


def states() -> list[str]:
    return [one.state for one in AskedAudit.objects.order_by("pk")]


def test_two_who_ask_before_it_begins_have_one_audit_and_who_asks_later_another(monkeypatch):
    assert asked("cara") == asked("carl")
    seen = []

    def rebuild(heads):
        seen.append(states())
        if len(seen) == 1:
            asked("late")  # the lines of now may have been looked at already
        return audit.Report(ok=True, differences=())

    monkeypatch.setattr(audit, "rebuild", rebuild)
    tasks.audit_asked()
    assert seen == [[STATE.RUNNING], [STATE.DONE, STATE.RUNNING]]
    assert states() == [STATE.DONE, STATE.DONE]
    assert AuditEntry.objects.filter(kind="ledger.audit-asked").count() == 3
    assert [one.by.username for one in AuditEntry.objects.filter(kind="ledger.audited").order_by("pk")] == [
        "cara",
        "late",
    ]


@pytest.mark.django_db(transaction=True)
def test_four_who_ask_at_once_have_one_audit():
    people = [user_of(name, "cashier") for name in ("cara", "carl", "cleo", "curt")]
    ask = [lambda by=by: asked_audits.ask(by=by, now=timezone.now()) for by in people]
    assert len(set(at_once(*ask))) == 1
    assert states() == [STATE.WAITING]
    assert AuditEntry.objects.filter(kind="ledger.audit-asked").count() == 4


def test_what_it_finds_is_kept(monkeypatch):
    found = audit.Report(ok=False, differences=("account 1: balance 2, lines sum to 1",))
    monkeypatch.setattr(audit, "rebuild", lambda heads: found)
    one = asked()
    tasks.audit_asked()
    told = asked_audits.told(AskedAudit.objects.get(pk=one.pk))
    assert told["state"] == STATE.DONE
    assert (told["audit"]["ok"], told["audit"]["differences"]) == (False, list(found.differences))
    assert AuditEntry.objects.get(kind="ledger.audited").after == {"ok": False, "differences": 1}
    assert audit.is_failing()


def test_one_whose_worker_was_killed_is_made_by_the_next_and_given_up_after_three(monkeypatch):
    one = asked()

    def killed(heads):
        raise KeyboardInterrupt

    monkeypatch.setattr(audit, "rebuild", killed)
    for _try in range(asked_audits.MOST_TRIES):
        assert states() in ([STATE.WAITING], [STATE.RUNNING])
        with pytest.raises(KeyboardInterrupt):
            tasks.audit_asked()
    tasks.audit_asked()
    assert states() == [STATE.FAILED]
    assert asked_audits.told(AskedAudit.objects.get(pk=one.pk))["audit"] is None
    assert asked() != one


def test_one_audit_at_a_time_is_made_the_others_wait():
    asked()
    with audit.alone() as is_alone:
        assert is_alone
        tasks.audit_asked()
        assert audit.nightly(now=timezone.now()) is None
    assert states() == [STATE.WAITING]
    assert not AuditRun.objects.exists()
    tasks.audit_asked()
    assert states() == [STATE.DONE]
    assert cache.get(audit.UNDER_WAY) is None


@pytest.mark.parametrize("task", ["club.tasks.nightly_audit", "club.tasks.audit_asked"])
def test_what_audits_has_the_slow_queue_and_the_time_that_a_large_club_takes(task):
    assert task in SLOW
    assert app.tasks[task].time_limit == audit.LONGEST > 600
