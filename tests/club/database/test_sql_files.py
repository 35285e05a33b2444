"""What the database does by itself is what the `.sql` files say, and a difference on either side is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection

from club.database import sql_files
from club.ledger import audit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("by_the_owner")]


def say(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def test_what_is_installed_is_what_the_files_say() -> None:
    assert sql_files.differences() == []
    call_command("check", databases=["default"])


def test_every_function_and_trigger_of_the_project_stands_in_a_file() -> None:
    wanted = {name for path in sql_files.paths() for name in sql_files.read(path.read_text(encoding="utf-8"))}
    assert {"function ledger_post", "trigger follows of club_entry", "trigger append_only of tables_decision"} <= wanted
    assert set(sql_files.installed(wanted)) == wanted


IN_THE_DATABASE = {
    "another body": (
        "CREATE OR REPLACE FUNCTION entry_follows() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NEW; END$$",
        "function entry_follows is not as club/ledger/sql/entry_follows.sql has it",
    ),
    "another head": (
        "ALTER FUNCTION ledger_post RESET ALL",
        "function ledger_post is not as club/ledger/sql/ledger_post.sql has it",
    ),
    "gone": (
        "DROP TRIGGER append_only ON club_entry",
        "trigger append_only of club_entry of club/models/sql/append_only.sql is not there",
    ),
    "switched off": (
        "ALTER TABLE tables_decision DISABLE TRIGGER append_only",
        "trigger append_only of tables_decision is not as tables/models/sql/append_only.sql has it",
    ),
    "another moment": (
        "CREATE OR REPLACE TRIGGER append_only BEFORE DELETE ON tournaments_logentry "
        "FOR EACH ROW EXECUTE FUNCTION refuse_change()",
        "trigger append_only of tournaments_logentry is not as tournaments/models/sql/append_only.sql has it",
    ),
    "one too many": (
        "CREATE TRIGGER other BEFORE DELETE ON club_account FOR EACH ROW EXECUTE FUNCTION refuse_change()",
        "trigger other of club_account stands in no file",
    ),
    "another of that name": (
        "CREATE FUNCTION ledger_post(text) RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint'",
        "function ledger_post, with other arguments, stands in no file",
    ),
}


@pytest.mark.parametrize("change", IN_THE_DATABASE)
def test_a_database_that_differs_is_named_by_the_audit_and_by_the_check(change: str) -> None:
    statement, named = IN_THE_DATABASE[change]
    say(statement)
    assert audit.rebuild().differences == (named,)
    with pytest.raises(SystemCheckError) as refusal:
        call_command("check", databases=["default"])
    assert named in str(refusal.value)


IN_THE_FILE = {
    "body": ("total <> 0 THEN", "total < 0 THEN"),
    "comment in the body": ("-- A correction is its original reversed", "-- A correction is reversed"),
    "head": ("force_generic_plan", "auto"),
}


@pytest.mark.parametrize("part", IN_THE_FILE)
def test_a_file_that_was_changed_without_a_migration_is_named(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path("club/ledger/sql/ledger_post.sql")
    texts = sql_files._texts()
    old, new = IN_THE_FILE[part]
    assert texts[path].count(old) == 1
    monkeypatch.setattr(sql_files, "_texts", lambda: texts | {path: texts[path].replace(old, new)})
    assert sql_files.differences() == [f"function ledger_post is not as {path} has it"]


def test_spaces_and_comments_around_a_definition_are_the_files_own() -> None:
    text = Path("club/ledger/sql/ledger_post.sql").read_text(encoding="utf-8")
    wide = "-- another remark\n\n" + text.replace("LANGUAGE plpgsql\n", "\n    LANGUAGE  plpgsql -- as always\n")
    assert sql_files.read(wide) == sql_files.read(text)


@pytest.mark.parametrize(
    "text", ["DELETE FROM club_entry;", "CREATE FUNCTION other() RETURNS void LANGUAGE sql AS '';"]
)
def test_a_file_says_nothing_but_functions_and_triggers(text: str) -> None:
    with pytest.raises(ValueError, match="neither a function nor a trigger"):
        sql_files.read(text)


def test_while_migrations_wait_the_check_is_silent() -> None:
    """`migrate` asks it before it begins: what the files have newer is what it is about to install."""
    say("DROP TRIGGER append_only ON club_entry")
    say("DELETE FROM django_migrations WHERE app = 'tournaments'")
    call_command("check", databases=["default"])
