"""A kept connection is used again without asking the server, and never when the server has gone from it."""

from __future__ import annotations

import psycopg
import pytest
from django.db import connection

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
