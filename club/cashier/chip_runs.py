"""Chip runs: real chips carried between the desk's tray and a table.

Whose tray: of the person who acts, if their shift is open; else of the shift that has been open longest, the main desk's;
with none open the chips come from the bank, or go there. A run takes no lock of the desk, which hands and tables never wait
for: it shares a lock on the shift's row, so that the shift is not closed meanwhile.
"""

from __future__ import annotations

from datetime import datetime

from django.db import connection, transaction
from django.db.models import QuerySet

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house import audit_log
from club.models import AwaitedChips, ChipRun, Player, Transfer, User

_TRAY = """
SELECT id FROM club_shift WHERE closed_at IS NULL
ORDER BY COALESCE(cashier_id = %s, FALSE) DESC, number LIMIT 1 FOR SHARE
"""


def carry(chips: int, transfer: Transfer | None, *, by: User | None, now: datetime) -> ChipRun | None:
    """Chips above 0 came into the tray, below 0 left it, with that transfer (None: a count that the books do not follow).

    Inside the caller's transaction. A transfer is carried once; no chips are no run (None).
    """
    standing = None if transfer is None else ChipRun.objects.filter(transfer=transfer).first()
    if standing is not None or not chips:
        return standing
    return ChipRun.objects.create(shift_id=_tray(by), transfer=transfer, chips=chips, at=now)


def expect(chips: int, transfer: Transfer, player: Player, place: str, *, now: datetime) -> None:
    """Chips left a table that has closed, and have to be carried to the desk: they are in no tray until they are received."""
    told = {"player": player, "place": place, "chips": chips, "since": now}
    AwaitedChips.objects.get_or_create(transfer=transfer, defaults=told)


def awaited() -> QuerySet[AwaitedChips]:
    """What is still to be carried to the desk, the longest first; not what was taken back since."""
    standing = AwaitedChips.objects.filter(transfer__chip_run=None, transfer__corrected_by=None)
    return standing.select_related("player").order_by("pk")


def receive(number: int, *, by: User, now: datetime, source: str = "") -> AwaitedChips:
    """Those chips are here: they lie in the tray of whoever says so. Raises `ClubError` for chips nobody waits for."""
    with transaction.atomic():
        found = awaited().select_for_update(of=("self",)).filter(pk=number).first()
        if found is None:
            words = _("Nobody waits for these chips: they were received, or taken back.")
            raise ClubError("not_awaited", words, 409, awaited=number)
        carry(found.chips, found.transfer, by=by, now=now)
        whose = found.player.owner
        audit_log.record("chips.received", by=by, subject=whose, after=found.chips, source=source, now=now)
        return found


def take_back(transfer: Transfer, reversal: Transfer, *, by: User | None, now: datetime) -> None:
    """The chips of a transfer that is taken back return the way they came; nothing if none were carried."""
    run = ChipRun.objects.filter(transfer=transfer).first()
    if run is not None:
        carry(-run.chips, reversal, by=by, now=now)


def _tray(by: User | None) -> int | None:
    """The shift whose tray it is, which is not closed before the caller's transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute(_TRAY, [None if by is None else by.pk])
        found = cursor.fetchone()
    return None if found is None else int(found[0])
