"""The personal data that the tournaments keep of a player."""

from __future__ import annotations

from typing import Any

from club.models import Player
from tournaments.models import HEAVY, Entry


def known(player: Player) -> list[dict[str, Any]]:
    """Every entry of the player, with what it cost in chips."""
    held = Entry.objects.filter(player=player).select_related("tournament").defer(*HEAVY).order_by("pk")
    return [
        {
            "tournament": one.tournament.name,
            "entry": one.number,
            "paid": one.paid,
            "fee": one.fee,
            "at": one.registered_at,
            "withdrawn": one.is_withdrawn,
            "checked_in": one.checked_in_at,
            "bought": [
                {
                    "what": bought.kind,
                    "paid": bought.paid,
                    "fee": bought.fee,
                    "at": bought.at,
                    "back": bought.taken_back_at,
                }
                for bought in one.purchases.order_by("pk")
            ],
        }
        for one in held.prefetch_related("purchases")
    ]
