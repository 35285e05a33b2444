"""The cashier's desk: chips come into the club and leave it here, and nowhere else."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from club import audit_log, ledger
from club.errors import ClubError
from club.models import Player, Transfer, User


def cash_in(player: Player, chips: int, *, key: str, by: User | None, now: datetime, source: str = "") -> Transfer:
    """Give a player chips from the cashier. Raises what the ledger raises, and `ClubError` for no positive number."""
    return _move(player, chips, "cash-in", key, by, now, source)


def cash_out(player: Player, chips: int, *, key: str, by: User | None, now: datetime, source: str = "") -> Transfer:
    """Take a player's chips back. Raises `NotEnoughChips` if the wallet holds fewer."""
    return _move(player, -chips, "cash-out", key, by, now, source)


def _move(player: Player, signed: int, purpose: str, key: str, by: User | None, now: datetime, source: str) -> Transfer:
    if (signed if purpose == "cash-in" else -signed) < 1:
        raise ClubError("bad_amount", _("Say a whole number of chips, 1 or more."), 422)
    cashier = ledger.open_account("cashier", "cashier")
    wallet = ledger.open_account(player.owner, "wallet")
    with transaction.atomic():
        is_new = not ledger.is_posted(key)
        moves = {cashier.pk: -signed, wallet.pk: signed}
        made = ledger.post(key, moves, purpose=purpose, reference=player.owner, by=by, now=now)
        if is_new:
            audit_log.record(f"cashier.{purpose}", by=by, subject=player.owner, after=signed, source=source, now=now)
    return made
