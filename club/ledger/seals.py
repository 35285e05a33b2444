"""Seals: what was written once and for good is chained by digests, so that whoever owns the database cannot rewrite it unseen.

A record is an append-only table (`registry.SEALED`). Its lines are sealed some at a time, soon after they were written: a
seal's digest covers exactly those lines and the seal before. The database's own functions do it (`sql/seals.sql`), which the
program can call and not leave a line out of. The latest seal of a record is its head. Whoever owns the database can forge
lines and every seal after them alike; the forged chain then has other heads than those that were published before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import connection, models

from club.base.registry import SEALED

PUBLISHED = "heads.published"  # the event that webhooks may be told of
SWEPT = 20  # seals of one record in one run of the sweep: a club that has just been upgraded catches up in some minutes
LARGEST_FILE = 500_000_000  # bytes: what a file of heads comes to in a hundred years

_SEAL = "SELECT seal_record(%s)"
# What a record's chain says now. Each seal is worked out again from the lines that it names.
_DIFFERENCES = """
SELECT '%(record)s: seal ' || number || ' (' || lines || ' lines up to ' || high || ', '
       || to_char(sealed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') || ' UTC) is not what its lines come to'
FROM (SELECT *, lag(digest, 1, '') OVER chain AS before, row_number() OVER chain AS place
      FROM club_seal WHERE record = '%(record)s' WINDOW chain AS (ORDER BY number)) sealed
WHERE number <> place OR digest <> seal_digest(record, number, before, ids, salt, sealed_at)
ORDER BY number
"""
# Below the seals of the last day no line is sealed any more (`seal_record`, and an hour): what lies there under no seal came later.
_UNSEALED = """
SELECT '%(record)s: ' || there - sealed || ' lines lie between sealed ones and are under no seal'
FROM (SELECT coalesce(min(low) FILTER (WHERE sealed_at > clock_timestamp() - interval '25 hours'), max(high)) AS id
      FROM club_seal WHERE record = '%(record)s') edge,
LATERAL (SELECT count(*) AS there FROM %(record)s WHERE %(record)s.id <= edge.id) lines,
LATERAL (SELECT coalesce(sum(upper(part) - lower(part)), 0) AS sealed
         FROM club_seal, unnest(ids::int8multirange * int8multirange(int8range(NULL, edge.id, '[]'))) part
         WHERE record = '%(record)s') covered
WHERE there > sealed
"""
# The first line above the seals, which waits to be sealed.
_WAITING = """
SELECT %(at)s FROM %(record)s
WHERE id > coalesce((SELECT max(high) FROM club_seal WHERE record = '%(record)s'), 0) ORDER BY id LIMIT 1
"""
_HEADS = """
SELECT DISTINCT ON (record) record, number, sum(lines) OVER (PARTITION BY record)::bigint, digest, sealed_at
FROM club_seal ORDER BY record, number DESC
"""
_SAME = """
SELECT seal.digest, (SELECT sum(lines) FROM club_seal WHERE record = seal.record AND number <= seal.number)::bigint
FROM club_seal seal WHERE record = %s AND number = %s
"""
_LINE = re.compile(
    r"cardhouse-head (?P<record>\w{1,60}) (?P<number>\d{1,18}) (?P<lines>\d{1,18}) (?P<digest>[0-9a-f]{64}) "
    r"(?P<at>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z"
)


class NoHeads(ValueError):
    """A file that holds no head. The text says so: nothing was compared."""


@dataclass(frozen=True, slots=True)
class Head:
    """The latest seal of a record at some instant: its number, how many lines lie under it and those before, its digest."""

    record: str
    number: int
    lines: int
    digest: str
    sealed_at: datetime

    @property
    def line(self) -> str:
        """The head as it is published: one line of text, which `read` finds again in whatever text it stands in."""
        at = self.sealed_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        return f"cardhouse-head {self.record} {self.number} {self.lines} {self.digest} {at}"


def seal_all(*, most: int | None = None) -> int:
    """Seal what is written and not sealed, in transactions of some thousand lines; how many lines were sealed.

    most: seals of one record at most; the next call goes on.
    """
    sealed = 0
    for record in SEALED:
        made = 0
        while most is None or made < most:
            with connection.cursor() as cursor:
                cursor.execute(_SEAL, [record])
                (lines,) = cursor.fetchone()
            if not lines:
                break
            made, sealed = made + 1, sealed + lines
    return sealed


def waits_since() -> datetime | None:
    """Since when the line that waits longest lies under no seal: None if none does. What is not sealed can be rewritten unseen."""
    waiting = []
    with connection.cursor() as cursor:
        for record, at in _dated().items():
            cursor.execute(_WAITING % {"record": record, "at": at})
            waiting += [at for (at,) in cursor.fetchall()]
    return min(waiting, default=None)


def _dated() -> dict[str, str]:
    """The column of each record that says when a line was written."""
    tables = {one._meta.db_table: one._meta.fields for one in apps.get_models() if one._meta.db_table in SEALED}
    return {
        table: next(str(field.column) for field in fields if isinstance(field, models.DateTimeField))
        for table, fields in tables.items()
    }


def questions() -> list[str]:
    """What the auditor asks of the chains: statements whose rows are sentences of what is otherwise than it was sealed."""
    return [question % {"record": record} for record in SEALED for question in (_DIFFERENCES, _UNSEALED)]


def heads() -> list[Head]:
    """The head of every record that has one, by the records' names."""
    with connection.cursor() as cursor:
        cursor.execute(_HEADS)
        return [Head(*row) for row in cursor.fetchall()]


def read(text: str) -> list[Head]:
    """Every head that stands in the text, whatever else does: a file of heads, a log, mails."""
    found = []
    for one in _LINE.finditer(text):
        at = datetime.fromisoformat(one["at"]).replace(tzinfo=UTC)
        found.append(Head(one["record"], int(one["number"]), int(one["lines"]), one["digest"], at))
    return found


def read_file(path: Path, *, until: datetime | None = None) -> list[Head]:
    """The heads of a file, those sealed after `until` left out. Raises `OSError`, and `NoHeads` if there is none."""
    with path.open(encoding="utf-8", errors="replace") as file:
        text = file.read(LARGEST_FILE)
    found = [one for one in read(text) if until is None or one.sealed_at <= until]
    if not found:
        raise NoHeads(f"{path} holds no head: nothing was compared")
    return found


def kept() -> list[Head]:
    """The heads of the file that the settings name. None where there is no file yet. Raises `OSError`, `NoHeads`."""
    path = Path(settings.HEADS_FILE) if settings.HEADS_FILE else None
    return read_file(path) if path is not None and path.exists() and path.stat().st_size else []


def compare(published: Iterable[Head]) -> Sequence[str]:
    """Sentences that name each head which was published and is not what the record comes to now."""
    found = []
    with connection.cursor() as cursor:
        for head in dict.fromkeys(published):
            cursor.execute(_SAME, [head.record, head.number])
            now = cursor.fetchone()
            if now is None:
                found.append(f"{_published(head)}, and is not there: what it covered is gone")
            elif now != (head.digest, head.lines):
                found.append(f"{_published(head)}, and is another now: what it covers was rewritten")
    return found


def _published(head: Head) -> str:
    return f"{head.record}: seal {head.number}, over {head.lines} lines, was published as of {head.sealed_at:%Y-%m-%d %H:%M:%S} UTC"
