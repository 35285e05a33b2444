"""The personal data that the tournaments keep of a player."""

from __future__ import annotations

from typing import Any

from club.models import Player
from tournaments.models import HEAVY, Alternate, Entry, Result, Ticket


def known(player: Player) -> list[dict[str, Any]]:
    """Every entry of the player, with what it cost in chips."""
    held = Entry.objects.filter(player=player).select_related("tournament", "result").defer(*HEAVY).order_by("pk")
    return [
        {
            "tournament": one.tournament.name,
            "entry": one.number,
            "paid": one.paid,
            "fee": one.fee,
            "at": one.registered_at,
            "withdrawn": one.is_withdrawn,
            "checked_in": one.checked_in_at,
            "result": _result(one),
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


def _result(entry: Entry) -> dict[str, Any] | None:
    """What the entry came to; None before the tournament is over."""
    found: Result | None = getattr(entry, "result", None)
    if found is None:
        return None
    return {"best": found.best, "worst": found.worst, "prize": found.prize, "bounty": found.bounty, "at": found.at}


def tickets(player: Player) -> list[dict[str, Any]]:
    """Every ticket that the player has or had."""
    held = Ticket.objects.filter(player=player).select_related("tournament").order_by("pk")
    return [
        {
            "chips": one.value,
            "place": one.tournament.name if one.tournament is not None else one.event,
            "state": one.state,
            "until": one.expires_at,
        }
        for one in held
    ]


def waited(player: Player) -> list[dict[str, Any]]:
    """Every list of a full tournament on which the player waited."""
    lines = Alternate.objects.filter(player=player).select_related("tournament").order_by("pk")
    return [{"tournament": one.tournament.name, "since": one.since, "outcome": one.outcome} for one in lines]
