"""What is played for, and paying it: the pool, its overlay and the staff's share, the prizes by the event's own fields.

Everything leaves the tournament's escrow, which ends at nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, Sum
from django.utils.translation import gettext as _

from club import ledger
from tournaments import payouts, prize_pools
from tournaments.errors import Refused
from tournaments.knockouts import tie_share
from tournaments.models import Entry, Tournament
from tournaments.prize_pools import Pool, Taken
from tournaments.state import State


def check(chosen: Mapping[str, Any]) -> None:
    """The fields of an event that are about prizes. Raises `Refused`, or `ClubError` naming the row of a bad table."""
    table = chosen.get("payout_table")
    if table is not None:
        if not isinstance(table, dict):
            words = _("A payout table is an object with key and rows, each of entries and basis_points.")
            raise Refused("bad_payout", words, 422, field="payout_table")
        payouts.own_table(table)
    staff = chosen.get("staff_basis_points") or 0
    if not isinstance(staff, int) or not 0 <= staff <= payouts.WHOLE:
        words = _("The staff's share is 0 to 10,000 basis points of what is paid in.")
        raise Refused("bad_staff_share", words, 422, field="staff_basis_points")


def taken(row: Tournament) -> Taken:
    """What the entries paid into escrow, fees apart, parted for staff and prizes."""
    paid = Entry.objects.filter(tournament=row, is_withdrawn=False).aggregate(n=Sum("paid"))["n"] or 0
    return prize_pools.parted(paid, 0, row.staff_basis_points, row.payout_unit)


def pool(row: Tournament) -> Pool:
    """What is played for in chips, and what of it the house adds."""
    return prize_pools.guaranteed(taken(row).pool, row.guarantee)


def prizes(row: Tournament) -> tuple[int, ...]:
    """The prizes by place as they stand, first place first; they sum to the pool."""
    entries = Entry.objects.filter(tournament=row, is_withdrawn=False).aggregate(n=Count("pk"))["n"]
    total, bounds = pool(row).total, {"floor": row.payout_floor, "minimum": row.payout_minimum}
    if row.payout_table is None:
        return payouts.prizes(total, entries, row.payout, row.payout_unit, **bounds)
    if not total or not entries:
        return ()
    weights = payouts.own_table(row.payout_table).shares(entries)[:entries]
    return payouts.share(total, weights, row.payout_unit, **bounds)


def won(row: Tournament, state: State) -> dict[int, int]:
    """What each entry has won by its place so far; those who tie share."""
    by_place = dict(enumerate(prizes(row), 1))
    made: dict[int, int] = {}
    groups: dict[tuple[int, int], list[int]] = {}
    for entry, place in state.entries.items():
        if place.best is not None and place.worst is not None:
            groups.setdefault((place.best, place.worst), []).append(entry)
    for (best, worst), tied in groups.items():
        shares = tie_share(by_place, best, worst, row.payout_unit)
        made |= {entry: chips for entry, chips in zip(sorted(tied), shares, strict=True) if chips}
    return made


def pay(row: Tournament, wallets: Mapping[int, int], key: str) -> None:
    """Pay the prizes, by wallet, out of the escrow: the overlay comes in from the house, the staff's share goes to the tips.

    Each is a transfer of its own; a key stands for one payment.
    """
    escrow, staff, overlay = ledger.open_account(row.owner, "escrow").pk, taken(row).staff, pool(row).overlay
    if overlay and wallets:
        _post(f"{key}:overlay", {ledger.open_account("house", "fees").pk: -overlay, escrow: overlay}, "overlay", row)
    if staff:
        _post(f"{key}:staff", {escrow: -staff, ledger.open_account("house", "tips").pk: staff}, "staff", row)
    if wallets:
        _post(f"{key}:1", {**wallets, escrow: -sum(wallets.values())}, "prize", row)


def _post(key: str, moves: Mapping[int, int], purpose: str, row: Tournament) -> None:
    ledger.post(key, moves, purpose=f"tournament-{purpose}", reference=row.owner)
