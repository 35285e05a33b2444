"""Standing statements: prepared once a connection, whatever becomes of the transaction, and answered as the whole text would be."""

from __future__ import annotations

import pytest
from django.db import ProgrammingError, connection, transaction
from django.test.utils import CaptureQueriesContext

from club.database.prepared_queries import Lines, Rows, Writing, read
from club.http import lock_timeouts
from club.models import Player
from tests.support.club.members import member


def prepared() -> list[str]:
    """The names of the statements that this session knows."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM pg_prepared_statements ORDER BY name")
        return [name for (name,) in cursor.fetchall()]


@pytest.mark.django_db
def test_behind_a_pooler_nothing_is_prepared_in_a_session(settings):
    settings.DATABASE_POOLED = True
    before, standing = prepared(), Lines("SELECT %s::int + 101")
    assert read((standing, [1])) == [[(102,)]]
    assert prepared() == before


@pytest.mark.django_db
def test_a_statement_is_prepared_once_and_known_after_a_rollback():
    standing = Lines("SELECT %s::int + 1, %s::text")
    with transaction.atomic():
        assert read((standing, [1, "a"])) == [[(2, "a")]]
        transaction.set_rollback(True)
    assert prepared().count(standing.name) == 1
    assert read((standing, [5, "b"]), (standing, [6, None])) == [[(6, "b")], [(7, None)]]
    assert prepared().count(standing.name) == 1


@pytest.mark.django_db
def test_where_one_cannot_be_prepared_the_one_before_it_is_known():
    """As where a table is locked for longer than anybody waits: the connection goes on afterwards."""
    first, broken = Lines("SELECT %s::int + 3"), Lines("SELECT %s FROM no_such_table")
    with pytest.raises(ProgrammingError), transaction.atomic():
        read((first, [1]), (broken, [1]))
    assert read((first, [1])) == [[(4,)]]
    assert prepared().count(first.name) == 1


@pytest.mark.django_db
def test_what_is_sent_afterwards_is_its_name_and_values_alone():
    standing = Lines("SELECT count(*) FROM club_player WHERE nickname = %s")
    read((standing, ["x"]))
    with CaptureQueriesContext(connection) as sent:
        read((standing, ["o'hara"]))
    assert [one["sql"] for one in sent.captured_queries] == [f"EXECUTE {standing.name}('o''hara')"]


@pytest.mark.django_db(transaction=True)
def test_a_new_connection_knows_nothing_and_is_told():
    standing = Lines("SELECT %s::int + 2")
    read((standing, [1]))
    connection.close()
    assert standing.name not in prepared()
    assert read((standing, [1])) == [[(3,)]]


@pytest.mark.django_db
@pytest.mark.parametrize("is_pooled", [False, True])
def test_rows_are_the_orms_own_with_and_without_a_pooler(settings, is_pooled):
    settings.DATABASE_POOLED = is_pooled
    anna = member("anna")
    rows = Rows(Player, "WHERE own.nickname = ANY(%s) ORDER BY own.id", "user")
    [found] = rows(["anna", "nobody"])
    assert found == anna
    fields = [field.attname for field in Player._meta.concrete_fields]
    assert [getattr(found, name) for name in fields] == [
        getattr(Player.objects.get(pk=anna.pk), name) for name in fields
    ]


@pytest.mark.django_db
def test_of_a_joined_row_some_fields_are_read_and_another_when_it_is_asked_for(django_assert_num_queries):
    anna = member("anna")
    rows = Rows(Player, "WHERE own.id = %s", "user", only={"user": ["username"]})
    rows(anna.pk)
    with django_assert_num_queries(1):
        [found] = rows(anna.pk)
        assert (found.user.pk, found.user.username) == (anna.user_id, "anna")
    with django_assert_num_queries(1):
        assert found.user.is_active


@pytest.mark.django_db
@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 10**30])
def test_a_number_that_is_no_key_finds_nothing(number):
    rows = Rows(Player, "WHERE own.id = %s")
    assert rows(1) == rows(2**63 - 1) == []
    assert rows(number) == []


def test_what_writes_is_not_taken_for_what_reads():
    """A request that met a lock is begun again where it only read (`lock_timeouts`)."""
    reading, writing = Lines("SELECT 1"), Writing("UPDATE club_player SET notes = '' WHERE false")
    assert reading.execution.upper().startswith(lock_timeouts.READING)
    assert not writing.execution.upper().startswith(lock_timeouts.READING)
