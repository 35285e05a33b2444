"""Who may do what in the database: its owner migrates, the program's role plays, a reader reads.

The program cannot rewrite what happened: what is append-only it adds to, the ledger it writes through `ledger_post` alone,
and it can neither switch a trigger off nor become the owner. Which tables are append-only is asked of the database: those
whose trigger calls `refuse_change`. Roles belong to a whole PostgreSQL and are called after the owner: `<owner>_app`,
`<owner>_reader`. What they may do is granted anew, in each database, by every `migrate`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from psycopg import sql

APP, READER = "_app", "_reader"
# Written by functions of the owner's alone; of accounts the program opens and closes, and sets what credit goes down to.
BOOKS = ("club_transfer", "club_entry", "club_seal")
ACCOUNTS, ITS_COLUMNS = "club_account", ("floor", "closed_at")
# The owner's own.
ONLY_READ = (*BOOKS, "django_migrations")
# What only the program needs: keys, passwords, mails with a way in, packs of cards that are still in play, and what people
# say, note or study for themselves.
SECRET_TABLES = (
    "account_emailconfirmation",
    "axes_accessattempt",
    "club_apitoken",
    "club_embedding",
    "club_invitation",
    "club_linenotices",
    "club_mailednotices",
    "club_pushdevice",
    "club_pushmessage",
    "club_unsentmail",
    "club_webhook",
    "django_session",
    "mfa_authenticator",
    "socialaccount_socialaccount",
    "socialaccount_socialapp",
    "socialaccount_socialtoken",
    "tables_chatline",
    "tables_chatmute",
    "tables_chatreport",
    "tables_deckseed",
    "tables_integrityfinding",
    "tables_packsecret",
    "tables_playernote",
    "tables_privateguess",
    "tables_privateguest",
    "tables_privatetable",
    "tables_study",
    "tournaments_signingkey",
    "usersessions_usersession",
)
# What somebody drew, discarded or set is nobody's to see while a hand is in play, and much of it not afterwards either; by the
# salt of a seal it could be guessed from the digest. From a tournament's seed follow its draws and the packs of its tables; an
# event's fields have its entry code among them.
SECRET_COLUMNS = {
    "club_user": ("password",),
    "club_player": ("pin", "card", "calendar_key"),
    "club_seal": ("salt",),
    "tables_decision": ("text",),
    "tables_handseat": ("preaction", "preaction_street"),
    "tournaments_tournament": ("seed", "entry_code"),
    "tournaments_tournamenttemplate": ("fields",),
}
NUMBER = "id"  # of a line, given by PostgreSQL one after the other
LOCK = 0x601E5  # advisory: one at a time grants in a database

_APPEND_ONLY = """
SELECT DISTINCT relname::text FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid
WHERE relnamespace = 'public'::regnamespace AND proname = 'refuse_change' ORDER BY 1
"""
_TABLES = "SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')"
_COLUMNS = "SELECT attname::text FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped"
# What the role that asks may do and should not: about itself, the books, what is append-only, and the schema.
_EXCESSES = """
SELECT 'is superuser' FROM pg_roles WHERE rolname = current_user AND rolsuper
UNION ALL SELECT 'makes roles' FROM pg_roles WHERE rolname = current_user AND rolcreaterole
UNION ALL SELECT 'makes databases' FROM pg_roles WHERE rolname = current_user AND rolcreatedb
UNION ALL SELECT 'makes tables' WHERE has_schema_privilege('public', 'CREATE')
UNION ALL SELECT 'makes temporary tables' WHERE has_database_privilege(current_database(), 'TEMPORARY')
UNION ALL SELECT DISTINCT 'may become ' || relowner::regrole FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND pg_has_role(relowner, 'MEMBER')
UNION ALL SELECT 'may ' || lower(act) || ' ' || name FROM unnest(%(kept)s::text[]) name,
    unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) act WHERE has_table_privilege(name, act)
UNION ALL SELECT 'may insert ' || name FROM unnest(%(books)s::text[]) name WHERE has_table_privilege(name, 'INSERT')
UNION ALL SELECT 'may number ' || name FROM unnest(%(kept)s::text[]) name WHERE has_column_privilege(name, %(number)s, 'INSERT')
UNION ALL SELECT 'may update ' || %(accounts)s || '.' || attname FROM pg_attribute
    WHERE attrelid = %(accounts)s::regclass AND attnum > 0 AND attname <> ALL(%(columns)s::text[])
    AND NOT attisdropped AND has_column_privilege(attrelid, attnum, 'UPDATE')
"""


def ensure(cursor: Any, passwords: Mapping[str, str]) -> None:
    """Have the asking owner's roles of those endings (`APP`, `READER`), with these passwords.

    Raises `psycopg.Error` where the owner may make none.
    """
    cursor.execute("SELECT current_user::text")
    owner = cursor.fetchone()[0]
    for suffix, password in passwords.items():
        name = sql.Identifier(owner + suffix)
        cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [owner + suffix])
        verb = sql.SQL("ALTER" if cursor.fetchone() else "CREATE")
        statement = sql.SQL("{} ROLE {} LOGIN PASSWORD {}").format(verb, name, sql.Literal(password))
        cursor.execute(statement.as_string(cursor.connection))


def grant(cursor: Any) -> list[str]:
    """Give the owner's roles what they may do in this database, and nothing else; the names of those that are there.

    In a transaction of the owner's, so that at no moment anybody who plays may do less than before.
    """
    cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
    cursor.execute("SELECT current_user::text, current_database()::text")
    owner, database = cursor.fetchone()
    cursor.execute(
        "SELECT rolname::text FROM pg_roles WHERE rolname = ANY(%s) ORDER BY 1", [[owner + APP, owner + READER]]
    )
    roles = [name for (name,) in cursor.fetchall()]
    cursor.execute(f"{_TABLES} ORDER BY 1")
    tables = [name for (name,) in cursor.fetchall()]
    cursor.execute(_APPEND_ONLY)
    kept = {name: _others(cursor, name, (NUMBER,)) for (name,) in cursor.fetchall()}
    hidden = {table: _others(cursor, table, columns) for table, columns in SECRET_COLUMNS.items() if table in tables}
    statements = [f'REVOKE ALL ON DATABASE "{database}" FROM PUBLIC', "REVOKE ALL ON SCHEMA public FROM PUBLIC"]
    statements.append("REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC")
    for role in roles:
        statements += _anew(role, database)
        of_app = role.endswith(APP)
        statements += _of_the_app(role, tables, kept) if of_app else _of_the_reader(role, tables, hidden)
    cursor.execute(";\n".join(statements))
    return roles


def excesses(cursor: Any) -> list[str]:
    """What the asking role may do in this database and should not, if it is the program's; empty if all is well."""
    cursor.execute(_APPEND_ONLY)
    kept = [name for (name,) in cursor.fetchall()]
    told = {"kept": kept, "books": list(BOOKS), "accounts": ACCOUNTS, "columns": list(ITS_COLUMNS), "number": NUMBER}
    cursor.execute(_EXCESSES, told)
    return [what for (what,) in cursor.fetchall()]


def _others(cursor: Any, table: str, columns: tuple[str, ...]) -> list[str]:
    cursor.execute(_COLUMNS, [table])
    return [name for (name,) in cursor.fetchall() if name not in columns]


def _anew(role: str, database: str) -> Iterator[str]:
    for kind in ("TABLES", "SEQUENCES", "FUNCTIONS"):
        yield f'REVOKE ALL ON ALL {kind} IN SCHEMA public FROM "{role}"'
    yield f'REVOKE ALL ON SCHEMA public FROM "{role}"'
    yield f'REVOKE ALL ON DATABASE "{database}" FROM "{role}"'
    yield f'GRANT CONNECT ON DATABASE "{database}" TO "{role}"'
    yield f'GRANT USAGE ON SCHEMA public TO "{role}"'


def _of_the_app(role: str, tables: list[str], kept: Mapping[str, list[str]]) -> Iterator[str]:
    """All may be read, by its backups too. `kept`: the columns of what is append-only that are the program's to fill."""
    yield f'GRANT SELECT ON ALL TABLES IN SCHEMA public TO "{role}"'
    yield f'GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO "{role}"'
    yield f'GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO "{role}"'
    for table in tables:
        if table in ONLY_READ:
            continue
        if table in kept:
            # Not the number of a line, which PostgreSQL gives: by a far one nothing could be sealed after it.
            yield f'GRANT INSERT ({", ".join(_quoted(kept[table]))}) ON "{table}" TO "{role}"'
            continue
        acts = "INSERT" if table == ACCOUNTS else "INSERT, UPDATE, DELETE"
        yield f'GRANT {acts} ON "{table}" TO "{role}"'
    if ACCOUNTS in tables:
        yield f'GRANT UPDATE ({", ".join(ITS_COLUMNS)}) ON "{ACCOUNTS}" TO "{role}"'


def _of_the_reader(role: str, tables: list[str], hidden: Mapping[str, list[str]]) -> Iterator[str]:
    for table in tables:
        if table in hidden:
            yield f'GRANT SELECT ({", ".join(_quoted(hidden[table]))}) ON "{table}" TO "{role}"'
        elif table not in SECRET_TABLES:
            yield f'GRANT SELECT ON "{table}" TO "{role}"'


def _quoted(names: list[str]) -> list[str]:
    return [f'"{name}"' for name in names]
