"""What a test that may touch Django leaves behind is cleared after it. Registered by `tests.conftest`, unless `-p no:django`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from django.core.handlers.base import BaseHandler
from django.db import connection
from django.db.backends.postgresql.operations import DatabaseOperations
from django.db.backends.signals import connection_created
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from pytest_django import DjangoDbBlocker
from whitenoise.middleware import WhiteNoiseMiddleware

from tests import databases
from tests.support import answers, idle_sweeps, owner, problems


def delete_rows(self: DatabaseOperations, _style: object, tables: Iterable[str], **_choices: object) -> list[str]:
    """Empty only the tables that hold anything, without their triggers: truncating all of them takes forty times as long."""
    each = " UNION ALL ".join(
        f"(SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {self.quote_name(name)}))" for name in tables
    )
    with self.connection.cursor() as cursor:
        cursor.execute(each)
        full = [name for (name,) in cursor.fetchall()]
    deletes = [f"DELETE FROM {self.quote_name(name)};" for name in full]
    begin, end = "RESET ROLE; SET LOCAL session_replication_role = replica;", owner.AS_THE_PROGRAM
    return [begin, *deletes, end.format(self.connection.settings_dict["USER"])] if full else []


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_blocker: DjangoDbBlocker, django_db_modify_db_settings: None
) -> Iterator[None]:
    """This worker's database: a copy of the migrated template, where pytest-django would migrate one for each worker."""
    before = connection.settings_dict["NAME"]
    with django_db_blocker.unblock():
        databases.copy_template()
    yield
    with django_db_blocker.unblock():
        databases.drop_copy(before)


@pytest.fixture(scope="session", autouse=True)
def by_the_role_of_the_program() -> Iterator[None]:
    """Whoever asks a test's database has the rights of the club's own processes, and not its owner's (`tests.support.owner`)."""
    connection_created.connect(owner.become_the_program, dispatch_uid="tests.role")
    yield
    connection_created.disconnect(dispatch_uid="tests.role")


@pytest.fixture(scope="session", autouse=True)
def sweeps_that_write_had_work() -> None:
    """The schedule leaves out a sweep that is said to have nothing to do (`tests.support.idle_sweeps`)."""
    idle_sweeps.watch_all()


@pytest.fixture
def by_the_owner(db: None) -> Iterator[None]:
    """The whole test asks as the owner of the database."""
    with owner.as_owner():
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_emptying() -> Iterator[None]:
    """What a test has committed is deleted after it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(connection.ops), "sql_flush", delete_rows)
        yield


@pytest.fixture(scope="session", autouse=True)
def files_found_once() -> Iterator[None]:
    """Every client of a test loads the middleware anew; the static files that WhiteNoise serves are looked for once."""
    find, known = WhiteNoiseMiddleware.add_files_from_finders, {}

    def add_known(self: WhiteNoiseMiddleware) -> None:
        if self.static_prefix not in known:
            find(self)
            known[self.static_prefix] = dict(self.files)
        self.files.update(known[self.static_prefix])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", add_known)
        yield


@pytest.fixture(scope="session", autouse=True)
def answers_are_looked_at() -> Iterator[None]:
    """Every answer and every problem is looked at, whatever the test is about."""
    get_response = BaseHandler.get_response

    def checked(self: BaseHandler, request: HttpRequest) -> HttpResponseBase:
        answer = get_response(self, request)
        problems.check(answer)
        answers.look(request, answer)
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseHandler, "get_response", checked)
        yield


@pytest.fixture(autouse=True)
def answers_are_as_declared() -> Iterator[None]:
    """Whatever the API answers in a test is what its schema says."""
    answers.taken()
    yield
    if unlike := answers.taken():
        pytest.fail("answers unlike the schema:\n" + "\n".join(unlike[:20]))


@pytest.fixture(autouse=True)
def own_language() -> Iterator[None]:
    """The language of the last page asked for in a test is not that of the next test."""
    yield
    translation.deactivate()
