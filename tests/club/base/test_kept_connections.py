"""A kept connection is used again without asking the server, and never when the server has gone from it."""

from __future__ import annotations

import psycopg
import pytest
from django.db import InternalError, OperationalError, connection

from club.http import lock_timeouts
from tests.patience import PATIENCE


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_stands_is_not_asked_and_one_that_was_ended_is_replaced(django_assert_num_queries):
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        ((number,),) = cursor.fetchall()
    own = connection.connection
    asked: list[str] = []
    own.execute = lambda *words: asked.append(str(words))
    assert connection.is_usable()
    assert asked == []
    del own.execute
    place = connection.settings_dict
    url = f"host={place['HOST']} port={place['PORT']} dbname={place['NAME']} user={place['USER']} password={place['PASSWORD']}"
    with psycopg.connect(url, autocommit=True) as other:
        ended = other.execute("SELECT pg_terminate_backend(%s, %s)", [number, int(1000 * PATIENCE)]).fetchone()
    assert ended == (True,)
    assert not connection.is_usable()
    connection.health_check_enabled, connection.health_check_done = True, False
    with connection.cursor() as cursor:  # another is opened by itself
        cursor.execute("SELECT pg_backend_pid()")
        assert cursor.fetchone() != (number,)


@pytest.mark.django_db
def test_every_connection_is_of_this_kind():
    assert connection.settings_dict["ENGINE"] == "club.base.postgresql"
    assert connection.vendor == "postgresql"


def test_a_connection_whose_protocol_breaks_is_told_as_one_that_broke_and_the_servers_are_away(monkeypatch):
    """As psycopg tells it where PgBouncer's last word and the end of the connection are the answer to ``BEGIN``."""
    monkeypatch.setattr(connection, "errors_occurred", False, raising=False)  # what was never connected has none
    with pytest.raises(OperationalError, match="2 results") as told, connection.wrap_database_errors:
        raise psycopg.InternalError("received 2 results from command 'BEGIN'")
    assert lock_timeouts.trouble_of(told.value) == "away"
    assert connection.errors_occurred


def test_what_postgresql_itself_calls_an_internal_error_stays_one(monkeypatch):
    monkeypatch.setattr(connection, "errors_occurred", False, raising=False)
    with pytest.raises(InternalError) as told, connection.wrap_database_errors:
        raise psycopg.errors.DataCorrupted("a page is broken")
    assert lock_timeouts.trouble_of(told.value) == ""
