"""A transfer made at the desk: one at a time under its lock, posted, numbered by a slip and put on record.

`lock` is taken before any account, so what a shift, a credit or a number depends on cannot change between being looked
at and being written. Hands and tournaments never wait for it.
"""

from __future__ import annotations

from datetime import datetime

from django.db import connection, transaction

from club.base.signals import desk_posted
from club.cashier import chip_price, slips
from club.house import audit_log
from club.house.club_rules import ClubRules
from club.ledger import ledger
from club.models import Shift, Transfer, User

_LOCK = 0x6465736B


def lock() -> None:
    """Wait until no other desk is in the middle of a transfer; held to the end of the caller's transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


def post(
    key: str,
    moves: dict[int, int],
    *,
    purpose: str,
    reference: str,
    rules: ClubRules,
    shift: Shift | None,
    by: User | None,
    now: datetime,
    source: str,
    why: str = "",
    after: object = None,
    paid: int = 0,
) -> Transfer:
    """Post a transfer of the desk, number it and put it on record. The caller is in a transaction and holds `lock`.

    paid: how many chips were paid for in cash; below 0: for how many the desk paid.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("a slip is issued in the transaction that holds the desk's lock")
    is_new = not ledger.is_posted(key)
    made = ledger.post(key, moves, purpose=purpose, reference=reference, by=by, why=why, now=now)
    if is_new:
        slips.issue(made, shift=shift, rules=rules, cash=chip_price.price_of(paid, shift=shift, rules=rules))
        audit_log.record(f"cashier.{purpose}", by=by, subject=reference, why=why, after=after, source=source, now=now)
        desk_posted.send(sender=Transfer, transfer=made, purpose=purpose, moves=moves, now=now)
    return made
