"""What is kept for how long, by kind; and after a merge an export has, and an erasure forgets, what was the duplicate's."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessLog
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from club.membership import erasing, merging, retention
from club.models import User
from club.people import people
from club.project.celery import app

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse 7"


def visit(name: str, user: User | None = None, **ago):
    at = timezone.now() - timedelta(**ago)
    log = AccessLog.objects.create(username=name, ip_address="203.0.113.7", user_agent="a phone")
    AccessLog.objects.filter(pk=log.pk).update(attempt_time=at)
    tried = AccessAttempt.objects.create(
        username=name, ip_address="203.0.113.7", user_agent=f"a phone {ago}", failures_since_start=1
    )
    AccessAttempt.objects.filter(pk=tried.pk).update(attempt_time=at)
    if user is not None:
        UserSession.objects.create(
            user=user, ip="203.0.113.7", user_agent="a phone", session_key=f"{name} {ago}"[:40], created_at=at
        )


def test_visits_tries_and_sessions_are_forgotten_after_their_time(settings):
    settings.SESSION_HOURS = {"player": 100, "staff": 10}
    mika = User.objects.create_user("mika")
    for days in (1, 29, 31, 179, 181):
        visit("mika", mika, days=days)
    for days in (-1, 1):
        Session.objects.create(
            session_key=f"s{days}", session_data="", expire_date=timezone.now() + timedelta(days=days)
        )
    gone = retention.prune(now=timezone.now())
    assert gone == {"visits": 1, "tries": 3, "confirmations": 0, "sessions": 1, "listed": 4}
    assert (AccessLog.objects.count(), AccessAttempt.objects.count()) == (4, 2)
    assert "club.tasks.prune_visits" in {one["task"] for one in app.conf.beat_schedule.values()}


def test_after_a_merge_the_copy_has_and_the_erasure_forgets_the_visits_of_the_duplicates_login():
    now, old, kept = (
        timezone.now(),
        *(User.objects.create_user(n, f"{n}@example.test", password=PASSWORD) for n in ("oldie", "kept")),
    )
    for user in (old, kept):
        people.enrol(user.username, user=user, now=now)
        visit(user.username, user, days=1)
        visit(user.email.upper(), days=2)
    merging.merge(old.player.pk, kept.player.pk, why="twice", by=None, now=now)
    client = Client()
    client.force_login(User.objects.get(pk=kept.pk))
    told = client.get("/me/data.json").json()
    for login in (told["login"], told["merged"][0]["login"]):
        assert len(login["visits"]) == 1
        assert "a phone" in [one["with"] for one in login["sessions"]]
    erasing.erase(kept.player.pk, by=None, now=now)
    rows = [*AccessLog.objects.values(), *AccessAttempt.objects.values(), *UserSession.objects.values()]
    everything = json.dumps([*rows, *User.objects.values()], default=str).lower()
    assert not [word for word in ("oldie", "kept", "example.test", "203.0.113.7") if word in everything]
