"""Indexes by which a part of a name, or of a subject of the record, is found: of `pg_trgm`, one of PostgreSQL's own extensions.

Where a server has it, the owner of a database may mostly take it in (it is trusted since PostgreSQL 13). Elsewhere the
administrator does. Without it the same is found by reading all.
"""

from __future__ import annotations

from django.db import Error, connection, transaction

from club.database.lookups import Spaceless, SpacelessExact

EXTENSION = "pg_trgm"
INDEXES = {
    "club_player_spaceless": f"club_player USING gin ({Spaceless.bare('nickname')} {{0}}, {Spaceless.bare('real_name')} {{0}}, "
    f"upper(member_number::text) {{0}}, {SpacelessExact.bare('sorts_as')} {{0}})",
    "club_auditentry_parts": "club_auditentry USING gin (upper(subject::text) {0})",
}
_SCHEMA = "SELECT quote_ident(nspname) FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = %s"
_WORDS = (
    "Parts of names are found without an index, by reading all names: PostgreSQL refuses it ({refusal}). "
    "For a club of many thousands have PostgreSQL's administrator run, in the database {database}:\n"
    "    {remedy}\nand then `manage.py migrate` once more."
)


def missing() -> list[str]:
    """The indexes that are not there."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname::text FROM pg_class WHERE relname = ANY(%s) AND pg_table_is_visible(oid)", [list(INDEXES)]
        )
        there = {name for (name,) in cursor.fetchall()}
    return [name for name in INDEXES if name not in there]


def make() -> str:
    """Make, as the owner of the tables, the indexes that are missing. Where PostgreSQL refuses: the words that say what its
    administrator has to run; else none."""
    wanted = missing()
    if not wanted:
        return ""
    try:
        with transaction.atomic():
            if not _schema():
                _run(f"CREATE EXTENSION {EXTENSION}")
            operators = f"{_schema()}.gin_trgm_ops"
            for name in wanted:
                _run(f"CREATE INDEX {name} ON {INDEXES[name].format(operators)}")
    except Error as refusal:  # whatever it is, the club works without
        return _in_words(refusal)
    return ""


def _schema() -> str:
    """The schema in which the extension was put, as it stands in a statement; empty if it is not there."""
    with connection.cursor() as cursor:
        cursor.execute(_SCHEMA, [EXTENSION])
        found = cursor.fetchone()
    return "" if found is None else str(found[0])


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _in_words(refusal: Error) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT quote_ident(current_user), current_database()::text")
        owner, database = cursor.fetchone()
    schema = _schema()
    remedy = f"GRANT USAGE ON SCHEMA {schema} TO {owner};" if schema else f"CREATE EXTENSION {EXTENSION};"
    return _WORDS.format(refusal=str(refusal).splitlines()[0], database=database, remedy=remedy)
