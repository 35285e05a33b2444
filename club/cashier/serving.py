"""Asking the house, then posting: what every act of serving at the desk has in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from django.db import transaction

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.cashier import desk_transfers, no_self_service, shifts
from club.house.club_rules import ClubRules, in_force
from club.ledger import ledger
from club.models import Player, Transfer, User


def positive(chips: int) -> int:
    """The amount, if it is one. Raises `ClubError` for another."""
    if type(chips) is not int or not 1 <= chips <= ledger.LARGEST:
        raise ClubError("bad_amount", _("Say a whole number of chips, 1 or more."), 422)
    return chips


def serve(
    player: Player,
    chips: int,
    purpose: str,
    moves: dict[int, int],
    may: Callable[[ClubRules], None],
    *,
    key: str,
    by: User | None,
    now: datetime,
    source: str,
    reference: str = "",
    at: str = "desk",
    owners: Sequence[str] = (),
    paid: int = 0,
    why: str = "",
) -> Transfer:
    """Ask the house, then post. A request that stands already is answered without asking again."""
    positive(chips)
    with transaction.atomic():
        desk_transfers.lock()
        rules = in_force()
        shift = None
        if not ledger.is_posted(key):
            if at == "desk":
                shift = shifts.shift_for(by, rules)
                no_self_service.check_not_own(by, owners or [player.owner])
            may(rules)
        return desk_transfers.post(
            key,
            moves,
            purpose=purpose,
            reference=reference or player.owner,
            rules=rules,
            shift=shift,
            by=by,
            now=now,
            source=source,
            after=chips,
            paid=paid,
            why=why[:300],
        )
