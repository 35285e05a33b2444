"""A player who may no longer play: whoever watches a running tournament with an entry of theirs looks again."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from club.live import nudges
from tournaments.models import Entry, Tournament

OWN_HEAVY = ("snapshot", "sheet")


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
