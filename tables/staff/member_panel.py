"""What the page of a member has of the tables: the stays at cash tables, their hours and results."""

from __future__ import annotations

from typing import Any

from club.base.registry import Panel
from club.models import Player
from tables.sessions import stays

SHOWN = 20


def of_member(user: Any, player: Player) -> list[Panel]:
    """One panel, where there was such a stay; for whoever sees the page, with the balances on it."""
    last = list(stays.of_player(player)[:SHOWN])
    if not last or player.is_computer:
        return []
    return [Panel("tables/_member_stays.html", {"stays": last, "together": stays.together(player)})]
