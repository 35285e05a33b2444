"""A hand in progress is called off: nobody wins or loses a chip. A misdeal too, until substantial action."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from club.base.lookalikes import shows_nothing
from club.base.phrases import gettext as _
from club.house import audit_log
from club.models import User
from tables.core import locks
from tables.core.errors import Refused
from tables.dealing import after_hands
from tables.hand import misdeals, substantial_action
from tables.models import Hand, Table


def void(hand_id: int, *, by: User | None, why: str, now: datetime, source: str = "", is_misdeal: bool = False) -> None:
    """Call the hand off: nobody wins or loses a chip, and what was posted to come in is owed again. Only until it is
    settled, since chips move then. The next hand is dealt from the same button and blinds, and of the same game
    (`tables.hand.misdeals`). A misdeal is no longer possible after substantial action (TDA 36); calling a hand off is.

    Raises `UnknownHand`; `Refused` if the hand is settled or void already, no reason is given, or play has gone on too
    far for a misdeal.
    """
    if shows_nothing(why):
        raise Refused("reason_missing", _("Say why the hand is called off."), 422)
    with transaction.atomic(durable=True):
        table, row = locks.lock_hand(hand_id)
        if not row.is_live:
            raise Refused("hand_not_live", _("Only a hand that is not settled yet can be called off."))
        if is_misdeal:
            substantial_action.check_none(row)
        _void(table, row, "hand.misdealt" if is_misdeal else "hand.voided", by, why, now, source)


def void_live(hand_ids: Iterable[int], *, by: User | None, why: str, now: datetime, source: str = "") -> None:
    """Call off those of the hands that are not settled yet, inside the caller's transaction. Unknown ids are left out."""
    tables, hands = locks.lock_hands(hand_ids)
    for row in hands:
        if row.is_live:
            _void(tables[row.table_id], row, "hand.voided", by, why, now, source)


def _void(table: Table, row: Hand, kind: str, by: User | None, why: str, now: datetime, source: str) -> None:
    before, row.state = row.state, Hand.State.VOID
    row.ended_at, row.deadline, row.play_at, row.later = now, None, None, {}
    row.save(update_fields=["state", "ended_at", "deadline", "later", "play_at"])
    audit_log.record(
        kind, by=by, subject=row.reference, why=why, before=before, after=row.state, source=source, now=now
    )
    misdeals.restore(table, row)
    after_hands.after_hand(table, row, now)
