"""Chip runs: real chips carried between the desk's tray and a table.

Whose tray: of the person who acts, if their shift is open; else of the shift that has been open longest, the main desk's;
with none open the chips come from the bank, or go there. A run takes no lock of the desk, which hands and tables never wait
for: it shares a lock on the shift's row, so that the shift is not closed meanwhile.
"""

from __future__ import annotations

from datetime import datetime

from django.db import connection

from club.models import ChipRun, Transfer, User

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
