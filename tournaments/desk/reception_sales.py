"""Cash taken at the door for an entry, a rebuy or an add-on: chips sold to the wallet that pays for it, with one slip."""

from __future__ import annotations

from datetime import datetime

from club.cashier import cashier
from club.models import Player, Transfer, User
from tournaments.models import Tournament

ENTER = "tournaments.enter"  # the right of whoever is at the door


def sell(
    row: Tournament, player: Player, chips: int, key: str, *, now: datetime, by: User | None, source: str
) -> Transfer | None:
    """Sell the chips that something of this event costs, inside the caller's transaction; None for what costs nothing.

    The slip says which event it was for. Raises `ClubError` as the desk does: no shift, own chips, may not play.
    """
    if chips <= 0:
        return None
    own_key = f"{row.owner}:paid:{key}"
    return cashier.buy_chips(player, chips, key=own_key, by=by, now=now, source=source, why=row.name)
