"""A lock that nobody gets in time is 503 in words at every door, after a second try where nothing had been kept."""

from __future__ import annotations

import html
import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import redis
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, InternalError, OperationalError, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from club.http import error_handlers, lock_timeouts, problems
from club.models import AuditEntry, User

ROOT = Path(__file__).resolve().parents[3]
STATES = {
    "55P03": psycopg.errors.LockNotAvailable,
    "57014": psycopg.errors.QueryCanceled,
    "40P01": psycopg.errors.DeadlockDetected,
    "40001": psycopg.errors.SerializationFailure,
    "25P03": psycopg.errors.IdleInTransactionSessionTimeout,
}


def failing(state: str) -> Exception:
    """The error as Django raises it: its own class, with the driver's behind it."""
    error = (InternalError if state == "25P03" else OperationalError)("gave up")
    error.__cause__ = STATES[state]("gave up")
    return error


def asked(path: str = "/people/", **headers: str) -> HttpRequest:
    request = RequestFactory().post(path, {"a": "b"}, headers=headers)
    request.user = AnonymousUser()
    return request


@pytest.mark.django_db
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("path", ["/people/", "/api/v1/tables/1/seats/", "/healthz"])
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_every_kind_of_it_is_a_503_with_words_at_every_door(state, path, headers):
    answer = lock_timeouts.Patience(HttpResponse).process_exception(asked(path, **headers), failing(state))
    assert (answer.status_code, answer["Retry-After"]) == (503, "1")
    assert "busy" in answer.content.decode()
    assert (answer["Content-Type"] == problems.CONTENT_TYPE) is path.startswith("/api/")
    assert ("<html" in answer.content.decode()) is (not path.startswith("/api/") and not headers)


@pytest.mark.parametrize("state", STATES)
def test_an_endpoint_of_the_api_says_so_too(state):
    answer = error_handlers.as_problem(failing(state), {"request": asked("/api/v1/me/")})
    assert (answer.status_code, answer["Retry-After"], answer.data["code"]) == (503, "1", "busy")


TROUBLES: dict[str, Exception] = {
    "disk_full": psycopg.errors.DiskFull("could not extend file"),
    "away": psycopg.errors.AdminShutdown("terminating connection due to administrator command"),
    "away, it never answered": psycopg.OperationalError("connection failed: Connection refused"),
    "away, Valkey": redis.ConnectionError("Connection refused"),
    "away, it starts": psycopg.errors.CannotConnectNow("the database system is starting up"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", TROUBLES)
@pytest.mark.parametrize("path", ["/people/", "/api/v1/tables/1/seats/"])
def test_a_database_that_is_away_or_out_of_room_is_told_in_words(name, path):
    error, code = OperationalError("x"), name.partition(",")[0]
    error.__cause__ = TROUBLES[name]
    answer = lock_timeouts.Patience(HttpResponse).process_exception(asked(path), error)
    assert (answer.status_code, answer["Retry-After"]) == (503, {"away": "1", "disk_full": "30"}[code])
    assert {"away": "do not answer", "disk_full": "disk is full"}[code] in html.unescape(answer.content.decode())
    told = error_handlers.as_problem(error, {"request": asked("/api/v1/me/")})
    assert (told.status_code, told.data["code"]) == (503, code)


def test_another_fault_stays_one():
    patience = lock_timeouts.Patience(HttpResponse)
    assert patience.process_exception(asked(), IntegrityError("x")) is None
    assert patience.process_exception(asked(), ValueError("x")) is None


def test_an_error_behind_another_is_found():
    outer = RuntimeError("while saving")
    outer.__cause__ = failing("55P03")
    assert lock_timeouts.is_busy(outer)


class Door:
    """A view behind the middleware, which fails so many times; `before` is done first in each try."""

    def __init__(self, fails: int, before=lambda: None, state: str = "55P03") -> None:
        self.tries, self.fails, self.before, self.state = 0, fails, before, state
        self.patience = lock_timeouts.Patience(self)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        self.tries += 1
        self.before()
        if self.tries <= self.fails:
            return self.patience.process_exception(request, failing(self.state))
        return HttpResponse("done")


def in_one_transaction() -> None:
    with transaction.atomic():
        User.objects.create(username="kept")
        transaction.set_rollback(True)


def in_its_own() -> None:
    User.objects.filter(pk=0).update(username="kept")


def two_transactions() -> None:
    with transaction.atomic():
        User.objects.filter(pk=0).update(username="kept")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("door", "tries", "status"),
    [
        (Door(1), 2, 200),
        (Door(2), 2, 503),
        (Door(1, in_one_transaction), 2, 200),  # what was rolled back was not kept
        (Door(1, User.objects.count), 2, 200),
        (Door(1, in_its_own), 1, 503),
        (Door(1, two_transactions), 1, 503),  # the first of them is kept: the request is not begun again
        (Door(1, state="57014"), 1, 503),  # what took ten seconds would take ten more
    ],
)
def test_it_is_tried_again_once_and_only_where_nothing_was_kept(door, tries, status):
    answer = door.patience(asked())
    assert (door.tries, answer.status_code) == (tries, status)
    assert not connection.execute_wrappers


@pytest.mark.django_db(transaction=True)
def test_a_real_lock_is_a_503_and_then_gives_way():
    """Somebody else holds the login's row; the request that wants it gives up, and succeeds once the row is free."""
    user = User.objects.create_user("anna", password="correct horse")
    client = Client(raise_request_exception=False)
    client.force_login(user)
    parameters = connection.get_connection_params()
    names = {name: parameters[name] for name in ("host", "port", "user", "password", "dbname") if parameters.get(name)}
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '50ms'")
    before = AuditEntry.objects.count()
    fields = {"name": "bot", "password": "correct horse"}
    with psycopg.connect(**names) as other:
        other.execute("SELECT 1 FROM club_user WHERE id = %s FOR UPDATE", [user.pk])
        answer = client.post("/me/tokens/", fields)
        assert (answer.status_code, answer["Retry-After"]) == (503, "1")
        assert AuditEntry.objects.count() == before
        other.rollback()
    assert client.post("/me/tokens/", fields).status_code == 200
    connection.close()


@pytest.mark.parametrize(
    ("door", "has_limits"), [("", False), ("club.project.wsgi", True), ("club.project.asgi", True)]
)
def test_only_processes_that_serve_have_limits_of_time(door, has_limits):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CARDHOUSE_")}
    code = (
        f"import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'club.project.settings'; {f'import {door}' if door else ''}\n"
        "from django.conf import settings; print(settings.DATABASES['default']['OPTIONS']['options'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env={**environment, "SECRET_KEY": "x"}, capture_output=True, text=True, check=True
    )  # fmt: skip
    for limit in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
        assert (limit in done.stdout) is has_limits
