"""What somebody who looked into a finding noted of it: on record, taken back at any time, and never a sanction."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from club.base.phrases import gettext as _
from club.house import audit_log
from club.models import User
from club.people import people
from tables.core.errors import Refused
from tables.models import IntegrityFinding

ACTS = ("look-into", "take-back")
LONGEST_NOTE = 500


def family_of(login: User) -> set[int]:
    """The memberships of whoever looks: nobody is shown what names them."""
    player = people.player_of(login)
    return set() if player is None else {one.pk for one in people.family(player)}


def visible(login: User) -> QuerySet[IntegrityFinding]:
    """The findings that do not name whoever looks."""
    own = family_of(login)
    return IntegrityFinding.objects.exclude(Q(first__in=own) | Q(second__in=own, second__isnull=False))


def mark(finding_id: int, act: str, note: str = "", *, by: User, source: str = "", now: datetime) -> None:
    """Note that a finding was looked into (`look-into`, with words), or take that back (`take-back`). Harmless if repeated.

    Raises `Refused` for a finding that is gone or names whoever asks (404), for another act, or without a word (422).
    """
    if act not in ACTS:
        raise Refused("no_such_act", _("There is no such act."), 422)
    with transaction.atomic():
        row = visible(by).select_for_update(of=("self",), no_key=True).filter(pk=finding_id).first()
        if row is None:
            raise Refused("unknown_finding", _("There is no such finding; perhaps it is told no longer."), 404)
        how: dict[str, Any] = {"by": by, "source": source, "now": now}
        if act == "look-into":
            _look_into(row, note.strip(), how)
        elif row.looked_at is not None:
            row.looked_at = row.looked_by = row.looked_day = None
            row.note = ""
            row.save()
            _record("integrity.look-taken-back", row, how)


def _look_into(row: IntegrityFinding, note: str, how: dict[str, Any]) -> None:
    if not note:
        raise Refused("note_missing", _("Write what you saw, in a few words."), 422)
    if len(note) > LONGEST_NOTE:
        words = _("A note has at most %(most)s letters.") % {"most": LONGEST_NOTE}
        raise Refused("note_too_long", words, 422, most=LONGEST_NOTE)
    row.looked_at, row.looked_by, row.looked_day, row.note = how["now"], how["by"], row.last_day, note
    row.save()
    _record("integrity.looked-into", row, how)


def _record(kind: str, row: IntegrityFinding, how: dict[str, Any]) -> None:
    """The record has the sign and the players' numbers; the note stands in its row, which can be forgotten."""
    players = [one for one in (row.first_id, row.second_id) if one is not None]
    audit_log.record(kind, subject=f"finding:{row.pk}", after={"sign": row.sign, "players": players}, **how)
