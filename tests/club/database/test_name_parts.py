"""Where PostgreSQL refuses the extension by which parts of names are indexed, `migrate` says what to run, and names are found."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from club.database import name_parts
from club.people import people, search
from tests.support.owner import as_owner

pytestmark = pytest.mark.django_db


def say(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.fixture
def bare() -> Iterator[None]:
    """A club of an owner who is no superuser, without the extension; who owns the tables owns nothing else."""
    with as_owner():
        say(f"DROP EXTENSION {name_parts.EXTENSION} CASCADE")
        say("CREATE ROLE plain_owner")
        for table in ("club_player", "club_auditentry"):
            say(f"ALTER TABLE {table} OWNER TO plain_owner")
        say("GRANT ALL ON ALL TABLES IN SCHEMA public TO plain_owner; GRANT ALL ON SCHEMA public TO plain_owner")
        say("GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO plain_owner")
        say("SET ROLE plain_owner")
        yield
        say("RESET ROLE")  # the rest goes back with the test's transaction


def test_without_the_right_it_is_said_what_to_run_and_names_are_found_all_the_same(bare):
    people.enrol("Takeshi", now=timezone.now())
    assert name_parts.missing() == list(name_parts.INDEXES)
    words = name_parts.make()
    assert "permission denied" in words
    assert "\n    CREATE EXTENSION pg_trgm;\n" in words
    assert connection.settings_dict["NAME"] in words
    assert [one.nickname for one in search.members("akes")] == ["Takeshi"]


@pytest.mark.parametrize("schema", ["public", "extensions"])
def test_once_the_administrator_did_it_the_indexes_are_made(bare, schema):
    say("RESET ROLE")
    say(f"CREATE SCHEMA IF NOT EXISTS {schema}")
    say(f"CREATE EXTENSION pg_trgm SCHEMA {schema}")
    say("SET ROLE plain_owner")
    if schema != "public":
        words = name_parts.make()
        assert "\n    GRANT USAGE ON SCHEMA extensions TO plain_owner;\n" in words
        say("RESET ROLE; GRANT USAGE ON SCHEMA extensions TO plain_owner; SET ROLE plain_owner")
    assert name_parts.make() == ""
    assert name_parts.missing() == []
    assert name_parts.make() == ""


@pytest.mark.parametrize("said", ["", "Have the administrator run this."])
def test_migrate_says_it(monkeypatch, capsys, said):
    monkeypatch.setattr(name_parts, "make", lambda: said)
    with as_owner():
        call_command("migrate", verbosity=0)
    assert capsys.readouterr().err.strip() == said
