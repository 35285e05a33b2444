"""The database does not trust the program: its role plays, and rewrites nothing; another only reads.

The suite itself goes by the program's role (`tests.support.owner`): whatever a test plays is played by that.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from club.house import audit_log
from club.ledger import audit, ledger
from club.project import database_roles
from club.project.database_roles import APP, READER
from tests.support.budget import is_everyday
from tests.support.owner import as_owner

pytestmark = pytest.mark.django_db
APPENDED = (
    "club_auditentry", "club_entry", "club_seal", "club_transfer", "club_slip", "club_auditrun", "tables_decision",
)  # fmt: skip
CHANGES = ("UPDATE {} SET id = id", "DELETE FROM {}", "TRUNCATE {} CASCADE", "ALTER TABLE {} DISABLE TRIGGER USER")
FORBIDDEN = (
    *(change.format(table) for table in (*APPENDED, "tournaments_logentry", "club_rulevalue") for change in CHANGES),
    *(f"INSERT INTO {table} (id) VALUES (9223372036854775807)" for table in (*APPENDED, "tournaments_logentry")),
    "INSERT INTO club_transfer (key, digest, purpose, reference, why, recorded_at) VALUES ('x', '', 'hand', '', '', now())",
    "INSERT INTO club_entry (transfer_id, account_id, amount, balance_after, version) VALUES (1, 1, 5, 5, 1)",
    "UPDATE club_account SET balance = balance + 1",
    "UPDATE club_account SET version = version + 1",
    "UPDATE club_account SET owner = 'player:2'",
    "DELETE FROM club_account",
    "DROP TABLE tables_decision",
    "DROP TRIGGER append_only ON club_auditentry",
    "CREATE TABLE mine (id int)",
    "CREATE TEMPORARY TABLE club_account (id int)",
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    "ALTER FUNCTION ledger_post SECURITY INVOKER",
    "SET session_replication_role = replica",
    "UPDATE pg_trigger SET tgenabled = 'D'",
    "GRANT cardhouse TO CURRENT_USER",
    "CREATE ROLE other SUPERUSER",
    "COPY club_entry TO PROGRAM 'cat'",
    "COPY club_user FROM '/etc/passwd'",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT lo_import('/etc/passwd')",
    "DELETE FROM django_migrations",
)


@pytest.fixture
def some_chips() -> Iterator[None]:
    """A book with a line in it, and a line in the audit log."""
    accounts = [ledger.open_account("cashier", "cashier"), ledger.open_account("player:1", "wallet")]
    ledger.post("first", {accounts[0].pk: -5, accounts[1].pk: 5}, purpose="buy-chips")
    audit_log.record("rule.set", by=None, now=timezone.now())
    yield
    assert audit.rebuild().ok


def login(suffix: str) -> psycopg.Connection:
    """A connection to the test's database as that role of its own, with a password that it is given here."""
    place = connection.settings_dict
    with psycopg.connect(
        host=place["HOST"], port=place["PORT"], user=place["USER"], password=place["PASSWORD"], dbname=place["NAME"]
    ) as owner:
        role = f"{place['USER']}{suffix}"
        owner.execute(f"ALTER ROLE {role} PASSWORD 'for a moment'")
    return psycopg.connect(
        host=place["HOST"],
        port=place["PORT"],
        user=role,
        password="for a moment",
        dbname=place["NAME"],
        autocommit=True,
    )


@pytest.mark.parametrize("statement", FORBIDDEN)
def test_what_the_program_may_not_do_the_database_refuses(some_chips, statement):
    with pytest.raises(DatabaseError, match=r"permission denied|must be owner|must be superuser"), transaction.atomic():
        connection.cursor().execute(statement)


def test_the_owner_may_do_what_the_program_may_not(some_chips):
    """The refusals above are refusals of the role, not of the statements."""
    with as_owner(), transaction.atomic(), connection.cursor() as cursor:
        for statement in (
            "UPDATE club_account SET version = version + 0",
            "GRANT UPDATE ON club_entry TO CURRENT_USER",
        ):
            cursor.execute(statement)
        assert "may become" in " ".join(database_roles.excesses(cursor))


def test_nobody_becomes_the_owner_by_a_login_of_the_program():
    with login(APP) as program:
        assert database_roles.excesses(program.cursor()) == []
        owner = connection.settings_dict["USER"]
        for statement in (f"SET ROLE {owner}", f"SET SESSION AUTHORIZATION {owner}", f"GRANT {owner} TO CURRENT_USER"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                program.execute(statement)


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        (
            "INSERT INTO club_account (owner, kind, unit, balance, version, floor, opened_at)"
            " VALUES ('player:9', 'wallet', 'chip', 500, 0, 0, now())",
            "opened empty",
        ),
        ("UPDATE club_account SET floor = NULL WHERE kind = 'wallet'", "stays as it is"),
        ("UPDATE club_account SET closed_at = now() WHERE kind = 'wallet'", "closes empty"),
    ],
)
def test_accounts_are_opened_and_closed_empty_and_keep_their_least_balance(some_chips, statement, named):
    with pytest.raises(DatabaseError, match=named), transaction.atomic():
        connection.cursor().execute(statement)


def test_every_table_has_its_rights_and_a_new_one_gets_them_by_migrate():
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("CREATE TABLE club_later (id int)")
        cursor.execute("SELECT has_table_privilege('cardhouse_app', 'club_later', 'SELECT')")
        assert cursor.fetchone() == (False,)
        assert database_roles.grant(cursor) == [f"cardhouse{APP}", f"cardhouse{READER}"]
        cursor.execute("SELECT has_table_privilege('cardhouse_app', 'club_later', 'INSERT')")
        assert cursor.fetchone() == (True,)


def test_the_reader_reads_the_books_and_no_secrets():
    with login(READER) as reader:
        for question in ("SELECT * FROM club_entry", "SELECT * FROM tables_hand", "SELECT username FROM club_user"):
            reader.execute(question)
        secret = (*database_roles.SECRET_TABLES, "club_user")
        for statement in (*(f"SELECT * FROM {table}" for table in secret), "INSERT INTO club_auditrun DEFAULT VALUES"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                reader.execute(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT seed FROM tournaments_tournament",  # the packs of its tables follow from it
        "SELECT entry_code FROM tournaments_tournament",
        "SELECT fields FROM tournaments_tournamenttemplate",
        "SELECT preaction FROM tables_handseat",
        "SELECT text FROM tables_decision",  # what somebody drew, discarded or set
        "SELECT salt FROM club_seal",
        "SELECT calendar_key FROM club_player",
        "SELECT private FROM tournaments_signingkey",
        "SELECT text FROM club_unsentmail",
        "SELECT text FROM tables_playernote",
        "SELECT text FROM tables_chatline",
        "SELECT text FROM tables_study",
        "SELECT body FROM club_pushmessage",
    ],
)
def test_the_reader_reads_no_cards_to_come_no_way_in_and_nothing_private(statement):
    table = statement.split()[-1]
    with login(READER) as reader, pytest.raises(psycopg.errors.InsufficientPrivilege, match=table):
        reader.execute(statement)


# What the reader sees whole: a table that is new is put here, or among those of `database_roles`.
READABLE = frozenset(
    """
    account_emailaddress auth_group auth_group_permissions auth_permission axes_accessattemptexpiration axes_accessfailurelog
    axes_accesslog django_admin_log django_content_type django_migrations
    club_account club_agecheck club_askedaudit club_auditentry club_auditrun club_awaitedchips club_chiprun club_closedmonth
    club_clublogo club_delivery club_deliverytry club_entry club_expirynotice club_heartbeat club_incident club_openingbalance
    club_playerphoto club_proposal club_ruleset club_rulevalue club_shift club_slip club_transfer club_traymove
    club_user_groups club_user_user_permissions
    tables_avatar tables_chatroom tables_chatsilence tables_hand tables_integritylook tables_jackpotpart tables_jackpotwin
    tables_sitting tables_staffact tables_table tables_wait tables_word
    tournaments_alternate tournaments_entry tournaments_forecast tournaments_knownkey tournaments_league tournaments_logentry
    tournaments_occurrence tournaments_purchase tournaments_result tournaments_screenlayout tournaments_season
    tournaments_season_tournaments tournaments_sharedsetimport tournaments_structure tournaments_structureversion
    tournaments_ticket
    """.split()
)
SECRET_NAMES = re.compile(r"(^|_)(private|secret|seed|password|token|pin|salt|code|key)($|_)")
NO_SECRETS = {  # in spite of their names
    "club_delivery key", "club_incident key", "club_proposal key", "club_rulevalue key", "club_transfer key",
    "club_traymove key", "tables_sitting bank_key", "tables_sitting buy_in_key", "tables_staffact request_key",
    "tables_table request_key", "tables_table is_private", "tournaments_structure key", "tournaments_ticket key",
    "club_player pin_failures", "club_player pin_locked_until",
}  # fmt: skip


@pytest.mark.django_db
def test_of_every_table_it_is_decided_whether_the_reader_sees_it():
    secret = {*database_roles.SECRET_TABLES, *database_roles.SECRET_COLUMNS}
    assert {*connection.introspection.table_names()} == READABLE | secret
    assert not READABLE & secret


@pytest.mark.django_db
def test_no_column_with_the_name_of_a_secret_is_the_readers():
    with connection.cursor() as cursor:
        named = {
            f"{table} {column.name}"
            for table in READABLE | {*database_roles.SECRET_COLUMNS}
            for column in connection.introspection.get_table_description(cursor, table)
            if SECRET_NAMES.search(column.name) and column.name not in database_roles.SECRET_COLUMNS.get(table, ())
        }
    assert named == NO_SECRETS


def test_the_reader_reads_the_rest_of_a_table_with_secret_columns():
    with login(READER) as reader:
        for table in database_roles.SECRET_COLUMNS:
            assert reader.execute(f"SELECT count(id) FROM {table}").fetchone() is not None


@pytest.fixture
def server_of_its_own() -> Iterator[dict[str, str]]:
    """The environment of a club on a PostgreSQL of its own, whose owner is no superuser."""
    place, name = connection.settings_dict, f"outside_{uuid.uuid4().hex[:8]}"
    known = {"host": place["HOST"], "port": place["PORT"], "user": place["USER"], "password": place["PASSWORD"]}
    at = f"{place['HOST']}:{place['PORT']}/{name}"
    with psycopg.connect(**known, dbname="postgres", autocommit=True) as server:
        server.execute(f"CREATE ROLE {name} LOGIN CREATEROLE PASSWORD 'of the owner'")
        server.execute(f"CREATE DATABASE {name} OWNER {name}")
        yield {
            **os.environ,
            "DATABASE_URL": f"postgresql://{name}_app:of%20the%20app@{at}",
            "DATABASE_OWNER_URL": f"postgresql://{name}:of%20the%20owner@{at}",
        }
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")
        server.execute(f"DROP ROLE IF EXISTS {name}_reader, {name}_app, {name}")


@pytest.mark.slow
@pytest.mark.sweep
def test_a_server_of_ones_own_gets_the_roles_by_migrate_and_is_restored(server_of_its_own, tmp_path):
    def manage(*arguments: str, **more: str) -> str:
        line = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(line, cwd=settings.BASE_DIR, env=server_of_its_own | more, capture_output=True, text=True)
        return f"{done.returncode} {done.stdout}{done.stderr}"

    assert "goes by" in manage("migrate", DATABASE_URL=server_of_its_own["DATABASE_OWNER_URL"])
    assert (said := manage("migrate")).startswith("0 "), said
    assert "cannot rewrite" in manage("database_roles", DATABASE_OWNER_URL="")
    assert "in balance" in manage("audit", DATABASE_OWNER_URL="")
    if not is_everyday():  # files are written and read back every day in `test_backups`
        _is_restored_by_its_roles(manage, tmp_path)


def _is_restored_by_its_roles(manage: Callable[..., str], tmp_path: Path) -> None:
    backup, var = str(tmp_path / "night.tar"), {"CARDHOUSE_VAR": str(tmp_path)}
    assert (said := manage("backup", backup, **var)).startswith("0 "), said
    assert "The books balance" in (said := manage("restore", backup, **var)), said
    assert "cannot rewrite" in manage("database_roles", DATABASE_OWNER_URL="")
    found = re.search(r"postgresql://\S+", manage("database_roles", "--reader"))
    assert found is not None
    with psycopg.connect(found[0]) as reader:
        assert reader.execute("SELECT count(*) FROM club_auditrun").fetchone() == (2,)  # asked for, and of the restore


def test_the_command_says_what_is_too_much_and_what_to_do(capsys):
    call_command("database_roles")
    assert "cannot rewrite what happened" in capsys.readouterr().out
    with as_owner():
        with pytest.raises(CommandError, match="cardhouse_app"):
            call_command("database_roles")
        assert "may become cardhouse" in capsys.readouterr().out
    with pytest.raises(CommandError, match="DATABASE_OWNER_URL"):
        call_command("database_roles", "--reader")
