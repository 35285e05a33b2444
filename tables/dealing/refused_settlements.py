"""Hands whose settlement the books refuse: marked, told to the floor, and named by the audit and by the health endpoint.

Such a hand is over and no chip of it has moved. The sweep tries it again; until it succeeds the floor may call it off
(`called_off_hands.void`), and everybody has the stack of before the hand.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.db import InterfaceError, OperationalError, transaction
from django.urls import reverse
from django.utils import translation

from club.base.phrases import gettext as _
from club.base.registry import Standstill
from club.ledger import ledger
from club.text.messages import said
from engine.errors import EngineError
from engine.messages.message import Message, as_json, from_json
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
    told = reason_of(fault)
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


def reason_of(fault: Exception) -> dict[str, Any]:
    """What is kept of a refusal: its code, the English for logs and audits, and what the engine's message or the ledger's
    sentence is made of, so that each reader has it in a language of their own.
    """
    with translation.override("en"):
        told = {"refused": getattr(fault, "code", type(fault).__name__), "why": str(fault)[:400]}
    if isinstance(fault, EngineError) and isinstance(fault.message, Message):
        return told | {"message": as_json(fault.message)}
    return told | {"params": fault.params} if isinstance(fault, ledger.LedgerError) else told


def why(row: Hand) -> str:
    """Why the hand's settlement is refused, in the reader's language; empty for any other hand."""
    told = row.result if row.state == Hand.State.OVER else None
    return reason_in_words(told) if told and "refused" in told else ""


def reason_in_words(told: Mapping[str, Any]) -> str:
    """What `reason_of` kept, in the reader's language; its English where whoever refused has no words in others."""
    with suppress(KeyError):  # what was kept by another release
        if "message" in told:
            return said(from_json(told["message"]))
        return ledger.refusal_in_words(told["refused"], told["params"])
    return str(told["why"] or told["refused"])


def _plainly(row: Hand) -> str:
    """Why, in English: for audits and logs."""
    told = row.result or {}
    return str(told.get("why") or told.get("refused"))


def standing(owner: str | None = None) -> list[Hand]:
    """The hands whose settlement is refused now, those over longest first; only at tables of that owner, if one is named."""
    found = Hand.objects.filter(state=Hand.State.OVER, result__has_key="refused").select_related("table")
    return list((found if owner is None else found.filter(table__owner=owner)).order_by("ended_at", "pk"))


def standstills() -> Iterator[Standstill]:
    """Each of them, as the club tells it."""
    for row in standing():
        yield Standstill(
            reference=row.reference,
            plain=f"hand {row.pk} (table {row.table_id}, number {row.number}): its settlement is refused: {_plainly(row)}",
            words=in_words(row),
            address=reverse("table", args=[row.table_id]),
        )


def in_words(row: Hand) -> str:
    """What the floor is told of it, in the reader's language."""
    words = _(
        "%(table)s, hand %(number)s: the books refuse its chips. Call it off, and everybody has the stack of before."
    )
    return words % {"table": row.table.name, "number": row.number}
