"""A club that has come so far goes on: every kept dump is restored, migrated and audited, and has lost nothing."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django import DjangoDbBlocker

from club.database import sql_files
from club.ledger import audit
from tables.hand.hand_in_play import look
from tables.hand.hand_replay import rebuilt
from tables.models import Hand
from tests import databases
from tests.support.dumps import BALANCES, DUMPS, rows
from tests.tournaments.conftest import is_replay
from tournaments.models import Tournament

# What tables, constraints and indexes are, without the order in which they were made.
SHAPE = """
SELECT concat_ws(' ', table_name, column_name, data_type, character_maximum_length, is_nullable, column_default)
FROM information_schema.columns WHERE table_schema = 'public'
UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
"""


def shape() -> set[object]:
    """A condition that was dumped and restored says the same with other casts and brackets."""
    return {re.sub(r"::[a-z ]+(\[\])?|[()\s]", "", str(one)) for (one,) in rows(SHAPE)}


@pytest.fixture(scope="module")
def shape_of_a_new_club(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> set[object]:
    with django_db_blocker.unblock():
        return shape()


@pytest.fixture(scope="module", params=DUMPS, ids=[path.name.removesuffix(".sql.gz") for path in DUMPS])
def before(
    request: pytest.FixtureRequest, shape_of_a_new_club: set[object], django_db_blocker: DjangoDbBlocker
) -> Iterator[list[tuple[object, ...]]]:
    """The balances of a dump as it was; the database in use is that dump brought up to date."""
    name = f"{connection.settings_dict['NAME']}_upgrade"
    with django_db_blocker.unblock(), databases.empty(name):
        with connection.cursor() as cursor:
            cursor.execute(gzip.decompress(request.param.read_bytes()).decode())
        told = rows(BALANCES)
        call_command("migrate", verbosity=0, interactive=False)
        yield told


def test_nobody_has_lost_a_chip(before: list[tuple[object, ...]]) -> None:
    assert len(before) > 20
    assert rows(BALANCES) == before
    assert audit.rebuild() == audit.Report(True, ())


def test_functions_and_triggers_are_those_of_the_files(before: list[tuple[object, ...]]) -> None:
    """Whoever changes a file adds the migration that installs it."""
    assert sql_files.differences() == []


def test_the_database_has_the_shape_of_a_new_one(before: object, shape_of_a_new_club: set[object]) -> None:
    assert shape() ^ shape_of_a_new_club == set()


def test_tournaments_are_what_their_logs_come_to(before: object) -> None:
    assert {row.status for row in Tournament.objects.all()} >= {"registering", "running", "finished"}
    assert [row.pk for row in Tournament.objects.all() if not is_replay(row)] == []


def test_hands_are_played_again(before: object) -> None:
    hands = list(Hand.objects.all())
    assert len(hands) > 20
    for hand in hands:
        found = look(hand)
        assert rebuilt(hand, found.log, seed=found.seed).is_over == (hand.state != Hand.State.PLAYING), hand
