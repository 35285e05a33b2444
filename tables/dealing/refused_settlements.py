"""Hands whose settlement the books refuse: marked, told to the floor, and named by the audit and by the health endpoint.

Such a hand is over and no chip of it has moved. The sweep tries it again; until it succeeds the floor may call it off
(`dealer.void`), and everybody has the stack of before the hand.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime

from django.db import InterfaceError, OperationalError, transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from club.base.registry import Standstill
from tables.core import locks
from tables.core.errors import UnknownHand, UnknownTable
from tables.core.signals import hand_refused
from tables.models import Hand

log = logging.getLogger(__name__)
# What says nothing about the hand: the server was away or busy, or the hand is not there.
PASSING = (OperationalError, InterfaceError, locks.TableBusy, UnknownHand, UnknownTable)


def mark(hand_id: int, fault: Exception, *, now: datetime) -> bool:
    """Keep with the hand why its settlement was refused, and have the floor told after the commit; true if that is news.

    Nothing is kept of a fault that will pass, nor of a hand that is not over (any more). Raises `UnknownHand`.
    """
    if isinstance(fault, PASSING):
        return False
    told = {"refused": getattr(fault, "code", type(fault).__name__), "why": str(fault)[:400]}
    with transaction.atomic():
        table, row = locks.lock_hand(hand_id)
        if row.state != Hand.State.OVER or row.result == told:
            return False
        row.result = told
        row.save(update_fields=["result"])
        locks.bump(table)
        owner = table.owner
        transaction.on_commit(
            lambda: hand_refused.send(sender=Hand, hand_id=hand_id, owner=owner, now=now), robust=True
        )
    log.error("the settlement of %s is refused: %s", row.reference, told["why"], exc_info=fault)
    return True


def why(row: Hand) -> str:
    """Why the hand's settlement is refused, in the words of whoever refused it; empty for any other hand."""
    told = row.result if row.state == Hand.State.OVER else None
    return str(told["why"] or told["refused"]) if told and "refused" in told else ""


def standing(owner: str | None = None) -> list[Hand]:
    """The hands whose settlement is refused now, those over longest first; only at tables of that owner, if one is named."""
    found = Hand.objects.filter(state=Hand.State.OVER, result__has_key="refused").select_related("table")
    return list((found if owner is None else found.filter(table__owner=owner)).order_by("ended_at", "pk"))


def standstills() -> Iterator[Standstill]:
    """Each of them, as the club tells it."""
    for row in standing():
        yield Standstill(
            reference=row.reference,
            plain=f"hand {row.pk} (table {row.table_id}, number {row.number}): its settlement is refused: {why(row)}",
            words=in_words(row),
            address=reverse("table", args=[row.table_id]),
        )


def in_words(row: Hand) -> str:
    """What the floor is told of it, in the reader's language."""
    words = _(
        "%(table)s, hand %(number)s: the books refuse its chips. Call it off, and everybody has the stack of before."
    )
    return words % {"table": row.table.name, "number": row.number}
