"""What the tournaments tell the club of a player: the entries, and the one that still runs."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from club.base.phrases import gettext as _
from club.http.request_cache import once
from club.live import nudges
from club.models import Player
from tournaments.models import HEAVY, Entry, Tournament
from tournaments.structures import structures
from tournaments.structures.sheet_games import BadSheet

OWN_HEAVY = ("snapshot", "sheet")
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


def find(reference: str) -> Tournament | None:
    """The tournament of a reference such as ``tournament:3``, if there is one."""
    number = reference.partition(":")[2]
    return Tournament.objects.filter(pk=int(number)).first() if number.isdecimal() and len(number) < 19 else None


def name_of(reference: str) -> str:
    """The name of the tournament of a reference; empty if there is none."""
    found = find(reference)
    return "" if found is None else found.name


@once(lambda reference: reference)
def scope_chain(reference: str) -> tuple[str, ...]:
    """Where a house rule's value is looked for in a tournament: its own, then that of its game; the club comes last."""
    found = find(reference)
    if found is None:
        return ()
    try:
        return (found.owner, f"game:{structures.game_of(found.sheet)[0]}")
    except BadSheet:  # a sheet of no game that is dealt here
        return (found.owner,)


def open_places() -> list[tuple[str, str]]:
    """The tournaments that are not over, as reference and name."""
    found = Tournament.objects.filter(status__in=LIVE).order_by("starts_at", "pk")
    return [(one.owner, one.name) for one in found[:200]]


def on_barred(sender: Any, player_id: int, **named: Any) -> None:
    """A player may not play any more: those who watch a running tournament with an entry of the player look again, and the floor
    reads it in what there is to do. A door of its own: the signal comes after the commit, outside every transaction."""
    held = Entry.objects.filter(player_id=player_id, is_withdrawn=False, is_out=False)
    numbers = held.filter(tournament__status=Tournament.Status.RUNNING).values_list("tournament_id", flat=True)
    for number in sorted(set(numbers)):
        with transaction.atomic():
            tournament = (
                Tournament.objects.select_for_update(no_key=True, of=("self",)).defer(*OWN_HEAVY).get(pk=number)
            )
            tournament.version += 1
            tournament.save(update_fields=["version"])
            nudges.nudge(tournament.owner, tournament.version)


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


def is_used() -> bool:
    """Whether there was ever one."""
    return Tournament.objects.exists()
