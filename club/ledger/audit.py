"""The auditor: rebuilds every balance from the lines, and names what disagrees, what was sealed and is otherwise now
(`seals`), what the books refuse to take, and what of the database's own functions and triggers is not as its file has it.
Apps add questions about their own rows (`AUDITS`).

Each question is one statement that PostgreSQL answers in a stream, so memory does not grow with the ledger.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

from club.base.registry import AUDITS
from club.database import sql_files
from club.house import health
from club.house.club_rules import in_force
from club.ledger import seals
from club.ledger.seals import Head
from club.models import AuditRun

log = logging.getLogger(__name__)
SHOWN = 1000
UNDER_WAY, LONGEST = "audit", 1860  # seconds: the time limit of the tasks that audit

QUESTIONS = (
    # Balance = sum of the lines = balance after the last; version = number of lines.
    """
    SELECT 'account ' || a.id || ' (' || a.owner || ' ' || a.kind || ', ' || a.unit || '): balance ' || a.balance
           || ', lines sum to ' || coalesce(e.total, 0) || '; version ' || a.version || ', lines ' || coalesce(e.lines, 0)
    FROM club_account a
    LEFT JOIN (SELECT account_id, sum(amount) AS total, count(*) AS lines FROM club_entry GROUP BY account_id) e
           ON e.account_id = a.id
    WHERE a.balance <> coalesce(e.total, 0) OR a.version <> coalesce(e.lines, 0) ORDER BY a.id
    """,
    # A chain without gaps: every line follows from the one before.
    """
    SELECT 'account ' || account_id || ', line ' || version || ': balance after is ' || balance_after
           || ', the line before and its amount make ' || coalesce(before, 0) + amount
    FROM (SELECT account_id, version, amount, balance_after,
                 lag(balance_after) OVER chain AS before, row_number() OVER chain AS place
          FROM club_entry WINDOW chain AS (PARTITION BY account_id ORDER BY version)) lines
    WHERE balance_after <> coalesce(before, 0) + amount OR version <> place ORDER BY account_id, version
    """,
    # Every transfer sums to zero, in one unit, in two lines or more.
    """
    SELECT 'transfer ' || t.id || ' (' || t.key || '): sums to ' || coalesce(sum(e.amount), 0) || ' in '
           || count(e.id) || ' lines and ' || count(DISTINCT a.unit) || ' units'
    FROM club_transfer t LEFT JOIN club_entry e ON e.transfer_id = t.id LEFT JOIN club_account a ON a.id = e.account_id
    GROUP BY t.id, t.key
    HAVING coalesce(sum(e.amount), 0) <> 0 OR count(e.id) < 2 OR count(DISTINCT a.unit) <> 1 ORDER BY t.id
    """,
    # A correction is its original reversed; for an account that was merged, that of whoever stays.
    """
    SELECT 'transfer ' || t.id || ' (' || t.key || '): is not the reverse of transfer ' || t.corrects_id
    FROM club_transfer t
    WHERE t.corrects_id IS NOT NULL AND EXISTS (
        SELECT FROM club_entry entry JOIN club_account own ON own.id = entry.account_id
        LEFT JOIN club_player merged ON own.closed_at IS NOT NULL AND merged.merged_into_id IS NOT NULL
            AND merged.id = CASE WHEN own.owner ~ '^player:[0-9]{1,18}$' THEN split_part(own.owner, ':', 2)::bigint END
        LEFT JOIN club_account bears ON bears.owner = 'player:' || merged.merged_into_id
            AND bears.kind = own.kind AND bears.unit = own.unit
        WHERE entry.transfer_id IN (t.id, t.corrects_id)
        GROUP BY coalesce(bears.id, own.id) HAVING sum(entry.amount) <> 0) ORDER BY t.id
    """,
    # No chip in a unit but those its cashier gave out.
    """
    SELECT 'unit ' || unit || ': balances sum to ' || sum(balance) FROM club_account
    GROUP BY unit HAVING sum(balance) <> 0 ORDER BY unit
    """,
    # Floors.
    """
    SELECT 'account ' || id || ' (' || owner || ' ' || kind || ', ' || unit || '): balance ' || balance || ' is below '
           || floor FROM club_account WHERE floor IS NOT NULL AND balance < floor ORDER BY id
    """,
)


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit found. `differences` are sentences that name the account or transfer."""

    ok: bool
    differences: tuple[str, ...]


def rebuild(heads: Iterable[Head] = ()) -> Report:
    """Look at every account, line and transfer; seal what is not sealed, and work out every seal again.

    heads: such as were published, which must be in the chains.
    """
    found: list[str] = []
    seals.seal_all()  # some thousand lines a statement
    for question in (*QUESTIONS, *AUDITS, *seals.questions()):
        with _as_long_as_it_takes() as cursor:
            cursor.execute(f"SELECT * FROM ({question}) found LIMIT {SHOWN}")
            found += [row[0] for row in cursor.fetchall()]
    found += seals.compare(heads)
    found += sql_files.differences()
    found += [one.plain for one in health.standstills() if one.is_of_books]
    return Report(ok=not found, differences=tuple(found))


@contextmanager
def _as_long_as_it_takes() -> Iterator[CursorWrapper]:
    """A transaction without a limit of time. Of a session nothing is changed: a pooler would give it to somebody else."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")
        yield cursor


def run(*, heads: Iterable[Head] = (), now: datetime) -> Report:
    """`rebuild`, kept in the history of audits."""
    kept = run_and_keep(heads=heads, now=now)
    return Report(kept.ok, tuple(kept.differences))


def run_and_keep(*, heads: Iterable[Head] = (), now: datetime) -> AuditRun:
    """`run`; its row of the history."""
    report = rebuild(heads)
    return AuditRun.objects.create(at=now, ok=report.ok, differences=list(report.differences))


@contextmanager
def alone() -> Iterator[bool]:
    """True unless a worker makes another audit now. It is asked of the cache, to spare work alone: two at once find the same."""
    if not cache.add(UNDER_WAY, 1, LONGEST):
        yield False
        return
    try:
        yield True
    finally:
        cache.delete(UNDER_WAY)


def kept_heads() -> list[Head]:
    """The heads of HEADS_FILE; none, and a line in the log, if they cannot be read: the books are audited all the same."""
    try:
        return seals.kept()
    except (OSError, seals.NoHeads) as fault:
        log.error("HEADS_FILE cannot be compared with: %s", fault)
        return []


def nightly(*, now: datetime) -> Report | None:
    """`run`, once in each business day of the club, with the heads of HEADS_FILE: None if this one has had its audit, or another is
    under way."""
    calendar = in_force().calendar
    if AuditRun.objects.filter(at__gte=calendar.begin_of(calendar.day_of(now))).exists():
        return None
    with alone() as is_alone:
        return run(heads=kept_heads(), now=now) if is_alone else None


def is_failing() -> bool:
    """Whether the last audit found the books out of balance; so until a later one finds them right."""
    last = AuditRun.objects.order_by("-pk").values_list("ok", flat=True).first()
    return last is False


def latest() -> AuditRun | None:
    """The last audit that has ended."""
    return AuditRun.objects.order_by("-pk").first()


def told(run: AuditRun) -> dict[str, Any]:
    """An audit that was, for the API."""
    return {"at": run.at, "ok": run.ok, "differences": run.differences}
