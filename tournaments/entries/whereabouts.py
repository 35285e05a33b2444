"""What the tournaments tell the club of a player: the entries, and the one that still runs."""

from __future__ import annotations

from club.base.phrases import gettext as _
from club.models import Player
from tournaments.log import rule_scopes
from tournaments.models import HEAVY, Entry, Tournament

LIVE = (Tournament.Status.REGISTERING, Tournament.Status.RUNNING)


def tie(player: Player) -> str:
    """The tournaments the player is entered in that are not over, in words; empty if none."""
    names = [name for _reference, name in places(player)]
    return _("entered in %(tournament)s") % {"tournament": ", ".join(names)} if names else ""


def places(player: Player) -> list[tuple[str, str]]:
    """The tournaments the player is entered in that are not over, as reference and name."""
    held = Entry.objects.filter(player=player, is_withdrawn=False, tournament__status__in=LIVE)
    named = {
        one.tournament.owner: one.tournament.name
        for one in held.select_related("tournament").defer(*HEAVY).order_by("pk")
    }
    return list(named.items())  # one of each, however often the player entered it


def name_of(reference: str) -> str:
    """The name of the tournament of a reference; empty if there is none."""
    found = rule_scopes.find(reference)
    return "" if found is None else found.name


def open_places() -> list[tuple[str, str]]:
    """The tournaments that are not over, as reference and name."""
    found = Tournament.objects.filter(status__in=LIVE).order_by("starts_at", "pk")
    return [(one.owner, one.name) for one in found[:200]]


def is_used() -> bool:
    """Whether there was ever one."""
    return Tournament.objects.exists()
