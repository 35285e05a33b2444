"""What the tournaments tell the club of a player: the entries, and the one that still runs."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from club.models import Player
from tournaments.models import Entry, Tournament


def tie(player: Player) -> str:
    """The tournaments the player is entered in that are not over, in words; empty if none."""
    live = (Tournament.Status.REGISTERING, Tournament.Status.RUNNING)
    held = Entry.objects.filter(player=player, is_withdrawn=False, tournament__status__in=live)
    names = [one.tournament.name for one in held.select_related("tournament").order_by("pk")]
    return _("entered in %(tournament)s") % {"tournament": ", ".join(names)} if names else ""


def known(player: Player) -> list[dict[str, Any]]:
    """Every entry of the player, with what it cost in chips."""
    held = Entry.objects.filter(player=player).select_related("tournament").order_by("pk")
    return [
        {
            "tournament": one.tournament.name,
            "entry": one.number,
            "paid": one.paid,
            "fee": one.fee,
            "at": one.registered_at,
            "withdrawn": one.is_withdrawn,
        }
        for one in held
    ]
