"""One seat as a tournament or the floor gives it, moves it and takes it away, inside the caller's transaction.

The stack of a tournament's player is the entry's account, so that changing seats moves no chips. Many seats at once go
through `tables.tournament_seats.bulk_seating`.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from club.base.phrases import gettext as _
from club.models import Account, Player
from tables.cash import sittings
from tables.core.errors import Refused
from tables.core.locks import bump, lock_table
from tables.models import Sitting, Table


def seat_entry(table: Table, seat: int, player: Player, account_id: int | None, *, now: datetime) -> Sitting:
    """Seat a tournament's player whose stack is that account (None: nobody records it), inside the caller's transaction.

    The caller holds the tournament's lock; the table's is taken here. Raises `UnknownTable` and `Refused` (seat taken
    or not there, seated already).
    """
    locked = lock_table(table.pk)
    sittings.check_seat(locked, seat, player)
    sitting = sittings.give_seat(locked, seat, player, now, account_id=account_id)
    bump(locked)
    return sitting


def give_stack(sitting: Sitting, account: Account | None) -> None:
    """From now on this account is the stack in front of the player; None: nobody records it. The caller moves the chips."""
    sitting.account = account
    sitting.save(update_fields=["account"])


def mark_missing(table_id: int, seats: Collection[int]) -> None:
    """Whose next hands at a tournament's table are killed in turn, since they miss them under a penalty (TDA 71): those
    seats', nobody else's. Blinds and antes are posted all the same."""
    here = Sitting.objects.filter(table_id=table_id).exclude(state=Sitting.State.LEFT)
    here.filter(is_missing=True).exclude(seat__in=seats).update(is_missing=False)
    here.filter(is_missing=False, seat__in=seats).update(is_missing=True)


def unseat(sitting: Sitting, *, now: datetime) -> None:
    """Take a tournament's player off the table (knocked out, or removed), inside the caller's transaction.

    The stack's account is the tournament's to settle. Raises `Refused` if the player is in a hand.
    """
    table = lock_table(sitting.table_id)
    if sittings.is_in_hand(table, sitting.player):
        raise Refused("hand_in_progress", _("A player leaves the table between hands only."))
    sittings.end(sitting, now)
    bump(table)
